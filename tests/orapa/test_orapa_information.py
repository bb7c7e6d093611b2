"""The reward "information": bits by which the layouts that agree with the clues become fewer."""

import gymnasium as gym
import numpy as np
import pytest
from orapa_brute_force import agreeing, play_late
from orapa_scenes import in_words, place_action

import parlour
from parlour.envs.orapa.consistent import list_consistent

TOTAL = np.log2(1.680e10)


def make(**options):
    return gym.make("parlour/Orapa-v0", reward="information", **options).unwrapped


def missing(env):
    """Bits that are missing still, as the environment has it."""
    return float(env.matches.seats[0, 0]["missing_bits"])


def count(env, most=1_000_000):
    """Layouts that agree, all listed; None if they are more than that."""
    found = np.empty((most, 7), np.int16)
    listed = list_consistent(env.matches.matches[0], env.matches.seats[0, 0], 1.0, 1.0, found)
    return listed if listed <= most else None


def ask_all(env, rng):
    """The bits of all waves, fired in random order where they are still unknown."""
    return [env.step(int(entry))[1] for entry in rng.permutation(36) if env.action_masks()[entry]]


def test_all_waves_together_tell_34_bits_but_for_what_is_left():
    env, rng, exact = make(), np.random.default_rng(0), 0
    for seed in range(25):
        env.reset(seed=seed)
        bits = ask_all(env, rng)
        assert min(bits) > -1.5  # where an estimate was too low
        left = count(env)
        assert sum(bits) == pytest.approx(TOTAL - np.log2(left))
        exact += left == 1
    assert exact > 15


def test_few_layouts_are_counted_exactly():
    env, tried = make(), 0
    for seed in range(12):
        play_late(env, seed)
        expected = agreeing(env.matches.seats[0, 0])
        if len(expected) > 2000:
            continue
        assert missing(env) == pytest.approx(np.log2(len(expected)))
        for entry in range(36):
            if env.action_masks()[entry]:
                before = len(expected)
                bits = env.step(entry)[1]
                expected = agreeing(env.matches.seats[0, 0])
                assert bits == pytest.approx(np.log2(before / len(expected)))
                break
        tried += 1
    assert tried > 4


def test_many_layouts_are_estimated_within_a_bit_or_so():
    env, rng, errors = make(), np.random.default_rng(1), []
    for seed in range(30):
        env.reset(seed=seed)
        for entry in rng.permutation(36):
            if env.action_masks()[entry] and missing(env) > 11:
                env.step(int(entry))
                listed = count(env) if missing(env) < 18 else None
                if listed and listed > 2048:
                    errors.append(missing(env) - np.log2(listed))
    assert len(errors) > 20
    assert abs(np.mean(errors)) < 0.2 and np.std(errors) < 0.45


def test_what_is_known_already_tells_nothing():
    env = make(allow_repeats=True)
    env.reset(seed=1)
    observation, bits, *_ = env.step(0)
    assert bits > 0.0
    assert env.step(0)[1] == 0.0
    assert env.step(int(observation["waves"][0, 1]))[1] == 0.0


def test_editing_tells_nothing_and_a_right_solution_all_that_was_left():
    env = make(turn_cost=0.5)
    env.reset(seed=1)
    words = in_words(env.matches.matches[0]["layout"])
    for piece, placed in words.items():
        assert env.step(place_action(piece, *placed))[1] == 0.0
    assert env.step(1060)[1] == pytest.approx(TOTAL - 0.5)


@pytest.mark.parametrize(
    ("options", "layouts"),
    [
        ({"diamond": True}, 4.33e11),
        ({"black": True}, 1.05e12),
        ({"diamond": True, "black": True}, 2.39e13),
    ],
    ids=str,
)
def test_more_pieces_hold_more_bits(options, layouts):
    env = make(**options)
    env.reset(seed=1)
    assert missing(env) == pytest.approx(np.log2(layouts))
    bits = [env.step(entry)[1] for entry in (1, 5, 20, 27)]
    assert min(bits) > -1.5 and 8.0 < sum(bits) < np.log2(layouts)


def test_it_is_paid_in_a_duel_too():
    env = parlour.parallel_env("Orapa", reward="information")
    env.reset(seed=1, options={"first": 1})
    rewards = env.step({"seat_0": env.game.wait_action, "seat_1": 0})[1]
    assert rewards["seat_0"] == 0.0 and rewards["seat_1"] > 0.0


def test_a_rematch_begins_with_all_layouts():
    table = parlour.table("Orapa", seed=4, reward="information")
    for entry in range(36):
        if table.masks[0, entry]:
            table.step([entry])
    seat = table.seats[0]
    assert 0 < seat["listed_count"] < 20
    table.resign()
    table.move(0, {"type": "RequestRematch"})
    assert (seat["listed_count"], seat["missing_bits"]) == (-1, pytest.approx(TOTAL))
    table.step([0])
    assert table.seats[0]["reward"] > 0.0

"""The reward "information": bits by which a sample of the layouts that fit shrinks."""

import gymnasium as gym
import numpy as np
import pytest
from orapa_scenes import in_words, place_action

import parlour


def make(**options):
    return gym.make("parlour/Orapa-v0", reward="information", **options).unwrapped


def ask_all(env, rng):
    """The bits of all waves, fired in random order where they are still unknown."""
    bits = []
    for entry in rng.permutation(36):
        if env.action_masks()[entry]:
            bits.append(env.step(int(entry))[1])
    return bits


def test_all_waves_together_tell_most_of_34_bits_and_no_more():
    env, rng, totals = make(), np.random.default_rng(0), []
    for seed in range(25):
        env.reset(seed=seed)
        bits = ask_all(env, rng)
        assert min(bits) >= 0.0
        totals.append(sum(bits))
    assert 24.0 < np.mean(totals) < 33.97  # an estimate from below


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
    assert env.step(1060)[1] == pytest.approx(np.log2(129) - 0.5)


def test_it_is_paid_in_a_duel_too():
    env = parlour.parallel_env("Orapa", reward="information")
    env.reset(seed=1, options={"first": 1})
    rewards = env.step({"seat_0": env.game.wait_action, "seat_1": 0})[1]
    assert rewards["seat_0"] == 0.0 and rewards["seat_1"] > 0.0


def test_a_rematch_is_measured_by_layouts_of_its_own():
    table = parlour.table("Orapa", seed=4, reward="information")
    for entry in range(36):
        if table.masks[0, entry]:
            table.step([entry])
    assert len(np.unique(table.seats[0]["sample"], axis=0)) < 20  # few are left
    table.resign()
    table.move(0, {"type": "RequestRematch"})
    assert len(np.unique(table.seats[0]["sample"], axis=0)) == 128
    table.step([0])
    assert table.seats[0]["reward"] > 0.0

"""The reward "shaped": that of "win", and the cells that an edit puts right."""

import gymnasium as gym
import numpy as np
import pytest
from orapa_reference import COLOUR, board_of
from orapa_scenes import LAYOUTS, as_pieces, in_words, place_action

import parlour

pytestmark = pytest.mark.nojit

AREAS = {"red": 3, "yellow": 3, "blue": 6, "white1": 6, "white2": 4}
"""Cells of each piece, of 22."""


def solo(**options):
    env = gym.make("parlour/Orapa-v0", reward="shaped", **options).unwrapped
    env.reset(seed=0, options={"layout": as_pieces(LAYOUTS[0])})
    return env


def likeness(words, truth):
    """Cells shown as they are, less those that are empty and not shown so, of the pieces' cells."""
    shown, real = (
        {spot: (kind, COLOUR.get(piece, piece)) for spot, (kind, piece) in board_of(layout).items()}
        for layout in (words, truth)
    )
    right = sum(shown.get(spot) == look for spot, look in real.items())
    return (right - len(set(shown) - set(real))) / len(real)


def test_a_piece_laid_right_pays_its_share_and_taking_it_back_costs_it():
    env = solo()
    for piece, placed in LAYOUTS[0].items():
        action = place_action(piece, *placed)
        take_back = 1055 + list(AREAS).index(piece)
        assert env.step(action)[1] == pytest.approx(AREAS[piece] / 22)
        assert env.step(take_back)[1] == pytest.approx(-AREAS[piece] / 22)
        env.step(0 if piece == "red" else 36 + len(piece))  # a turn, for new edits


def test_the_solution_pays_one_as_before_and_a_turn_its_cost():
    env = solo(turn_cost=0.25)
    rewards = [env.step(place_action(piece, *placed))[1] for piece, placed in LAYOUTS[0].items()]
    assert sum(rewards) == pytest.approx(1.0)
    assert env.step(0)[1] == -0.25
    _, reward, terminated, _, info = env.step(1060)
    assert (reward, terminated, info["solved"]) == (0.75, True, 1)


def test_the_two_whites_look_alike():
    env = solo()
    env.step(place_action("white2", 0, 7, 4))
    assert env.step(place_action("white1", *LAYOUTS[0]["white1"]))[1] == pytest.approx(6 / 22)


@pytest.mark.parametrize("seed", range(3))
def test_edits_come_to_how_far_the_hypothesis_is_like_the_solution(seed):
    env, rng, total = solo(edits_per_turn=200), np.random.default_rng(seed), 0.0
    for _ in range(60):
        action = 116 + rng.choice(np.flatnonzero(env.action_masks()[116:1060]))
        total += env.step(int(action))[1]
        words = in_words(env.matches.seats[0, 0]["hypothesis"])
        assert total == pytest.approx(likeness(words, LAYOUTS[0]))


def test_a_rejected_edit_pays_nothing():
    env = solo(edits_per_turn=1)
    env.step(place_action("red", *LAYOUTS[0]["red"]))
    _, reward, *_, info = env.step(place_action("yellow", *LAYOUTS[0]["yellow"]))
    assert reward == 0.0 and info["illegal"]


def test_in_a_duel_it_is_the_other_s_layout_that_counts():
    env = parlour.parallel_env("Orapa", reward="shaped")
    env.reset(seed=0, options={"layouts": [as_pieces(words) for words in LAYOUTS], "first": 1})
    wait, submit = 1061, 1060
    for piece, placed in LAYOUTS[0].items():
        rewards = env.step({"seat_0": wait, "seat_1": place_action(piece, *placed)})[1]
        assert rewards == {"seat_0": 0.0, "seat_1": pytest.approx(AREAS[piece] / 22)}
    env.step({"seat_0": wait, "seat_1": submit})
    rewards = env.step({"seat_0": 0, "seat_1": wait})[1]
    assert rewards == {"seat_0": -1.0, "seat_1": 1.0}


def test_to_lay_the_own_layout_pays_nothing():
    env = parlour.parallel_env("Orapa", reward="shaped", placement="player")
    env.reset(seed=0)
    action = place_action("red", *LAYOUTS[1]["red"])
    rewards = env.step({"seat_0": action, "seat_1": action})[1]
    assert rewards == {"seat_0": 0.0, "seat_1": 0.0}

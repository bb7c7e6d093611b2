"""A seat sees its own cube, the clock and the public best: nothing else of the others."""

import numpy as np
import pytest
from twist_cube_scenes import begin_table, send, turns

import parlour
from parlour.envs.twist_cube.state import SEAT

pytestmark = pytest.mark.nojit
SHARED = ("on_move", "reward", "number")


def scene(observation):
    env = parlour.parallel_env("TwistCube", players=3, observation=observation, auto_submit=False)
    env.reset(seed=2, options={"scramble": turns("R U F D")})
    env.step({"seat_0": 3, "seat_1": 9, "seat_2": 20})
    return env


def spoil(seat, rng):
    """Fill a seat's record with other values, field by field."""
    for name in SEAT.names:
        if name not in SHARED:
            old = seat[name]
            seat[name] = rng.integers(0, 6, np.shape(old)) if np.ndim(old) else rng.integers(0, 6)


@pytest.mark.parametrize("observation", ["facelets", "onehot", "flat"])
def test_what_another_seat_holds_changes_nothing_that_a_seat_is_told(observation):
    env = scene(observation)
    saved = env.snapshot()
    before, infos = env.restore(saved)
    for index in (1, 2):
        spoil(saved.seats[0, index], np.random.default_rng(index))
    after, later = env.restore(saved)
    assert infos["seat_0"] == later["seat_0"]
    assert (before["seat_0"]["action_mask"] == after["seat_0"]["action_mask"]).all()
    one, other = before["seat_0"]["observation"], after["seat_0"]["observation"]
    if observation == "flat":
        assert (one == other).all()
    else:
        assert all((one[name] == other[name]).all() for name in one)


def test_what_another_seat_holds_changes_nothing_in_a_body():
    table = begin_table(players=3)
    send(table, 1, "F'", 5)
    send(table, 2, "D", 6)
    before = table.body(0)
    for index in (1, 2):
        spoil(table.seats[index], np.random.default_rng(index))
    assert table.body(0) == before


def test_a_closed_window_of_another_seat_is_not_told():
    one, other = begin_table(players=3), begin_table(players=3)
    one.move(1, {"done": True}, 5)
    other.advance(5)
    assert one.body(0) == other.body(0)


def test_a_body_never_shows_the_scramble_s_turns_or_a_solution():
    table = begin_table("R U F", players=2)
    send(table, 1, "F' U' R'", 5)
    text = str(table.body(0))
    assert "turns" not in text and "face" not in text and "solution" not in text
    assert set(table.body(0)["best"]) == {"score", "length", "seat"}


def test_resampling_keeps_what_a_seat_sees_and_redraws_the_others():
    env = scene("facelets")
    env.step({"seat_0": 36, "seat_1": 36, "seat_2": 36})  # all submit
    saved = env.snapshot()
    before, infos = env.restore(saved)
    env.resample_hidden(seat=0, seed=5)
    after, later = env.restore(env.snapshot())
    assert infos["seat_0"] == later["seat_0"]
    for name, array in before["seat_0"]["observation"].items():
        assert (array == after["seat_0"]["observation"][name]).all()
    hidden = saved.seats[0, 1:]["cube"], env.matches.seats[0, 1:]["cube"]
    assert (hidden[0] != hidden[1]).any()


@pytest.mark.parametrize("seed", range(20))
def test_a_redrawn_seat_never_outdoes_the_public_best(seed):
    env = scene("facelets")
    env.step({"seat_0": 36, "seat_1": 36, "seat_2": 36})
    env.resample_hidden(seat=1, seed=seed)
    match, seats = env.matches.matches[0], env.matches.seats[0]
    best = max((seat["best_score"], -seat["best_length"]) for seat in seats)
    assert best == (match["leader_score"], -match["leader_length"])

"""`stop_when_solved`: an accepted submission that solves the cube closes its seat's window."""

import gymnasium as gym
import numpy as np
import pytest
from twist_cube_scenes import (
    DONE,
    SUBMIT,
    WAIT,
    actions,
    begin_table,
    make,
    places,
    send,
    turns,
)

import parlour
from parlour.envs.twist_cube import END_REASONS

pytestmark = pytest.mark.nojit


def start(scramble="R U", **options):
    env = make(stop_when_solved=True, **options)
    env.reset(seed=0, options={"scramble": turns(scramble)})
    return env


def play(env, text):
    """Make the turns of a text; the last step's results."""
    for number in actions(text):
        result = env.step(number)
    return result


def test_solving_the_cube_ends_a_solo_episode_at_once():
    env = start()
    assert not play(env, "U'")[2]
    _, _, terminated, truncated, info = play(env, "R'")
    assert (terminated, truncated, END_REASONS[info["end_reason"]]) == (True, False, "solved")
    assert (info["solved"], info["best_score"], info["place"]) == (1, 54, 1)
    assert not info["action_mask"].any()


def test_by_default_the_window_stays_open():
    env = make()
    env.reset(seed=0, options={"scramble": turns("R U")})
    _, _, terminated, _, info = play(env, "U' R'")
    assert (terminated, info["solved"]) == (False, 1)


def test_a_solved_cube_that_is_not_submitted_does_not_end_the_episode():
    env = start(auto_submit=False)
    assert not play(env, "U' R'")[2]
    _, _, terminated, _, info = env.step(SUBMIT)
    assert (terminated, END_REASONS[info["end_reason"]]) == (True, "solved")


def test_a_scramble_that_is_already_solved_is_played():
    env = start("R R'")
    assert not play(env, "R")[2]
    assert play(env, "R'")[2]


def test_a_turned_cube_counts_as_solved():
    env = start("R 2L' L'")  # the whole cube turned about R
    assert not play(env, "U")[2]
    assert play(env, "U'")[2]


@pytest.mark.parametrize(("reward", "paid"), [("solved", 1), ("score", 54)])
def test_the_rewards_of_the_solution_and_of_the_close_are_paid_in_that_step(reward, paid):
    env = start(reward=reward)
    assert play(env, "U' R'")[1] == paid


def test_a_solution_kept_for_the_close_closes_the_window_too():
    env = start()
    seat = env.matches.seats[0]
    play(env, "U'")
    seat["accepted"] = 49  # the last submission is kept
    _, _, terminated, _, info = play(env, "R'")
    assert (terminated, info["solved"], info["accepted"]) == (True, 1, 50)


def test_in_a_contest_the_others_play_on_until_their_own_end():
    env = parlour.parallel_env("TwistCube", players=3, stop_when_solved=True)
    env.reset(seed=0, options={"scramble": turns("R U")})
    first, second = actions("U' R'")
    env.step({"seat_0": first, "seat_1": WAIT, "seat_2": WAIT})
    _, _, ended, _, infos = env.step({"seat_0": second, "seat_1": first, "seat_2": WAIT})
    assert not any(ended.values())
    assert [np.flatnonzero(mask).tolist() == [WAIT] for mask in env.action_masks()] == [
        True,
        False,
        False,
    ]
    env.step({"seat_0": WAIT, "seat_1": second, "seat_2": WAIT})
    _, _, ended, _, infos = env.step({"seat_0": WAIT, "seat_1": WAIT, "seat_2": DONE})
    assert all(ended.values())
    assert [infos[f"seat_{seat}"]["place"] for seat in range(3)] == [1, 2, 3]
    assert END_REASONS[infos["seat_0"]["end_reason"]] == "closed"


def test_at_a_table_a_solution_closes_its_seat_and_the_last_one_the_match():
    table = begin_table("R U", players=2, stop_when_solved=True)
    assert send(table, 0, "U'", 10).accepted
    assert table.body(0)["is_open"]
    assert send(table, 0, "U' R'", 20).body == {"score": 54, "length": 2}
    assert not table.body(0)["is_open"]
    assert send(table, 0, "U' R'", 30).reason == "window_closed"
    assert table.body(1)["is_open"]
    send(table, 1, "U' R' F F'", 40)
    assert table.is_over
    assert places(table) == {0: 1, 1: 2}
    assert table.state(0)["end_reason"] == "solved"


def test_lanes_are_dealt_anew_where_the_cube_is_solved():
    env = gym.make_vec(
        "parlour/TwistCube-v0",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        autoreset_mode=gym.vector.AutoresetMode.SAME_STEP,
        stop_when_solved=True,
    )
    env.reset(seed=0, options={"scramble": turns("R")})
    right, wrong = actions("R' R")
    _, _, terminated, _, infos = env.step([wrong, right, wrong])
    assert terminated.tolist() == [False, True, False]
    assert infos["final_info"]["solved"].tolist() == [0, 1, 0]
    assert infos["solved"].tolist() == [0, 0, 0]
    assert infos["score"][1] < 54

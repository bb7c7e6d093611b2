"""What is accepted and what is rejected, through the environment's own actions."""

import numpy as np
import pytest
from twist_cube_scenes import DONE, RESTART, SUBMIT, WAIT, actions, make, turns

from parlour.envs.twist_cube import ILLEGAL

pytestmark = pytest.mark.nojit


def start(scramble="R U F", **options):
    env = make(**options)
    env.reset(seed=0, options={"scramble": turns(scramble)})
    return env


def play(env, *numbers):
    """Make steps; returns the last info, with the sum of rewards as `total`."""
    total = 0.0
    for number in numbers:
        _, reward, _, _, info = env.step(number)
        total += reward
    return {**info, "total": total}


def reason(info):
    return ILLEGAL[info["illegal"]]


def test_the_first_submission_is_accepted_however_bad():
    env = start("R", auto_submit=False)
    info = play(env, *actions("U F 2R"), SUBMIT)
    assert reason(info) == "none"
    assert (info["accepted"], info["best_length"]) == (1, 3)
    assert info["best_score"] == info["score"] < 54


def test_the_same_score_in_the_same_turns_is_not_better():
    env = start(auto_submit=False)
    play(env, *actions("F'"), SUBMIT)
    info = play(env, SUBMIT)
    assert (reason(info), info["accepted"]) == ("not_better", 1)


def test_the_same_score_in_fewer_turns_is_better():
    env = start("R", auto_submit=False)
    first = play(env, *actions("R R R"), SUBMIT)
    assert (first["best_score"], first["best_length"]) == (54, 3)
    info = play(env, RESTART, *actions("R'"), SUBMIT)
    assert (info["best_score"], info["best_length"], info["accepted"]) == (54, 1, 2)


def test_the_same_score_in_more_turns_is_not_better():
    env = start("R", auto_submit=False)
    play(env, *actions("R'"), SUBMIT, RESTART)
    info = play(env, *actions("R R R"), SUBMIT)
    assert (reason(info), info["best_length"]) == ("not_better", 1)


def test_turns_are_not_merged():
    env = start("R", auto_submit=False)
    assert play(env, *actions("U U'"))["length"] == 2


def test_an_empty_list_is_illegal():
    env = start(auto_submit=False)
    _, _, _, _, info = env.step(SUBMIT)
    assert reason(info) == "empty_solution"
    info = play(env, *actions("U"), RESTART, SUBMIT)
    assert (reason(info), info["accepted"]) == ("empty_solution", 0)


def test_a_restart_takes_the_scrambled_cube_in_hand_again():
    env = start()
    first = env.reset(seed=0, options={"scramble": turns("R U F")})[0]["facelets"]
    env.step(0)
    observation, _, _, _, info = env.step(RESTART)
    assert (observation["facelets"] == first).all()
    assert info["length"] == 0


def test_400_turns_may_be_made_and_the_401st_not():
    env = start("R", auto_submit=False)
    info = play(env, *(actions("U") * 400))
    assert (reason(info), info["length"]) == ("none", 400)
    assert not info["action_mask"][:36].any()
    cube = env.matches.seats[0, 0]["cube"].copy()
    info = play(env, 0)
    assert (reason(info), info["length"]) == ("too_long", 400)
    assert (env.matches.seats[0, 0]["cube"] == cube).all()
    info = play(env, SUBMIT)
    assert (reason(info), info["best_length"]) == ("none", 400)


def ever_better(env, count):
    """Send `count` submissions of one score, each a turn shorter than the one before."""
    for length in range(101, 101 - count, -2):
        info = play(env, RESTART, *(actions("U U'") * (length // 2)), *actions("R'"), SUBMIT)
    return info


def test_after_50_accepted_submissions_there_is_a_limit():
    env = start("R", auto_submit=False, tick_ms=1)
    info = ever_better(env, 100)
    assert (reason(info), info["accepted"], info["best_length"]) == ("none", 50, 3)
    info = play(env, RESTART, *actions("R'"))
    assert not info["action_mask"][SUBMIT]
    info = play(env, SUBMIT)
    assert (reason(info), info["accepted"], info["best_length"]) == ("submission_limit", 50, 3)
    assert reason(play(env, RESTART, SUBMIT)) == "submission_limit"
    assert reason(play(env, DONE)) == "none"


def test_every_new_best_is_submitted_by_itself():
    env = start("R U F")
    info = play(env, *actions("F'"))
    assert (info["accepted"], info["best_length"]) == (1, 1)
    info = play(env, *actions("D"))
    assert (info["accepted"], info["best_length"]) == (1, 1)
    info = play(env, RESTART, *actions("F' U' R'"))
    assert (info["best_score"], info["best_length"], info["solved"]) == (54, 3, 1)
    assert info["accepted"] == 3


def test_the_last_submission_is_kept_for_the_close():
    env = start("R", tick_ms=1)
    seat = env.matches.seats[0, 0]
    play(env, *actions("U U' R'"))
    seat["accepted"] = 49
    info = play(env, RESTART, *actions("R'"))
    assert (info["accepted"], info["best_length"]) == (49, 3)
    info = play(env, DONE)
    assert (info["accepted"], info["best_length"], info["best_score"]) == (50, 1, 54)


def test_what_is_kept_is_sent_when_the_clock_runs_out():
    env = start("R", tick_ms=15_000)
    play(env, *actions("U"))
    env.matches.seats[0, 0]["accepted"] = 49
    env.matches.seats[0, 0]["best_score"] = 3
    info = play(env, *actions("U'"))
    assert (info["accepted"], info["best_length"]) == (50, 2)
    assert env.matches.seats[0, 0]["best_ms"] == 29_999


def test_the_clock_closes_the_window_and_is_no_loss():
    env = start("R U F", tick_ms=10_000)
    play(env, *actions("F'"), WAIT)
    _, _, terminated, truncated, info = env.step(WAIT)
    assert (terminated, truncated, info["time_left_ms"]) == (True, False, 0)
    assert (info["place"], info["accepted"]) == (1, 1)
    assert not info["action_mask"].any()


@pytest.mark.parametrize("tick_ms", [1, 7, 50, 999, 30_000])
def test_an_episode_lasts_30_seconds_of_ticks(tick_ms):
    env = start(tick_ms=tick_ms, auto_submit=False)
    steps = 0
    terminated = False
    while not terminated:
        _, _, terminated, _, _ = env.step(WAIT)
        steps += 1
    assert steps == -(-30_000 // tick_ms)


def test_improvement_sums_to_the_rise_over_the_scramble():
    env = make(tick_ms=100)
    _, info = env.reset(seed=5)
    first, rng, total, terminated = info["score"], np.random.default_rng(5), 0.0, False
    while not terminated:
        _, reward, terminated, _, info = env.step(int(rng.integers(36)))
        total += reward
    assert total == info["best_score"] - first


def test_score_pays_the_best_score_at_the_close():
    env = start("R U F", reward="score")
    assert play(env, *actions("F' U'"))["total"] == 0
    info = play(env, DONE)
    assert info["total"] == info["best_score"] > 0


def test_solved_pays_once():
    env = start("R", reward="solved")
    assert play(env, *actions("R R R"))["total"] == 1
    assert play(env, RESTART, *actions("R'"))["total"] == 0
    assert play(env, DONE)["total"] == 0


def test_the_mask_is_what_trying_every_action_finds():
    for auto_submit in (False, True):
        env = make(auto_submit=auto_submit, tick_ms=3000)
        _, info = env.reset(seed=3)
        rng = np.random.default_rng(3)
        for _ in range(8):
            saved = env.snapshot()
            for number in range(40):
                before = env.matches.seats[0, 0].copy()
                after = env.step(number)[4]
                assert (after["illegal"] == 0) == info["action_mask"][number]
                if after["illegal"]:
                    assert same_but_code(before, env.matches.seats[0, 0])
                env.restore(saved)
            _, _, _, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"][:36]))))


def same_but_code(before, after):
    return all(
        np.array_equal(before[name], after[name])
        for name in before.dtype.names
        if name not in ("illegal", "reward")
    )


def test_a_rejected_action_draws_nothing():
    env = start(auto_submit=False)
    draws = int(env.matches.matches[0]["draws"])
    play(env, SUBMIT, WAIT)
    assert int(env.matches.matches[0]["draws"]) == draws

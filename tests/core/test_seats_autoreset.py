"""Autoreset of matches with two seats: both lanes of a match end and start together."""

import coins
import numpy as np
import pytest
from coins import GO_HOME, GRAB, WAIT
from core_scenes import fields
from gymnasium.error import ResetNeeded

from parlour.envs.core.conformance import check

pytestmark = pytest.mark.nojit


def start(mode, num_envs=4, **options):
    env = coins.lanes(num_envs, mode, **options)
    env.reset(seed=0)
    return env


def end_first_match(env):
    """Both seats of match 0 go home, those of match 1 grab."""
    return env.step([GO_HOME, GO_HOME, GRAB, GRAB])


def test_next_step_deals_the_whole_match_anew_in_the_next_step():
    env = start("NextStep")
    _, _, terminated, truncated, infos = end_first_match(env)
    assert terminated.tolist() == [True, True, False, False]
    assert not truncated.any()
    assert infos["home_count"].tolist() == [2, 2, 0, 0]
    observations, rewards, terminated, _, infos = env.step([GRAB] * 4)
    assert rewards[:2].tolist() == [0, 0]
    assert not terminated.any()
    assert infos["home_count"][:2].tolist() == [0, 0]
    assert infos["illegal"][:2].tolist() == [0, 0]
    assert observations["round_number"][:2].tolist() == [[1], [1]]


def test_same_step_tells_both_seats_how_their_match_ended():
    env = start("SameStep")
    targets = env.matches.seats["target"].copy()
    _, rewards, terminated, _, infos = end_first_match(env)
    assert terminated.tolist() == [True, True, False, False]
    assert infos["_final_obs"].tolist() == [True, True, False, False]
    assert infos["_final_info"].tolist() == [True, True, False, False]
    assert infos["final_obs"][2] is infos["final_obs"][3] is None
    for seat in (0, 1):
        assert infos["final_obs"][seat]["target"] == targets[0, seat]
        assert env.single_observation_space.contains(infos["final_obs"][seat])
    assert infos["final_info"]["home_count"].tolist() == [2, 2, 0, 0]
    assert infos["final_info"]["action_mask"][:2].tolist() == [[0, 0, 0]] * 2
    assert infos["final_info"]["_home_count"].tolist() == [True, True, False, False]
    assert infos["home_count"].tolist() == [0, 0, 0, 0]
    assert infos["action_mask"][:2].tolist() == [[1, 1, 1]] * 2
    assert rewards[2:].sum() > 0


def test_same_step_keeps_each_seat_s_reward_of_the_last_step():
    env = start("SameStep", 2)
    env.matches.seats["target"] = 1
    env.step([GO_HOME, WAIT])
    _, rewards, terminated, _, infos = env.step([WAIT, GRAB])
    assert terminated.all()
    assert rewards[0] == 0
    assert rewards[1] == infos["final_info"]["purse"][1] > 0


def test_disabled_waits_for_a_reset_of_all_seats_of_the_match():
    env = start("Disabled")
    end_first_match(env)
    with pytest.raises(ResetNeeded):
        env.step([WAIT] * 4)
    with pytest.raises(ValueError, match="all seats of a match or none"):
        env.reset(options={"reset_mask": np.array([True, False, False, False])})
    before = fields(env.matches.seats[1])
    env.reset(options={"reset_mask": np.array([True, True, False, False])})
    assert fields(env.matches.seats[1]) == before
    _, _, terminated, _, _ = env.step([WAIT] * 4)
    assert not terminated.any()


def test_truncation_cuts_off_both_seats_of_a_match():
    env = start("SameStep", 4, max_episode_steps=2)
    env.step([WAIT] * 4)
    _, _, terminated, truncated, infos = env.step([WAIT] * 4)
    assert truncated.all()
    assert not terminated.any()
    assert infos["_final_obs"].all()


def test_the_lanes_pass_the_checks_of_vector_environments():
    # A lost race is rejected although the mask allowed it.
    skip = ["mask_acceptance", "spawn"]
    check(coins.lanes, steps=30, skip=skip).raise_if_failed()


def test_a_spawned_process_plays_the_same_matches():
    check(coins.lanes, only=["spawn"]).raise_if_failed()

"""The three autoreset modes, step limits, and how ends are told."""

import numpy as np
import pytest
from core_scenes import MODES, fields, plain, state
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from pebbles_envs import begin, lanes, solo

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("by", [str, AutoresetMode])
def test_the_mode_is_chosen_by_name_or_member_and_declared(mode, by):
    assert lanes(2, by(mode)).metadata["autoreset_mode"] is AutoresetMode(mode)


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="Sometimes"):
        lanes(2, "Sometimes")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", [1, 3])
def test_the_end_is_told_with_reward_and_reason(mode, count):
    env = begin(mode, [1] + [20] * (count - 1))
    _, rewards, terminated, truncated, infos = env.step([0] * count)
    assert rewards.dtype == np.float64
    assert rewards.tolist() == [1] + [0] * (count - 1)
    assert terminated.tolist() == [True] + [False] * (count - 1)
    assert not truncated.any()
    told = infos["final_info"] if mode == "SameStep" else infos
    assert told["end_reason"][0] == 1


def test_next_step_shows_the_end_then_ignores_an_action_and_deals():
    env = begin("NextStep", [1, 20])
    observations, _, _, _, infos = env.step([0, 0])
    assert observations["pile"][0] == 0
    assert infos["action_mask"][0].tolist() == [0, 0, 0]
    observations, rewards, terminated, _, infos = env.step([2, 0])
    assert observations["pile"][0] == 21
    assert rewards[0] == infos["taken"][0] == infos["illegal"][0] == 0
    assert not terminated[0]
    assert infos["action_mask"][0].tolist() == [1, 1, 1]


@pytest.mark.parametrize("action", [0, 1, 2])
def test_next_step_takes_any_action_for_the_lane_that_is_dealt_anew(action):
    outcomes = []
    for ignored in (0, action):
        env = begin("NextStep", [1, 20])
        env.step([0, 0])
        env.step([ignored, 0])
        outcomes.append(state(env))
    assert outcomes[0] == outcomes[1]


def test_next_step_still_checks_the_range_of_an_ignored_action():
    env = begin("NextStep", [1, 20])
    env.step([0, 0])
    with pytest.raises(ValueError, match="got 3"):
        env.step([3, 0])


def test_same_step_returns_the_new_episode_and_keeps_the_old_end():
    env = begin("SameStep", [1, 20, 1])
    observations, rewards, terminated, _, infos = env.step([0, 0, 0])
    assert observations["pile"][[0, 2], 0].tolist() == [21, 21]
    assert rewards.tolist() == [1, 0, 1]
    assert terminated.tolist() == [True, False, True]
    assert infos["end_reason"].tolist() == [0, 0, 0]
    assert infos["taken"][[0, 2]].tolist() == [0, 0]
    assert infos["action_mask"].all()


def test_same_step_tells_final_observations_and_infos_with_their_masks():
    env = begin("SameStep", [1, 20, 1])
    infos = env.step([0, 0, 0])[4]
    is_final = [True, False, True]
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == is_final
    assert infos["_final_obs"].dtype == infos["_final_info"].dtype == np.bool_
    assert infos["final_obs"].dtype == object
    assert infos["final_obs"][1] is None
    assert infos["final_obs"][0]["pile"].tolist() == [0]
    assert env.single_observation_space.contains(infos["final_obs"][2])
    final = infos["final_info"]
    names = {name for name in infos if not name.startswith(("_", "final_"))}
    assert set(final) == names | {f"_{name}" for name in names}
    assert all(final[f"_{name}"].tolist() == is_final for name in names)
    assert final["end_reason"].tolist() == [1, 0, 1]
    assert final["action_mask"].tolist() == [[0, 0, 0]] * 3


def test_same_step_tells_no_final_when_nothing_ended():
    env = begin("SameStep", [1, 20])
    env.step([0, 0])
    infos = env.step([0, 0])[4]
    assert not [name for name in infos if "final" in name]


def test_a_reset_forgets_the_finals_of_the_step_before():
    env = begin("SameStep", [1, 20])
    env.step([0, 0])
    assert not [name for name in env.reset()[1] if "final" in name]


def test_finals_stay_as_they_were_when_play_goes_on():
    env = begin("SameStep", [1, 20])
    infos = env.step([0, 0])[4]
    kept = plain(infos)
    for _ in range(20):
        env.step([0, 0])
    assert plain(infos) == kept


def test_disabled_refuses_to_step_on_and_changes_nothing():
    env = begin("Disabled", [1, 20])
    env.step([0, 0])
    before = state(env)
    with pytest.raises(ResetNeeded, match="ended"):
        env.step([0, 0])
    assert state(env) == before


def test_disabled_resets_the_masked_lanes_and_no_others():
    env = begin("Disabled", [1, 20, 1])
    env.step([0, 0, 0])
    untouched = fields(env.matches.matches[1]), fields(env.matches.seats[1])
    observations, infos = env.reset(options={"reset_mask": np.array([True, False, True])})
    assert observations["pile"][[0, 2], 0].tolist() == [21, 21]
    assert infos["action_mask"].all()
    assert (fields(env.matches.matches[1]), fields(env.matches.seats[1])) == untouched
    env.step([0, 0, 0])


def test_a_lane_left_ended_by_a_partial_reset_still_needs_one():
    env = begin("Disabled", [1, 20, 1])
    env.step([0, 0, 0])
    env.reset(options={"reset_mask": np.array([True, False, False])})
    with pytest.raises(ResetNeeded):
        env.step([0, 0, 0])
    env.reset(options={"reset_mask": np.array([False, False, True])})
    env.step([0, 0, 0])


def test_a_partial_reset_before_any_whole_one_leaves_the_rest_undealt():
    env = lanes(2, "Disabled")
    env.reset(seed=1, options={"reset_mask": np.array([True, False])})
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    env.reset(seed=1, options={"reset_mask": np.array([False, True])})
    env.step([0, 0])


def test_a_partial_reset_seeds_the_masked_lanes_alone():
    env = begin("Disabled", [20, 20, 20])
    env.reset(seed=50, options={"reset_mask": np.array([False, True, False])})
    assert env.matches.matches["key"].tolist() == [0, 51, 2]


def test_a_partial_reset_takes_the_game_s_options_too():
    env = begin("Disabled", [20, 20])
    env.reset(options={"reset_mask": np.array([False, True]), "pile": 4})
    assert env.matches.matches["pile"].tolist() == [20, 4]


@pytest.mark.parametrize(
    ("mask", "error", "text"),
    [
        ([True, False], TypeError, "NumPy array of bool"),
        (np.array([1, 0]), TypeError, "NumPy array of bool"),
        (np.array([True]), ValueError, r"shape \(2,\), got \(1,\)"),
        (np.array([[True, False]]), ValueError, r"shape \(2,\), got \(1, 2\)"),
        (np.array([False, False]), ValueError, "at least one"),
        (None, TypeError, "None"),
    ],
)
def test_a_bad_reset_mask_is_refused_and_changes_nothing(mask, error, text):
    env = begin("Disabled", [20, 20])
    before = state(env)
    with pytest.raises(error, match=text):
        env.reset(seed=9, options={"reset_mask": mask})
    assert state(env) == before


def test_the_options_given_to_reset_are_not_used_up():
    env = begin("Disabled", [20, 20])
    options = {"reset_mask": np.array([True, False]), "pile": 4}
    env.reset(options=options)
    assert set(options) == {"reset_mask", "pile"}


def test_a_solo_environment_waits_for_a_reset():
    env = solo()
    env.reset(seed=0, options={"pile": 1})
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert env.observation_space.contains(observation)
    assert info["action_mask"].tolist() == [0, 0, 0]
    with pytest.raises(ResetNeeded, match="ended"):
        env.step(0)
    env.reset()
    env.step(0)

"""The adapter to Stable-Baselines3: what its algorithms and wrappers take for granted."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from parlour.training.vec_env import SB3VecEnv, make_sb3_env

LANES = 6


def first_legal(env):
    """The first legal action in every lane: it soon piles up to the top."""
    return get_action_masks(env).argmax(axis=1)


def play(env, steps):
    """Play first legal actions; returns the steps' results."""
    env.reset()
    return [env.step(first_legal(env)) for _ in range(steps)]


def ended_steps(env, steps):
    """(lane, info, rewards of the whole play so far) of every end within some steps."""
    rewards = []
    for _, reward, dones, infos in play(env, steps):
        rewards.append(reward)
        for lane in np.flatnonzero(dones):
            yield lane, infos[lane], np.array(rewards)[:, lane]


@pytest.fixture
def env():
    """Six lanes of Stackfall, seeded 5 to 10."""
    env = make_sb3_env("Stackfall", LANES, ["score", "pieces"], observation="flat")
    env.seed(5)
    yield env
    env.close()


@pytest.mark.parametrize(
    ("observation", "policy", "lanes"),
    [
        ("board", "MultiInputPolicy", 64),
        ("flat", "MlpPolicy", 1024),
        ("planes", "MlpPolicy", 64),
        ("afterstates", "MlpPolicy", 64),
    ],
)
def test_maskable_ppo_trains_on_any_observation(observation, policy, lanes):
    env = make_sb3_env("Stackfall", lanes, observation=observation)
    model = MaskablePPO(policy, env, n_steps=4, batch_size=lanes, n_epochs=1, seed=0)
    model.set_logger(Logger(None, []))
    model.learn(8 * lanes)
    assert model.num_timesteps == 8 * lanes


def test_masks_come_as_one_row_a_lane(env):
    env.reset()
    masks = get_action_masks(env)
    assert is_masking_supported(env)
    assert masks.shape == (LANES, 41)
    assert masks.dtype == bool
    assert (masks == env.infos["action_mask"]).all()
    some = env.env_method("action_masks", indices=[4, 1])
    assert (np.stack(some) == masks[[4, 1]]).all()


def test_a_lane_plays_what_a_solo_environment_plays(env):
    first = env.reset()
    for lane in range(LANES):
        solo = gym.make("parlour/Stackfall-v0", observation="flat")
        observation, _ = solo.reset(seed=5 + lane)
        assert (first[lane] == observation).all()


def test_a_second_reset_without_seed_goes_on_with_the_stream(env):
    assert (env.reset() != env.reset()).any()


def test_terminal_observations_are_those_of_an_environment_that_is_not_reset(env):
    lane, info, rewards = next(ended_steps(env, 60))
    solo = gym.make("parlour/Stackfall-v0", observation="flat")
    _, last = solo.reset(seed=5 + int(lane))
    for _ in rewards:
        observation, _, terminated, _, last = solo.step(int(last["action_mask"].argmax()))
    assert terminated
    assert (info["terminal_observation"] == observation).all()
    assert info["score"] == last["score"]
    assert (info["next"] == last["next"]).all()


def test_terminal_observations_of_dicts_are_dicts():
    env = make_sb3_env("Stackfall", LANES, observation="board")
    _, info, _ = next(ended_steps(env, 60))
    assert info["terminal_observation"]["board"].shape == (20, 10)


def test_episodes_report_return_length_and_chosen_names(env):
    ends = list(ended_steps(env, 60))
    assert len(ends) >= LANES
    _, info, rewards = ends[0]
    episode = info["episode"]
    assert episode["r"] == rewards.sum()
    assert episode["l"] == len(rewards)
    assert episode["t"] >= 0
    assert episode["score"] == info["score"]
    assert episode["pieces"] == info["pieces"] > 0


def test_an_episode_counts_from_the_end_of_the_one_before(env):
    ends = [(info["episode"], rewards) for lane, info, rewards in ended_steps(env, 80) if lane == 0]
    (first, _), (second, rewards) = ends[:2]
    assert first["l"] + second["l"] == len(rewards)
    assert first["r"] + second["r"] == rewards.sum()


def test_infos_are_empty_in_lanes_that_did_not_end_and_shared_by_none(env):
    env.reset()
    *_, infos = env.step(first_legal(env))
    assert infos == [{}] * LANES
    infos[0]["mine"] = 1
    assert infos[1] == {}
    assert env.step(first_legal(env))[3][0] == {}


def test_an_end_by_the_rules_is_no_time_limit(env):
    assert not any(info["TimeLimit.truncated"] for _, info, _ in ended_steps(env, 60))


def test_a_step_limit_is_a_time_limit():
    env = make_sb3_env("Stackfall", LANES, max_episode_steps=5, observation="flat")
    ends = list(ended_steps(env, 5))
    assert len(ends) == LANES
    assert all(info["TimeLimit.truncated"] for _, info, _ in ends)
    assert all("terminal_observation" in info for _, info, _ in ends)


def test_rewards_are_scaled_but_returns_are_not():
    env = make_sb3_env("Stackfall", 4, reward_scale=0.5, observation="flat", reward="survival")
    _, info, rewards = next(ended_steps(env, 60))
    assert rewards[0] == 0.5
    assert rewards.dtype == np.float32
    assert info["episode"]["r"] == 2 * rewards.sum()


def test_reset_options_may_differ_from_lane_to_lane(env):
    env.set_options([{"pieces": "I"}, {"pieces": "O"}, {}, {"pieces": "I"}, {}, {"pieces": "L"}])
    env.reset()
    assert list(env.infos["current"][[0, 1, 3, 5]]) == [0, 1, 0, 6]


def test_attributes_are_shared_by_the_lanes(env):
    assert env.get_attr("render_mode", indices=2) == [None]
    assert env.get_attr("game")[0].name == "Stackfall"
    assert not env.has_attr("wings")
    env.set_attr("wings", 2)
    assert env.get_attr("wings") == [2] * LANES
    with pytest.raises(ValueError, match="share wings"):
        env.set_attr("wings", 3, indices=[0])


def test_it_stands_for_a_monitor_and_no_other_wrapper(env):
    assert env.env_is_wrapped(Monitor) == [True] * LANES
    assert env.env_is_wrapped(gym.wrappers.TimeLimit, indices=0) == [False]


def test_pictures_of_the_lanes_are_tiled():
    env = make_sb3_env("Stackfall", 4, render_mode="rgb_array")
    env.reset()
    assert env.render().shape == (2 * 400, 2 * 272, 3)
    assert env.env_method("render", indices=1)[0].shape == (400, 272, 3)


@pytest.mark.filterwarnings("ignore:The environment is already wrapped")
def test_vec_monitor_counts_the_same_episodes(env):
    own = {}
    for _, reward, dones, infos in play(VecMonitor(env), 40):
        for lane in np.flatnonzero(dones):
            own[lane] = infos[lane]["episode"]["l"]
        assert len(reward) == LANES
    env.seed(5)
    lengths = {lane: info["episode"]["l"] for lane, info, _ in ended_steps(env, 40)}
    assert own == lengths


@pytest.mark.parametrize("observation", ["flat", "board"])
def test_vec_normalize_works_on_it(observation):
    env = make_sb3_env("Stackfall", LANES, observation=observation)
    keys = ["lines", "level"] if observation == "board" else None
    normal = VecNormalize(env, norm_obs_keys=keys)
    _, info, _ = next(ended_steps(normal, 60))
    assert "terminal_observation" in info


def test_a_snapshot_brings_back_games_and_episode_statistics(env):
    play(env, 10)
    state = env.snapshot()
    first = [env.step(first_legal(env)) for _ in range(30)]
    env.restore(state)
    second = [env.step(first_legal(env)) for _ in range(30)]
    ends = [
        [info["episode"]["l"] for *_, infos in steps for info in infos if info]
        for steps in (first, second)
    ]
    assert ends[0]
    assert ends[0] == ends[1]
    assert all((one[0] == other[0]).all() for one, other in zip(first, second, strict=True))


def test_time_in_the_environment_is_counted(env):
    play(env, 2)
    before = env.seconds
    env.step(first_legal(env))
    assert before < env.seconds < before + 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"autoreset_mode": AutoresetMode.NEXT_STEP}, "SAME_STEP"),
        ({"autoreset_mode": AutoresetMode.SAME_STEP, "copy": False}, "copies"),
    ],
)
def test_lanes_that_do_not_fit_are_refused(arguments, message):
    lanes = gym.make_vec(
        "parlour/Stackfall-v0", 2, vectorization_mode="vector_entry_point", **arguments
    )
    with pytest.raises(ValueError, match=message):
        SB3VecEnv(lanes)


def test_an_unknown_name_of_info_is_refused():
    with pytest.raises(ValueError, match=r"info_names must be among score.*got wings"):
        make_sb3_env("Stackfall", 2, ["wings"])

"""Gymnasium's own tools work on the environments: makers, checker, wrappers, vectors."""

import multiprocessing
import subprocess
import sys
import warnings
from functools import partial

import gymnasium as gym
import numpy as np
import pytest
from core_scenes import lane, plain
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit
from gymnasium.wrappers.vector import DictInfoToList
from gymnasium.wrappers.vector import RecordEpisodeStatistics as RecordLanes

from parlour.envs import LanesEnv, SoloEnv
from parlour.envs.stackfall import ACTIONS, OBSERVATIONS

ID = "parlour/Stackfall-v0"


def first_legal(mask):
    """The first legal action, of one mask or of each of several."""
    action = np.asarray(mask).argmax(-1)
    return action if action.ndim else int(action)


def finish(env, seed=0):
    """Play first legal actions to the end; the last step's answer."""
    _, info = env.reset(seed=seed)
    while True:
        answer = env.step(first_legal(info["action_mask"]))
        info = answer[4]
        if answer[2] or answer[3]:
            return answer


@pytest.mark.nojit
@pytest.mark.parametrize("actions", ACTIONS)
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_gymnasium_s_checker_finds_nothing_to_say(observation, actions):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make(ID, observation=observation, actions=actions)
        check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.nojit
def test_make_gives_a_solo_environment_in_the_usual_wrappers():
    env = gym.make(ID, observation="flat", reward="lines", render_mode="ansi")
    assert isinstance(env.unwrapped, SoloEnv)
    assert env.spec.id == ID
    assert env.unwrapped.game.options["reward"] == "lines"
    assert env.observation_space.shape == (241,)
    env.reset(seed=0)
    assert "score 0" in env.render()


@pytest.mark.nojit
def test_make_vec_gives_the_native_environment_with_the_same_options():
    env = gym.make_vec(ID, num_envs=5, observation="flat", autoreset_mode=AutoresetMode.SAME_STEP)
    assert isinstance(env.unwrapped, LanesEnv)
    assert env.num_envs == 5
    assert env.observation_space.shape == (5, 241)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.reset(seed=0)[0].shape == (5, 241)


@pytest.mark.nojit
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_every_observation_of_lanes_lies_in_the_batched_space(observation):
    env = gym.make_vec(ID, num_envs=2, observation=observation)
    told = env.reset(seed=0)[0]
    for _ in range(30):
        assert env.observation_space.contains(told)
        told = env.step(first_legal(env.unwrapped.action_masks()))[0]


@pytest.mark.nojit
@pytest.mark.parametrize("make", [gym.make, gym.make_vec])
def test_max_episode_steps_is_taken_by_both_makers(make):
    env = make(ID, max_episode_steps=3)
    _, info = env.reset(seed=0)
    for step in (1, 2, 3):
        *_, terminated, truncated, info = env.step(first_legal(info["action_mask"]))
        assert np.all(truncated) == (step == 3)
        assert not np.any(terminated)


@pytest.mark.nojit
def test_time_limit_truncates_and_never_terminates():
    env = TimeLimit(gym.make(ID).unwrapped, 4)
    _, _, terminated, truncated, info = finish(env)
    assert (terminated, truncated) == (False, True)
    assert info["pieces"] == 4


@pytest.mark.nojit
def test_record_episode_statistics_sums_up_the_points():
    info = finish(RecordEpisodeStatistics(gym.make(ID)))[4]
    assert info["episode"]["r"] == info["score"]
    assert info["episode"]["l"] == info["pieces"]


@pytest.mark.nojit
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_flattened_observations_lie_in_their_flat_space(observation):
    env = FlattenObservation(gym.make(ID, observation=observation))
    told, info = env.reset(seed=0)
    for _ in range(10):
        assert env.observation_space.contains(told)
        told, *_, info = env.step(first_legal(info["action_mask"]))


def play_lanes(env, steps):
    """Step lanes with first legal actions; yields the answers."""
    _, infos = env.reset(seed=0)
    for _ in range(steps):
        answer = env.step(first_legal(infos["action_mask"]))
        infos = answer[4]
        yield answer


@pytest.mark.nojit
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_statistics_of_lanes_are_those_of_their_scores(mode):
    lanes = gym.make_vec(ID, num_envs=3, autoreset_mode=mode, actions="placements")
    env = RecordLanes(lanes)
    ended = 0
    for _, _, terminated, _, infos in play_lanes(env, 60):
        final = infos.get("final_info", infos)
        for index in np.flatnonzero(terminated):
            ended += 1
            assert infos["episode"]["r"][index] == final["score"][index]
            assert infos["episode"]["l"][index] == final["pieces"][index]
    assert ended >= 6


@pytest.mark.nojit
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_infos_become_a_list_of_dicts(mode):
    native = gym.make_vec(ID, num_envs=3, autoreset_mode=mode)
    listed = DictInfoToList(gym.make_vec(ID, num_envs=3, autoreset_mode=mode))
    _, infos = listed.reset(seed=0)
    for *_, expected in play_lanes(native, 30):
        masks = np.array([info["action_mask"] for info in infos])
        infos = listed.step(first_legal(masks))[4]
        for index, info in enumerate(infos):
            told = {name: value for name, value in plain(info).items() if "final" not in name}
            assert told == lane(expected, index, 3)


def gymnasium_lanes(kind, count, mode, **arguments):
    """Gymnasium's own vector environment around solo ones."""
    factories = [partial(gym.make, f"parlour:{ID}")] * count
    return kind(factories, autoreset_mode=mode, **arguments)


def agree(native, other, steps):
    """Both answer alike; where a lane ends, finals included."""
    count = native.num_envs
    answers = [env.reset(seed=3) for env in (native, other)]
    for _ in range(steps):
        first, second = answers
        for index in range(count):
            assert [lane(part, index, count) for part in first] == [
                lane(part, index, count) for part in second
            ]
        assert_finals_agree(first[-1], second[-1])
        actions = first_legal(first[-1]["action_mask"])
        answers = [env.step(actions) for env in (native, other)]
        for old, new in zip(first[:1], second[:1], strict=True):
            assert type(old) is type(new)


def assert_finals_agree(first, second):
    assert ("final_obs" in first) == ("final_obs" in second)
    for name in ("final_obs", "final_info", "_final_obs", "_final_info"):
        if name in first:
            assert plain(first[name]) == plain(second[name])


@pytest.mark.nojit
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_the_native_lanes_answer_as_sync_vector_env_does(mode):
    native = gym.make_vec(ID, num_envs=3, autoreset_mode=mode)
    agree(native, gymnasium_lanes(gym.vector.SyncVectorEnv, 3, mode), 60)


@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_the_native_lanes_answer_as_async_vector_env_does(mode):
    native = gym.make_vec(ID, num_envs=2, autoreset_mode=mode)
    other = gymnasium_lanes(gym.vector.AsyncVectorEnv, 2, mode, context="spawn")
    try:
        agree(native, other, 40)
    finally:
        other.close()


@pytest.mark.nojit
def test_make_vec_offers_gymnasium_s_own_vectors_too():
    env = gym.make_vec(ID, num_envs=2, vectorization_mode="sync", observation="flat")
    assert isinstance(env, gym.vector.SyncVectorEnv)
    assert env.reset(seed=0)[0].shape == (2, 241)


def test_an_id_with_its_module_works_where_parlour_was_never_imported():
    code = f"import gymnasium as g; e = g.make('parlour:{ID}'); print(e.reset(seed=1)[1]['level'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.stdout.strip() == "1", done.stderr


def test_a_spawned_child_makes_the_environment_by_its_id():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        env = pool.apply_async(gym.make, (f"parlour:{ID}",)).get(timeout=100)
    assert plain(env.reset(seed=1)) == plain(gym.make(ID).reset(seed=1))


@pytest.mark.nojit
def test_a_spec_survives_json():
    spec = gym.make(ID, reward="lines").spec
    again = gym.make(gym.envs.registration.EnvSpec.from_json(spec.to_json()))
    assert again.unwrapped.game.options["reward"] == "lines"

"""Who owns returned arrays: the caller, or with `copy=False` the environment, as documented."""

import gymnasium as gym
import numpy as np
import pytest
from core_scenes import plain, state
from gymnasium.vector import AutoresetMode
from pebbles_envs import lanes, solo

from parlour.envs import LanesEnv, SoloEnv, make_game
from parlour.envs.stackfall import OBSERVATIONS

pytestmark = pytest.mark.nojit

CASES = [(kind, options) for kind in (1, 3) for options in OBSERVATIONS]


def make(lanes_count, observation, copy):
    """A solo environment for one lane, else a vector environment."""
    game = make_game("Stackfall", observation=observation)
    return SoloEnv(game, copy=copy) if lanes_count == 1 else LanesEnv(game, lanes_count, copy=copy)


def act(env):
    """First legal actions."""
    action = env.action_masks().argmax(-1)
    return env.step(action if action.ndim else int(action))


def arrays(value):
    """Every array in a returned value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in arrays(item)]
    return [value] if isinstance(value, np.ndarray) else []


@pytest.mark.parametrize(("count", "observation"), CASES)
def test_what_was_returned_never_changes(count, observation):
    env = make(count, observation, True)
    kept = [(answer, plain(list(answer))) for answer in [env.reset(seed=1)]]
    for _ in range(6):
        answer = act(env)
        kept.append((answer, plain(list(answer))))
    for answer, copy in kept:
        assert plain(list(answer)) == copy


@pytest.mark.parametrize(("count", "observation"), CASES)
def test_no_two_answers_share_memory_with_each_other_or_the_environment(count, observation):
    env = make(count, observation, True)
    first, second = arrays(env.reset(seed=1)), arrays(act(env))
    own = [env.matches.matches, env.matches.seats, env.matches.masks]
    for array in first:
        for other in [*second, *own]:
            assert not np.shares_memory(array, other)


@pytest.mark.parametrize(("count", "observation"), CASES)
def test_writing_into_what_was_returned_changes_nothing(count, observation):
    spoilt, clean = make(count, observation, True), make(count, observation, True)
    answers = [env.reset(seed=1) for env in (spoilt, clean)]
    for _ in range(5):
        for array in arrays(answers[0]):
            array.fill(1)
        assert state(spoilt) == state(clean)
        answers = [act(env) for env in (spoilt, clean)]
        assert plain(list(answers[0])) == plain(list(answers[1]))


@pytest.mark.parametrize(("count", "observation"), CASES)
def test_without_copies_the_values_are_the_same(count, observation):
    fresh, reused = make(count, observation, True), make(count, observation, False)
    answers = [env.reset(seed=1) for env in (fresh, reused)]
    for _ in range(6):
        assert plain(list(answers[0])) == plain(list(answers[1]))
        answers = [act(env) for env in (fresh, reused)]


@pytest.mark.parametrize(("count", "observation"), CASES)
def test_without_copies_the_next_step_overwrites_observations_and_masks(count, observation):
    env = make(count, observation, False)
    first, second = env.reset(seed=1), act(env)
    pairs = zip(arrays(first[0]), arrays(second[0]), strict=True)
    assert all(np.shares_memory(old, new) for old, new in pairs)
    assert np.shares_memory(first[1]["action_mask"], second[4]["action_mask"])
    assert plain(first[0]) == plain(second[0])


def test_without_copies_rewards_and_ends_still_belong_to_the_caller():
    env = make(3, "board", False)
    env.reset(seed=1)
    first, second = act(env), act(env)
    for old, new in zip(first[1:4], second[1:4], strict=True):
        assert not np.shares_memory(old, new)


@pytest.mark.parametrize("copy", [True, False])
def test_final_observations_belong_to_the_caller(copy):
    env = lanes(2, AutoresetMode.SAME_STEP, copy=copy)
    env.reset(seed=0, options={"pile": 1})
    infos = env.step([0, 0])[4]
    kept = plain(infos["final_obs"]), plain(infos["final_info"])
    env.step([1, 2])
    env.step([1, 2])
    assert (plain(infos["final_obs"]), plain(infos["final_info"])) == kept


@pytest.mark.parametrize("make", [solo, lanes])
def test_action_masks_belong_to_the_caller(make):
    env = make(copy=False)
    env.reset(seed=0)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    masks.fill(False)
    assert env.action_masks().all()


@pytest.mark.parametrize("name", ["make", "make_vec"])
def test_copy_is_an_option_of_gymnasium_s_makers(name):
    env = getattr(gym, name)("parlour/Stackfall-v0", copy=False)
    assert env.unwrapped.copy is False

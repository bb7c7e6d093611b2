"""Snapshots, copies and pickles: the same position and the same future, and nothing shared."""

import pickle
from copy import deepcopy
from dataclasses import replace

import coins
import gymnasium as gym
import pytest
from core_scenes import MODES, plain, state
from gymnasium.error import ResetNeeded
from pebbles_envs import begin, lanes, solo

pytestmark = pytest.mark.nojit

COPIES = {
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "old pickle": lambda env: pickle.loads(pickle.dumps(env, protocol=2)),
}


def future(env, steps=25):
    """What an environment returns from here on; a solo one is reset where it ends."""
    is_solo, told = not hasattr(env, "num_envs"), []
    for _ in range(steps):
        answer = env.step(0 if is_solo else [0] * env.num_envs)
        told.append(plain(answer))
        if is_solo and answer[2]:
            told.append(plain(env.reset()))
    return told


def started(make, steps=2, **arguments):
    env = make(**arguments)
    env.reset(seed=4)
    for _ in range(steps):
        env.step(0 if make is solo else [0] * env.num_envs)
    return env


@pytest.mark.parametrize("make", [solo, lanes])
def test_a_restored_snapshot_plays_on_as_before_again_and_again(make):
    env = started(make)
    saved = env.snapshot()
    expected = future(env)
    for _ in range(2):
        env.restore(saved)
        assert future(env) == expected


@pytest.mark.parametrize("make", [solo, lanes])
def test_restore_returns_what_was_last_returned(make):
    env = make()
    env.reset(seed=4)
    action = 0 if make is solo else [0, 0, 0]
    observation, *_, info = env.step(action)
    saved = env.snapshot()
    future(env)
    assert plain(list(env.restore(saved))) == plain([observation, info])


@pytest.mark.parametrize("make", [solo, lanes])
def test_a_snapshot_can_go_to_another_environment_and_by_pickle(make):
    env, other = started(make), make()
    other.restore(pickle.loads(pickle.dumps(env.snapshot())))
    assert future(other) == future(env)


@pytest.mark.parametrize("make", [solo, lanes])
def test_a_snapshot_does_not_change_with_the_play(make):
    env = started(make)
    saved = env.snapshot()
    kept = saved.matches.tolist(), saved.seats.tolist()
    future(env)
    assert (saved.matches.tolist(), saved.seats.tolist()) == kept
    env.restore(saved)
    future(env)
    assert (saved.matches.tolist(), saved.seats.tolist()) == kept


def test_a_snapshot_of_an_ended_episode_restores_the_end():
    env = solo()
    env.reset(seed=0, options={"pile": 1})
    env.step(0)
    saved = env.snapshot()
    env.reset()
    env.restore(saved)
    with pytest.raises(ResetNeeded, match="ended"):
        env.step(0)


def test_a_snapshot_from_before_the_first_reset_restores_that():
    env = solo()
    saved = env.snapshot()
    env.reset(seed=1)
    env.restore(saved)
    with pytest.raises(ResetNeeded, match="before step"):
        env.step(0)


@pytest.mark.parametrize("mode", MODES)
def test_in_every_mode_lanes_that_ended_are_restored(mode):
    env = begin(mode, [1, 20, 20])
    env.step([0, 0, 0])
    saved, twin = env.snapshot(), deepcopy(env)
    if mode == "Disabled":
        env.reset()
        env.restore(saved)
        with pytest.raises(ResetNeeded):
            env.step([0, 0, 0])
        return
    expected = future(env)
    env.restore(saved)
    assert future(env) == future(twin) == expected


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (lambda: solo(size=20), "game"),
        (lambda: lanes(1, size=20), "game"),
        (lambda: lanes(2), "shape"),
        (lambda: coins.lanes(2), "game"),
        (lambda: gym.make("parlour/Stackfall-v0").unwrapped, "game"),
    ],
)
def test_a_snapshot_of_something_else_is_refused_and_changes_nothing(other, text):
    env, other = started(solo), other()
    other.reset(seed=1)
    before = state(env)
    with pytest.raises(ValueError, match=f"snapshot of another {text}: expected .*, got"):
        env.restore(other.snapshot())
    assert state(env) == before


def test_a_snapshot_of_other_actions_is_refused():
    # Its masks would be longer than those there is room for.
    make = [gym.make("parlour/Stackfall-v0", actions=each) for each in ("moves", "placements")]
    moves, placements = (env.unwrapped for env in make)
    placements.reset(seed=0)
    with pytest.raises(ValueError, match=r"actions='moves'.*got .*actions='placements'"):
        moves.restore(placements.snapshot())


def test_a_snapshot_of_other_records_is_refused():
    env = started(solo)
    saved = env.snapshot()
    with pytest.raises(ValueError, match="match records"):
        env.restore(replace(saved, matches=saved.matches[["key"]]))


@pytest.mark.parametrize("saved", [None, {}, b"", 3])
def test_what_is_no_snapshot_is_refused(saved):
    with pytest.raises(TypeError, match=f"Snapshot, got {type(saved).__name__}"):
        started(solo).restore(saved)


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("make", [solo, lanes])
@pytest.mark.parametrize("steps", [0, 2])
def test_a_copy_and_its_original_play_on_alike_and_apart(make, copy, steps):
    env = started(make, steps)
    expected = future(deepcopy(env))
    twin = copy(env)
    assert future(twin) == expected
    assert future(env) == expected


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_made_before_the_first_reset_needs_one_too(copy):
    twin = copy(solo())
    with pytest.raises(ResetNeeded):
        twin.step(0)
    twin.reset(seed=3)
    twin.step(0)


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_keeps_options_limits_modes_and_spaces(copy):
    env = started(lanes, num_envs=2, autoreset_mode="SameStep", max_episode_steps=3, size=50)
    twin = copy(env)
    assert twin.game.options == env.game.options
    assert twin.metadata == env.metadata
    assert twin.single_observation_space == env.single_observation_space
    assert twin.step([0, 0])[3].all()


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_keeps_gymnasium_s_own_state(copy):
    env = gym.make("parlour/Stackfall-v0", render_mode="ansi")
    env.reset(seed=5)
    env.action_space.seed(3)
    twin = copy(env)
    assert twin.spec == env.spec
    assert twin.render() == env.render()
    assert twin.unwrapped.np_random_seed == 5
    assert twin.action_space.sample() == env.action_space.sample()
    env.close()
    assert twin.step(0)


def test_a_closed_environment_stays_closed_in_a_copy():
    env = started(solo)
    env.close()
    with pytest.raises(gym.error.ClosedEnvironmentError):
        deepcopy(env).step(0)

"""Seeds: lane i seeded s plays what a solo environment seeded s + i plays, for good."""

import random

import numpy as np
import pytest
from core_scenes import MODES, lane, plain, state
from pebbles_envs import lanes, solo

pytestmark = pytest.mark.nojit

SEEDS = [0, 1, 2**31 - 1, 2**32, 2**63 - 4]
BAD = [-1, 2**63, 1.0, 0.5, True, "7", "", float("nan")]
EPISODES = 6


def episodes(env, seed, count=EPISODES):
    """What a solo environment returns over some episodes, always taking one pebble."""
    told = [plain(env.reset(seed=seed))]
    while count:
        *step, terminated, truncated, info = env.step(0)
        told.append(plain((*step, terminated, truncated, info)))
        if terminated:
            count -= 1
            told.append(plain(env.reset()))
    return told


@pytest.mark.parametrize("seed", [*SEEDS, 2**63 - 1])
def test_a_seed_starts_the_same_play_again(seed):
    assert episodes(solo(), seed) == episodes(solo(), seed)


def test_seed_0_is_a_seed():
    env = solo()
    first = episodes(env, 0)
    assert first == episodes(env, 0)
    assert first != episodes(env, 1)
    assert int(env.matches.matches["key"][0]) == 1


def test_a_reset_without_a_seed_goes_on_with_the_stream():
    env = solo()
    told = episodes(env, 5, 8)
    ends = [entry for entry in told if len(entry) == 2]
    assert len(ends) == 9
    lengths = np.diff([index for index, entry in enumerate(told) if len(entry) == 2])
    assert len(set(lengths.tolist())) > 1


def test_without_any_seed_every_environment_plays_something_else():
    keys = set()
    for _ in range(20):
        env = solo()
        env.reset()
        keys.add(int(env.matches.matches["key"][0]))
    assert len(keys) == 20


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("seed", SEEDS)
def test_lane_i_plays_as_a_solo_environment_seeded_s_plus_i(mode, seed):
    count = 4
    env, alone = lanes(count, mode), [solo() for _ in range(count)]
    told = env.reset(seed=seed)
    expected = [each.reset(seed=seed + index) for index, each in enumerate(alone)]
    ended, finished = [False] * count, [0] * count
    while min(finished) < EPISODES:
        for index in range(count):
            assert [lane(part, index, count) for part in told] == plain(expected[index])
        told = env.step([0] * count)
        for index, each in enumerate(alone):
            if ended[index]:
                observation, info = each.reset()
                expected[index] = observation, 0.0, False, False, info
            else:
                expected[index] = each.step(0)
            ended[index] = expected[index][2]
            finished[index] += ended[index]
            if ended[index] and mode == "SameStep":
                observation, info = each.reset()
                expected[index] = observation, *expected[index][1:4], info
                ended[index] = False


def test_a_list_gives_each_lane_its_seed():
    env = lanes(3)
    env.reset(seed=[5, 0, 2**63 - 1])
    assert env.matches.matches["key"].tolist() == [5, 0, 2**63 - 1]
    assert env.matches.matches["draws"].tolist() == [0, 0, 0]


def test_none_in_a_list_leaves_that_lane_s_stream_alone():
    env = lanes(3)
    env.reset(seed=10)
    for _ in range(3):
        env.step([0, 0, 0])
    draws = env.matches.matches["draws"].tolist()
    assert min(draws) > 0
    env.reset(seed=[None, 7, None])
    assert env.matches.matches["key"].tolist() == [10, 7, 12]
    assert env.matches.matches["draws"].tolist() == [draws[0], 0, draws[2]]


def test_none_in_a_list_draws_a_seed_for_a_lane_that_has_none():
    keys = set()
    for _ in range(5):
        env = lanes(2)
        env.reset(seed=[None, 3])
        assert env.matches.matches["key"][1] == 3
        keys.add(int(env.matches.matches["key"][0]))
    assert len(keys) == 5


@pytest.mark.parametrize("make", [tuple, np.array], ids=["tuple", "array"])
def test_seeds_may_come_in_any_sequence(make):
    env = lanes(2)
    env.reset(seed=make([8, 9]))
    assert env.matches.matches["key"].tolist() == [8, 9]


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int32, np.uint8])
def test_numpy_integers_are_seeds(kind):
    env = solo()
    assert episodes(env, kind(9)) == episodes(env, 9)
    many = lanes(2)
    many.reset(seed=kind(9))
    assert many.matches.matches["key"].tolist() == [9, 10]


@pytest.mark.parametrize("seed", BAD, ids=repr)
@pytest.mark.parametrize("make", [solo, lanes])
def test_a_bad_seed_is_refused_and_changes_nothing(make, seed):
    env = make()
    env.reset(seed=3)
    env.step(0 if make is solo else [0, 0, 0])
    before, masks = state(env), env.action_masks().tolist()
    with pytest.raises(ValueError, match="seed") as error:
        env.reset(seed=seed)
    assert repr(seed).strip("'") in str(error.value)
    assert state(env) == before
    assert env.action_masks().tolist() == masks


@pytest.mark.parametrize("seeds", [[1, 2], [1, 2, 3, 4], [], [1, 2, -1], [1, 2.0, 3], [1, "2", 3]])
def test_a_bad_list_of_seeds_is_refused_and_changes_nothing(seeds):
    env = lanes(3)
    env.reset(seed=3)
    before = state(env)
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seeds)
    assert state(env) == before


def test_a_seed_whose_last_lane_would_be_too_large_is_refused():
    env = lanes(3)
    with pytest.raises(ValueError, match=str(2**63)):
        env.reset(seed=2**63 - 2)
    env.reset(seed=2**63 - 3)


def test_a_bad_option_does_not_use_up_the_seed():
    env = solo()
    env.reset(seed=3)
    before = state(env)
    with pytest.raises(ValueError, match="pile"):
        env.reset(seed=4, options={"pile": 0})
    assert state(env) == before


@pytest.mark.parametrize("seed", [None, 5])
def test_the_global_random_states_are_never_touched(seed):
    before = random.getstate(), plain(list(np.random.get_state()))
    for env, action in ((solo(), 0), (lanes(), [0, 0, 0])):
        env.reset(seed=seed)
        for _ in range(10):
            if not plain(env.step(action)[2]):
                continue
            env.reset()
    assert (random.getstate(), plain(list(np.random.get_state()))) == before


def test_the_same_seed_is_the_same_play_under_any_observation():
    counts, bits = solo(), solo(observation="bits")
    for env in (counts, bits):
        env.reset(seed=77)
        for _ in range(3):
            env.step(1)
    assert state(counts) == state(bits)

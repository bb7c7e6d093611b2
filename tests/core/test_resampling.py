"""`resample_hidden` redraws what a seat cannot know, the future first of all, and no more."""

import numpy as np
import pytest
from core_scenes import plain, state
from pebbles_envs import lanes, solo

import parlour
from parlour.envs import SoloEnv, make_game

pytestmark = pytest.mark.nojit

BAD_SEEDS = [-1, 2**63, 1.5, True, "3", None]


def stackfall(seed=1):
    env = SoloEnv(make_game("Stackfall"))
    env.reset(seed=seed)
    for action in (0, 40, 4):
        env.step(action)
    return env


def seen(env):
    """What the player is told, as plain values."""
    return plain(list(env.restore(env.snapshot())))


def pieces(env, count=12):
    """The pieces to come, as far as `count` placements show them."""
    told = []
    for _ in range(count):
        mask = env.action_masks()
        _, _, terminated, _, info = env.step(int(np.flatnonzero(mask)[0]))
        told.append(int(info["next"][-1]))
        if terminated:
            break
    return told


def test_what_the_player_sees_stays():
    env = stackfall()
    before = seen(env)
    for seed in range(20):
        env.resample_hidden(0, seed)
        assert seen(env) == before


def test_the_future_changes_with_the_seed_and_is_the_same_for_the_same():
    env = stackfall()
    saved, futures = env.snapshot(), {}
    for seed in (0, 1, 2, 0, 1, 2):
        env.restore(saved)
        env.resample_hidden(seed=seed)
        futures.setdefault(seed, []).append(pieces(env))
    assert all(first == second for first, second in futures.values())
    assert len({tuple(first) for first, _ in futures.values()}) == 3


def test_bags_stay_whole():
    env = SoloEnv(make_game("Stackfall"))
    for seed in range(10):
        _, info = env.reset(seed=seed)
        shown = [info["current"], *info["next"].tolist()]
        env.resample_hidden(seed=seed + 100)
        shown += pieces(env, 10)
        assert sorted(shown[:7]) == sorted(shown[7:14]) == list(range(7))


def test_match_i_goes_on_with_the_stream_of_seed_plus_i():
    env = lanes(3)
    env.reset(seed=1)
    env.resample_hidden(seed=40)
    assert env.matches.matches["key"].tolist() == [40, 41, 42]
    assert env.matches.matches["draws"].tolist() == [0, 0, 0]


def test_the_next_episode_follows_from_the_new_stream():
    first, second = solo(), solo()
    for env, seed in ((first, 1), (second, 2)):
        env.reset(seed=seed)
        env.resample_hidden(seed=9)
    assert plain(first.step(0)) == plain(second.step(0))


@pytest.mark.parametrize("seed", BAD_SEEDS, ids=repr)
@pytest.mark.parametrize("make", [solo, lanes])
def test_a_bad_seed_is_refused_and_changes_nothing(make, seed):
    env = make()
    env.reset(seed=1)
    before = state(env)
    with pytest.raises(ValueError, match="seed"):
        env.resample_hidden(0, seed)
    assert state(env) == before


@pytest.mark.parametrize("seat", [-1, 1, 0.0, True, "0", None], ids=repr)
def test_a_seat_that_is_none_is_refused(seat):
    env = solo()
    env.reset(seed=1)
    before = state(env)
    with pytest.raises(ValueError, match=r"seat must lie in 0\.\.0, got"):
        env.resample_hidden(seat, 1)
    assert state(env) == before


def test_numpy_integers_are_seats_and_seeds():
    env = solo()
    env.reset(seed=1)
    env.resample_hidden(np.int64(0), np.int64(5))
    assert int(env.matches.matches["key"][0]) == 5


def test_a_table_s_own_match_can_be_resampled_too():
    table = parlour.table("Stackfall", seed=1)
    before = table.state()
    table.batch.resample_hidden(0, 5)
    assert table.state() == before

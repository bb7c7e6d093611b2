"""TurnsEnv: how a match ends and its seats leave, snapshots and copies, PettingZoo's checks."""

import pickle
from copy import deepcopy
from functools import partial

import nim
import pytest
from core_scenes import plain
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode
from nim import LEAVE, ONE, TWO, turns
from nim_play import CLOCK, begin, end, play, told
from pettingzoo.test import api_test, seed_test

from parlour.envs import LanesEnv, RoundsEnv
from parlour.envs.core.conformance import check

pytestmark = pytest.mark.nojit


# The end


def test_the_end_terminates_every_seat_and_ranks_them():
    env = begin(2)
    end(env)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.truncations == {"seat_0": False, "seat_1": False}
    assert env.matches.matches["end_reason"][0] == nim.LAST_STONE
    assert [row["place"] for row in env.infos["seat_1"]["standings"]] == [1, 2]
    assert not env.observe("seat_0")["action_mask"].any()


def test_seats_that_are_done_leave_one_by_one_with_what_they_have_gathered():
    env = begin(2)
    end(env)
    gathered = dict(env._cumulative_rewards)
    assert 11.0 in gathered.values()  # a stone and the win
    for left in (2, 1):
        assert len(env.agents) == left
        agent = env.agent_selection
        assert env.last()[1] == gathered[agent]
        env.step(None)
        assert agent not in env.agents
    with pytest.raises(ResetNeeded):
        env.step(None)


def test_a_seat_that_is_done_plays_nothing_but_none():
    env = begin(2)
    end(env)
    before = told(env)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(ONE)
    assert told(env) == before


def test_the_last_but_one_to_leave_ends_the_match():
    env = begin(3)
    play(env, LEAVE, ONE, LEAVE)
    assert all(env.terminations.values())
    assert env.matches.matches["end_reason"][0] == nim.LEFT_ALONE


def test_a_match_that_a_step_limit_has_cut_short_is_truncated_here_too():
    lanes = LanesEnv(nim.game(), 2, 2, AutoresetMode.DISABLED, max_episode_steps=3)
    lanes.reset(seed=0)
    for _ in range(3):
        lanes.step([int(mask.argmax()) for mask in lanes.action_masks()])
    env, rounds = turns(2), RoundsEnv(nim.game(), 2)
    env.restore(lanes.snapshot())
    assert env.truncations == {"seat_0": True, "seat_1": True}
    assert env.terminations == {"seat_0": False, "seat_1": False}
    for _ in range(2):
        env.step(None)
    assert env.agents == []
    rounds.restore(lanes.snapshot())
    assert rounds.agents == []


def test_a_reset_in_the_middle_of_anything_starts_anew():
    env, fresh = begin(2, seed=3), turns(2)
    end(env)
    env.step(None)
    for one in (env, fresh):
        one.reset(seed=8)
    assert told(env) == told(fresh)


def test_nothing_goes_before_a_reset_or_after_a_close():
    env = turns(2)
    with pytest.raises(ResetNeeded):
        env.step(ONE)
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()


# Snapshots


@pytest.mark.parametrize("steps", [0, 2, 5, 9, 11])
@pytest.mark.parametrize(
    "keep",
    [
        deepcopy,
        lambda env: pickle.loads(pickle.dumps(env)),
        lambda env: restored(env.snapshot()),
    ],
    ids=["copy", "pickle", "snapshot"],
)
def test_a_copy_goes_on_as_the_original(keep, steps):
    env = turns(3)
    env.reset(seed=4)
    play(env, *[TWO] * steps)
    twin = keep(env)
    while env.agents:
        assert told(twin) == told(env)
        action = None if env.last()[2] else ONE
        for one in (env, twin):
            one.step(action)
    assert twin.agents == []


def restored(snapshot):
    env = turns(3)
    env.restore(snapshot)
    return env


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_a_snapshot_knows_which_seats_have_left(left):
    env = begin()
    end(env)
    play(env, *[None] * left)
    saved, before = env.snapshot(), told(env)
    env.reset(seed=9)
    env.restore(saved)
    assert told(env) == before


def test_a_snapshot_of_rounds_begins_with_no_rewards_gathered():
    rounds = RoundsEnv(nim.game(), 3)
    rounds.reset(seed=0)
    rounds.step(dict.fromkeys(rounds.agents, ONE))
    env = restored(rounds.snapshot())
    assert env._cumulative_rewards == {"seat_0": 0.0, "seat_1": 0.0, "seat_2": 0.0}
    assert env.agents == list(env.possible_agents)


def test_resampling_redraws_what_the_others_have_laid():
    env = turns(4)
    env.reset(seed=0)
    play(env, ONE, ONE, ONE)
    saved, seen, laid = env.snapshot(), plain(env.observe("seat_0")), set()
    for seed in range(20):
        env.restore(saved)
        env.resample_hidden(0, seed)
        assert plain(env.observe("seat_0")) == seen
        laid.add(tuple(env.matches.seats["laid"][0].tolist()))
    assert len(laid) == 9 and all(own == (1, *own[1:3], 0) for own in laid)


# The checks


@pytest.mark.parametrize("options", [{}, CLOCK], ids=["no clock", "clock"])
def test_it_passes_the_checks_and_pettingzoo_s_own_tests(options):
    make = partial(turns, render_mode="ansi", **options)
    check(make, strict=True, steps=40, seeds=[0, 7], skip=["spawn"]).raise_if_failed()
    api_test(make(), num_cycles=300, verbose_progress=False)
    seed_test(make, num_cycles=30)

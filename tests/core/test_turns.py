"""TurnsEnv: one seat after the other, illegal actions, the clock, rewards between turns."""

import nim
import numpy as np
import pytest
from core_scenes import plain, state
from nim import LEAVE, ONE, THREE, TWO, WAIT, turns
from nim_play import CLOCK, begin, play, seat, told

from parlour.envs import RoundsEnv

pytestmark = pytest.mark.nojit


# Whose turn it is


def test_seats_that_are_on_move_together_play_by_number():
    env = turns(3)
    env.reset(seed=0)
    assert play(env, ONE, TWO, THREE) == [0, 1, 2]
    assert env.infos["seat_0"]["stones"] == 7 + 1 + 2 + 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_from_the_seat_that_was_drawn(players):
    firsts = set()
    for seed in range(12):
        env = begin(players, seed)
        first = seat(env)
        firsts.add(first)
        assert play(env, *[ONE] * 6) == [(first + turn) % players for turn in range(6)]
    assert firsts == set(range(players))


def test_a_seat_that_has_left_is_passed_over_and_stays_an_agent():
    env = begin()
    (gone,) = play(env, LEAVE)
    assert gone not in play(env, *[ONE] * 5)
    assert env.agents == ["seat_0", "seat_1", "seat_2"]
    assert plain(env.observe(f"seat_{gone}")["action_mask"]) == [0, 0, 0, 0, 1]


def test_agent_iter_ends_with_one_step_of_each_agent_that_is_done():
    env = turns(3)
    env.reset(seed=1)
    ends = []
    for agent in env.agent_iter():
        *_, terminated, truncated, _ = env.last()
        if terminated or truncated:
            ends.append(agent)
        env.step(None if terminated else ONE)
    assert sorted(ends) == ["seat_0", "seat_1", "seat_2"]
    assert env.agents == []


# Illegal actions


def test_an_illegal_action_changes_nothing_and_the_seat_stays_selected():
    env = begin(2)
    play(env, *[THREE] * 2, ONE)  # two stones are left
    before, selected = state(env), env.agent_selection
    assert plain(env.action_masks()) == [True, True, False, True, False]
    for action, code in ((THREE, nim.FEWER_STONES), (WAIT, nim.NO_CLOCK)):
        env.step(action)
        assert env.agent_selection == selected
        assert env.infos[selected]["illegal"] == code
        assert env.rewards == {"seat_0": 0.0, "seat_1": 0.0}
    matches, seats = state(env)
    assert (matches["stones"], matches["draws"]) == (before[0]["stones"], before[0]["draws"])
    assert seats["taken"] == before[1]["taken"]


def test_the_reason_is_told_until_the_next_step_and_to_no_other_seat():
    env = turns(2)
    env.reset(seed=0)
    env.step(LEAVE)
    codes = [env.infos[agent]["illegal"] for agent in env.agents]
    assert codes == [nim.CANNOT_LEAVE, 0]
    env.step(ONE)
    assert env.infos["seat_0"]["illegal"] == 0


@pytest.mark.parametrize("action", [-1, 5, 1.0, True, "take", None, [1]], ids=repr)
def test_what_is_no_action_is_refused_and_changes_nothing(action):
    env = begin()
    before, known = state(env), told(env)
    with pytest.raises(ValueError, match="action"):
        env.step(action)
    assert (state(env), told(env)) == (before, known)


# The clock


def test_every_step_takes_a_tick_whatever_the_action():
    env = turns(2, **CLOCK)
    env.reset(seed=0)
    for tick, action in enumerate((LEAVE, WAIT, ONE, ONE, WAIT), 1):
        env.step(action)
        assert env.matches.matches["time_ms"][0] == 100 * tick


def test_a_turn_runs_out_in_time_and_costs_its_seat():
    env = begin(2, **CLOCK)
    slow, deadline = env.agent_selection, int(env.matches.matches["deadline_ms"][0])
    while env.agent_selection == slow:
        assert env.matches.matches["time_ms"][0] < deadline
        assert env.rewards[slow] == 0.0
        env.step(WAIT)
    assert deadline <= env.matches.matches["time_ms"][0] < deadline + 100
    assert env.rewards[slow] == -1.0
    assert env.matches.matches["deadline_ms"][0] == deadline + 250


def test_an_action_acts_before_the_turn_runs_out_or_not_at_all():
    outcomes = set()
    for seed in range(40):
        env = begin(2, seed, tick_ms=100, turn_ms=50)  # a turn ends inside its tick
        agent, stones = env.agent_selection, env.infos["seat_0"]["stones"]
        env.step(ONE)
        is_taken = env.infos["seat_0"]["stones"] < stones
        outcomes.add((is_taken, env.infos[agent]["taken"]))
    assert outcomes == {(True, 1), (False, 0)}


# Rewards


def test_rewards_gather_until_the_seat_acts_again():
    env = begin(3)
    first = env.agent_selection
    order = [env.agents[(seat(env) + turn) % 3] for turn in range(3)]
    env.step(THREE)
    assert env.rewards == {order[0]: 3.0, order[1]: -1.0, order[2]: -1.0}
    assert env.last()[1] == -1.0
    env.step(TWO)
    assert env.last()[1] == -2.0  # of two turns of others
    env.step(ONE)
    assert env.agent_selection == first
    assert env.last()[1] == 3.0 - 1.0 - 1.0
    env.step(ONE)
    assert env._cumulative_rewards[first] == 1.0  # what it had been told is spent


def test_all_rewards_told_add_up_to_those_of_the_match():
    for seed in range(5):
        env, rounds = turns(3, **CLOCK), RoundsEnv(nim.game(**CLOCK), 3)
        env.reset(seed=seed)
        rounds.reset(seed=seed)
        totals, expected = dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 0.0)
        drawn = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, reward, terminated, *_ = env.last()
            totals[agent] += reward
            if terminated:
                env.step(None)
                continue
            action = int(drawn.choice(np.flatnonzero(observation["action_mask"])))
            env.step(action)
            others = dict.fromkeys(rounds.agents, WAIT)
            for name, paid in rounds.step(others | {agent: action})[1].items():
                expected[name] += paid
        assert totals == expected
        assert rounds.agents == []

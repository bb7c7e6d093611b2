"""The wall clock: actions happen when the thinking about them is over."""

import json

import numpy as np
import pytest
from tournament_scenes import (
    GO_HOME,
    GRAB,
    WAIT,
    Scripted,
    bout,
    game,
    last,
    naps,
)

from parlour.envs import make_game as make_real_game
from parlour.training.tournament.played import Thoughts
from parlour.training.tournament.wall import play_wall

pytestmark = pytest.mark.nojit


def play(toy, *contestants, seed=1):
    """One match, its lines as (seat, at_ms, action or move) and its record."""
    names = [f"c{seat}" for seat in range(len(contestants))]
    encoders = [toy.encode] * len(contestants)
    played = play_wall(toy, bout(*names, seed=seed), contestants, encoders, Thoughts())
    lines = [json.loads(line) for line in played.replay.splitlines()[1:]]
    told = [(line["seat"], line["at_ms"], line.get("action", line.get("move"))) for line in lines]
    return told, played


def actions_of(told, seat):
    return [(at_ms, what) for who, at_ms, what in told if who == seat]


def test_who_thinks_faster_grabs_the_coin():
    slow, fast = Scripted((GRAB, 300), (GO_HOME, 50)), Scripted((GRAB, 200), (GO_HOME, 50))
    told, played = play(game(), slow, fast)
    assert told == [(1, 200, GRAB), (1, 250, GO_HOME), (0, 300, GRAB), (0, 350, GO_HOME)]
    purses = played.record["scores"]["purse"]
    assert (purses[0], purses[1] > 0) == (0, True)
    assert played.record["places"] == [2, 1]


def test_an_agent_sees_the_position_at_which_it_began_to_think():
    slow, fast = Scripted((GRAB, 300), (GO_HOME, 50)), Scripted((GRAB, 200), (GO_HOME, 50))
    play(game(), slow, fast)
    coins_seen = [int(observation["coin"][0, 0]) for observation, _ in slow.seen]
    assert coins_seen[0] > 0 and coins_seen[1] == 0
    assert [mask[0, GRAB] for _, mask in slow.seen] == [1, 0]


def test_thinking_below_a_millisecond_adds_up():
    toy = make_real_game("TwistCube")
    told, _ = play(toy, *(Scripted(*[(0, 0.4)] * 5, (38, 0.4)) for _ in range(2)))
    assert actions_of(told, 0) == [(0, 0), (0, 0), (1, 0), (1, 0), (2, 0), (2, 38)]


def test_to_wait_takes_a_tick():
    told, _ = play(game(tick_ms=70), Scripted((WAIT, 30), (GO_HOME, 5)), Scripted((GO_HOME, 900)))
    assert actions_of(told, 0) == [(30, WAIT), (105, GO_HOME)]


def test_to_wait_without_a_clock_takes_a_millisecond():
    told, _ = play(game(tick_ms=0), Scripted((WAIT, 30), (GO_HOME, 5)), Scripted((GO_HOME, 90)))
    assert actions_of(told, 0) == [(30, WAIT), (36, GO_HOME)]


def test_a_seat_that_time_alone_puts_on_move_is_asked_at_that_moment():
    napper, thinker = Scripted((GO_HOME, 130), (WAIT, 1)), Scripted((WAIT, 2500))
    told, _ = play(naps(), napper, thinker)
    assert actions_of(told, 0)[:2] == [(130, GO_HOME), (1001, WAIT)]


def test_where_nobody_is_on_move_time_passes():
    told, played = play(naps(), Scripted((GO_HOME, 100)), Scripted((GO_HOME, 200)))
    assert played.record["time_ms"] == 3000
    assert actions_of(told, 1) == [(200, GO_HOME), (1200, GO_HOME), (2200, GO_HOME)]


def test_an_answer_after_the_end_comes_too_late():
    _, played = play(game(), Scripted((GRAB, 10_000)), Scripted((GRAB, 9_000)))
    assert played.record["time_ms"] == 6000
    assert played.record["scores"]["purse"] == [0, 0]


@pytest.mark.parametrize("fault", ["raised", "nonsense", "hung", "died"])
def test_a_seat_at_fault_resigns_when_its_time_is_up_and_the_match_goes_on(fault):
    others = [Scripted((GRAB, 400 + seat), (WAIT, 1)) for seat in range(2)]
    told, played = play(game(), Scripted((fault, 250)), *others)
    assert actions_of(told, 0) == [(250, "go home")]
    assert played.record["faults"] == [
        {"seat": 0, "kind": fault, "detail": "as scripted", "at_ms": 250}
    ]
    assert played.record["scores"]["purse"][1] > 0
    assert played.record["time_ms"] > 1000


@pytest.mark.parametrize("action", [-1, 3, 2**40])
def test_an_action_out_of_range_resigns_the_seat(action):
    told, played = play(game(), Scripted((action, 20)), Scripted((GO_HOME, 90)))
    assert actions_of(told, 0) == [(20, "go home")]
    assert played.record["faults"][0]["detail"] == f"an action must lie in 0..2, got {action}"


def test_an_action_that_was_never_legal_resigns_the_seat():
    greedy = Scripted((GRAB, 20), (GRAB, 20))
    told, played = play(game(), greedy, Scripted((GO_HOME, 90)))
    assert actions_of(told, 0) == [(20, GRAB), (40, "go home")]
    assert played.record["faults"][0]["detail"] == "action 1 was not legal"


def test_an_action_that_is_overtaken_is_no_fault():
    _, played = play(
        game(), Scripted((GRAB, 300), (GO_HOME, 50)), Scripted((GRAB, 200), (GO_HOME, 50))
    )
    assert played.record["faults"] == []


class Drawn:
    """Any legal action after any time."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def ask(self, observations, masks):
        answer = Scripted(
            (self.random.choice(np.flatnonzero(masks[0])), self.random.exponential(9))
        )
        return answer.ask(observations, masks)


@pytest.mark.parametrize("name", ["Coins", "Naps", "TwistCube"])
def test_a_replay_plays_the_same_match_again(name):
    toy = {"Coins": game, "Naps": naps}.get(name, lambda: make_real_game(name))()
    _, played = play(toy, *(Drawn(seat) for seat in range(3)), seed=4)
    table = last(played.replay)
    assert table.is_over
    assert table.match["time_ms"] == played.record["time_ms"]
    places = sorted(table.standings(), key=lambda row: row["seat"])
    assert [row["place"] for row in places] == played.record["places"]

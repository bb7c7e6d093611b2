"""The tick clock: many matches side by side, an agent for all its seats, faults of some."""

import numpy as np
import pytest
from tournament_scenes import (
    GO_HOME,
    GRAB,
    WAIT,
    Bad,
    Grabber,
    Homer,
    Scripted,
    Seated,
    bout,
    fail,
    game,
    last,
)

from parlour.agents.random import RandomAgent
from parlour.envs import make_game as make_real_game
from parlour.envs.core.matches import Matches
from parlour.training.tournament.lineups import list_bouts
from parlour.training.tournament.played import Thoughts
from parlour.training.tournament.ticks import play_ticks

pytestmark = pytest.mark.nojit


def play(bouts, agents, toy=None):
    """Matches between agents, or contestants, by name."""
    toy = toy or game()
    seated = {
        name: agent if hasattr(agent, "ask") else Seated(agent) for name, agent in agents.items()
    }
    return play_ticks(toy, bouts, seated, dict.fromkeys(agents, toy.encode), Thoughts())


def test_a_match_goes_as_in_an_environment_with_the_same_seed():
    played = play([bout("g", "h", seed=9)], {"g": Grabber(), "h": Grabber()})[0].record
    matches = Matches(game(), 1, 2)
    matches.reset([9])
    while not matches.is_over[0]:
        matches.step(np.where(matches.masks[:, :, GRAB] == 1, GRAB, WAIT))
    assert played["scores"]["purse"] == matches.seats["purse"][0].tolist()
    assert played["time_ms"] == matches.matches["time_ms"][0]


def test_a_match_does_not_depend_on_its_neighbours():
    bouts = list_bouts(["g", "r"], 2, 6, 40)
    together = play(bouts, {"g": Grabber(), "r": Grabber()})
    alone = [play([one], {"g": Grabber(), "r": Grabber()})[0] for one in bouts]
    assert [one.record for one in together] == [one.record for one in alone]
    assert [one.replay for one in together] == [one.replay for one in alone]


def test_an_agent_answers_for_all_its_seats_at_once_and_its_lanes_stay_the_same():
    agents = {"g": Grabber(), "h": Homer(), "k": Grabber()}
    play(list_bouts(list(agents), 2, 3, 0), agents)
    assert set(agents["g"].calls) == set(agents["k"].calls) == {12}


def test_a_record_tells_the_match():
    played = play([bout("h", "g", "g", seed=3, number=7)], {"g": Grabber(), "h": Homer()})[0]
    record = played.record
    assert (record["match"], record["seed"], record["agents"]) == (7, 3, ["h", "g", "g"])
    assert record["places"][0] == 3
    assert record["end_reason"] in ("all home", "rounds over")
    assert set(record["scores"]) == {"purse", "by_size.small", "by_size.large"}
    assert record["faults"] == []


def test_replays_play_the_same_matches_again():
    drawn = {"r": RandomAgent("Coins"), "s": RandomAgent("Coins")}
    for played in play(list_bouts(["r", "s"], 2, 5, 11), drawn):
        table = last(played.replay)
        assert table.is_over
        assert table.seats["purse"].tolist() == played.record["scores"]["purse"]
        assert table.match["time_ms"] == played.record["time_ms"]
        assert table.agents == played.record["agents"]


def test_replays_of_matches_with_faults_play_them_again():
    bouts = list_bouts(["g", "b", "h"], 3, 2, 5)
    agents = {"g": Grabber(), "b": Bad(fail, 1), "h": Grabber()}
    matches = play(bouts, agents)
    assert any(fault["at_ms"] for played in matches for fault in played.record["faults"])
    for played in matches:
        assert last(played.replay).seats["purse"].tolist() == played.record["scores"]["purse"]


class Picky(Grabber):
    """Raises where a coin is worth 9 or more in any lane."""

    def act(self, observations, masks):
        if (observations["coin"] >= 9).any():
            raise ValueError("too dear")
        return super().act(observations, masks)


def test_who_raises_in_one_match_loses_that_one_alone():
    bouts = list_bouts(["p", "g"], 2, 10, 0)
    records = [played.record for played in play(bouts, {"p": Picky(), "g": Grabber()})]
    faulty = [bool(record["faults"]) for record in records]
    assert any(faulty) and not all(faulty)
    for record in records:
        for fault in record["faults"]:
            assert record["agents"][fault["seat"]] == "p"
            assert (fault["kind"], fault["detail"]) == ("raised", "ValueError: too dear")


@pytest.mark.parametrize("fault", ["hung", "died"])
def test_a_process_that_is_gone_loses_in_all_its_matches_and_they_go_on(fault):
    bouts = list_bouts(["x", "g", "h"], 3, 2, 0)
    agents = {"x": Scripted((WAIT, 1), (fault, 60_000)), "g": Grabber(), "h": Grabber()}
    for played in play(bouts, agents):
        seat = played.record["agents"].index("x")
        kinds = [(found["seat"], found["kind"]) for found in played.record["faults"]]
        assert kinds == [(seat, fault)]
        assert sum(played.record["scores"]["purse"]) > 0


@pytest.mark.parametrize(
    ("deed", "detail"),
    [
        (lambda good: None, "expected 1 integers, got object of shape"),
        (lambda good: good.astype(float), "got float64 of shape"),
        (lambda good: "grab", "got <U4 of shape"),
        (lambda good: good[:0], "of shape (0,)"),
        (lambda good: good[:, None], "of shape (1, 1)"),
        (lambda good: good + 3, "an action must lie in 0..2, got"),
        (lambda good: good - 4, "an action must lie in 0..2, got -"),
        (lambda good: np.full(len(good), GRAB), "action 1 was not legal"),
    ],
)
def test_an_answer_that_is_none_resigns_the_seat(deed, detail):
    toy = game(round_ms=300)
    played = play([bout("b", "g", "g")], {"b": Bad(deed), "g": Grabber()}, toy)[0].record
    (fault,) = played["faults"]
    assert (fault["seat"], fault["kind"]) == (0, "nonsense")
    assert detail in fault["detail"]


def test_an_agent_is_not_asked_while_it_is_off_move():
    agents = {"h": Homer(), "g": Grabber()}
    play([bout("h", "g")], agents)
    assert len(agents["h"].calls) == 1


def test_a_seat_that_resigns_in_twist_cube_is_ranked_last():
    toy = make_real_game("TwistCube", tick_ms=2000)
    agents = {"b": Bad(fail), "r": RandomAgent("TwistCube"), "s": RandomAgent("TwistCube")}
    for played in play(list_bouts(list(agents), 3, 2, 8), agents, toy):
        record = played.record
        seat = record["agents"].index("b")
        assert record["places"][seat] == 3
        assert [fault["at_ms"] for fault in record["faults"]] == [0]
        assert last(played.replay).standings()[-1]["seat"] == seat


def test_thinking_is_counted_by_action():
    thoughts, toy = Thoughts(), game()
    contestants = {"x": Scripted((GO_HOME, 8)), "g": Scripted((GO_HOME, 3))}
    bouts = list_bouts(["x", "g"], 2, 2, 0)
    play_ticks(toy, bouts, contestants, dict.fromkeys(contestants, toy.encode), thoughts)
    assert thoughts.actions == {"x": 4, "g": 4}
    assert (thoughts.ms_per_action("x"), thoughts.ms_per_action("g")) == (2.0, 0.75)

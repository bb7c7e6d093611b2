"""Ratings and statistics of matches whose outcome is given."""

import numpy as np
import pytest
from openskill.models import PlackettLuce

from parlour.training.tournament.played import Thoughts, scores_by_seat
from parlour.training.tournament.ratings import rate, summaries


def record(agents, places, scores=None, faults=()):
    scores = scores or {"purse": [0] * len(agents)}
    return {"agents": list(agents), "places": places, "scores": scores, "faults": list(faults)}


def test_a_single_match_is_rated_as_openskill_rates_it():
    model = PlackettLuce()
    teams = model.rate([[model.rating()] for _ in range(3)], ranks=[2, 1, 3])
    found = rate([record("abc", [2, 1, 3])])
    assert found == {n: (t[0].mu, t[0].sigma) for n, t in zip("abc", teams, strict=True)}


def test_who_wins_more_often_is_rated_higher_and_more_matches_are_more_certain():
    drawn = np.random.default_rng(0)
    games = [record("ab", [1, 2] if drawn.random() < 0.8 else [2, 1]) for _ in range(60)]
    few, many = rate(games[:10]), rate(games)
    assert many["a"][0] > many["b"][0] + 3
    assert many["a"][1] < few["a"][1] < 25 / 3


def test_draws_keep_equals_equal():
    found = rate([record("ab", [1, 1]) for _ in range(10)])
    assert found["a"] == pytest.approx(found["b"])


def test_who_holds_several_seats_goes_on_with_the_average():
    model = PlackettLuce()
    teams = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 3, 2])
    mean, deviation = rate([record("aab", [1, 3, 2])])["a"]
    assert mean == pytest.approx((teams[0][0].mu + teams[1][0].mu) / 2)
    assert deviation == pytest.approx((teams[0][0].sigma + teams[1][0].sigma) / 2)


def test_statistics_of_known_matches():
    fault = {"seat": 1, "kind": "hung", "detail": "", "at_ms": 7}
    matches = [
        record("ab", [1, 2], {"purse": [9, 4], "gems.red": [1, None]}),
        record("ba", [2, 1], {"purse": [3, 8], "gems.red": [2, 2]}),
        record("ab", [1, 1], {"purse": [5, 5], "gems.red": [0, 0]}, [fault]),
    ]
    thoughts = Thoughts()
    thoughts.add("a", 3_000_000, 2)
    thoughts.add("a", 3_000_000, 1)
    found = summaries(["b", "a"], matches, thoughts)
    assert list(found) == ["a", "b"]
    a, b = found.values()
    assert (a["seats"], a["mean_place"], a["places"], a["first"]) == (3, 1.0, {"1": 3}, 1.0)
    assert (b["mean_place"], b["places"]) == (pytest.approx(5 / 3), {"1": 1, "2": 2})
    assert a["totals"] == {"purse": 22, "gems.red": 3}
    assert b["totals"] == {"purse": 12, "gems.red": 2}
    assert (a["faults"], b["faults"]) == ({}, {"hung": 1})
    assert (a["ms_per_action"], b["ms_per_action"]) == (2.0, 0.0)


def test_scores_are_the_numbers_of_standings_by_seat():
    rows = [
        {"seat": 0, "place": 2, "total": 3, "gems": {"red": 1}, "is_out": True, "why": "-"},
        {"seat": 1, "place": 1, "total": 4.5, "gems": {}, "is_out": False, "solution": [1]},
    ]
    assert scores_by_seat(rows) == {"total": [3, 4.5], "gems.red": [1, None]}

"""The tick clock: every seat acts at a moment drawn inside the tick, in a fair order."""

import numpy as np
import pytest
from coins import GO_HOME, GRAB, WAIT
from coins_play import deal, set_targets, step

pytestmark = pytest.mark.nojit


def first_seats(players, seed=5, count=2000):
    matches = deal(count, players, seed)
    step(matches, *[GRAB] * (count * players))
    return np.array(matches.matches["first"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_inside_a_tick_is_fair(players):
    # Chi-square of 2,000 firsts: the limits are exceeded by chance once in 100,000 cases.
    limit = {2: 19.5, 3: 23.0, 4: 25.9}[players]
    counts = np.bincount(first_seats(players, count=2000), minlength=players)
    share = 2000 / players
    assert ((counts - share) ** 2 / share).sum() < limit


def test_the_order_inside_a_tick_is_fair_in_later_ticks_too():
    matches = deal(1000, tick_ms=250)
    set_targets(matches, 1000)
    for _ in range(3):
        step(matches, *[WAIT] * 2000)
        step(matches, *[GRAB] * 2000)
        assert abs((matches.matches["first"] == 0).sum() - 500) < 70


def test_the_order_is_the_same_again_for_the_same_seed():
    assert (first_seats(2) == first_seats(2)).all()
    assert (first_seats(2) != first_seats(2, seed=6000)).any()


def test_the_order_is_drawn_without_moving_the_match_s_own_stream():
    matches = deal(tick_ms=10)
    before = matches.matches["draws"].copy()
    step(matches, WAIT, WAIT)
    assert matches.matches["draws"] == before


@pytest.mark.parametrize("players", [2, 4])
def test_the_clock_is_called_at_every_seat_s_moment_and_at_the_tick_s_end(players):
    matches = deal(1, players)
    set_targets(matches, 1000)
    for tick in range(4):
        step(matches, *[WAIT] * players)
        match = matches.matches[0]
        calls = match["calls"][: match["call_count"]].tolist()
        assert len(calls) == players + 1
        assert calls == sorted(calls)
        assert all(tick * 100 <= call < (tick + 1) * 100 for call in calls[:-1])
        assert calls[-1] == match["time_ms"] == (tick + 1) * 100


def test_moments_spread_over_the_whole_tick():
    matches = deal(500, tick_ms=1000, round_ms=5000)
    step(matches, *[WAIT] * 1000)
    moments = matches.matches["calls"][:, :2].reshape(-1)
    assert np.histogram(moments, bins=4, range=(0, 1000))[0].min() > 180


def test_time_stands_still_once_the_match_is_over():
    matches = deal(200)
    step(matches, *[GO_HOME] * 400)
    assert matches.is_over.all()
    last = matches.matches["calls"][np.arange(200), matches.matches["call_count"] - 1]
    assert (matches.matches["time_ms"] == last).all()
    assert (matches.matches["time_ms"] < 100).all()
    assert (matches.matches["call_count"] == 2).all()


def test_no_clock_means_one_moment_and_no_calls():
    matches = deal(1, tick_ms=0)
    for _ in range(3):
        step(matches, GRAB, GRAB)
    assert matches.matches["call_count"] == 0
    assert matches.matches["time_ms"] == 0
    assert np.isin(matches.matches["first"], (0, 1)).all()


def test_rounds_close_inside_a_tick():
    matches = deal(300, tick_ms=100, round_ms=50, rounds=50)
    set_targets(matches, 1000)
    step(matches, *[GRAB] * 600)
    both = (matches.reward > 0).all(axis=1)
    assert both.any()  # one before the coin was changed, one after
    assert not both.all()
    assert (matches.matches["round_number"] == 3).all()

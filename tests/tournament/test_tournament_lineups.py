"""Line-ups: who meets whom, how often, on which deals."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from parlour.training.tournament import lineups as module
from parlour.training.tournament.lineups import list_bouts

NAMES = ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_agent_holds_every_seat_equally_often(seats):
    bouts = list_bouts(NAMES, seats, 4, 70)
    held = Counter((name, seat) for bout in bouts for seat, name in enumerate(bout.agents))
    assert len(bouts) == comb(5, seats) * seats * 4
    assert set(held) == {(name, seat) for name in NAMES for seat in range(seats)}
    assert len(set(held.values())) == 1


def test_every_line_up_meets_the_same_deals():
    deals = {}
    for bout in list_bouts(NAMES, 3, 4, 70):
        deals.setdefault(frozenset(bout.agents), []).append(bout.seed)
    assert set(deals) == {frozenset(names) for names in combinations(NAMES, 3)}
    assert all(sorted(seeds) == sorted([70, 71, 72, 73] * 3) for seeds in deals.values())


def test_bouts_are_numbered_deal_by_deal():
    bouts = list_bouts(["a", "b"], 2, 3, 5)
    assert [bout.number for bout in bouts] == list(range(6))
    assert [bout.seed for bout in bouts] == [5, 5, 6, 6, 7, 7]
    assert [bout.agents for bout in bouts[:2]] == [("a", "b"), ("b", "a")]


def test_nobody_meets_itself_unless_agents_may_repeat():
    assert all(len(set(bout.agents)) == 3 for bout in list_bouts(NAMES, 3, 1, 0))


def test_agents_that_may_repeat_fill_more_seats_than_they_are_and_never_all_alone():
    bouts = list_bouts(["a", "b"], 4, 1, 0, may_repeat=True)
    seatings = [bout.agents for bout in bouts]
    assert len(set(seatings)) == len(seatings) == 4 + 4 + 4  # aaab, aabb, abbb
    assert all(len(set(agents)) == 2 for agents in seatings)
    held = Counter((name, seat) for agents in seatings for seat, name in enumerate(agents))
    assert len(set(held.values())) == 1


def test_too_few_agents_are_told_how_many_are_needed():
    with pytest.raises(ValueError, match=r"2 agents cannot fill 3 seats: .* --repeat"):
        list_bouts(["a", "b"], 3, 1, 0)


def test_a_name_that_comes_twice_is_told():
    with pytest.raises(ValueError, match="b is named twice"):
        list_bouts(["a", "b", "b"], 2, 1, 0)


@pytest.mark.parametrize("names", [[], ["a"]])
def test_one_agent_is_no_tournament(names):
    with pytest.raises(ValueError, match="needs 2 agents or more"):
        list_bouts(names, 2, 1, 0, may_repeat=True)


def test_more_matches_than_anybody_means_are_refused_at_once():
    with pytest.raises(ValueError, match="2 agents in 1000 seats have 999 line-ups"):
        list_bouts(["a", "b"], 1000, 1, 0, may_repeat=True)


@pytest.mark.parametrize(("seats", "may_repeat"), [(2, False), (3, False), (3, True), (6, True)])
def test_line_ups_are_counted_before_they_are_made(seats, may_repeat, monkeypatch):
    names = ["a", "b", "c", "d"]
    line_ups = {tuple(sorted(b.agents)) for b in list_bouts(names, seats, 1, 0, may_repeat)}
    monkeypatch.setattr(module, "MOST_SEATS", 0)
    with pytest.raises(ValueError, match=f"have {len(line_ups)} line-ups"):
        list_bouts(names, seats, 1, 0, may_repeat)

"""A table and the plain-Python referee side by side: whatever is sent to one is sent to both."""

import random

from polyfit_reference import ReferenceMatch, mirror, moved, turned
from polyfit_scenes import begin_table, is_solid, solve


class Duel:
    """One match of any of the two games, played on a table and by the reference at once."""

    def __init__(self, name, players, rounds=3, round_seconds=10, seed=0, **options):
        self.table = begin_table(
            name, players, seed, rounds=rounds, round_seconds=round_seconds, **options
        )
        self.solid = is_solid(self.table)
        self.reference = ReferenceMatch(self.deal, players, rounds, round_seconds, self.solid)
        self.reasons = []
        self.check()

    def deal(self, number):
        """What the table has dealt: the round that the reference opens must be its own."""
        body = self.table.body(0)
        assert body["round"] == number
        return body["puzzle"], body["gem_row"]

    def move(self, seat, move, at_ms):
        verdict = self.table.move(seat, move, at_ms)
        expected = self.reference.move(seat, move, at_ms)
        assert (verdict.reason, verdict.accepted) == (expected, expected == ""), verdict.detail
        assert verdict.detail.startswith(verdict.reason)
        self.reasons.append(verdict.reason)
        self.check()

    def resign(self, seat, at_ms):
        verdict = self.table.resign(seat, at_ms)
        assert verdict.reason == self.reference.resign(seat, at_ms)
        self.check()

    def advance(self, at_ms):
        self.table.advance(at_ms)
        self.reference.advance(at_ms)
        self.check()

    def check(self):
        """Both say the same of everything that can be seen, to every seat."""
        reference, table = self.reference, self.table
        expected = reference.body()
        for seat in range(reference.players):
            assert table.body(seat) == expected
        assert table.is_over == (reference.reason is not None)
        for seat, record in enumerate(table.seats):
            assert bool(record["on_move"]) == reference.on_move(seat)
            if reference.on_move(seat):
                assert record["deadline_ms"] - table.match["time_ms"] == reference.left(seat)
        if table.is_over:
            rows = table.standings()
            assert table.state()["reason"] == reference.reason
            assert [row["place"] for row in rows] == sorted(reference.places())
            assert {row["seat"]: row["place"] for row in rows} == dict(
                enumerate(reference.places())
            )
            for row in rows:
                scores = row["total"], max(row["gems"].values()), row["time_ms"]
                assert scores == reference.scores(row["seat"])


def solved(duel):
    """The placements that solve the open round."""
    puzzle = duel.table.body(0)["puzzle"]
    key = str(puzzle)
    if getattr(duel, "known", (None, None))[0] != key:
        duel.known = key, solve(puzzle, duel.solid)
    return [dict(given) for given in duel.known[1]]


def spoil(placements, rng, solid):
    """Placements with one random thing changed, mostly into a fault."""
    placements = [dict(given) for given in placements]
    kind = rng.randrange(8)
    one, other = rng.sample(range(len(placements)), 2)
    if kind == 0:
        placements[one]["piece"] = rng.choice(["p99", "p0", "", "P1"])
    elif kind == 1:
        placements[one]["piece"] = placements[other]["piece"]
    elif kind == 2:
        del placements[one]
    elif kind == 3:
        placements[one] = rng.choice([None, {}, {"piece": "p1"}, {**placements[one], "x": 1}])
    elif kind == 4:
        shift(placements[one], rng.choice([9, -1, 1, -1, 1]), rng.randrange(3 if solid else 2))
    elif kind == 5 and solid:
        placements[one]["cells"] = mirror([tuple(cell) for cell in placements[one]["cells"]])
    elif kind == 6 and solid:
        cells = rng.choice(sorted(map(sorted, turned(map(tuple, placements[one]["cells"])))))
        placements[one]["cells"] = [list(cell) for cell in moved(cells)]
    elif solid:
        placements[one]["cells"] = placements[other]["cells"]
    else:
        placements[one]["rotation"] = rng.randrange(4)
        placements[one]["flip"] = rng.random() < 0.5
    rng.shuffle(placements)
    return placements


def shift(given, steps, axis):
    """Move a placement along an axis."""
    if "anchor" in given:
        anchor = list(given["anchor"])
        anchor[axis] += steps
        given["anchor"] = anchor
    else:
        cells = [list(cell) for cell in given["cells"]]
        for cell in cells:
            cell[axis] += steps
        given["cells"] = cells


def random_move(duel, rng):
    """Some move: a solution, a pass, a wrong one, nonsense."""
    number = duel.reference.round + (rng.random() < 0.05)
    kind = rng.random()
    if kind < 0.35:
        return {"round": number, "placements": solved(duel)}
    if kind < 0.5:
        return {"round": number, "pass": True}
    if kind < 0.55:
        return rng.choice([None, {}, 7, {"round": "1", "pass": True}, {"round": number}, "x"])
    placements = solved(duel)
    for _ in range(rng.choice([1, 1, 2])):
        try:
            placements = spoil(placements, rng, duel.solid)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            break  # nothing is left to spoil
    return {"round": number, "placements": placements}


def play_at_random(duel, seed, pace=2500, resigning=0.02):
    """Play a match to its end by random moves at random times."""
    rng, now = random.Random(seed), 0
    players = duel.reference.players
    while not duel.table.is_over:
        now += rng.choice([0, 1, rng.randrange(pace), rng.randrange(pace), 4 * rng.randrange(pace)])
        if rng.random() < 0.01:
            now += 60_000
        seat = rng.randrange(players)
        if rng.random() < resigning:
            duel.resign(seat, now)
        elif rng.random() < 0.05:
            duel.advance(now)
        else:
            duel.move(seat, random_move(duel, rng), now)
    duel.move(0, {"round": 1, "pass": True}, now)
    return duel

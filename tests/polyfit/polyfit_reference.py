"""Both referees in slow plain Python, written from the rules alone, sharing no code."""

import itertools

COLOURS = ("ruby", "amber", "jade", "sapphire")


def rotations():
    """The 24 turns of a solid, as functions of a cube."""
    found = []
    for order in itertools.permutations(range(3)):
        swaps = sum(a > b for a, b in itertools.combinations(order, 2))
        for signs in itertools.product((1, -1), repeat=3):
            if (-1) ** swaps * signs[0] * signs[1] * signs[2] == 1:
                found.append((order, signs))
    return found


ROTATIONS = rotations()


def moved(cells):
    """Cells pushed to the origin, as a frozenset."""
    lowest = [min(axis) for axis in zip(*cells, strict=True)]
    return frozenset(tuple(a - b for a, b in zip(cell, lowest, strict=True)) for cell in cells)


def turned(cells):
    """All ways a solid can be turned, pushed to the origin."""
    return {
        moved([tuple(cell[axis] * sign for axis, sign in zip(*way, strict=True)) for cell in cells])
        for way in ROTATIONS
    }


def mirror(cells):
    return [(*cell[:-1], -cell[-1]) for cell in cells]


def laid(cells, rotation, flip, anchor):
    """Cells of a flat piece: mirrored left to right, turned clockwise, put on the anchor."""
    if flip:
        cells = [(row, -column) for row, column in cells]
    for _ in range(rotation):
        cells = [(column, -row) for row, column in cells]
    return [(row + anchor[0], column + anchor[1]) for row, column in moved(cells)]


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_cell(value, axes):
    return isinstance(value, (list, tuple)) and len(value) == axes and all(map(is_number, value))


class ReferenceMatch:
    """A match of `players` seats.

    Puzzles and gem rows come from `deal`, a function of the round that returns the public
    `puzzle` and `gem_row`: what is dealt is not the referee's business.
    """

    def __init__(self, deal, players, rounds, round_seconds, is_solid=False):
        self.deal, self.players, self.rounds = deal, players, rounds
        self.window = 1000 * round_seconds
        self.is_solid = is_solid
        bank = 1000 * (rounds * (round_seconds + 5) + 5)
        self.bank = [bank] * players
        self.status = ["playing"] * players
        self.has_moved = [False] * players
        self.gems = [dict.fromkeys(COLOURS, 0) for _ in range(players)]
        self.total_ms = [0] * players
        self.history = []
        self.now = 0
        self.round = 0
        self.reason = None
        self.open()

    # Rounds

    def open(self):
        self.round += 1
        self.opened = self.now
        self.puzzle, self.gem_row = self.deal(self.round)
        self.answers = [None] * self.players
        self.times = [None] * self.players
        self.solvers = []

    def on_move(self, seat):
        return self.reason is None and self.status[seat] == "playing" and self.answers[seat] is None

    def playing(self):
        return [seat for seat in range(self.players) if self.status[seat] == "playing"]

    def close(self):
        won = [dict.fromkeys(COLOURS, 0) for _ in range(self.players)]
        row = list(self.gem_row)
        for rank, seat in enumerate(self.solvers):
            for _ in range({0: 3, 1: 2}.get(rank, 1)):
                won[seat][row.pop(0)] += 1
        for seat in range(self.players):
            for colour in COLOURS:
                self.gems[seat][colour] += won[seat][colour]
            is_solved = self.answers[seat] == "solved"
            self.total_ms[seat] += self.times[seat] if is_solved else self.window
        self.history.append(
            {"round": self.round, "answers": self.answers, "times": self.times, "gems": won}
        )

    def go_on(self):
        """Close the round and open the next, if it is time; end the game, if it is over."""
        if (self.players > 1 and len(self.playing()) < 2) or not self.playing():
            self.close()
            self.reason = "timeout"
        elif not any(self.on_move(seat) for seat in range(self.players)):
            self.close()
            if self.round == self.rounds:
                self.reason = self.why()
            else:
                self.open()

    # Time

    def left(self, seat):
        """What is left of a seat's bank now."""
        return self.bank[seat] - (self.now - self.opened if self.on_move(seat) else 0)

    def advance(self, until):
        while self.reason is None:
            movers = [seat for seat in range(self.players) if self.on_move(seat)]
            ends = {seat: self.opened + self.bank[seat] for seat in movers}
            first = min(ends.values())
            if first > until:
                break
            self.now = first
            for seat in movers:
                if ends[seat] == first:
                    self.bank[seat] = 0
                    is_forfeit = self.players > 2 and not self.has_moved[seat]
                    self.status[seat] = "forfeited" if is_forfeit else "out"
            self.go_on()
        self.now = until

    # Moves

    def resign(self, seat, at):
        self.advance(at)
        if self.reason or self.status[seat] != "playing":
            return "not_on_move"
        self.status[seat] = "forfeited" if self.players > 2 else "out"
        if self.players > 2:
            self.go_on()
        else:
            self.close()
            self.reason = "resignation"
        return ""

    def move(self, seat, move, at):
        """The reason of a rejection, "" if accepted."""
        self.advance(at)
        if not self.on_move(seat):
            return "not_on_move"
        if not self.is_move(move):
            return "bad_move"
        if move["round"] != self.round:
            return "wrong_round"
        elapsed = self.now - self.opened
        if elapsed > self.window:
            return self.answer(seat, "late")
        if "pass" in move:
            return self.answer(seat, "passed")
        fault = self.fault(move["placements"])
        return fault or self.answer(seat, "solved")

    def answer(self, seat, what):
        self.bank[seat] += 1000 - (self.now - self.opened)
        self.has_moved[seat] = True
        self.answers[seat] = what
        self.times[seat] = self.now - self.opened
        if what == "solved":
            self.solvers.append(seat)
        self.go_on()
        return ""

    def is_move(self, move):
        if not isinstance(move, dict) or not is_number(move.get("round")):
            return False
        if set(move) == {"round", "pass"}:
            return move["pass"] is True
        return set(move) == {"round", "placements"} and isinstance(move["placements"], list)

    # Solutions

    def is_placement(self, given):
        if not isinstance(given, dict) or not isinstance(given.get("piece"), str):
            return False
        if self.is_solid:
            cells = given.get("cells")
            is_list = isinstance(cells, (list, tuple))
            return (
                set(given) == {"piece", "cells"} and is_list and all(is_cell(c, 3) for c in cells)
            )
        return (
            set(given) == {"piece", "rotation", "flip", "anchor"}
            and is_number(given["rotation"])
            and 0 <= given["rotation"] <= 3
            and isinstance(given["flip"], bool)
            and is_cell(given["anchor"], 2)
        )

    def marks(self):
        """Cell -> its mark in the region; what is not there is outside the board."""
        layers = self.puzzle["region"] if self.is_solid else [self.puzzle["region"]]
        found = {}
        for layer, rows in enumerate(layers):
            for row, line in enumerate(rows):
                for column, mark in enumerate(line):
                    cell = (layer, row, column) if self.is_solid else (row, column)
                    found[cell] = mark
        return found

    def fault(self, placements):
        """The first thing that is wrong with a solution, "" if nothing is."""
        if not all(map(self.is_placement, placements)):
            return "bad_move"
        pieces = {piece["id"]: piece["cells"] for piece in self.puzzle["pieces"]}
        used = set()
        for given in placements:
            if given["piece"] not in pieces:
                return "unknown_piece"
            if given["piece"] in used:
                return "duplicate_piece"
            used.add(given["piece"])
        if used != set(pieces):
            return "missing_piece"
        marks, covered = self.marks(), set()
        for given in placements:
            own = [tuple(cell) for cell in pieces[given["piece"]]]
            if self.is_solid:
                cells = [tuple(cell) for cell in given["cells"]]
                if len(set(cells)) < len(cells) or not cells or moved(cells) not in turned(own):
                    is_mirrored = (
                        cells
                        and len(set(cells)) == len(cells)
                        and moved(cells) in turned(mirror(own))
                    )
                    return "mirrored" if is_mirrored else "wrong_shape"
            else:
                cells = laid(own, given["rotation"], given["flip"], given["anchor"])
            if any(cell not in marks for cell in cells):
                return "outside_board"
            if any(marks[cell] != "#" for cell in cells):
                return "outside_region"
            if any(cell in covered for cell in cells):
                return "overlap"
            covered.update(cells)
        if any(mark == "#" and cell not in covered for cell, mark in marks.items()):
            return "uncovered"
        return ""

    # The end

    def scores(self, seat):
        gems = self.gems[seat]
        return sum(gems.values()), max(gems.values()), self.total_ms[seat]

    def why(self):
        """What tells the first seat from the next, after the last round."""
        if self.players == 1:
            return "finished"
        best = self.playing()
        reasons = ("most_gems", "most_of_one_colour", "least_time")
        for criterion, reason in enumerate(reasons):
            sign = -1 if criterion < 2 else 1
            values = {seat: sign * self.scores(seat)[criterion] for seat in best}
            best = [seat for seat in best if values[seat] == min(values.values())]
            if len(best) == 1:
                return reason
        return "tie"

    def places(self):
        def key(seat):
            total, colour, time_ms = self.scores(seat)
            group = ("playing", "out", "forfeited").index(self.status[seat])
            return (group, 0, 0, 0) if group == 2 else (group, -total, -colour, time_ms)

        keys = [key(seat) for seat in range(self.players)]
        return [1 + sum(other < own for other in keys) for own in keys]

    def body(self):
        return {
            "round": self.round,
            "opened_ms": self.opened,
            "puzzle": self.puzzle,
            "gem_row": list(self.gem_row),
            "gems": self.gems,
            "done": [answer is not None for answer in self.answers],
            "history": self.history,
            "forfeited": [status == "forfeited" for status in self.status],
        }

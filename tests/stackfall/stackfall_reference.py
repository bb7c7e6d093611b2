"""Stackfall once more, slow and obvious, written from the rules text alone.

The board is a set of filled cells, a piece falls one row at a time, and every question is answered
by trying it out. A cell is `(row, column)`, row 1 at the bottom as the rules number it.
"""

from functools import lru_cache
from itertools import pairwise

LETTERS = "IOTSZJL"
ROW_COUNT = 20
COLUMN_COUNT = 10
PIECE_LIMIT = 150
HOLD_ACTION = 40

# Every piece in its four rotations, drawn as the rules draw it.
DRAWINGS = {
    "I": ["####", "#/#/#/#", "####", "#/#/#/#"],
    "O": ["##/##", "##/##", "##/##", "##/##"],
    "T": [".#./###", "#./##/#.", "###/.#.", ".#/##/.#"],
    "S": [".##/##.", "#./##/.#", ".##/##.", "#./##/.#"],
    "Z": ["##./.##", ".#/##/#.", "##./.##", ".#/##/#."],
    "J": ["#../###", "##/#./#.", "###/..#", ".#/.#/##"],
    "L": ["..#/###", "#./#./##", "###/#..", "##/.#/.#"],
}
LINE_POINTS = {1: 100, 2: 300, 3: 500, 4: 800}
PERFECT_POINTS = {1: 800, 2: 1200, 3: 1800, 4: 2000}


class IllegalCommand(Exception):
    """A command the rules forbid; the game is as it was."""


def shape_cells(letter, rotation):
    """Cells of a piece: rows above its lowest cell, columns right of its leftmost one."""
    lines = reversed(DRAWINGS[letter][rotation].split("/"))
    return [
        (row, column)
        for row, line in enumerate(lines)
        for column, mark in enumerate(line)
        if mark == "#"
    ]


SHAPES = {letter: [shape_cells(letter, rotation) for rotation in range(4)] for letter in LETTERS}


def read_board(lines):
    """Filled cells of a board drawn as 20 strings, top row first."""
    return frozenset(
        (ROW_COUNT - index, column)
        for index, line in enumerate(lines)
        for column, mark in enumerate(line)
        if mark == "#"
    )


def show_board(board):
    """A board drawn as 20 strings, top row first."""
    return [
        "".join("#" if (row, column) in board else "." for column in range(COLUMN_COUNT))
        for row in range(ROW_COUNT, 0, -1)
    ]


@lru_cache(maxsize=1000)  # each question below asks for the same drops again
def rest_cells(board, letter, rotation, column):
    """Cells in which a dropped piece comes to rest, or None where that is no valid placement."""
    shape = SHAPES[letter][rotation]
    if column < 0 or any(column + right >= COLUMN_COUNT for _, right in shape):
        return None
    lowest = ROW_COUNT + 1  # wholly above the board
    while lowest > 1 and all((lowest - 1 + up, column + right) not in board for up, right in shape):
        lowest -= 1
    cells = frozenset((lowest + up, column + right) for up, right in shape)
    return None if any(row > ROW_COUNT for row, _ in cells) else cells


def drop_full_rows(board):
    """The board without its full rows, and how many there were."""
    kept = []
    for row in range(1, ROW_COUNT + 1):
        columns = [column for column in range(COLUMN_COUNT) if (row, column) in board]
        if len(columns) < COLUMN_COUNT:
            kept.append(columns)
    after = [(row, column) for row, columns in enumerate(kept, start=1) for column in columns]
    return frozenset(after), ROW_COUNT - len(kept)


def measure(board):
    """Holes, tallest column and bumpiness of a board."""
    heights = [
        max((row for row, filled in board if filled == column), default=0)
        for column in range(COLUMN_COUNT)
    ]
    holes = sum(
        (row, column) not in board
        for column in range(COLUMN_COUNT)
        for row in range(1, heights[column])
    )
    bumpiness = sum(abs(left - right) for left, right in pairwise(heights))
    return holes, max(heights), bumpiness


def valid_placements(board, letter):
    """All (rotation, column) at which a piece can be placed."""
    return [
        (rotation, column)
        for rotation in range(4)
        for column in range(COLUMN_COUNT)
        if rest_cells(board, letter, rotation, column) is not None
    ]


class ReferenceGame:
    """One game, fed with pieces from an iterator of letters."""

    def __init__(self, pieces, board=None, held=None, lines=0, score=0):
        self.pieces = iter(pieces)
        self.board = read_board(board or [])
        self.held = held
        self.hold_used = False
        self.lines = lines
        self.score = score
        self.placed = 0
        self.combo = -1
        self.back_to_back = 0
        self.cleared = self.points = self.perfect_clear = 0
        self.end_reason = None
        self.current = next(self.pieces)
        self.preview = [next(self.pieces) for _ in range(3)]
        self.check_top_out()

    @property
    def level(self):
        return 1 + self.lines // 10

    def place(self, rotation, column):
        cells = self.checked_cells(rotation, column)
        self.board, cleared = drop_full_rows(self.board | cells)
        self.placed += 1
        self.score_placement(cleared)
        self.hold_used = False
        self.take_next()
        if self.placed == PIECE_LIMIT:
            self.end_reason = "pieces"
        else:
            self.check_top_out()

    def hold(self):
        self.check_running()
        if self.hold_used:
            raise IllegalCommand("hold was already used for this piece")
        self.cleared = self.points = self.perfect_clear = 0
        self.hold_used = True
        given, self.held = self.held, self.current
        if given is None:
            self.take_next()
        else:
            self.current = given
        self.check_top_out()

    def resign(self):
        self.check_running()
        self.end_reason = "resigned"

    def legal_placements(self):
        return valid_placements(self.board, self.current)

    def options(self):
        """Distinct placements as (rotation, column, lines, holes, tallest, bumpiness)."""
        seen, rows = set(), []
        for rotation, column in self.legal_placements():
            cells = rest_cells(self.board, self.current, rotation, column)
            if cells not in seen:
                seen.add(cells)
                after, lines = drop_full_rows(self.board | cells)
                rows.append((rotation, column, lines, *measure(after)))
        return rows

    def after(self, rotation, column):
        """The board, drawn, after a placement that is not made."""
        return show_board(drop_full_rows(self.board | self.checked_cells(rotation, column))[0])

    def swapped_in(self):
        """The piece that a hold would give."""
        return self.preview[0] if self.held is None else self.held

    def moves_mask(self):
        """41 flags: rotation * 10 + column, then hold."""
        mask = [0] * 41
        if self.end_reason is None:
            for rotation, column in self.legal_placements():
                mask[rotation * 10 + column] = 1
            mask[HOLD_ACTION] = int(not self.hold_used)
        return mask

    def placements_mask(self):
        """80 flags: the 40 placements of the current piece, then those after a hold."""
        mask = [0] * 80
        if self.end_reason is None:
            for rotation, column in self.legal_placements():
                mask[rotation * 10 + column] = 1
            if not self.hold_used:
                for rotation, column in valid_placements(self.board, self.swapped_in()):
                    mask[40 + rotation * 10 + column] = 1
        return mask

    def check_running(self):
        if self.end_reason is not None:
            raise IllegalCommand(f"the game is over ({self.end_reason})")

    def checked_cells(self, rotation, column):
        self.check_running()
        if rotation not in range(4) or column not in range(COLUMN_COUNT):
            raise IllegalCommand("rotations are 0-3, columns 0-9")
        cells = rest_cells(self.board, self.current, rotation, column)
        if cells is None:
            raise IllegalCommand(f"{self.current} does not fit at {rotation} {column}")
        return cells

    def take_next(self):
        self.current = self.preview.pop(0)
        self.preview.append(next(self.pieces))

    def check_top_out(self):
        if valid_placements(self.board, self.current):
            return
        if self.hold_used or not valid_placements(self.board, self.swapped_in()):
            self.end_reason = "top_out"

    def score_placement(self, cleared):
        level = self.level  # before this placement's lines count
        self.cleared, self.points, self.perfect_clear = cleared, 0, 0
        if cleared == 0:
            self.combo = -1
            return
        is_chained = cleared == 4 and self.back_to_back == 1
        self.combo += 1
        self.points += 1200 if is_chained else LINE_POINTS[cleared]
        self.points += 50 * self.combo
        if not self.board:
            self.perfect_clear = 1
            self.points += 3200 if is_chained else PERFECT_POINTS[cleared]
        self.points *= level
        self.score += self.points
        self.lines += cleared
        self.back_to_back = int(cleared == 4)

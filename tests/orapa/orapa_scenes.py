"""Shorthand for the tests of Orapa: random layouts, boards drawn as text, layouts in both forms."""

import numpy as np

import parlour
from parlour.envs.core.compiled import compiled
from parlour.envs.core.records import allocate, match_dtype
from parlour.envs.orapa.layouts import random_layout
from parlour.envs.orapa.pieces import PLACEMENTS
from parlour.envs.orapa.state import KINDS, PIECES, STRIDE
from parlour.envs.orapa.waves import EMPTY_BOARD

SETS = {"base": 31, "diamond": 63, "black": 95, "both": 127}
GLYPHS = {"·": 0, "■": 1, "◤": 2, "◥": 3, "◢": 4, "◣": 5}


def stream(seed=0):
    """A match that does nothing but draw random numbers."""
    match = allocate((1,), match_dtype([("unused", "u1")]))
    match["key"] = seed
    return match[0]


@compiled
def fill(match, pieces, layouts, boards, answers):
    for index in range(len(layouts)):
        random_layout(match, pieces, layouts[index], boards[index], answers[index])


def random_layouts(count, pieces=31, seed=0):
    """Valid layouts (count, 7), boards (count, 120) and answers (count, 36)."""
    arrays = (
        np.zeros((count, 7), np.int16),
        np.zeros((count, 120), np.uint8),
        np.zeros((count, 36), np.int16),
    )
    fill(stream(seed), pieces, *arrays)
    return arrays


def in_words(layout):
    """A layout (7,) as the reference has it: {piece: (orientation, x, y)}."""
    return {
        PIECES[PLACEMENTS[number].piece]: tuple(PLACEMENTS[number][1:])
        for number in map(int, layout)
        if number >= 0
    }


def board_from(*rows, piece="red"):
    """A stored board with the cells of a picture, top row first, all of one piece."""
    board = EMPTY_BOARD.copy()
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            if GLYPHS[glyph]:
                board[(y + 1) * STRIDE + x + 1] = GLYPHS[glyph] | (PIECES.index(piece) + 1) << 3
    return board


def cells_of_board(board):
    """A stored board as the reference has it: {(x, y): (kind, piece)}."""
    grid = board.reshape(-1, STRIDE)[1:-1, 1:-1]
    cells = {}
    for y, x in zip(*np.nonzero(grid), strict=True):
        kind, piece = KINDS[grid[y, x] & 7], PIECES[(grid[y, x] >> 3) - 1]
        cells[int(x), int(y)] = kind.removeprefix("tri_"), piece
    return cells


def as_pieces(words):
    """A layout of the reference as the messages have it."""
    names = ("orientation", "anchor_x", "anchor_y")
    return [
        {"piece_id": piece, **dict(zip(names, placed, strict=True))}
        for piece, placed in words.items()
    ]


LAYOUTS = [
    {"red": (0, 0, 0), "yellow": (1, 4, 5), "blue": (2, 5, 0), "white1": (1, 0, 3)},
    {"red": (1, 9, 2), "yellow": (0, 0, 6), "blue": (0, 3, 3), "white1": (3, 6, 4)},
]
LAYOUTS[0]["white2"] = (0, 7, 4)
LAYOUTS[1]["white2"] = (0, 1, 0)
"""Two valid layouts of the base pieces."""


def begin_duel(first=0, lives=1, layouts=LAYOUTS, **options):
    """A table for two that begins with given layouts."""
    start = {"layouts": [as_pieces(words) for words in layouts], "first": first}
    return parlour.table("Orapa", players=2, seed=0, options=start, lives=lives, **options)


def begin_solo(words=LAYOUTS[0], **options):
    """A table for one with a given layout."""
    return parlour.table("Orapa", seed=0, options={"layout": as_pieces(words)}, **options)


def fire_from(table, seat, entry, at_ms=None):
    return table.move(seat, {"type": "FireBeam", "entry": entry}, at_ms)


def probe_at(table, seat, x, y, at_ms=None):
    return table.move(seat, {"type": "Probe", "x": x, "y": y}, at_ms)


def solve(table, seat, words, at_ms=None):
    return table.move(seat, {"type": "SubmitSolution", "pieces": as_pieces(words)}, at_ms)


def place_action(piece, orientation, x, y, pieces=31):
    """The number of a placement action."""
    number = PLACEMENTS.index((PIECES.index(piece), orientation, x, y))
    skipped = 63 if number >= 939 and not pieces & 32 else 0
    return 116 + number - skipped


def plain(results):
    """Observations and infos as plain values, to be compared with ==."""
    if isinstance(results, dict):
        return {name: plain(value) for name, value in results.items()}
    if isinstance(results, (list, tuple)):
        return [plain(value) for value in results]
    return results.tolist() if hasattr(results, "tolist") else results


def same_records(before, after):
    """Whether two arrays of records hold the same in every field."""
    return all(np.array_equal(before[name], after[name]) for name in before.dtype.names)

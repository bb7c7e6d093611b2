"""Shorthand for the tests of Orapa: random layouts, boards drawn as text, layouts in both forms."""

import numpy as np

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

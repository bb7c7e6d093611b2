"""Waves: where one ends and which pieces it has hit on the way. Compiled.

A board is (120,) uint8 as `state.BOARD_CELLS` says. Directions are 0 right, 1 down, 2 left,
3 up. An answer is what the player is told: `end | mix << 6`, where `end` is the exit point,
`ABSORBED` or `LOST`, and `mix` an index into `MIXES`, 0 unless the wave leaves the grid.

Source: the Orapa rules, "A wave", "Colour mix".
"""

import numpy as np

from ..core.compiled import compiled
from .state import (
    ABSORBED,
    BLACK,
    BOARD_CELLS,
    COLOUR_BITS,
    EDGE,
    EMPTY,
    HEIGHT,
    LOST,
    NE,
    NW,
    PIECES,
    POINTS,
    SE,
    SQUARE,
    STRIDE,
    SW,
    WIDTH,
)

__all__ = [
    "ANSWERS",
    "EMPTY_BOARD",
    "EXIT_OF_CELL",
    "HEADING",
    "MIX_OF_HITS",
    "START",
    "answer_of",
    "end_of",
    "fire",
    "fire_all",
    "mix_of",
    "run",
]

ANSWERS = 16 << 6
"""Answers lie below this number."""

STEPS = np.array([1, STRIDE, -1, -STRIDE])
TURNS = np.zeros((8, 4), np.int64)
"""The direction in which a wave goes on after a cell: TURNS[kind, direction]."""
TURNS[EMPTY] = 0, 1, 2, 3
TURNS[SQUARE] = 2, 3, 0, 1
TURNS[NW] = 2, 3, 1, 0  # right and down meet a leg; left goes down, up goes right
TURNS[NE] = 1, 3, 0, 2
TURNS[SE] = 3, 2, 0, 1
TURNS[SW] = 2, 0, 3, 1

START = np.zeros(POINTS, np.int64)
"""The border cell of a stored board from which a wave sets out, by entry."""
HEADING = np.zeros(POINTS, np.int64)
"""The direction in which it enters."""
EXIT_OF_CELL = np.full(BOARD_CELLS, -1)
"""The entry point at a border cell; -1 elsewhere."""
EMPTY_BOARD = np.full(BOARD_CELLS, EDGE, np.uint8)
"""(120,) uint8: a board without pieces; copy it before laying any."""
EMPTY_BOARD.reshape(-1, STRIDE)[1:-1, 1:-1] = EMPTY

_sides = (
    (0, [(row + 1) * STRIDE for row in range(HEIGHT)]),
    (3, [(HEIGHT + 1) * STRIDE + column + 1 for column in range(WIDTH)]),
    (1, [column + 1 for column in range(WIDTH)]),
    (2, [(row + 1) * STRIDE + WIDTH + 1 for row in range(HEIGHT)]),
)
_points = [(heading, cell) for heading, cells in _sides for cell in cells]
for _entry, (_heading, _cell) in enumerate(_points):
    START[_entry], HEADING[_entry], EXIT_OF_CELL[_cell] = _cell, _heading, _entry

MIX_OF_HITS = np.zeros(1 << len(PIECES), np.int64)
"""The mix of the colours of the pieces whose bits are set."""
for _hits in range(len(MIX_OF_HITS)):
    for _piece, _bits in enumerate(COLOUR_BITS):
        if _hits >> _piece & 1:
            MIX_OF_HITS[_hits] |= _bits

MOST_HITS = 4 * WIDTH * HEIGHT
"""(cell, direction) pairs: a wave that hits more often has been somewhere twice."""


@compiled
def run(board, cell, direction):
    """Follow a wave from a cell, which itself is not looked at.

    Parameters
    ----------
    board : (120,) uint8
    cell : int
        Number in the stored board, border included.
    direction : int
        0..3.

    Returns
    -------
    end : int
        Exit point 0..35, `ABSORBED` or `LOST`.
    hits : int
        Bit p set: piece p of `PIECES` was hit.
    """
    hits = 0
    step = STEPS[direction]
    for _ in range(MOST_HITS + 1):
        cell += step
        while board[cell] == EMPTY:
            cell += step
        code = np.int64(board[cell])
        if code == EDGE:
            return EXIT_OF_CELL[cell], hits
        piece = (code >> 3) - 1
        hits |= 1 << piece
        if piece == BLACK:
            return ABSORBED, hits
        direction = TURNS[code & 7, direction]
        step = STEPS[direction]
    return LOST, hits


@compiled
def answer_of(end, hits):
    """The answer to a wave by its `run`."""
    return end | MIX_OF_HITS[hits] << 6 if end < ABSORBED else end


@compiled
def end_of(answer):
    """Exit point, `ABSORBED` or `LOST` of an answer."""
    return answer & 63


@compiled
def mix_of(answer):
    """Index into `MIXES` of an answer."""
    return answer >> 6


@compiled
def fire(board, entry):
    """The answer to a wave from an entry point 0..35."""
    end, hits = run(board, START[entry], HEADING[entry])
    return answer_of(end, hits)


@compiled
def fire_all(board, answers):
    """Fill the answers (36,) to the waves from all entry points.

    Fired from its exit point, a wave comes back the same way: half of them are looked up.

    Returns
    -------
    int
        Bit p set: some wave hits piece p.
    """
    hits_of_all = 0
    for entry in range(POINTS):
        answers[entry] = -1
    for entry in range(POINTS):
        if answers[entry] < 0:
            end, hits = run(board, START[entry], HEADING[entry])
            hits_of_all |= hits
            answers[entry] = answer_of(end, hits)
            if end < ABSORBED:
                answers[end] = entry | MIX_OF_HITS[hits] << 6
    return hits_of_all

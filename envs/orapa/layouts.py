"""Layouts: what may be laid together, boards made of them, and random valid ones.

A layout is (7,) integers, the placement number of each piece of `PIECES`, -1 for a piece that
is not there.

Source: the Orapa rules, "Placement constraints", "Known facts".
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .pieces import (
    CELL_COUNTS,
    CELLS,
    CODES,
    FIRST,
    FOOTPRINT_WORDS,
    FOOTPRINTS,
    PLACEMENTS,
)
from .state import (
    BOARD_CELLS,
    GEM_OF_PIECE,
    HEIGHT,
    PIECES,
    WHITE1,
    WHITE2,
    WIDTH,
)
from .waves import EMPTY_BOARD, fire_all

__all__ = [
    "LOOKS",
    "build",
    "fits",
    "is_same_board",
    "is_symmetric",
    "is_valid",
    "lay",
    "lift",
    "random_layout",
]

PIECE_COUNT = len(PIECES)

LOOKS = np.zeros(256, np.uint8)
"""What a cell of a board shows, `kind | gem << 3`, by what the board holds; 0 on the border."""
for _code in range(8, 8 * (PIECE_COUNT + 1)):
    LOOKS[_code] = _code & 7 | GEM_OF_PIECE[(_code >> 3) - 1] << 3


# Boards


@compiled
def lay(board, placement):
    """Put a placement on a board (120,) uint8, over whatever is there."""
    for index in range(CELL_COUNTS[placement]):
        board[CELLS[placement, index]] = CODES[placement, index]


@compiled
def lift(board, placement):
    """Empty the cells of a placement."""
    for index in range(CELL_COUNTS[placement]):
        board[CELLS[placement, index]] = 0


@compiled
def build(board, layout):
    """Make a board (120,) uint8 of the pieces that a layout (7,) has."""
    for cell in range(BOARD_CELLS):
        board[cell] = EMPTY_BOARD[cell]
    for piece in range(PIECE_COUNT):
        if layout[piece] >= 0:
            lay(board, np.int64(layout[piece]))


@compiled
def is_same_board(one, other):
    """Whether two boards show the same in every cell: kind, colour, special or not."""
    for cell in range(BOARD_CELLS):
        if LOOKS[one[cell]] != LOOKS[other[cell]]:
            return False
    return True


# What may be laid together


@compiled
def fits(one, other):
    """Whether two placements neither overlap nor touch along a fully covered edge."""
    shared = np.uint64(0)
    for word in range(FOOTPRINT_WORDS):
        shared |= FOOTPRINTS[one, word] & FOOTPRINTS[other, word]
    return shared == 0


def symmetric_axes(cells):
    """The axes of the board about which a set of (x, y) is its own mirror image."""
    axes = []
    if {(WIDTH - 1 - x, y) for x, y in cells} == cells:
        axes.append("left-right")
    if {(x, HEIGHT - 1 - y) for x, y in cells} == cells:
        axes.append("top-bottom")
    return axes


def covered(placement):
    """The cells (x, y) of a placement as a set."""
    return {(x, y) for x, y, _ in placement.cells}


def symmetric_whites():
    """(188, 63) uint8: 1 for placements of the two whites that `white_symmetry` forbids."""
    table = np.zeros((FIRST[WHITE1 + 1] - FIRST[WHITE1], FIRST[WHITE2 + 1] - FIRST[WHITE2]), "u1")
    ones, others = (
        [covered(placement) for placement in PLACEMENTS[FIRST[piece] : FIRST[piece + 1]]]
        for piece in (WHITE1, WHITE2)
    )
    for row, one in enumerate(ones):
        for column, other in enumerate(others):
            table[row, column] = bool(symmetric_axes(one | other))
    return table


SYMMETRIC_WHITES = symmetric_whites()
FIRST_WHITE1, FIRST_WHITE2 = int(FIRST[WHITE1]), int(FIRST[WHITE2])


@compiled
def is_symmetric(white1, white2):
    """Whether placements of the two whites together mirror themselves on the board."""
    return SYMMETRIC_WHITES[white1 - FIRST_WHITE1, white2 - FIRST_WHITE2] == 1


@compiled
def is_valid(layout, pieces, board, answers):
    """Whether a layout is allowed; on the way, its board and all its answers.

    Parameters
    ----------
    layout : (7,) int
    pieces : int
        Bit p set: piece p is in the game; all of them must be laid.
    board : (120,) uint8
        Filled if all pieces fit together.
    answers : (36,) int
        Filled if all pieces fit together and the whites are not symmetric.

    Returns
    -------
    bool
    """
    for piece in range(PIECE_COUNT):
        if (pieces >> piece & 1) != (layout[piece] >= 0):
            return False
        for other in range(piece):
            one, two = np.int64(layout[piece]), np.int64(layout[other])
            if one >= 0 and two >= 0 and not fits(one, two):
                return False
    if is_symmetric(np.int64(layout[WHITE1]), np.int64(layout[WHITE2])):
        return False
    build(board, layout)
    return fire_all(board, answers) == pieces


@compiled
def random_layout(match, pieces, layout, board, answers):
    """Draw a valid layout, each as likely as the others, from a match's stream.

    Whole layouts are drawn and rejected; to redraw single pieces would favour some layouts.

    Parameters
    ----------
    match : record
    pieces : int
        Bit p set: piece p is in the game.
    layout : (7,) int
        Filled, -1 for pieces that are not in the game.
    board : (120,) uint8
        Filled with the layout's board.
    answers : (36,) int
        Filled with the answers to all waves.
    """
    for piece in range(PIECE_COUNT):
        layout[piece] = -1
    while True:
        is_possible = True
        for piece in range(PIECE_COUNT):
            if pieces >> piece & 1:
                number = FIRST[piece] + below(match, FIRST[piece + 1] - FIRST[piece])
                for other in range(piece):
                    if layout[other] >= 0 and not fits(number, np.int64(layout[other])):
                        is_possible = False
                if not is_possible:
                    break
                layout[piece] = number
        if is_possible and is_valid(layout, pieces, board, answers):
            return

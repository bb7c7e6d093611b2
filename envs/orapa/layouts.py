"""Layouts: what may be laid together, all that is wrong with one, and random valid ones.

A layout is (7,) integers, the placement number of each piece of `PIECES`, -1 for a piece that
is not there.

Source: the Orapa rules, "Placement constraints", "Known facts".
"""

import itertools
from typing import NamedTuple

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
    SIDES,
    placement_number,
)
from .state import (
    BOARD_CELLS,
    GEM_OF_PIECE,
    HEIGHT,
    PIECES,
    POINTS,
    WHITE1,
    WHITE2,
    WIDTH,
)
from .waves import EMPTY_BOARD, fire_all

__all__ = [
    "LOOKS",
    "VIOLATIONS",
    "Violation",
    "build",
    "fits",
    "is_same_board",
    "is_symmetric",
    "is_valid",
    "lay",
    "lift",
    "random_layout",
    "violations",
]

PIECE_COUNT = len(PIECES)
VIOLATIONS = ("out_of_bounds", "overlap", "edge_contact", "unreachable", "white_symmetry")

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
            lay(board, layout[piece])


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
            is_pair = layout[piece] >= 0 and layout[other] >= 0
            if is_pair and not fits(layout[piece], layout[other]):
                return False
    if is_symmetric(layout[WHITE1], layout[WHITE2]):
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
                    if layout[other] >= 0 and not fits(number, layout[other]):
                        is_possible = False
                if not is_possible:
                    break
                layout[piece] = number
        if is_possible and is_valid(layout, pieces, board, answers):
            return


# What is wrong with a layout


class Violation(NamedTuple):
    """One broken constraint.

    Attributes
    ----------
    kind : str
        One of `VIOLATIONS`.
    pieces : tuple of str
        Ids of the pieces concerned, in the order of `PIECES`.
    cells : tuple of (x, y)
        Where: cells outside the grid, shared cells, cells that touch; none for the others.
    """

    kind: str
    pieces: tuple
    cells: tuple = ()


def violations(placements):
    """Everything that is wrong with a full set of placements, which may leave the grid.

    Parameters
    ----------
    placements : sequence of Placement
        One a piece.

    Returns
    -------
    list of Violation
        In the order of `VIOLATIONS`; empty for a valid layout. Waves are asked only where a
        board can be made: every cell inside and no two pieces in one.
    """
    placements = sorted(placements)
    found = [*outside(placements)]
    pairs = list(itertools.combinations(placements, 2))
    found += [*overlaps(pairs)]
    can_build = not found
    found += [*contacts(pairs)]
    if can_build:
        found += [*unreachable(placements)]
    whites = [placement for placement in placements if placement.piece in (WHITE1, WHITE2)]
    cells = set().union(*map(covered, whites))
    if len(whites) == 2 and symmetric_axes(cells):
        found.append(Violation("white_symmetry", names(*whites)))
    return found


def names(*placements):
    """Ids of the pieces of placements."""
    return tuple(PIECES[placement.piece] for placement in placements)


def outside(placements):
    """Pieces that leave the grid."""
    for placement in placements:
        cells = tuple(
            (x, y) for x, y, _ in placement.cells if not (0 <= x < WIDTH and 0 <= y < HEIGHT)
        )
        if cells:
            yield Violation("out_of_bounds", names(placement), cells)


def overlaps(pairs):
    """Pairs of pieces that share cells."""
    for one, other in pairs:
        cells = tuple((x, y) for x, y, _ in one.cells if (x, y) in covered(other))
        if cells:
            yield Violation("overlap", names(one, other), cells)


NEIGHBOURS = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}


def contacts(pairs):
    """Pairs of pieces that touch along a fully covered edge, with both cells of each edge."""
    for one, other in pairs:
        sides = {(x, y, side) for x, y, kind in other.cells for side in SIDES[kind]}
        cells = []
        for x, y, kind in one.cells:
            for side in SIDES[kind]:
                right, down, opposite = NEIGHBOURS[side]
                if (x + right, y + down, opposite) in sides:
                    cells += [(x, y), (x + right, y + down)]
        if cells:
            yield Violation("edge_contact", names(one, other), tuple(cells))


def unreachable(placements):
    """Pieces that no wave hits."""
    layout = np.full(PIECE_COUNT, -1)
    for placement in placements:
        layout[placement.piece] = placement_number(*placement)
    board = np.zeros(BOARD_CELLS, np.uint8)
    build(board, layout)
    hits = fire_all(board, np.zeros(POINTS, np.int64))
    for placement in placements:
        if not hits >> placement.piece & 1:
            yield Violation("unreachable", names(placement))

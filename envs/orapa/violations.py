"""All that is wrong with a layout: every broken constraint, in words.

Source: the Orapa rules, "Placement constraints".
"""

import itertools
from typing import NamedTuple

import numpy as np

from .layouts import build, covered, symmetric_axes
from .pieces import SIDES, placement_number
from .state import BOARD_CELLS, HEIGHT, PIECES, POINTS, WHITE1, WHITE2, WIDTH
from .waves import fire_all

__all__ = ["VIOLATIONS", "Violation", "violations"]

VIOLATIONS = ("out_of_bounds", "overlap", "edge_contact", "unreachable", "white_symmetry")


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
    layout = np.full(len(PIECES), -1)
    for placement in placements:
        layout[placement.piece] = placement_number(*placement)
    board = np.zeros(BOARD_CELLS, np.uint8)
    build(board, layout)
    hits = fire_all(board, np.zeros(POINTS, np.int64))
    for placement in placements:
        if not hits >> placement.piece & 1:
            yield Violation("unreachable", names(placement))

"""Every way in which a piece can cover a cell, as masks on the cell's window.

The window of a cell (`lines.window`) looks the same in every region, so the masks do too:
they are made once, and a region needs no table of its own placements. A piece fits over
a cell if its mask and the cell's window have no bit in common.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from ..core.compiled import compiled
from .polyforms import POLYCUBES, POLYOMINOES

__all__ = ["SUBSETS", "SUBSET_COUNT", "Ways", "all_ways", "chosen_ways"]

LAYOUT = (
    (0, 4, 0, 0),
    (-1, 3, 1, 0),
    (1, 3, 1, 25),
    (-2, 2, 2, 0),
    (2, 2, 2, 13),
    (-3, 1, 2, 26),
    (3, 1, 2, 31),
    (-4, 0, 2, 36),
    (4, 0, 2, 37),
)
"""Layer, how far it is seen, word, and first bit in it: as `lines.window` packs them."""

SIDES = ((0, 0, -1), (0, 0, 1), (0, -1, 0), (0, 1, 0), (-1, 0, 0), (1, 0, 0))
"""A cell's neighbours in the order of `lines.neighbours`."""


class Ways(NamedTuple):
    """Ways to cover a cell, sorted by which of the cell's neighbours they cover too.

    Attributes
    ----------
    form : (N,) int64
        The piece's orientation.
    offset : (N, 3) int64
        Layer, row and column of its first cell, seen from the covered one.
    masks : (3, N) int64
        Its cells, by the word of the window.
    start : (65,) int64
        Ways `start[s]` to `start[s + 1] - 1` cover exactly the neighbours s.
    """

    form: np.ndarray
    offset: np.ndarray
    masks: np.ndarray
    start: np.ndarray


def window_places():
    """Where each cell of a window is kept: {(layer, row, column): (word, bit)}."""
    places = {}
    for layer, reach, word, bit in LAYOUT:
        for row in range(-reach, reach + 1):
            for column in range(abs(row) - reach, reach - abs(row) + 1):
                places[layer, row, column] = word, bit
                bit += 1
    return places


@cache
def all_ways(is_solid):
    """The `Ways` of all polyominoes, 409, or of all polycubes, 3,059."""
    forms = POLYCUBES if is_solid else POLYOMINOES
    places, rows = window_places(), []
    for form, size in enumerate(forms.size):
        cells = forms.cells[form, :size]
        for covered in cells:
            masks, side = [0, 0, 0], 0
            for cell in map(tuple, (cells - covered).tolist()):
                word, bit = places[cell]
                masks[word] |= 1 << bit
                if cell in SIDES:
                    side |= 1 << SIDES.index(cell)
            rows.append((side, form, *(-covered).tolist(), *masks))
    table = np.array(sorted(rows))
    start = np.searchsorted(table[:, 0], np.arange(65))
    return Ways(table[:, 1].copy(), table[:, 2:5].copy(), table[:, 5:].T.copy(), start)


def subsets():
    """`SUBSETS` and `SUBSET_COUNT`."""
    values, counts = np.zeros((64, 63), np.int64), np.zeros(64, np.int64)
    for whole in range(64):
        found = [part for part in range(1, 64) if part & ~whole == 0]
        values[whole, : len(found)] = found
        counts[whole] = len(found)
    return values, counts


SUBSETS, SUBSET_COUNT = subsets()
"""Of a set of neighbours, as bits: its non-empty subsets, and how many there are."""


@compiled
def chosen_ways(ways, shape, counts, chosen):
    """Copy those ways whose shape there are pieces of.

    Parameters
    ----------
    ways : Ways
    shape : (A,) int64
        Shape of each orientation.
    counts : (S,) int64
        Pieces of each shape.
    chosen : Ways
        Filled in; as long as `ways`.
    """
    count = 0
    for side in range(64):
        chosen.start[side] = count
        for way in range(ways.start[side], ways.start[side + 1]):
            if counts[shape[ways.form[way]]] > 0:
                chosen.form[count] = ways.form[way]
                chosen.offset[count] = ways.offset[way]
                chosen.masks[:, count] = ways.masks[:, way]
                count += 1
    chosen.start[64] = count

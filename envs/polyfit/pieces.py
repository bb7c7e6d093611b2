"""The pieces as kernels need them: orientations, and what each wants free around its first cell.

A "form" is a shape in one orientation. Tables of the flat and of the solid game lie side by
side, so that one build of the rules plays both: the first index is FLAT or SOLID.
"""

import numpy as np

from ..geometry.polyforms import POLYCUBES, POLYOMINOES
from .state import SHAPES

POLYFORMS = (POLYOMINOES, POLYCUBES)
SHAPE_COUNTS = tuple(len(forms.names) for forms in POLYFORMS)
FORM_COUNTS = tuple(len(forms.size) for forms in POLYFORMS)
"""88 and 635."""

REACH = 4
"""Steps from a piece's first cell to its furthest one, at most."""


def stacked(name, fill=0):
    """An array of both games side by side, padded with `fill`."""
    arrays = [getattr(forms, name) for forms in POLYFORMS]
    length = max(len(array) for array in arrays)
    table = np.full((2, length, *arrays[0].shape[1:]), fill, np.int64)
    for game, array in enumerate(arrays):
        table[game, : len(array)] = array
    return table


CELLS = stacked("cells")
"""(2, 635, 5, 3): layer, row, column of each cell from the first one, in scan order."""

SIZE = stacked("size")
"""(2, 635): cells of a form."""

SHAPE = stacked("shape")
"""(2, 635): its shape."""

FIRST = stacked("first", FORM_COUNTS[1])
"""(2, 40): the forms of shape s are FIRST[game, s] to FIRST[game, s + 1] - 1."""

PARTNER = stacked("partner")
"""(2, 39): the shape that is a shape's mirror image."""

SHAPE_SIZE = stacked("shape_size")
"""(2, 39): cells of a shape."""


def segments():
    """The cells around a first cell as runs along a row: the bits of a window.

    Returns
    -------
    (K, 4) int64
        Layer, row, first column, cells of each run, all from the first cell; the runs of
        a layer lie together. Only what comes after the first cell in scan order.
    """
    runs = [(0, 0, 1, REACH)]
    for layer in range(REACH + 1):
        for row in range(-REACH + layer if layer else 1, REACH - layer + 1):
            half = REACH - layer - abs(row)
            runs.append((layer, row, -half, 2 * half + 1))
    return np.array(runs)


SEGMENTS = segments()
SEGMENT_STARTS = np.searchsorted(SEGMENTS[:, 0], np.arange(REACH + 2))
"""Runs SEGMENT_STARTS[l] to SEGMENT_STARTS[l + 1] - 1 lie l layers up."""


def needs():
    """(2, 635) uint64: the window's bits that must be open for a form to be laid.

    A piece of 5 reaches 4 steps far from its first cell: 64 cells.
    """
    bit, place = {}, 0
    for layer, row, first, count in SEGMENTS.tolist():
        for column in range(first, first + count):
            bit[layer, row, column] = place
            place += 1
    table = np.zeros(CELLS.shape[:2], np.uint64)
    for game, count in enumerate(FORM_COUNTS):
        for form in range(count):
            cells = CELLS[game, form, 1 : SIZE[game, form]].tolist()
            table[game, form] = sum(1 << bit[tuple(cell)] for cell in cells)
    return table


NEEDS = needs()
assert max(SHAPE_COUNTS) == SHAPES

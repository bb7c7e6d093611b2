"""Outlines on rows of bits: connected sets of cells without holes, and room for pieces. Compiled.

An outline is (H + 2 * MARGIN,) uint64: cell (row, column) of a box of H rows is bit
`column + MARGIN` of word `row + MARGIN`, so that what is moved by a few cells stays inside.
Indices that are never negative are unsigned: Numba then leaves out counting from the end,
which halves the time of these short loops.
"""

import numpy as np

from ..core.bits import bit_count, lowest_bit
from ..core.compiled import compiled
from .board import ONE
from .dice import roll

MARGIN = 4
SIDES = np.uint64(0b101)
COMPARED = np.array((2, 2, 3, 6))
"""By difficulty: of so many cells drawn the snuggest is added to a footprint."""


@compiled
def has_hole(rows):
    """Whether a connected outline encloses cells that are not its own.

    Euler's formula on corners, edges and cells: it has as many holes as 1 - (V - E + F).
    """
    euler, above = 0, np.uint64(0)
    for row in range(MARGIN, len(rows) - MARGIN + 1):
        here = rows[np.uint64(row)]
        either = above | here
        euler += bit_count(either | (either << ONE))  # corners between the two rows
        euler += bit_count(here) - bit_count(either)  # cells, and edges between the rows
        euler -= bit_count(here | (here << ONE))  # edges inside the row
        above = here
    return euler < 1


@compiled
def neighbours(rows, room, found):
    """Fill `found` with the cells of `room` beside an outline's that are not its own."""
    for number in range(MARGIN, len(rows) - MARGIN):
        row = np.uint64(number)
        here = rows[row]
        around = (here << ONE) | (here >> ONE) | rows[row - ONE] | rows[row + ONE]
        found[row] = around & room[row] & ~here


@compiled
def count_cells(rows):
    """Cells of an outline."""
    total = 0
    for row in range(MARGIN, len(rows) - MARGIN):
        total += bit_count(rows[np.uint64(row)])
    return total


@compiled
def pick(rows, index):
    """Row and bit of an outline's cell number `index`, in scan order."""
    row = MARGIN
    here = bit_count(rows[np.uint64(row)])
    while index >= here:
        index -= here
        row += 1
        here = bit_count(rows[np.uint64(row)])
    word = rows[np.uint64(row)]
    for _ in range(index):
        word &= word - ONE
    return row, lowest_bit(word)


@compiled
def touching(rows, row, bit):
    """How many of a cell's four neighbours belong to an outline."""
    place = np.uint64(bit)
    beside = (rows[row] >> (place - ONE)) & SIDES
    above, under = (rows[row - 1] >> place) & ONE, (rows[row + 1] >> place) & ONE
    return bit_count(beside) + np.int64(above + under)


@compiled
def fill_box(height, width, rows):
    """Fill an outline with all cells of a box."""
    rows[:] = 0
    for row in range(height):
        rows[row + MARGIN] = ((ONE << np.uint64(width)) - ONE) << np.uint64(MARGIN)


@compiled
def grow_footprint(match, dice, area, rows):
    """Grow a connected outline without holes, cell by cell, somewhere in the match's box.

    Of some cells beside it, drawn at random, the one that touches most of it is added, so
    that outlines stay compact: the more so, the more pieces have to fill them.
    """
    box, beside = np.zeros_like(rows), np.zeros_like(rows)
    fill_box(np.int64(match.box_rows), np.int64(match.box_columns), box)
    while True:
        rows[:] = 0
        middle = MARGIN + match.box_rows // 2
        rows[middle] = ONE << np.uint64(MARGIN + match.box_columns // 2)
        for _ in range(area - 1):
            neighbours(rows, box, beside)
            choices = count_cells(beside)
            best_row, best_bit, most = 0, 0, -1
            for _ in range(COMPARED[match.difficulty]):
                row, bit = pick(beside, roll(match, dice, choices))
                touched = touching(rows, row, bit)
                if touched > most:
                    best_row, best_bit, most = row, bit, touched
            rows[best_row] |= ONE << np.uint64(best_bit)
        if not has_hole(rows):
            return


@compiled
def stamp(match, rows):
    """Make an outline the match's region, stacked on all layers, pushed to the box's corner."""
    low_row, high_row, used = len(rows), 0, np.uint64(0)
    for row in range(len(rows)):
        if rows[row]:
            low_row = min(low_row, row)
            high_row = row
            used |= rows[row]
    left = lowest_bit(used)
    used >>= np.uint64(left)
    match.rows = high_row - low_row + 1
    match.columns = 0
    while used:
        match.columns += 1
        used >>= ONE
    match.volume = 0
    match.region[:] = 0
    for layer in range(match.layers):
        for row in range(match.rows):
            word = rows[low_row + row] >> np.uint64(left)
            start = layer * match.layer_stride + row * match.stride
            match.volume += bit_count(word)
            put_row(match.region, start, word)


@compiled
def put_row(cells, start, word):
    """Add a row of up to 24 cells, bit 0 at cell `start`, to a set of cells."""
    shift = np.uint64(start & 63)
    cells[start >> 6] |= word << shift
    cells[(start >> 6) + 1] |= (word >> ONE) >> (np.uint64(63) - shift)

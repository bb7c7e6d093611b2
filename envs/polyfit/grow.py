"""Flat puzzles: a region grown piece by piece from a given set of pieces. Compiled.

The pieces are drawn before the region and stay what they are: where they find no room, or
would close a hole, some of them are laid anew. So no shape is more likely for being easy
to lay.
"""

import numpy as np

from ..core.compiled import compiled
from .board import ONE
from .dice import roll, shuffle
from .outline import MARGIN, count_cells, fill_box, has_hole, neighbours, pick, touching
from .pieces import CELLS, FIRST, SIZE
from .state import FLAT, HARD

COMPARED = np.array((2, 3, 10, 24))
"""By difficulty: of so many places drawn for a piece the snuggest is taken."""

PATIENCE = 20
"""Dead ends, a piece, before the region is begun anew."""


@compiled
def narrow(rows, form, height, found):
    """Keep in `found` (H,) the first cells from which every cell of a form lies in `rows`."""
    for index in range(SIZE[FLAT, form]):
        first, right = MARGIN + CELLS[FLAT, form, index, 1], CELLS[FLAT, form, index, 2]
        source, shift = rows[first : first + height], np.uint64(right + MARGIN)
        for row in range(height):
            found[row] &= source[row] >> shift


@compiled
def widen(rows, form, height, found):
    """Add to `found` (H,) the first cells from which some cell of a form lies in `rows`."""
    for index in range(SIZE[FLAT, form]):
        first, right = MARGIN + CELLS[FLAT, form, index, 1], CELLS[FLAT, form, index, 2]
        source, shift = rows[first : first + height], np.uint64(right + MARGIN)
        for row in range(height):
            found[row] |= source[row] >> shift


@compiled
def anchors(room, beside, form, found):
    """Fill `found` with the first cells at which a form lies in `room` and covers a `beside`."""
    height = len(room) - 2 * MARGIN
    inner = found[MARGIN : MARGIN + height]
    for row in range(height):
        inner[row] = 0
    widen(beside, form, height, inner)
    narrow(room, form, height, inner)
    for row in range(height):
        inner[row] <<= np.uint64(MARGIN)


@compiled
def toggle_form(rows, form, row, bit):
    """Put the cells of a form, its first one at a place, into an outline or out of it."""
    for index in range(SIZE[FLAT, form]):
        down, right = CELLS[FLAT, form, index, 1], CELLS[FLAT, form, index, 2]
        rows[row + down] ^= ONE << np.uint64(bit + right)


@compiled
def contact(rows, form, row, bit):
    """How many sides of a form at a place lie against cells of an outline."""
    total = 0
    for index in range(SIZE[FLAT, form]):
        down, right = CELLS[FLAT, form, index, 1], CELLS[FLAT, form, index, 2]
        total += touching(rows, row + down, bit + right)
    return total


@compiled
def snugness(match, rows, room, form, row, bit):
    """How closely a form fits: sides against the region; in the fuller boxes also the walls."""
    touched = contact(rows, form, row, bit)
    if match.difficulty >= HARD:
        return 100 + 3 * touched - contact(room, form, row, bit)
    return touched


@compiled
def snuggest(match, dice, rows, room, found, form, places):
    """Row and bit of the snuggest of some of the places `found`, drawn at random."""
    best, best_row, best_bit = -1, 0, 0
    for _ in range(min(COMPARED[match.difficulty], places)):
        row, bit = pick(found, roll(match, dice, places))
        snug = snugness(match, rows, room, form, row, bit)
        if snug > best:
            best, best_row, best_bit = snug, row, bit
    return best_row, best_bit


@compiled
def lay_beside(match, dice, rows, room, found, form):
    """Add a form to the region at a snug one of the places `found` that closes no hole.

    Returns
    -------
    (int, int)
        Row and bit; row -1 if there is no such place.
    """
    for places in range(count_cells(found), 0, -1):
        row, bit = snuggest(match, dice, rows, room, found, form, places)
        toggle_form(rows, form, row, bit)
        if not has_hole(rows):
            toggle_form(room, form, row, bit)
            return row, bit
        toggle_form(rows, form, row, bit)
        found[row] ^= ONE << np.uint64(bit)
    return -1, -1


@compiled
def lay_shape(match, dice, rows, room, beside, found, shape, laid):
    """Add a shape to the region in a random orientation that finds a place; False if none does.

    `laid` (3,) int64 becomes the form, the row and the bit.
    """
    low, count = FIRST[FLAT, shape], FIRST[FLAT, shape + 1] - FIRST[FLAT, shape]
    start = roll(match, dice, count)
    for turn in range(count):
        form = low + (start + turn) % count
        anchors(room, beside, form, found)
        row, bit = lay_beside(match, dice, rows, room, found, form)
        if row >= 0:
            laid[0], laid[1], laid[2] = form, row, bit
            return True
    return False


@compiled
def start(match, rows, room, beside):
    """Empty the region; its first piece will cover the middle of the box."""
    rows[:] = 0
    fill_box(np.int64(match.box_rows), np.int64(match.box_columns), room)
    beside[:] = 0
    middle = MARGIN + match.box_rows // 2
    beside[middle] = ONE << np.uint64(MARGIN + match.box_columns // 2)


@compiled
def grow(match, dice, shapes, rows):
    """Fill `rows` with the outline of a region that the pieces tile.

    Parameters
    ----------
    match : record
        Its box and difficulty are read, its random stream is drawn from.
    dice : (2,) int64
        See `dice`.
    shapes : (K,) int64
        Shapes of the pieces; their order is changed.
    rows : (box_rows + 2 * MARGIN,) uint64
        Overwritten.
    """
    outlines = np.zeros((3, len(rows)), np.uint64)
    room, beside, found = outlines[0], outlines[1], outlines[2]
    laid = np.empty((len(shapes), 3), np.int64)
    shuffle(match, dice, shapes)
    start(match, rows, room, beside)
    count, dead_ends = 0, 0
    while count < len(shapes):
        if lay_shape(match, dice, rows, room, beside, found, shapes[count], laid[count]):
            count += 1
            neighbours(rows, room, beside)
            continue
        dead_ends += 1
        taken = count if dead_ends % (PATIENCE * len(shapes)) == 0 else 1 + roll(match, dice, 3)
        for _ in range(min(taken, count)):
            count -= 1
            toggle_form(rows, laid[count, 0], laid[count, 1], laid[count, 2])
            toggle_form(room, laid[count, 0], laid[count, 1], laid[count, 2])
        if count == 0:
            start(match, rows, room, beside)
        else:
            neighbours(rows, room, beside)
        shuffle(match, dice, shapes[count:])

"""Flat puzzles: a region grown piece by piece from a given set of pieces. Compiled.

The pieces are drawn before the region and stay what they are: where they find no room, or
would close a hole, some of them are laid anew. So no shape is more likely for being easy
to lay.
"""

import numpy as np

from ..core.bits import bit_count
from ..core.compiled import compiled
from .board import ONE
from .dice import roll, shuffle
from .outline import MARGIN, fill_box, has_hole, neighbours, pick
from .pieces import CELLS, FIRST, FORM_COUNTS, SIZE
from .state import FLAT, HARD

COMPARED = np.array((2, 3, 10, 24))
"""By difficulty: of so many places drawn for a piece the snuggest is taken."""

PATIENCE = 20
"""Dead ends, a piece, before the region is begun anew."""

FORMS, MOST_CELLS = FORM_COUNTS[FLAT], CELLS.shape[2]
HAS_CELL = np.arange(MOST_CELLS) < SIZE[FLAT, :FORMS, None]
DOWN = np.where(HAS_CELL, CELLS[FLAT, :FORMS, :, 1], 0).astype(np.uint64)
"""(88, 5): rows from a form's first cell down to each; the first cell again after the last."""

RIGHT = (np.where(HAS_CELL, CELLS[FLAT, :FORMS, :, 2], 0) + MARGIN).astype(np.uint64)
"""(88, 5): columns from there to the right, MARGIN added, so that they are shifts."""

TALL = DOWN.max(axis=1).astype(np.int64) + 1
"""(88,): rows of a form."""

FORM_ROWS = np.zeros((FORMS, MOST_CELLS), np.uint64)
"""(88, 5): its rows as bits, the first cell's column at bit MARGIN."""

np.bitwise_or.at(FORM_ROWS, (np.arange(FORMS)[:, None], DOWN.astype(np.int64)), ONE << RIGHT)


@compiled
def anchors(room, beside, form, found):
    """Fill `found` with the first cells at which a form lies in `room` and covers a `beside`.

    Returns
    -------
    int
        How many there are.
    """
    count, form = 0, np.uint64(form)
    for number in range(MARGIN, len(room) - MARGIN):
        row, inside, near = np.uint64(number), ~np.uint64(0), np.uint64(0)
        for index in range(MOST_CELLS):
            down, right = row + DOWN[form, np.uint64(index)], RIGHT[form, np.uint64(index)]
            inside &= room[down] >> right
            near |= beside[down] >> right
        found[row] = (inside & near) << np.uint64(MARGIN)
        count += bit_count(found[row])
    return count


@compiled
def toggle_form(rows, form, row, bit):
    """Put the cells of a form, its first one at a place, into an outline or out of it."""
    form, row, shift = np.uint64(form), np.uint64(row), np.uint64(bit - MARGIN)
    for number in range(TALL[form]):
        down = np.uint64(number)
        rows[row + down] ^= FORM_ROWS[form, down] << shift


@compiled
def contact(rows, form, row, bit):
    """How many sides of a form at a place lie against cells of an outline."""
    form, shift, total = np.uint64(form), np.uint64(bit - MARGIN), 0
    for number in range(TALL[form]):
        own, place = FORM_ROWS[form, np.uint64(number)] << shift, np.uint64(row + number)
        total += bit_count(own & rows[place - ONE]) + bit_count(own & rows[place + ONE])
        total += bit_count(own & (rows[place] << ONE)) + bit_count(own & (rows[place] >> ONE))
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
def lay_beside(match, dice, rows, room, found, places, form):
    """Add a form to the region at a snug one of the `places` in `found` that closes no hole.

    Returns
    -------
    (int, int)
        Row and bit; row -1 if there is no such place.
    """
    for left in range(places, 0, -1):
        row, bit = snuggest(match, dice, rows, room, found, form, left)
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
        places = anchors(room, beside, form, found)
        row, bit = lay_beside(match, dice, rows, room, found, places, form)
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
    dice : (2,) uint32
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

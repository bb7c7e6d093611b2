"""Flat puzzles: a region grown piece by piece from a given set of pieces. Compiled.

The pieces are drawn before the region and stay what they are: where they find no room, or
would close a hole, some of them are laid anew. So no shape is more likely for being easy
to lay.
"""

import numpy as np

from ..core.compiled import compiled
from .board import ONE
from .dice import roll, shuffle
from .outline import MARGIN, MOST_CELLS, box_rows, has_hole, list_cells, moved, neighbours, touching
from .pieces import CELLS, FIRST, SIZE
from .state import FLAT, HARD, MOST_PIECES

COMPARED = np.array((2, 3, 10, 24))
"""By difficulty: of so many places drawn for a piece the snuggest is taken."""

PATIENCE = 20
"""Dead ends, a piece, before the region is begun anew."""


@compiled
def anchors(room, beside, form, found):
    """Fill `found` with the first cells at which a form lies in `room` and covers a `beside`."""
    for row in range(MARGIN, len(room) - MARGIN):
        inside, touches = ~np.uint64(0), np.uint64(0)
        for index in range(SIZE[FLAT, form]):
            down, right = CELLS[FLAT, form, index, 1], CELLS[FLAT, form, index, 2]
            inside &= moved(room[row + down], right)
            touches |= moved(beside[row + down], right)
        found[row] = inside & touches


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
    if match.difficulty >= HARD:
        return 100 + contact(rows, form, row, bit) - contact(room, form, row, bit)
    return contact(rows, form, row, bit)


@compiled
def snuggest(match, dice, rows, room, form, row_of, bit_of, places):
    """The snuggest of some of the places, drawn at random."""
    best, chosen = -1, 0
    for _ in range(min(COMPARED[match.difficulty], places)):
        drawn = roll(match, dice, places)
        snug = snugness(match, rows, room, form, row_of[drawn], bit_of[drawn])
        if snug > best:
            best, chosen = snug, drawn
    return chosen


@compiled
def choose_place(match, dice, rows, room, form, row_of, bit_of, places):
    """A snug one of the places that closes no hole; -1 if there is none."""
    while places:
        chosen = snuggest(match, dice, rows, room, form, row_of, bit_of, places)
        toggle_form(rows, form, row_of[chosen], bit_of[chosen])
        is_good = not has_hole(rows)
        toggle_form(rows, form, row_of[chosen], bit_of[chosen])
        if is_good:
            return chosen
        places -= 1
        row_of[chosen], bit_of[chosen] = row_of[places], bit_of[places]
    return -1


@compiled
def start(match, rows, room, beside):
    """Empty the region; its first piece will cover the middle of the box."""
    rows[:] = 0
    room[:] = box_rows(np.int64(match.box_rows), np.int64(match.box_columns))
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
    room, beside, found = np.zeros_like(rows), np.zeros_like(rows), np.zeros_like(rows)
    row_of, bit_of = np.empty(MOST_CELLS, np.int64), np.empty(MOST_CELLS, np.int64)
    laid = np.empty((MOST_PIECES, 3), np.int64)
    shuffle(match, dice, shapes)
    start(match, rows, room, beside)
    count, dead_ends = 0, 0
    while count < len(shapes):
        low, high = FIRST[FLAT, shapes[count]], FIRST[FLAT, shapes[count] + 1]
        form = low + roll(match, dice, high - low)
        anchors(room, beside, form, found)
        places = list_cells(found, row_of, bit_of)
        place = choose_place(match, dice, rows, room, form, row_of, bit_of, places)
        if place >= 0:
            laid[count, 0], laid[count, 1], laid[count, 2] = form, row_of[place], bit_of[place]
            toggle_form(rows, form, row_of[place], bit_of[place])
            toggle_form(room, form, row_of[place], bit_of[place])
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

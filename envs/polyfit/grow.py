"""Flat puzzles: a region grown piece by piece from a given set of pieces. Compiled.

The pieces are drawn before the region and stay what they are: a region that cannot take
them all, or closes a hole, is grown anew. So no shape is more likely for being easy to lay.
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below, shuffled
from .board import ONE
from .outline import MARGIN, box_rows, count, has_hole, moved, neighbours, pick, touching
from .pieces import CELLS, FIRST, SIZE
from .state import FLAT

TRIES = 60
"""Places drawn for a piece before the region is given up."""

COMPARED = (4, 5, 12, 30)
"""By difficulty: of so many fitting places the one that touches the region most is taken."""


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
def put(rows, form, row, bit):
    """Add a form to an outline, or take it out again."""
    for index in range(SIZE[FLAT, form]):
        down, right = CELLS[FLAT, form, index, 1], CELLS[FLAT, form, index, 2]
        rows[row + down] ^= ONE << np.uint64(bit + right)


@compiled
def contact(rows, form, row, bit):
    """Edges along which a form at a place touches an outline."""
    total = 0
    for index in range(SIZE[FLAT, form]):
        down, right = CELLS[FLAT, form, index, 1], CELLS[FLAT, form, index, 2]
        total += touching(rows, row + down, bit + right)
    return total


@compiled
def add_piece(match, rows, room, beside, found, form):
    """Lay a form beside the region where it closes no hole; False if there is no such place."""
    anchors(room, beside, form, found)
    places = count(found)
    best, best_row, best_bit, compared = -1, 0, 0, 0
    for _ in range(TRIES if places else 0):
        row, bit = pick(found, below(match, places))
        touched = contact(rows, form, row, bit)
        if touched > best:
            put(rows, form, row, bit)
            if not has_hole(rows):
                best, best_row, best_bit = touched, row, bit
            put(rows, form, row, bit)
        compared += best >= 0
        if compared >= COMPARED[match.difficulty]:
            break
    if best < 0:
        return False
    put(rows, form, best_row, best_bit)
    put(room, form, best_row, best_bit)
    return True


@compiled
def try_to_grow(match, shapes, rows, room, beside, found):
    """Grow a region from pieces (K,) in their order; False if it has come to a dead end."""
    rows[:] = 0
    beside[:] = 0
    middle = MARGIN + match.box_rows // 2
    beside[middle] = ONE << np.uint64(MARGIN + match.box_columns // 2)
    for index in range(len(shapes)):
        low, high = FIRST[FLAT, shapes[index]], FIRST[FLAT, shapes[index] + 1]
        form = low + below(match, high - low)
        if not add_piece(match, rows, room, beside, found, form):
            return False
        neighbours(rows, beside)
    return True


@compiled
def grow(match, shapes, rows):
    """Fill `rows` with the outline of a region that the pieces tile.

    Parameters
    ----------
    match : record
        Its box and difficulty are read, its random stream is drawn from.
    shapes : (K,) int64
        Shapes of the pieces; shuffled.
    rows : (box_rows + 2 * MARGIN,) uint64
        Overwritten.
    """
    beside, found = np.zeros_like(rows), np.zeros_like(rows)
    while True:
        shuffled(match, shapes)
        room = box_rows(np.int64(match.box_rows), np.int64(match.box_columns))
        if try_to_grow(match, shapes, rows, room, beside, found):
            return

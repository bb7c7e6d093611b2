"""Which open cells the pieces that are left can still cover. Compiled, whole sets at a time."""

import numpy as np

from ..core.compiled import compiled
from .board import LAST, ONE, shift_of
from .pieces import CELLS, FIRST, SIZE
from .state import WORDS


@compiled
def word_count(match):
    """Words that the region's cells need."""
    cells = (np.int64(match.layers) - 1) * match.layer_stride
    return (cells + np.int64(match.rows) * match.stride + 63) >> 6


@compiled
def offset(match, form, index):
    """How much higher the number of a form's cell `index` is than its first cell's."""
    up, down, right = CELLS[match.solid, np.uint64(form), np.uint64(index)]
    return up * match.layer_stride + down * match.stride + right


@compiled
def first_cells(match, cells, form, words, found):
    """Fill `found` with the cells at which a form lies inside a set with its first cell."""
    found[:words] = cells[:words]
    for index in range(1, SIZE[match.solid, form]):
        steps = offset(match, form, index)
        jump, shift = steps >> 6, shift_of(steps)
        for place in range(words):
            low = cells[place + jump] >> shift if place + jump < words else np.uint64(0)
            if place + jump + 1 < words:
                low |= (cells[place + jump + 1] << ONE) << (LAST - shift)
            found[place] &= low


@compiled
def take_out_covered(match, cells, form, words, found):
    """Take the cells that a form with first cells `found` covers out of a set.

    Returns
    -------
    bool
        Whether any cell is left.
    """
    for index in range(SIZE[match.solid, form]):
        steps = offset(match, form, index)
        jump, shift = steps >> 6, shift_of(steps)
        for place in range(jump, words):
            covered = found[place - jump] << shift
            if place > jump:
                covered |= (found[place - jump - 1] >> ONE) >> (LAST - shift)
            cells[place] &= ~covered
    for place in range(words):
        if cells[place]:
            return True
    return False


@compiled
def dead_in_word(match, word, left):
    """`dead_cells` of a set that one word holds."""
    solid, dead = match.solid, word
    for shape in range(len(left)):
        if left[shape]:
            for form in range(FIRST[solid, shape], FIRST[solid, shape + 1]):
                size, found = SIZE[solid, np.uint64(form)], word
                for index in range(1, size):
                    steps = offset(match, form, index)
                    found &= word >> np.uint64(steps) if steps < 64 else np.uint64(0)
                if found:
                    covered = found
                    for index in range(1, size):
                        covered |= found << np.uint64(offset(match, form, index))
                    dead &= ~covered
                    if dead == 0:
                        return dead
    return dead


@compiled
def dead_cells(match, open_cells, left, dead):
    """Fill `dead` (WORDS,) with the open cells that no piece that is left can cover.

    Parameters
    ----------
    match : record
    open_cells : (WORDS,) uint64
    left : (S,) uint8
        Pieces by shape.
    dead : (WORDS,) uint64
    """
    solid, words = match.solid, word_count(match)
    dead[:] = open_cells
    if words == 1:
        dead[0] = dead_in_word(match, open_cells[0], left)
        return
    found = np.empty(WORDS, np.uint64)
    for shape in range(len(left)):
        if left[shape]:
            for form in range(FIRST[solid, shape], FIRST[solid, shape + 1]):
                first_cells(match, open_cells, form, words, found)
                if not take_out_covered(match, dead, form, words, found):
                    return

"""A board as a set of cells: numbering, what fits at a cell, laying and lifting. Compiled.

Cell (layer, row, column) of a box has the number `layer * layer_stride + row * stride +
column`, where a row is one longer than the box has columns and a solid's layer one row
longer than it has rows. Those borders are never open. A piece is connected, so one that
stuck out of a row, a layer or the box would have a cell on a border: no other check of the
box is needed.

    . . . . |        a 2 x 4 box, `stride` 5: cells 0-3 and 5-8, borders 4 and 9
    . . . . |

A set of cells is (WORDS,) uint64: cell n is bit `n % 64` of word `n // 64`.
"""

import numpy as np

from ..core.bits import lowest_bit
from ..core.compiled import compiled
from .pieces import CELLS, FIRST, NEEDS, REACH, SEGMENT_STARTS, SEGMENTS, SHAPE, SIZE
from .state import WORDS

ONE = np.uint64(1)
LAST = np.uint64(63)


@compiled(inline="always")
def shift_of(cell):
    """Place of a cell in its word, as a shift."""
    return np.uint64(cell & 63)


@compiled
def has(cells, cell):
    """1 if a cell is in the set, else 0."""
    return np.int64((cells[np.uint64(cell >> 6)] >> shift_of(cell)) & ONE)


@compiled
def flip(cells, cell):
    """Put a cell in, or take it out."""
    place = np.uint64(cell >> 6)
    cells[place] = cells[place] ^ (ONE << shift_of(cell))


@compiled
def row_of(cells, start):
    """The cells from `start` on as a word, `start` in bit 0."""
    shift, place = shift_of(start), np.uint64(start >> 6)
    return (cells[place] >> shift) | ((cells[place + ONE] << ONE) << (LAST - shift))


@compiled
def first_cell(cells, start):
    """The first cell in scan order from the word of `start` on; -1 if there is none."""
    for place in range(start >> 6, WORDS):
        word = cells[place]
        if word:
            return place * 64 + lowest_bit(word)
    return -1


@compiled
def window(cells, cell, layers, stride, layer_stride):
    """The cells around and after one, as a word: bit k is cell k of `pieces.SEGMENTS`."""
    word = np.uint64(0)
    place = np.uint64(0)
    above = min(layers - cell // layer_stride, REACH + 1)
    for run in range(SEGMENT_STARTS[above]):
        start = cell + SEGMENTS[run, 0] * layer_stride + SEGMENTS[run, 1] * stride
        start += SEGMENTS[run, 2]
        count = np.uint64(SEGMENTS[run, 3])
        word |= (row_of(cells, start) & ((ONE << count) - ONE)) << place
        place += count
    return word


@compiled
def view(match, cells, cell):
    """The window of a cell of the match's box."""
    return window(
        cells, cell, np.int64(match.layers), np.int64(match.stride), np.int64(match.layer_stride)
    )


@compiled
def fits(solid, around, form):
    """Whether a form can be laid where a window looks."""
    need = NEEDS[solid, np.uint64(form)]
    return (around & need) == need


@compiled
def cell_of(solid, form, cell, index, stride, layer_stride):
    """Number of the cell `index` of a form whose first cell is at `cell`."""
    up, down, right = CELLS[solid, np.uint64(form), np.uint64(index)]
    return cell + up * layer_stride + down * stride + right


@compiled
def cell_in(match, form, cell, index):
    """The same in the match's box."""
    stride, layer_stride = np.int64(match.stride), np.int64(match.layer_stride)
    return cell_of(match.solid, form, cell, index, stride, layer_stride)


@compiled
def toggle(match, cells, form, cell):
    """Put the cells of a form, its first one at `cell`, in or out of a set."""
    for index in range(SIZE[match.solid, form]):
        flip(cells, cell_in(match, form, cell, index))


@compiled
def covers(match, form, cell, wanted):
    """Whether a form whose first cell is at `cell` covers the cell `wanted`."""
    for index in range(SIZE[match.solid, form]):
        if cell_in(match, form, cell, index) == wanted:
            return True
    return False


@compiled
def lay(match, seat, form, cell):
    """Lay a piece; not checked here."""
    toggle(match, seat.open, form, cell)
    seat.open_count -= SIZE[match.solid, form]
    shape = SHAPE[match.solid, form]
    seat.left[shape] -= 1
    seat.laid_form[seat.laid] = form
    seat.laid_cell[seat.laid] = cell
    seat.laid += 1
    seat.next_cell = first_cell(seat.open, 0)


@compiled
def lift(match, seat, index):
    """Take the piece that was laid as number `index` back."""
    form = np.int64(seat.laid_form[index])
    toggle(match, seat.open, form, np.int64(seat.laid_cell[index]))
    seat.open_count += SIZE[match.solid, form]
    seat.left[SHAPE[match.solid, form]] += 1
    seat.laid -= 1
    for place in range(index, seat.laid):
        seat.laid_form[place] = seat.laid_form[place + 1]
        seat.laid_cell[place] = seat.laid_cell[place + 1]
    seat.next_cell = first_cell(seat.open, 0)


@compiled
def mark_fits(solid, left, around, mask):
    """Fill `mask` (form_count,) with 1 for each form of a piece that is left and fits."""
    shape = 0
    while FIRST[solid, shape] < len(mask):
        low, high = FIRST[solid, shape], FIRST[solid, shape + 1]
        if left[shape]:
            for form in range(low, high):
                mask[np.uint64(form)] = fits(solid, around, form)
        else:
            mask[low:high] = 0
        shape += 1

"""Solid puzzles: an outline, stacked, cut into pieces at random. Compiled.

Pieces are laid slice by slice across the layers, so that no gap lies far behind. Every
shape that fits is as likely as any other, then each of its orientations that fits; a dead
end takes back some of the last pieces, more the more often it happens. The finished solid
is turned and mirrored at random, so that no corner of it is where the cutting began.
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .board import cell_of, first_cell, flip, has, mark_fits, window
from .outline import grow_footprint, stamp
from .pieces import FIRST, PARTNER, SHAPE, SHAPE_SIZE, SIZE
from .state import SOLID, WORDS

PATIENCE = 60
"""Dead ends, a piece, before another outline is tried."""


@compiled
def draw_form(match, mask, shape_count):
    """A form among those of `mask`: first its shape, then the orientation; -1 if it is empty."""
    fitting = 0
    for shape in range(shape_count):
        fitting += mask[FIRST[SOLID, shape] : FIRST[SOLID, shape + 1]].any()
    if fitting == 0:
        return -1
    chosen = below(match, fitting)
    for shape in range(shape_count):
        own = mask[FIRST[SOLID, shape] : FIRST[SOLID, shape + 1]]
        if own.any():
            if chosen == 0:
                index = below(match, own.sum())
                for form in range(len(own)):
                    index -= own[form]
                    if index < 0:
                        return FIRST[SOLID, shape] + form
            chosen -= 1
    return -1


@compiled
def allow(allowed, palette, quota):
    """Mark the shapes of the palette of whose size pieces are still wanted."""
    for shape in range(len(allowed)):
        allowed[shape] = palette[shape] and quota[SHAPE_SIZE[SOLID, shape]] > 0


@compiled
def slices(match, stride, layer_stride, room):
    """Fill `room` with the match's region, turned on its side.

    Its cells are numbered by row, column, layer in place of layer, row, column.
    """
    room[:] = 0
    for layer in range(match.layers):
        for row in range(match.rows):
            for column in range(match.columns):
                if has(match.region, layer * match.layer_stride + row * match.stride + column):
                    flip(room, row * layer_stride + column * stride + layer)


@compiled
def toggle_form(room, form, cell, stride, layer_stride):
    """Put the cells of a solid form, its first one at `cell`, in or out of a set."""
    for index in range(SIZE[SOLID, form]):
        flip(room, cell_of(SOLID, form, cell, index, stride, layer_stride))


@compiled
def try_to_cut(match, palette, quota, shapes, forms, cells):
    """Cut the match's region into pieces; False if patience has run out.

    Parameters
    ----------
    palette : (S,) uint8
        1 for the shapes that may occur.
    quota : (6,) int64
        Pieces wanted by size; used up.
    shapes : (K,) int64
        The shapes found.
    forms, cells : (K,) int64
        Scratch: where the pieces lie.
    """
    depth, stride = np.int64(match.rows), np.int64(match.layers) + 1
    layer_stride = stride * (np.int64(match.columns) + 1)
    room = np.empty(WORDS, np.uint64)
    slices(match, stride, layer_stride, room)
    mask = np.zeros(FIRST[SOLID, len(palette)], np.int8)
    allowed = np.zeros(len(palette), np.uint8)
    laid, dead_ends = 0, 0
    while laid < len(shapes):
        cell = first_cell(room, 0)
        allow(allowed, palette, quota)
        mark_fits(SOLID, allowed, window(room, cell, depth, stride, layer_stride), mask)
        form = draw_form(match, mask, len(palette))
        if form >= 0:
            toggle_form(room, form, cell, stride, layer_stride)
            quota[SIZE[SOLID, form]] -= 1
            forms[laid], cells[laid] = form, cell
            laid += 1
            continue
        dead_ends += 1
        if dead_ends > PATIENCE * len(shapes):
            return False
        for _ in range(min(laid, 1 + below(match, 2 + dead_ends // len(shapes)))):
            laid -= 1
            toggle_form(room, forms[laid], cells[laid], stride, layer_stride)
            quota[SIZE[SOLID, forms[laid]]] += 1
    for index in range(laid):
        shapes[index] = SHAPE[SOLID, forms[index]]
    return True


@compiled
def turn_outline(match, rows):
    """Turn or mirror a footprint at random; True if the layers' order and it make a mirror."""
    choice = below(match, 16)
    size = len(rows)
    turned = np.zeros_like(rows)
    for row in range(size):
        for column in range(size):
            if (rows[row] >> np.uint64(column)) & np.uint64(1):
                down = size - 1 - row if choice & 1 else row
                right = size - 1 - column if choice & 2 else column
                if choice & 4:
                    down, right = right, down
                turned[down] |= np.uint64(1) << np.uint64(right)
    rows[:] = turned
    return ((choice & 1) + (choice >> 1 & 1) + (choice >> 2 & 1) + (choice >> 3 & 1)) % 2 == 1


@compiled
def cut(match, palette, wanted, shapes, rows):
    """Give the match a solid region and the shapes of pieces that fill it.

    Parameters
    ----------
    match : record
        Its box, layers and region are used, its random stream is drawn from.
    palette : (S,) uint8
        1 for the shapes that may occur.
    wanted : (6,) int64
        Pieces by size.
    shapes : (K,) int64
        Overwritten.
    rows : (R,) uint64
        Scratch for an outline, square with room for the box.
    """
    area = 0
    for size in range(len(wanted)):
        area += size * wanted[size]
    area //= match.layers
    forms, cells = np.zeros_like(shapes), np.zeros_like(shapes)
    while True:
        grow_footprint(match, area, rows)
        stamp(match, rows)
        if try_to_cut(match, palette, wanted.copy(), shapes, forms, cells):
            break
    if turn_outline(match, rows):
        for index in range(len(shapes)):
            shapes[index] = PARTNER[SOLID, shapes[index]]
    stamp(match, rows)

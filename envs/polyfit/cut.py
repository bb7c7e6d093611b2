"""Solid puzzles: an outline, stacked, cut into pieces at random. Compiled.

Pieces are laid slice by slice across the layers, so that no gap lies far behind. Every
shape that fits is as likely as any other, then each of its orientations that fits, unless
a gap too small for any piece is left; a dead end takes back some of the last pieces. The
finished solid is turned and mirrored at random, so that no corner of it is where the
cutting began.
"""

import numpy as np

from ..core.compiled import compiled
from .board import cell_of, first_cell, fits, flip, has, window
from .dice import roll
from .outline import grow_footprint, stamp
from .pieces import FIRST, PARTNER, SHAPE, SHAPE_SIZE, SIZE
from .state import SOLID, WORDS

PATIENCE = 30
"""Dead ends, a piece, before another outline is tried."""

LONG_WAY = 40
"""After so many dead ends half of the pieces are taken back, else one or two."""

LIMIT = 64 * WORDS


@compiled
def draw_form(match, dice, allowed, around, tried, counts):
    """An untried form that fits where a window looks: its shape, then the orientation; -1: none.

    `tried` (A,) uint8 marks forms, `counts` (S,) is scratch.
    """
    fitting = 0
    for shape in range(len(allowed)):
        counts[shape] = 0
        if allowed[shape]:
            for form in range(FIRST[SOLID, shape], FIRST[SOLID, shape + 1]):
                counts[shape] += fits(SOLID, around, form) and not tried[form]
            fitting += counts[shape] > 0
    if fitting == 0:
        return -1
    chosen, shape = roll(match, dice, fitting), 0
    while counts[shape] == 0 or chosen > 0:
        chosen -= counts[shape] > 0
        shape += 1
    index, form = roll(match, dice, counts[shape]), FIRST[SOLID, shape]
    while True:
        if fits(SOLID, around, form) and not tried[form]:
            if index == 0:
                return form
            index -= 1
        form += 1


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
def is_pocket(room, cell, steps, least, queue):
    """Whether fewer than `least` cells of a set hang together with one of its cells."""
    queue[0] = cell
    done, seen = 0, 1
    while done < seen and seen < least:
        for step in steps:
            other = queue[done] + step
            if seen < least and 0 <= other < LIMIT and has(room, other):
                is_new = True
                for place in range(seen):
                    is_new = is_new and queue[place] != other
                if is_new:
                    queue[seen] = other
                    seen += 1
        done += 1
    return seen < least


@compiled
def leaves_pocket(room, form, cell, steps, least, queue):
    """Whether beside a form that has been laid there is room too small for any piece."""
    for index in range(SIZE[SOLID, form]):
        own = cell_of(SOLID, form, cell, index, steps[2], steps[4])
        for step in steps:
            other = own + step
            is_open = 0 <= other < LIMIT and has(room, other)
            if is_open and is_pocket(room, other, steps, least, queue):
                return True
    return False


@compiled
def try_to_cut(match, dice, palette, quota, shapes, forms, cells):
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
    steps = (1, -1, stride, -stride, layer_stride, -layer_stride)
    room, queue = np.empty(WORDS, np.uint64), np.empty(5, np.int64)
    slices(match, stride, layer_stride, room)
    allowed, counts = np.zeros(len(palette), np.uint8), np.zeros(len(palette), np.int64)
    tried = np.zeros((len(shapes), FIRST[SOLID, len(palette)]), np.uint8)
    least = 3 if quota[3] else 4
    laid, dead_ends = 0, 0
    while laid < len(shapes):
        cell = first_cell(room, 0)
        allow(allowed, palette, quota)
        around = window(room, cell, depth, stride, layer_stride)
        form = draw_form(match, dice, allowed, around, tried[laid], counts)
        if form >= 0:
            tried[laid, form] = 1
            toggle_form(room, form, cell, stride, layer_stride)
            if leaves_pocket(room, form, cell, steps, least, queue):
                toggle_form(room, form, cell, stride, layer_stride)
                continue
            quota[SIZE[SOLID, form]] -= 1
            forms[laid], cells[laid] = form, cell
            laid += 1
            if laid < len(shapes):
                tried[laid] = 0
            continue
        dead_ends += 1
        if dead_ends > PATIENCE * len(shapes):
            return False
        taken = laid // 2 if dead_ends % LONG_WAY == 0 else 1 + roll(match, dice, 4) // 2
        for _ in range(min(laid, max(taken, 1))):
            laid -= 1
            toggle_form(room, forms[laid], cells[laid], stride, layer_stride)
            quota[SIZE[SOLID, forms[laid]]] += 1
    for index in range(laid):
        shapes[index] = SHAPE[SOLID, forms[index]]
    return True


@compiled
def turn_outline(match, dice, rows):
    """Turn or mirror a footprint at random; True if the layers' order and it make a mirror."""
    choice = roll(match, dice, 16)
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
def cut(match, dice, palette, wanted, shapes, rows):
    """Give the match a solid region and the shapes of pieces that fill it.

    Parameters
    ----------
    match : record
        Its box, layers and region are used, its random stream is drawn from.
    dice : (2,) uint32
        See `dice`.
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
        grow_footprint(match, dice, area, rows)
        stamp(match, rows)
        if try_to_cut(match, dice, palette, wanted.copy(), shapes, forms, cells):
            break
    if turn_outline(match, dice, rows):
        for index in range(len(shapes)):
            shapes[index] = PARTNER[SOLID, shapes[index]]
    stamp(match, rows)

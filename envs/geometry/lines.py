"""A region as a bitboard of lines: tight cells, components, and what lies around a cell.

A line is a row of cells in a layer, one int64; a bit is set where a cell is blocked,
because it lies outside the region or is covered. Every line has `MARGIN` blocked columns
before it and every layer `MARGIN` blocked lines before and after it, so that nothing
that a piece can reach from a cell inside needs a check.
"""

from typing import NamedTuple

import numpy as np

from ..core.bits import bit_count, lowest_bit
from ..core.compiled import compiled

__all__ = [
    "MARGIN",
    "Board",
    "lowest_column",
    "make_board",
    "neighbours",
    "open_cells",
    "take_component",
    "tight_cells",
    "window",
]

MARGIN = 4
"""How far a piece of 5 cells reaches."""

BLOCKED = -1
"""A line, or a part of a window, without a free cell."""


class Board(NamedTuple):
    """A region and what is covered of it.

    Attributes
    ----------
    lines : (L * stride,) int64
        Row r of layer l is line `l * stride + MARGIN + r`, column c its bit `MARGIN + c`.
    layers, rows, stride : int
        L, H, and H + 2 * MARGIN or one more: odd, so that the cells of a checkerboard's
        colour are those with the same parity of line and column together.
    inside : int
        The bits of the region's columns.
    """

    lines: np.ndarray
    layers: int
    rows: int
    stride: int
    inside: int


def make_board(layers, rows, columns):
    """The board of a region that has no cell yet."""
    stride = (rows + 2 * MARGIN) | 1
    inside = ((1 << columns) - 1) << MARGIN
    return Board(np.full(layers * stride, BLOCKED), layers, rows, stride, inside)


@compiled
def open_cells(board, region):
    """Free the cells of a region (L, H, W) on a board; returns how many."""
    count = 0
    layers, rows, columns = region.shape
    for layer in range(layers):
        for row in range(rows):
            bits = 0
            for column in range(columns):
                if region[layer, row, column]:
                    bits |= 1 << (column + MARGIN)
                    count += 1
            board.lines[layer * board.stride + MARGIN + row] = ~bits
    return count


@compiled
def lowest_column(bits):
    """Place of the lowest bit set; `bits` is above 0."""
    return lowest_bit(np.uint64(bits))


# What lies around a cell


@compiled
def diamond(lines, line, column, reach):
    """Cells of one layer at most `reach` steps from a place, row by row, as bits."""
    bits, shift = 0, 0
    for step in range(-reach, reach + 1):
        half = reach - abs(step)
        width = 2 * half + 1
        bits |= ((lines[line + step] >> (column - half)) & ((1 << width) - 1)) << shift
        shift += width
    return bits


@compiled
def other_layer(board, line, column, step, reach):
    """The same in the layer `step` above or below, all blocked where there is none."""
    layer = line // board.stride + step
    if layer < 0 or layer >= board.layers:
        return (1 << (2 * reach * (reach + 1) + 1)) - 1
    return diamond(board.lines, line + step * board.stride, column, reach)


@compiled
def window(board, line, column):
    """All that a piece over a cell could touch: the cells at most four steps away.

    Returns
    -------
    tuple of 3 int64
        Set bits are blocked: 41 of its own layer, 25 of the layer below and 25 of that
        above, and 13, 5 and 1 each of those two to four layers below and above. Without
        other layers the last two are -1.
    """
    own = diamond(board.lines, line, column, 4)
    if board.layers == 1:
        return own, BLOCKED, BLOCKED
    near = other_layer(board, line, column, -1, 3)
    near |= other_layer(board, line, column, 1, 3) << 25
    if board.layers == 2:
        return own, near, BLOCKED
    far = other_layer(board, line, column, -2, 2)
    far |= other_layer(board, line, column, 2, 2) << 13
    far |= other_layer(board, line, column, -3, 1) << 26
    far |= other_layer(board, line, column, 3, 1) << 31
    far |= other_layer(board, line, column, -4, 0) << 36
    far |= other_layer(board, line, column, 4, 0) << 37
    return own, near, far


@compiled
def neighbours(own, near):
    """Which of a cell's six neighbours are free, from its window.

    Returns
    -------
    int
        Bits 0-5: column before and after, row before and after, layer below and above.
    """
    return (
        (~own >> 19 & 1)
        | (~own >> 21 & 1) << 1
        | (~own >> 12 & 1) << 2
        | (~own >> 28 & 1) << 3
        | (~near >> 12 & 1) << 4
        | (~near >> 37 & 1) << 5
    )


# Tight cells


@compiled
def tight_cells(board, tight):
    """Sort out the free cells with few free neighbours, 64 at a time.

    Parameters
    ----------
    board : Board
    tight : (3, L * stride) int64
        Filled in: the cells with one, two and three free neighbours, line by line.

    Returns
    -------
    bool
        False if some free cell has no free neighbour; `tight` is incomplete then.
    """
    lines, stride = board.lines, board.stride
    for layer in range(board.layers):
        for line in range(layer * stride + MARGIN, layer * stride + MARGIN + board.rows):
            blocked = lines[line]
            free = ~blocked & board.inside
            tight[0, line] = tight[1, line] = tight[2, line] = 0
            if free == 0:
                continue
            below = lines[line - stride] if layer > 0 else BLOCKED
            above = lines[line + stride] if layer + 1 < board.layers else BLOCKED
            # Two full adders, then a third: how many of the six neighbours are blocked.
            half = (blocked << 1) ^ (blocked >> 1)
            ones_a = half ^ lines[line - 1]
            twos_a = ((blocked << 1) & (blocked >> 1)) | (half & lines[line - 1])
            half = lines[line + 1] ^ below
            ones_b = half ^ above
            twos_b = (lines[line + 1] & below) | (half & above)
            one = ones_a ^ ones_b
            carry = ones_a & ones_b
            half = twos_a ^ twos_b
            two = half ^ carry
            four = (twos_a & twos_b) | (half & carry)
            if free & four & two:
                return False
            tight[0, line] = free & four & one
            tight[1, line] = free & four & ~one
            tight[2, line] = free & two & one
    return True


# Components


@compiled
def fill(seeds, free):
    """All runs of free cells of a line that hold a seed; seeds are free, runs below 64."""
    seeds |= ((free + seeds) ^ free) & free  # a carry runs up to the end of its run
    seeds |= free & (seeds >> 1)
    free &= free >> 1
    seeds |= free & (seeds >> 2)
    free &= free >> 2
    seeds |= free & (seeds >> 4)
    free &= free >> 4
    seeds |= free & (seeds >> 8)
    free &= free >> 8
    seeds |= free & (seeds >> 16)
    free &= free >> 16
    return seeds | (free & (seeds >> 32))


@compiled
def spread(board, free, part, line):
    """Let a component grow into a line from those around it; True if it did."""
    own = free[line]
    if own == 0:
        return False
    seeds = part[line] | part[line - 1] | part[line + 1]
    if board.layers > 1:
        if line >= board.stride:
            seeds |= part[line - board.stride]
        if line + board.stride < len(part):
            seeds |= part[line + board.stride]
    seeds &= own
    if seeds == part[line]:
        return False
    part[line] = fill(seeds, own)
    return True


@compiled
def take_component(board, free, part, first, most):
    """Take the first component of connected cells out of `free`.

    Parameters
    ----------
    board : Board
        Its size alone is read.
    free : (L * stride,) int64
        Cells; those of the component are cleared.
    part : (L * stride,) int64
        Filled in with the component.
    first : int
        The first line of `free` with a cell, whose lowest one belongs to the component.
    most : int
        How many cells `free` has.

    Returns
    -------
    size, last : int
        Its cells, and the last line on which some of them lie.
    """
    part[:] = 0
    own = free[first]
    part[first] = fill(own & -own, own)
    size, last = 0, first
    reach = board.stride if board.layers > 1 else 1
    is_growing = True
    while is_growing and size < most:
        is_growing = False
        line = first
        while line <= min(last + reach, len(part) - 1):
            if spread(board, free, part, line):
                is_growing = True
                last = max(last, line)
            line += 1
        for line in range(last, first - 1, -1):
            if spread(board, free, part, line):
                is_growing = True
        size = 0
        for line in range(first, last + 1):
            size += bit_count(np.uint64(part[line]))
    for line in range(first, last + 1):
        free[line] &= ~part[line]
    return size, last

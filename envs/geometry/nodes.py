"""What a search does at a node: rule it out, choose a cell to cover, rank what may cover it.

Each component of uncovered cells must be a sum of sizes of pieces left, and its two colours,
as on a checkerboard, must be within reach of their imbalances. Then the cell with the fewest
candidates is covered, among the cells with the fewest free neighbours: first by candidates
that touch much of what is covered, and whose shapes are awkward.
"""

import numpy as np

from ..core.bits import bit_count
from ..core.compiled import compiled
from .lines import (
    MARGIN,
    lowest_column,
    neighbours,
    take_component,
    tight_cells,
    window,
)
from .windows import SUBSET_COUNT, SUBSETS

__all__ = ["branch", "can_be_filled", "choose_cell", "first_cell"]


# Pruning


@compiled
def is_sum(cells, left):
    """True if so many cells can be filled, as far as the sizes of the pieces left go."""
    for threes in range(min(left[3], cells // 3) + 1):
        for fours in range(min(left[4], (cells - 3 * threes) // 4) + 1):
            rest = cells - 3 * threes - 4 * fours
            if rest % 5 == 0 and rest // 5 <= left[5]:
                return True
    return False


@compiled
def can_be_filled(state):
    """False if the sizes or the colours of some component rule out that pieces fill it."""
    board, progress = state.board, state.progress
    free, part = state.free, state.part
    for line in range(len(free)):
        free[line] = ~board.lines[line] & board.inside
    rest = progress.uncovered
    tilted = 0
    first = 0
    while rest > 0:
        while free[first] == 0:
            first += 1
        size, last = take_component(board, free, part, first, rest)
        rest -= size
        if (rest > 0 or size < progress.uncovered) and not is_sum(size, progress.left_by_size):
            return False
        dark = 0
        for line in range(first, last + 1):
            dark += bit_count(np.uint64(part[line] & (EVEN << (line & 1))))
        tilted += abs(size - 2 * dark)
        if tilted > progress.imbalance:
            return False
    return True


EVEN = 0x1555555555555555
"""The even columns of a line, up to the sign."""


# Which cell, and by what


@compiled
def count_candidates(state, line, column, most):
    """How many ways there are to cover a cell; stops at `most`."""
    own, near, far = window(state.board, line, column)
    sides = neighbours(own, near)
    ways, count = state.ways, 0
    for index in range(SUBSET_COUNT[sides]):
        side = SUBSETS[sides, index]
        for way in range(ways.start[side], ways.start[side + 1]):
            if (
                ways.masks[0, way] & own == 0
                and ways.masks[1, way] & near == 0
                and ways.masks[2, way] & far == 0
                and state.counts[state.shape[ways.form[way]]] > 0
            ):
                count += 1
                if count >= most:
                    return count
    return count


@compiled
def choose_cell(state):
    """The cell to cover next.

    Returns
    -------
    count, line, column : int
        The fewest candidates of a cell that has as few free neighbours as any, or one
        or two of them; 0 if some cell has none.
    """
    board = state.board
    best, best_line, best_column = 1 << 30, 0, 0
    if not tight_cells(board, state.tight):
        return 0, 0, 0
    for free_count in range(3):
        if free_count == 2 and best < 1 << 30:
            break
        for layer in range(board.layers):
            start = layer * board.stride + MARGIN
            for line in range(start, start + board.rows):
                cells = state.tight[free_count, line]
                while cells:
                    column = lowest_column(cells)
                    cells &= cells - 1
                    count = count_candidates(state, line, column, best)
                    if count < best:
                        best, best_line, best_column = count, line, column
                        if count == 0:
                            return 0, line, column
    return best, best_line, best_column


@compiled
def contact(state, form, line, column):
    """How many sides of a piece, each cell's own six, meet what is covered or outside."""
    board, lines, count = state.board, state.board.lines, 0
    for cell in range(state.size[form]):
        own = line + state.line_steps[form, cell]
        bit = column + state.column_steps[form, cell]
        count += (lines[own] >> (bit - 1) & 1) + (lines[own] >> (bit + 1) & 1)
        count += (lines[own - 1] >> bit & 1) + (lines[own + 1] >> bit & 1)
        if board.layers > 1:
            layer = own // board.stride
            count += lines[own - board.stride] >> bit & 1 if layer > 0 else 1
            count += lines[own + board.stride] >> bit & 1 if layer + 1 < board.layers else 1
    return count


@compiled
def branch(state, level, start, line, column):
    """Make the ways to cover a cell the candidates of a level, the most promising first."""
    own, near, far = window(state.board, line, column)
    sides = neighbours(own, near)
    ways, end = state.ways, start
    level.line, level.column = line, column
    for index in range(SUBSET_COUNT[sides]):
        side = SUBSETS[sides, index]
        for way in range(ways.start[side], ways.start[side + 1]):
            if ways.masks[0, way] & own or ways.masks[1, way] & near or ways.masks[2, way] & far:
                continue
            form = ways.form[way]
            shape = state.shape[form]
            if state.counts[shape] == 0:
                continue
            first_line, first_column = first_cell(state, way, line, column)
            rating = state.weights[shape] + contact(state, form, first_line, first_column)
            slot = end
            while slot > start and state.ratings[slot - 1 - start] < rating:
                state.ratings[slot - start] = state.ratings[slot - 1 - start]
                state.candidates[slot] = state.candidates[slot - 1]
                slot -= 1
            state.ratings[slot - start] = rating
            state.candidates[slot] = way
            end += 1
    level.next, level.end = start, end


@compiled
def first_cell(state, way, line, column):
    """Line and column of the first cell of the piece that covers a cell in a given way."""
    offset = state.ways.offset[way]
    return line + offset[0] * state.board.stride + offset[1], column + offset[2]

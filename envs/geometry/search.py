"""The search for exact covers: compiled, on a bitboard, stopped and resumed at any node.

At every node each component of uncovered cells must be a sum of sizes of pieces left, and
its two colours, as on a checkerboard, must be within reach of their imbalances. Then the
cell with the fewest candidates is covered, among the cells with the fewest free
neighbours: first by candidates that touch much of what is covered, and whose shapes are
awkward. Pieces are counted by shape, so identical ones are never exchanged.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..core.compiled import compiled
from ..core.records import allocate
from .lines import (
    MARGIN,
    Board,
    bit_count,
    lowest_column,
    make_board,
    neighbours,
    open_cells,
    take_component,
    tight_cells,
    window,
)
from .polyforms import LARGEST, POLYCUBES, POLYOMINOES
from .windows import SUBSET_COUNT, SUBSETS, Ways, all_ways, chosen_ways

__all__ = ["EXHAUSTED", "FOUND", "RUNNING", "State", "make_state", "rewind", "run"]

RUNNING, FOUND, EXHAUSTED = 0, 1, 2
"""What `run` returns: out of nodes, at a tiling, at the end of all."""

PROGRESS = np.dtype(
    [
        ("depth", "i8"),  # pieces that lie
        ("nodes", "i8"),  # nodes visited
        ("tilings", "i8"),  # tilings found
        ("uncovered", "i8"),  # cells
        ("left_by_size", "i8", (LARGEST + 1,)),  # pieces left with so many cells
        ("imbalance", "i8"),  # of all pieces left: cells of one colour more than of the other
        ("is_new", "u1"),  # 1: the node at this depth has not been looked at yet
    ],
    align=True,
)

LEVEL = np.dtype(
    [
        ("line", "i8"),  # the cell that is to be covered next
        ("column", "i8"),
        ("next", "i8"),  # its candidates not yet tried: places in `candidates`
        ("end", "i8"),
        ("form", "i8"),  # the piece that covers it: orientation, place of its first cell
        ("form_line", "i8"),
        ("form_column", "i8"),
    ],
    align=True,
)


class State(NamedTuple):
    """A search: the puzzle, where it stands, and its scratch."""

    board: Board
    counts: np.ndarray  # (S,) int64: pieces left of each shape
    weights: np.ndarray  # (S,) float64: how early pieces of each shape are tried
    ways: Ways
    shape: np.ndarray  # (A,) int64
    size: np.ndarray  # (A,) int64
    imbalance: np.ndarray  # (S,) int64: cells of one colour more than of the other
    line_steps: np.ndarray  # (A, 5) int64: line of each cell, seen from the first
    column_steps: np.ndarray  # (A, 5) int64
    progress: Any  # PROGRESS record
    levels: Any  # (D + 1,) LEVEL records, D pieces in all
    candidates: np.ndarray  # (.,) int64: places in `ways`, level after level, best first
    ratings: np.ndarray  # (.,) float64: of the candidates of one level
    tight: np.ndarray  # (3, L * stride) int64
    free: np.ndarray  # (L * stride,) int64
    part: np.ndarray  # (L * stride,) int64


def make_state(region: np.ndarray, counts: np.ndarray, is_solid: bool) -> State:
    """A search that has not begun.

    Parameters
    ----------
    region : (L, H, W) bool
        At most 54 columns.
    counts : (S,) int64
        Pieces of each shape; their cells are as many as those of the region.
    is_solid : bool
        Whether the pieces are polycubes.
    """
    forms = POLYCUBES if is_solid else POLYOMINOES
    board = make_board(*region.shape)
    every = all_ways(is_solid)
    imbalance, column_steps = shape_tables(is_solid)
    pieces, way_count, line_count = int(counts.sum()), len(every.form), len(board.lines)
    state = State(
        board=board,
        counts=counts.copy(),
        weights=np.zeros(len(counts)),
        ways=Ways(*(np.empty_like(array) for array in every)),
        shape=forms.shape,
        size=forms.size,
        imbalance=imbalance,
        line_steps=forms.cells[:, :, 0] * board.stride + forms.cells[:, :, 1],
        column_steps=column_steps,
        progress=allocate(1, PROGRESS)[0],
        levels=allocate(pieces + 1, LEVEL),
        candidates=np.empty((pieces + 1) * way_count, np.int64),
        ratings=np.empty(way_count),
        tight=np.empty((3, line_count), np.int64),
        free=np.empty(line_count, np.int64),
        part=np.empty(line_count, np.int64),
    )
    begin(state, region, every, forms.shape_size)
    return state


@compiled
def begin(state, region, every, shape_size):
    """Fill in what depends on the region and the pieces."""
    progress = state.progress
    progress.uncovered = open_cells(state.board, region)
    progress.is_new = 1
    for shape in range(len(shape_size)):
        count = state.counts[shape]
        progress.left_by_size[shape_size[shape]] += count
        progress.imbalance += count * state.imbalance[shape]
    chosen_ways(every, state.shape, state.counts, state.ways)


@cache
def shape_tables(is_solid):
    """`imbalance` and `column_steps` of a `State`, which are the same in every search."""
    forms = POLYCUBES if is_solid else POLYOMINOES
    colours = forms.cells[forms.first[:-1]].sum(axis=2) % 2
    dark = colours.sum(axis=1)  # cells that are missing count from (0, 0, 0), which is light
    return np.abs(forms.shape_size - 2 * dark), np.ascontiguousarray(forms.cells[:, :, 2])


@compiled
def lay(state, form, line, column, change):
    """Lay a piece (`change` -1: one less is left) or take it back (1)."""
    progress, shape, size = state.progress, state.shape[form], state.size[form]
    for cell in range(size):
        bit = 1 << (column + state.column_steps[form, cell])
        state.board.lines[line + state.line_steps[form, cell]] ^= bit
    state.counts[shape] += change
    progress.left_by_size[size] += change
    progress.uncovered += change * size
    progress.imbalance += change * state.imbalance[shape]
    progress.depth -= change


@compiled
def rewind(state):
    """Take all pieces back, so that the search begins anew; `nodes` and `tilings` stay."""
    progress = state.progress
    while progress.depth > 0:
        level = state.levels[progress.depth - 1]
        lay(state, level.form, level.form_line, level.form_column, 1)
    progress.is_new = 1


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
            dark += bit_count(part[line] & (EVEN << (line & 1)))
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


@compiled
def run(state, nodes, is_counting):
    """Go on with a search.

    Parameters
    ----------
    state : State
    nodes : int
        How many more nodes to visit at most.
    is_counting : bool
        Count tilings instead of stopping at each.

    Returns
    -------
    int
        `RUNNING`; `FOUND`, with the tiling in `levels[:depth]`, from which the search can
        go on to the next one; or `EXHAUSTED`.
    """
    progress = state.progress
    last = progress.nodes + nodes
    while True:
        level = state.levels[progress.depth]
        if progress.is_new:
            if progress.nodes >= last:
                return RUNNING
            progress.nodes += 1
            progress.is_new = 0
            level.next = level.end = 0
            if progress.uncovered == 0:
                progress.tilings += 1
                if not is_counting:
                    return FOUND
            elif can_be_filled(state):
                count, line, column = choose_cell(state)
                if count > 0:
                    depth = progress.depth
                    start = state.levels[depth - 1].end if depth > 0 else 0
                    branch(state, level, start, line, column)
        if level.next < level.end:
            way = state.candidates[level.next]
            level.next += 1
            level.form = state.ways.form[way]
            level.form_line, level.form_column = first_cell(state, way, level.line, level.column)
            lay(state, level.form, level.form_line, level.form_column, -1)
            progress.is_new = 1
        elif progress.depth == 0:
            return EXHAUSTED
        else:
            level = state.levels[progress.depth - 1]
            lay(state, level.form, level.form_line, level.form_column, 1)

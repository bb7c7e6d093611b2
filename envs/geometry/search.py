"""The search for exact covers: compiled, on a bitboard, stopped and resumed at any node.

What it does at each node stands in `nodes`. Pieces are counted by shape, so identical ones
are never exchanged.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..core.compiled import compiled
from ..core.records import allocate
from .lines import (
    Board,
    make_board,
    open_cells,
)
from .nodes import branch, can_be_filled, choose_cell, first_cell
from .polyforms import LARGEST, POLYCUBES, POLYOMINOES
from .windows import Ways, all_ways, chosen_ways

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

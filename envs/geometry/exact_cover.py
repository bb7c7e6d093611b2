"""Exact cover by polyominoes or polycubes: find a tiling, or count them all.

`solve` and `count` run to the end or to a budget. A `Search` is the same by the slice,
for agents that think between moves.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .lines import MARGIN
from .polyforms import POLYCUBES, POLYOMINOES, Polyforms
from .search import EXHAUSTED, FOUND, make_state, rewind, run

__all__ = ["LONGEST", "Count", "Search", "Solution", "cells_of", "count", "solve"]

LONGEST = 32
"""Most layers, rows and columns of a region."""

SLICE = 1000
"""Nodes between two looks at the clock: a few milliseconds."""

FIRST_LIMIT, GROWTH = 500, 1.15
"""Nodes before the first restart; every later limit is so many times the one before."""

AWKWARDNESS, NOISE = 4.0, 3.0
"""How much earlier than the shape with most orientations one with hardly any is tried, and
by how much restarts shuffle that; the unit is a side in contact."""


class Solution(NamedTuple):
    """What `solve` found.

    Attributes
    ----------
    status : str
        "solved"; "unsolvable", which is proven; or what ended the search too early:
        "nodes", "time" or "stopped".
    placements : (K, 4) int64
        Orientation, and layer, row and column of its first cell in scan order, of every
        piece; K = 0 unless solved.
    nodes, restarts : int
        What it took.
    """

    status: str
    placements: np.ndarray
    nodes: int
    restarts: int


class Count(NamedTuple):
    """What `count` found.

    Attributes
    ----------
    status : str
        "counted", or what ended it too early: "nodes", "time" or "stopped".
    tilings : int
        Tilings found; turned and mirrored ones count, exchanged identical pieces do not.
    nodes : int
        What it took.
    """

    status: str
    tilings: int
    nodes: int


def forms_of(region: np.ndarray) -> Polyforms:
    """The pieces that a region is filled with: polyominoes (H, W) or polycubes (L, H, W)."""
    return POLYOMINOES if region.ndim == 2 else POLYCUBES


def cells_of(forms: Polyforms, placement: Any) -> np.ndarray:
    """Cells of a placement (4,) as in `Solution`: (K, 3) int64 of layer, row, column."""
    form, *place = placement
    return forms.cells[form, : forms.size[form]] + np.asarray(place)


def checked(region, counts):
    """Both as arrays, and the forms; ValueError where they are none of a puzzle."""
    region, counts = np.asarray(region), np.asarray(counts)
    if region.ndim not in (2, 3) or not all(1 <= side <= LONGEST for side in region.shape):
        raise ValueError(
            f"region must be (H, W) or (L, H, W), each 1 to {LONGEST}, got shape {region.shape}"
        )
    if region.dtype != np.bool_ and ((region != 0) & (region != 1)).any():
        raise ValueError("region must hold only 0 and 1")
    forms = forms_of(region)
    if counts.shape != (len(forms.names),) or counts.dtype.kind not in "iu" or (counts < 0).any():
        raise ValueError(
            f"counts must be {len(forms.names)} integers of at least 0, one a shape, "
            f"got {counts.tolist()}"
        )
    return region.astype(np.bool_), counts.astype(np.int64), forms


class Search:
    """A search for one tiling that goes on by the slice.

    Parameters
    ----------
    region : (H, W) or (L, H, W) array_like of bool
        The cells to cover: (H, W) by polyominoes, (L, H, W) by polycubes.
    counts : (S,) array_like of int
        Pieces of each shape of `POLYOMINOES` or `POLYCUBES`; all are used.
    seed : int
        Of what the restarts shuffle; the same seed finds the same tiling after the same
        nodes.

    Raises
    ------
    ValueError
        A region with other dimensions, longer than `LONGEST`, or with other values; counts
        that are negative or of another length; a negative seed.

    Attributes
    ----------
    status : str
        "running", "solved" or "unsolvable".
    nodes, restarts : int
    """

    def __init__(self, region, counts, seed=0):
        region, counts, self.forms = checked(region, counts)
        if seed < 0:
            raise ValueError(f"seed must be at least 0, got {seed}")
        self.status, self.nodes, self.restarts = "running", 0, 0
        if (counts * self.forms.shape_size).sum() != region.sum():
            self.status = "unsolvable"
            return
        solid = region if region.ndim == 3 else region[None]
        self.state = make_state(solid, counts, region.ndim == 3)
        orientations = np.diff(self.forms.first)
        self.weights = AWKWARDNESS * (1 - orientations / orientations.max())
        self.state.weights[:] = self.weights
        self.seed = seed
        self.limit = FIRST_LIMIT

    def advance(self, nodes: int) -> str:
        """Visit up to so many more nodes; returns `status`."""
        last = self.nodes + nodes
        while self.status == "running" and self.nodes < last:
            spent = self.run(min(last - self.nodes, self.limit))
            self.limit -= spent
            if self.limit == 0 and self.status == "running":
                self.restart()
        return self.status

    def run(self, nodes):
        """Go on without a restart; returns the nodes visited."""
        result = run(self.state, nodes, False)
        spent = int(self.state.progress["nodes"]) - self.nodes
        self.nodes += spent
        if result == FOUND:
            self.status = "solved"
        elif result == EXHAUSTED:
            self.status = "unsolvable"
        return spent

    def restart(self):
        """Begin anew, with other shapes first and more nodes to go."""
        self.restarts += 1
        rewind(self.state)
        random = np.random.Generator(np.random.Philox(key=self.seed, counter=self.restarts << 64))
        noise = random.random(len(self.weights))
        self.state.weights[:] = self.weights + NOISE * noise
        self.limit = int(FIRST_LIMIT * GROWTH**self.restarts)

    @property
    def placements(self) -> np.ndarray:
        """(K, 4) int64 as in `Solution`; K = 0 unless solved."""
        if self.status != "solved":
            return np.zeros((0, 4), np.int64)
        board = self.state.board
        laid = self.state.levels[: self.state.progress["depth"]]
        layer, row = np.divmod(laid["form_line"], board.stride)
        column = laid["form_column"]
        return np.stack([laid["form"], layer, row - MARGIN, column - MARGIN], axis=1)


def solve(
    region: Any,
    counts: Any,
    seed: int = 0,
    max_nodes: int | None = None,
    max_ms: float | None = None,
    on_slice: Callable[[int], Any] | None = None,
) -> Solution:
    """Fill a region with pieces.

    Parameters
    ----------
    region, counts, seed
        As for `Search`.
    max_nodes : int, optional
        Give up after so many nodes.
    max_ms : float, optional
        Give up after so many milliseconds, a few more at most.
    on_slice : callable (int), optional
        Called every few milliseconds with the nodes visited so far; the search stops when
        it returns something true. An exception, a KeyboardInterrupt too, passes through.

    Returns
    -------
    Solution

    Raises
    ------
    ValueError
        As for `Search`.
    """
    search = Search(region, counts, seed)

    def advance(nodes):
        return search.advance(nodes) != "running", search.nodes

    ended = within_budget(advance, max_nodes, max_ms, on_slice)
    return Solution(ended or search.status, search.placements, search.nodes, search.restarts)


def count(
    region: Any,
    counts: Any,
    max_nodes: int | None = None,
    max_ms: float | None = None,
    on_slice: Callable[[int], Any] | None = None,
) -> Count:
    """Count all tilings of a region by pieces; parameters as for `solve`."""
    search = Search(region, counts)
    if search.status == "unsolvable":
        return Count("counted", 0, 0)
    progress = search.state.progress

    def advance(nodes):
        return run(search.state, nodes, True) == EXHAUSTED, int(progress["nodes"])

    ended = within_budget(advance, max_nodes, max_ms, on_slice)
    return Count(ended or "counted", int(progress["tilings"]), int(progress["nodes"]))


def within_budget(advance, max_nodes, max_ms, on_slice):
    """Call `advance(nodes)` until it says that all is done, or a budget ends.

    Returns
    -------
    str
        "" when done, else "nodes", "time" or "stopped".
    """
    begin = time.perf_counter()
    spent = 0
    while max_nodes is None or spent < max_nodes:
        is_done, spent = advance(SLICE if max_nodes is None else min(SLICE, max_nodes - spent))
        if is_done:
            return ""
        if max_ms is not None and 1e3 * (time.perf_counter() - begin) >= max_ms:
            return "time"
        if on_slice is not None and on_slice(spent):
            return "stopped"
    return "nodes"

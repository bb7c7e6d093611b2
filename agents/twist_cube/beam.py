"""Beam search over a network that rates the turns of a cube: the 3x3x3, many cubes at once.

A line is worth the product of the probabilities that the network gives its turns. All nodes
are upright cubes, so the network sees one orientation, and positions that differ by a rotation
of the whole cube are one.
"""

import time
from typing import NamedTuple

import numpy as np
import torch

from ...envs.core.compiled import compiled
from ...envs.twist_cube.cube import score, turn
from ...envs.twist_cube.symmetry import (
    INVERSES,
    distinct_turns,
    normalise,
    turn_maps,
    upright_turns,
)

__all__ = ["FULL_SCORE", "Line", "search"]

SIZE = 3
CELLS = 54
FULL_SCORE = 54
TURNS = distinct_turns(SIZE)
COUNT = len(TURNS)
MAPS = upright_turns(SIZE)[0]

NODES = 8192
"""Nodes that are rated together, at least where one cube alone has that many."""
ROWS = 2048
"""Cubes that the network sees at once."""
SPARE = 4
"""Children looked at for each one kept; the others are known already."""

KEYS = np.random.default_rng(0).integers(1, 2**63, (CELLS, 6), np.int64).astype(np.uint64)
"""A cube's hash is the exclusive or of its stickers' keys."""


class Line(NamedTuple):
    """Where a search led.

    Attributes
    ----------
    turns : list of int
        Actions, to be made on the cube in hand.
    score : int
        Stickers in place after them; 54: solved.
    """

    turns: list
    score: int


def search(network, cubes, width, depth, ms=None):
    """Look for turns that solve cubes.

    Parameters
    ----------
    network : torch.nn.Module
        Its `rate(cubes)` gives logits (B, 27) of the `distinct_turns` of upright cubes (B, 54).
    cubes : (M, 54) uint8
        Lying in any way.
    width : int
        Positions kept after each turn, of each cube; 1 follows the likeliest turn that leads
        to a position not seen before.
    depth : int
        Most turns of a line.
    ms : float, optional
        Time for each cube, in ms of wall time; the search ends with the turn that goes over it.

    Returns
    -------
    list of Line
        For each cube the shortest line that solves it, the likeliest of them; where none was
        found, the line to the highest score on the way, perhaps of no turns.

    Raises
    ------
    ValueError
        A width or depth below 1, or cubes of another shape.
    """
    if width < 1 or depth < 1:
        raise ValueError(f"width and depth must be 1 or more, got {width} and {depth}")
    if cubes.ndim != 2 or cubes.shape[1] != CELLS:
        raise ValueError(f"cubes must be (M, {CELLS}), got {cubes.shape}")
    together = max(1, NODES // width)
    found = []
    for first in range(0, len(cubes), together):
        group = cubes[first : first + together]
        deadline = np.inf if ms is None else time.monotonic() + len(group) * ms / 1000
        found += search_together(network, group, width, depth, deadline)
    return found


def search_together(network, cubes, width, depth, deadline):
    """`search` for a few cubes, level by level, until `deadline` by `time.monotonic`."""
    nodes, _ = normalise(cubes)
    starts = np.arange(len(nodes) + 1)
    worths = np.zeros(len(nodes), np.float32)
    known = np.zeros((len(nodes), table_length(width, depth)), np.uint64)
    best = np.zeros((len(nodes), 3), np.int64)  # score, level, place there
    begin(nodes, known, best)
    levels = []
    while len(nodes) and len(levels) < depth and (best[:, 0] < FULL_SCORE).any():
        if levels and time.monotonic() >= deadline:
            break
        worths = worths[:, None] + log_probabilities(network, nodes)
        most = min(len(cubes) * width, worths.size)
        children = np.empty((most, CELLS), np.uint8)
        child_worths = np.empty(most, np.float32)
        parents, turns = np.empty(most, np.int32), np.empty(most, np.uint8)
        child_starts = np.zeros(len(starts), np.int64)
        next_level(
            *(nodes, worths, starts, width, known),
            *(children, child_worths, parents, turns, child_starts),
            *(best, len(levels) + 1),
        )
        starts, count = child_starts, child_starts[-1]
        nodes, worths = children[:count], child_worths[:count]
        levels.append((parents[:count].copy(), turns[:count].copy()))
    return [
        Line(in_hand(cube, trace(levels, level, place)), int(reached))
        for cube, (reached, level, place) in zip(cubes, best.tolist(), strict=True)
    ]


def table_length(width, depth):
    """Places of a hash table for all positions that a search keeps: a power of 2, half empty."""
    return 1 << (2 * (width * depth + 1)).bit_length()


def log_probabilities(network, cubes):
    """Logarithms (K, 27) float32 of the probabilities of turns of upright cubes (K, 54)."""
    rated = np.empty((len(cubes), COUNT), np.float32)
    with torch.inference_mode():
        for first in range(0, len(cubes), ROWS):
            rows = slice(first, first + ROWS)
            logits = network.rate(torch.from_numpy(cubes[rows]))
            rated[rows] = torch.log_softmax(logits.float(), dim=1).numpy()
    return rated


def trace(levels, level, place):
    """The turns, 0..26, that led to a place of a level."""
    turns = []
    for parents, made in levels[:level][::-1]:
        turns.append(int(made[place]))
        place = parents[place]
    return turns[::-1]


def in_hand(cube, turns):
    """Turns of the upright cube as actions for a cube (54,) that lies in any way."""
    cube, actions = cube.copy(), []
    for chosen in turns:
        _, (rotation,) = normalise(cube[None])
        actions.append(int(turn_maps(SIZE)[INVERSES[rotation], TURNS[chosen]]))
        turn(cube, SIZE, actions[-1])
    return actions


# Compiled


@compiled
def begin(nodes, known, best):
    """Enter the cubes (M, 54) as known, with their own scores as the best so far."""
    for owner in range(len(nodes)):
        is_new(known[owner], hash_of(nodes[owner]))
        best[owner, 0] = score(nodes[owner], SIZE)


@compiled
def hash_of(cube):
    """Hash of a cube (54,): uint64."""
    value = np.uint64(0)
    for cell in range(CELLS):
        value ^= KEYS[cell, cube[cell]]
    return value


@compiled
def is_new(known, value):
    """Enter a hash in a table; False if it was there."""
    last = np.uint64(len(known) - 1)
    place = value & last
    while known[place] != 0:
        if known[place] == value:
            return False
        place = (place + np.uint64(1)) & last
    known[place] = value
    return True


@compiled
def best_first(worths, most):
    """Places of about the `most` greatest of `worths` (K,), the greatest first."""
    if len(worths) <= most:
        return np.argsort(-worths, kind="mergesort")
    least = np.partition(worths, len(worths) - most)[len(worths) - most]
    chosen = np.flatnonzero(worths >= least)
    return chosen[np.argsort(-worths[chosen], kind="mergesort")]


@compiled
def next_level(
    nodes,
    worths,
    starts,
    width,
    known,
    children,
    child_worths,
    parents,
    turns,
    child_starts,
    best,
    level,
):
    """Keep the best children of every cube's nodes that are not known yet.

    Parameters
    ----------
    nodes, worths : (K, 54) uint8, (K, 27) float32
        Upright cubes, and what the line to each and one turn more is worth.
    starts : (M + 1,) int64
        The nodes of cube m are `starts[m]` to `starts[m + 1] - 1`.
    width : int
    known : (M, T) uint64
        Hash tables.
    children, child_worths, parents, turns, child_starts
        Filled: the new nodes, what their lines are worth, the place of each one's parent, the
        turn that led to it, and `starts`. A cube that is solved has no more nodes.
    best : (M, 3) int64
        Score, level and place of each cube's highest score so far; updated.
    level : int
        The number of the new level.
    """
    count = 0
    for owner in range(len(starts) - 1):
        child_starts[owner] = count
        first, last = starts[owner], starts[owner + 1]
        if best[owner, 0] == FULL_SCORE or first == last:
            continue
        for place in best_first(worths[first:last].ravel(), SPARE * width):
            if count - child_starts[owner] == width:
                break
            parent, turned = first + place // COUNT, place % COUNT
            for cell in range(CELLS):
                children[count, cell] = nodes[parent, MAPS[turned, cell]]
            if not is_new(known[owner], hash_of(children[count])):
                continue
            child_worths[count] = worths[parent, turned]
            parents[count], turns[count] = parent, turned
            reached = score(children[count], SIZE)
            if reached > best[owner, 0]:
                best[owner, 0], best[owner, 1], best[owner, 2] = reached, level, count
            count += 1
    child_starts[len(starts) - 1] = count

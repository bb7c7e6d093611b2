"""Beam search over the pieces in sight, compiled, on the rules themselves.

A layer holds the best boards after the same number of placements. At each placement
there are at most two pieces to choose from: the current one, and the one that a hold
brings. One layer of one board is a search one ply deep.
"""

from typing import Any, NamedTuple

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.stackfall.board import PIECE_HEIGHT, PIECE_WIDTH, landing_row, put
from ...envs.stackfall.rules import score_clear
from ...envs.stackfall.state import HEIGHT, HOLD, PREVIEW, ROTATIONS, SEAT, TABLES, WIDTH
from .value import TETRIS, quality

__all__ = ["NODE", "SIGHT", "best_action"]

DISTINCT = TABLES["distinct"]
SIGHT = 1 + PREVIEW
"""Pieces of the queue in sight; one on hold comes on top."""

NO_PIECE, UNSEEN = -1, -2
"""On hold: nothing; the piece after those in sight."""

SHARED = (  # fields of a seat that the rules change when they book a clear
    "score",
    "rows",
    "heights",
    "hold",
    "lines",
    "level",
    "combo",
    "back_to_back",
    "cleared",
    "points",
    "perfect_clear",
)

NODE = np.dtype(
    [(name, SEAT[name].base, SEAT[name].shape) for name in SHARED]
    + [
        ("taken", "i1"),  # pieces of the queue that are placed or on hold
        ("first", "i1"),  # action that leads here from the root
        ("wasted_lines", "i2"),  # lines cleared since the root by less than a Tetris
        ("rating", "f8"),  # points since the root, and what the board promises
    ],
    align=True,
)
"""A board in the search; `score` counts from the root."""


class Search(NamedTuple):
    """What stays the same all through one search; see `best_action`."""

    seat: Any
    mask: np.ndarray
    weights: np.ndarray
    features: np.ndarray


@compiled
def best_action(seat, mask, depth, weights, layers, features):
    """The first action on the way to the best board that the beam finds.

    Parameters
    ----------
    seat : record
        What its player sees of it is read, nothing else.
    mask : (41,) int8
        Legal actions, of which the answer is one.
    depth : int
        Placements to look ahead; fewer where fewer pieces are in sight or left.
    weights : (T,) float64
    layers : (2, width + 1) NODE records
        Scratch; the last of each is the child in the making.
    features : (B,) float32
        Scratch.

    Returns
    -------
    int
        0-40; 0 where nothing is legal.
    """
    search = Search(seat, mask, weights, features)
    set_root(seat, layers[0, 0])
    count = 1
    best = first_legal(mask)
    for ply in range(min(depth, SIGHT + (seat.hold >= 0), seat.pieces_left)):
        nodes, children = layers[ply % 2], layers[1 - ply % 2]
        kept = 0
        for index in range(count):
            kept = expand(search, ply, nodes[index], children, kept)
        if kept == 0:
            break
        best = children[0].first
        count = kept
    return best


@compiled
def first_legal(mask):
    """The lowest legal action, 0 without any."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


@compiled
def set_root(seat, node):
    """Make `node` the position of `seat`."""
    node.score = 0
    node.rows[:] = seat.rows
    node.heights[:] = seat.heights
    node.hold = seat.hold
    node.lines = seat.lines
    node.level = seat.level
    node.combo = seat.combo
    node.back_to_back = seat.back_to_back
    node.taken = 0
    node.first = 0
    node.wasted_lines = 0


@compiled
def queued(seat, place):
    """The piece at a place of the queue: the current one, then the preview."""
    return seat.current if place == 0 else seat.next[place - 1]


@compiled
def expand(search, ply, node, children, kept):
    """Offer a node's children to the next layer; returns how many that now holds."""
    seat, place = search.seat, node.taken
    if place == SIGHT:
        if node.hold < 0:
            return kept
        return drop(search, ply, node, node.hold, UNSEEN, place, True, children, kept)
    current = queued(seat, place)
    kept = drop(search, ply, node, current, node.hold, place + 1, False, children, kept)
    if ply == 0 and search.mask[HOLD] == 0:
        return kept
    if node.hold >= 0:
        return drop(search, ply, node, node.hold, current, place + 1, True, children, kept)
    if node.hold == NO_PIECE and place + 1 < SIGHT:
        piece = queued(seat, place + 1)
        return drop(search, ply, node, piece, current, place + 2, True, children, kept)
    return kept


@compiled
def drop(search, ply, node, piece, hold, taken, is_held, children, kept):
    """Offer a node's children by one piece to the next layer.

    Parameters
    ----------
    search : Search
    ply : int
        Placements between the root and the node.
    node : NODE record
    piece, is_held : int, bool
        What is dropped, and whether a hold brings it.
    hold, taken : int
        As they are afterwards.
    children : (width + 1,) NODE records
        The next layer, best first; the last one is scratch.
    kept : int
        How many it holds.

    Returns
    -------
    int
        How many it holds now.
    """
    width = len(children) - 1
    child = children[width]
    pieces_left = search.seat.pieces_left - ply - 1
    for rotation in range(ROTATIONS):
        if not DISTINCT[piece, rotation]:
            continue
        for column in range(WIDTH - PIECE_WIDTH[piece, rotation] + 1):
            action = HOLD if is_held else rotation * WIDTH + column
            if ply == 0 and search.mask[action] == 0:
                continue
            row = landing_row(node.heights, piece, rotation, column)
            if row + PIECE_HEIGHT[piece, rotation] > HEIGHT:
                continue
            children[width] = node
            cleared = put(child.rows, child.heights, piece, rotation, column, row)
            score_clear(child, cleared)
            child.hold = hold
            child.taken = taken
            if ply == 0:
                child.first = action
            if cleared < TETRIS:
                child.wasted_lines += cleared
            promise = quality(child, pieces_left, search.weights, search.features)
            child.rating = child.score + promise
            if kept < width or child.rating > children[width - 1].rating:
                kept = keep(children, kept)
    return kept


@compiled
def is_same_place(node, other):
    """True if two nodes have the same board, hold and place in the queue."""
    if node.hold != other.hold or node.taken != other.taken:
        return False
    for row in range(HEIGHT):
        if node.rows[row] != other.rows[row]:
            return False
    return True


@compiled
def keep(children, kept):
    """Sort the child in the making into its layer, an equal board once; returns how many."""
    width = len(children) - 1
    child = children[width]
    slot, size = min(kept, width - 1), min(kept + 1, width)
    for place in range(kept):
        if is_same_place(children[place], child):
            if children[place].rating >= child.rating:
                return kept
            slot, size = place, kept
            break
    while slot > 0 and children[slot - 1].rating < child.rating:
        children[slot] = children[slot - 1]
        slot -= 1
    children[slot] = child
    return size

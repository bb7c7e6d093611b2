"""Beam search over the pieces in sight, compiled, on the rules themselves.

A layer holds the best boards after the same number of placements. At each placement
there are at most two pieces to choose from: the current one, and the one that a hold
brings. One layer of one board is a search one ply deep.
"""

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
        ("key", "u8"),  # hash of board, hold and `taken`
    ],
    align=True,
)
"""A board in the search; `score` counts from the root."""

FACTOR = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)


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
    set_root(seat, layers[0, 0])
    count = 1
    best = first_legal(mask)
    depth = min(depth, SIGHT + (seat.hold >= 0), seat.pieces_left)
    for ply in range(depth):
        pieces_left = seat.pieces_left - ply - 1
        nodes, children = layers[ply % 2], layers[1 - ply % 2]
        kept = 0
        for index in range(count):
            kept = expand(
                seat, nodes[index], mask, ply == 0, pieces_left, weights, children, kept, features
            )
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
def expand(seat, node, mask, is_root, pieces_left, weights, children, kept, features):
    """Offer a node's children to the next layer; returns how many that now holds."""
    place = node.taken
    if place == SIGHT:
        if node.hold < 0:
            return kept
        return drop(
            node, node.hold, UNSEEN, place, mask, is_root, False,
            pieces_left, weights, children, kept, features,
        )  # fmt: skip
    current = queued(seat, place)
    kept = drop(
        node, current, node.hold, place + 1, mask, is_root, False,
        pieces_left, weights, children, kept, features,
    )  # fmt: skip
    if is_root and mask[HOLD] == 0:
        return kept
    if node.hold >= 0:
        piece, taken = node.hold, place + 1
    elif node.hold == NO_PIECE and place + 1 < SIGHT:
        piece, taken = queued(seat, place + 1), place + 2
    else:
        return kept
    return drop(
        node, piece, current, taken, mask, is_root, True,
        pieces_left, weights, children, kept, features,
    )  # fmt: skip


@compiled
def drop(
    node, piece, hold, taken, mask, is_root, is_held,
    pieces_left, weights, children, kept, features,
):  # fmt: skip
    """Offer a node's children by one piece; `hold` and `taken` are theirs."""
    width = len(children) - 1
    child = children[width]
    for rotation in range(ROTATIONS):
        if not DISTINCT[piece, rotation]:
            continue
        for column in range(WIDTH - PIECE_WIDTH[piece, rotation] + 1):
            action = rotation * WIDTH + column
            if is_root and not is_held and mask[action] == 0:
                continue
            row = landing_row(node.heights, piece, rotation, column)
            if row + PIECE_HEIGHT[piece, rotation] > HEIGHT:
                continue
            children[width] = node
            cleared = put(child.rows, child.heights, piece, rotation, column, row)
            score_clear(child, cleared)
            child.hold = hold
            child.taken = taken
            if is_root:
                child.first = HOLD if is_held else action
            if cleared < TETRIS:
                child.wasted_lines += cleared
            child.rating = child.score + quality(
                child, child.wasted_lines, pieces_left, weights, features
            )
            if kept < width or child.rating > children[width - 1].rating:
                kept = keep(children, kept)
    return kept


@compiled
def board_key(node):
    """Hash of a node's board, hold and place in the queue."""
    key = np.uint64(node.hold + 2) * np.uint64(8) + np.uint64(node.taken)
    for row in range(0, HEIGHT, 4):
        word = np.uint64(0)
        for offset in range(4):
            word = (word << np.uint64(10)) | np.uint64(node.rows[row + offset])
        key = (key ^ word) * FACTOR
        key ^= key >> HALF
    return key


@compiled
def keep(children, kept):
    """Sort the child in the making into its layer, an equal board once; returns how many."""
    width = len(children) - 1
    child = children[width]
    child.key = board_key(child)
    slot, size = min(kept, width - 1), min(kept + 1, width)
    for place in range(kept):
        if children[place].key == child.key:
            if children[place].rating >= child.rating:
                return kept
            slot, size = place, kept
            break
    while slot > 0 and children[slot - 1].rating < child.rating:
        children[slot] = children[slot - 1]
        slot -= 1
    children[slot] = child
    return size

"""Numbers that describe a board, and the board that every action leads to: compiled.

The heuristic, the beam search and the "afterstates" observation all read these.
"""

import numpy as np

from ..core.compiled import compiled
from .rules import (
    PIECE_HEIGHT,
    PIECE_WIDTH,
    clear_points,
    landing_row,
    piece_from_hold,
    put,
    tallest,
)
from .state import ACTIONS, HEIGHT, HOLD, ROTATIONS, TABLES, WIDTH

DISTINCT = TABLES["distinct"]
PLACEMENTS = ACTIONS.index("placements")

FEATURES = (
    "is_legal",  # 1 where the action is legal; all other features are 0 where it is not
    "lines",  # lines it clears, 0-4
    "points",  # points it makes
    "holes",  # empty cells with a filled cell above them
    "tallest",  # height of the highest filled cell, 0-20
    "bumpiness",  # sum of height differences between neighbouring columns
    "wells",  # sum over columns of 1 + 2 + ... + depth below both neighbours
    "row_transitions",  # changes filled/empty along the rows up to the tallest, walls filled
    "column_transitions",  # changes filled/empty up the columns, floor filled
    "hole_depth",  # filled cells above holes, summed over the columns' highest holes
    "hole_rows",  # rows with a hole
    "landing_height",  # middle of the placed piece above the floor, before clearing
)
COUNT = len(FEATURES)
(
    IS_LEGAL,
    LINES,
    POINTS,
    HOLES,
    TALLEST,
    BUMPINESS,
    WELLS,
    ROW_TRANSITIONS,
    COLUMN_TRANSITIONS,
    HOLE_DEPTH,
    HOLE_ROWS,
    LANDING_HEIGHT,
) = range(COUNT)


def bit_counts():
    """(1024,) int8: filled cells of every row mask."""
    rows = np.arange(2**WIDTH)
    return ((rows[:, None] >> np.arange(WIDTH)) & 1).sum(axis=1).astype(np.int8)


BITS = bit_counts()
EVERY_COLUMN = 2**WIDTH - 1


@compiled
def describe(rows, heights, features):
    """Fill in the features of a board from `HOLES` to `HOLE_ROWS`.

    Parameters
    ----------
    rows : (H,) uint16
    heights : (W,) int8
        Of the same board.
    features : (F,) float32
        Changed in place.
    """
    top = tallest(heights)
    holes = depth = hole_rows = row_changes = column_changes = 0
    covered = 0
    above = 0
    open_holes = 0
    for row in range(top - 1, -1, -1):
        filled = np.int64(rows[row])
        walled = (filled << 1) | 1 | (1 << (WIDTH + 1))
        row_changes += BITS[(walled ^ (walled >> 1)) & EVERY_COLUMN]
        row_changes += ((walled >> WIDTH) ^ (walled >> (WIDTH + 1))) & 1
        column_changes += BITS[filled ^ above]
        covered |= above
        buried = covered & ~filled & EVERY_COLUMN
        fresh = buried & ~open_holes
        if buried:
            holes += BITS[buried]
            hole_rows += 1
        for column in range(WIDTH):
            if (fresh >> column) & 1:
                depth += heights[column] - row - 1
        open_holes |= buried
        above = filled
    column_changes += BITS[above ^ EVERY_COLUMN]
    features[HOLES] = holes
    features[TALLEST] = top
    features[BUMPINESS] = bumpiness(heights)
    features[WELLS] = wells(heights)
    features[ROW_TRANSITIONS] = row_changes
    features[COLUMN_TRANSITIONS] = column_changes
    features[HOLE_DEPTH] = depth
    features[HOLE_ROWS] = hole_rows


@compiled
def bumpiness(heights):
    """Sum over the 9 neighbouring column pairs of the difference of their heights."""
    total = 0
    for column in range(WIDTH - 1):
        total += abs(heights[column] - heights[column + 1])
    return total


@compiled
def wells(heights):
    """Sum over columns of 1 + 2 + ... + depth below both neighbours, walls being tallest."""
    total = 0
    for column in range(WIDTH):
        left = HEIGHT if column == 0 else heights[column - 1]
        right = HEIGHT if column == WIDTH - 1 else heights[column + 1]
        depth = min(left, right) - heights[column]
        if depth > 0:
            total += depth * (depth + 1) // 2
    return total


@compiled
def describe_placement(seat, piece, rotation, column, features, rows, heights):
    """Features of the board after a placement; False, and no features, if it is not valid.

    Parameters
    ----------
    seat : record
        Read only.
    piece, rotation, column : int
    features : (F,) float32
        All of it is written.
    rows, heights : (H,) uint16, (W,) int8
        Scratch; the resulting board if True is returned.
    """
    features[:] = 0
    if column + PIECE_WIDTH[piece, rotation] > WIDTH:
        return False
    row = landing_row(seat.heights, piece, rotation, column)
    if row + PIECE_HEIGHT[piece, rotation] > HEIGHT:
        return False
    for index in range(HEIGHT):
        rows[index] = seat.rows[index]
    for index in range(WIDTH):
        heights[index] = seat.heights[index]
    cleared = put(rows, heights, piece, rotation, column, row)
    features[IS_LEGAL] = 1
    features[LINES] = cleared
    features[POINTS] = clear_points(
        cleared,
        seat.level,
        seat.combo + 1,
        cleared == 4 and seat.back_to_back == 1,
        rows[0] == 0,
    )
    features[LANDING_HEIGHT] = row + 0.5 * PIECE_HEIGHT[piece, rotation]
    describe(rows, heights, features)
    return True


@compiled
def describe_actions(matches, seats, features):
    """Features of what every action leads to; a hold alone leads to the board as it is.

    Parameters
    ----------
    matches, seats : (M,) records
    features : (M, A, F) float32
        A = 41 for "moves", 80 for "placements"; overwritten.
    """
    rows = np.empty(HEIGHT, np.uint16)
    heights = np.empty(WIDTH, np.int8)
    for index in range(len(matches)):
        seat = seats[index]
        out = features[index]
        if matches[index].is_over:
            out[:] = 0
            continue
        for action in range(HOLD):
            describe_placement(
                seat, seat.current, action // WIDTH, action % WIDTH, out[action], rows, heights
            )
        for action in range(HOLD, out.shape[0]):
            out[action] = 0
        if seat.hold_used:
            continue
        if matches[index].action_kind != PLACEMENTS:
            out[HOLD, IS_LEGAL] = 1
            describe(seat.rows, seat.heights, out[HOLD])
            continue
        piece = piece_from_hold(seat)
        for action in range(HOLD):
            place = action // WIDTH, action % WIDTH
            describe_placement(seat, piece, place[0], place[1], out[HOLD + action], rows, heights)


@compiled
def is_distinct(piece, rotation):
    """True unless a lower rotation of the piece looks the same."""
    return DISTINCT[piece, rotation] == 1


@compiled
def list_options(seat, features):
    """Features of every distinct valid placement of the current piece.

    Parameters
    ----------
    seat : record
    features : (40, F) float32
        Row rotation * 10 + column; `is_legal` is 0 where a placement is not valid or
        repeats one under a lower rotation.
    """
    rows = np.empty(HEIGHT, np.uint16)
    heights = np.empty(WIDTH, np.int8)
    for rotation in range(ROTATIONS):
        for column in range(WIDTH):
            out = features[rotation * WIDTH + column]
            if is_distinct(seat.current, rotation):
                describe_placement(seat, seat.current, rotation, column, out, rows, heights)
            else:
                out[:] = 0

"""What every action leads to, in numbers: compiled, for observations and for searches."""

import numpy as np

from ..core.compiled import compiled
from .board import BOARD_FEATURES, PIECE_HEIGHT, PIECE_WIDTH, describe, landing_row, put
from .rules import clear_points, piece_from_hold
from .state import ACTIONS, HEIGHT, HOLD, PREVIEW, ROTATIONS, TABLES, WIDTH

DISTINCT = TABLES["distinct"]
PLACEMENTS = ACTIONS.index("placements")

FEATURES = (
    "is_legal",  # 1 where the action is legal; all other features are 0 where it is not
    "is_distinct",  # 1 unless a lower rotation of the piece does the same
    "lines",  # lines it clears, 0-4
    "points",  # points it makes
    "landing_height",  # middle of the placed piece above the floor, before clearing
    *BOARD_FEATURES,
    *(f"height_{column}" for column in range(WIDTH)),
    "hold",  # piece on hold afterwards, 0-6; -1: none
    *(f"piece_{place}" for place in range(PREVIEW)),  # the piece then current and those after it
    "combo",  # as in `info`, afterwards
    "back_to_back",
    "total_lines",
    "pieces_left",
)
COUNT = len(FEATURES)
IS_LEGAL, IS_DISTINCT, LINES, POINTS, LANDING_HEIGHT, BOARD = range(6)
HEIGHTS = BOARD + len(BOARD_FEATURES)
AFTERWARDS = HEIGHTS + WIDTH


@compiled
def describe_position(seat, hold, current, follower, combo, back_to_back, features):
    """Fill in the features from `hold` to `back_to_back`: what holds after an action.

    `current` is the piece that is then to be placed, `follower` the place in the preview
    of the one after it.
    """
    features[AFTERWARDS] = hold
    features[AFTERWARDS + 1] = current
    for place in range(PREVIEW - 1):
        is_known = follower + place < PREVIEW
        features[AFTERWARDS + 2 + place] = seat.next[follower + place] if is_known else -1
    features[AFTERWARDS + 1 + PREVIEW] = combo
    features[AFTERWARDS + 2 + PREVIEW] = back_to_back


@compiled
def describe_board(rows, heights, features):
    """Fill in the features of a board."""
    describe(rows, heights, features[BOARD:HEIGHTS])
    for column in range(WIDTH):
        features[HEIGHTS + column] = heights[column]


@compiled
def describe_placement(seat, piece, rotation, column, is_held, features, rows, heights):
    """Features of the board after a placement; False, and zeros, if it is not valid.

    Parameters
    ----------
    seat : record
        Read only.
    piece, rotation, column : int
    is_held : int
        1 if the piece comes out of a hold that is part of the action.
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
    is_back_to_back = cleared == 4 and seat.back_to_back == 1
    combo = seat.combo + 1 if cleared else -1
    features[IS_LEGAL] = 1
    features[IS_DISTINCT] = DISTINCT[piece, rotation]
    features[LINES] = cleared
    features[POINTS] = clear_points(cleared, seat.level, combo, is_back_to_back, rows[0] == 0)
    features[LANDING_HEIGHT] = row + 0.5 * PIECE_HEIGHT[piece, rotation]
    describe_board(rows, heights, features)
    hold = seat.current if is_held else seat.hold
    first = 1 if is_held and seat.hold < 0 else 0
    back_to_back = (cleared == 4) if cleared else seat.back_to_back == 1
    describe_position(seat, hold, seat.next[first], first + 1, combo, back_to_back, features)
    features[COUNT - 2] = seat.lines + cleared
    features[COUNT - 1] = seat.pieces_left - 1
    return True


@compiled
def describe_piece(seat, piece, is_held, features, rows, heights):
    """Features (40, F) of all placements of a piece; equal ones are measured once."""
    for rotation in range(ROTATIONS):
        for column in range(WIDTH):
            out = features[rotation * WIDTH + column]
            if DISTINCT[piece, rotation]:
                describe_placement(seat, piece, rotation, column, is_held, out, rows, heights)
            else:
                same = rotation % 2 if DISTINCT[piece, 1] else 0
                out[:] = features[same * WIDTH + column]
                out[IS_DISTINCT] = 0


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
        seat, out = seats[index], features[index]
        out[:] = 0
        if matches[index].is_over:
            continue
        describe_piece(seat, seat.current, 0, out[:HOLD], rows, heights)
        if seat.hold_used:
            continue
        if matches[index].action_kind == PLACEMENTS:
            describe_piece(seat, piece_from_hold(seat), 1, out[HOLD:], rows, heights)
        else:
            describe_hold(seat, out[HOLD])


@compiled
def describe_hold(seat, features):
    """Features of a hold by itself."""
    features[IS_LEGAL] = 1
    features[IS_DISTINCT] = 1
    describe_board(seat.rows, seat.heights, features)
    current, follower = piece_from_hold(seat), 1 if seat.hold < 0 else 0
    hold, combo, chain = seat.current, seat.combo, seat.back_to_back
    describe_position(seat, hold, current, follower, combo, chain, features)
    features[COUNT - 2] = seat.lines
    features[COUNT - 1] = seat.pieces_left


@compiled
def list_options(seat, features):
    """Features of every distinct valid placement of the current piece.

    Parameters
    ----------
    seat : record
    features : (40, F) float32
        Row rotation * 10 + column; `is_distinct` is 0 where a placement is not valid or
        repeats one under a lower rotation.
    """
    rows = np.empty(HEIGHT, np.uint16)
    heights = np.empty(WIDTH, np.int8)
    describe_piece(seat, seat.current, 0, features, rows, heights)

"""Stackfall's rules on one match: compiled, in place, one seat.

Source: the Stackfall rules; the numbers of a clear are at `clear_points`.
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .board import PIECE_HEIGHT, PIECE_WIDTH, fits_anywhere, fitting, landing_row, put
from .rewards import reward
from .state import (
    ACTIONS,
    GAME_OVER,
    HEIGHT,
    HOLD,
    HOLD_USED,
    OUTSIDE,
    PIECE_LIMIT,
    PIECES,
    PIECES_PLACED,
    PREVIEW,
    RESIGNED,
    ROTATIONS,
    TOO_HIGH,
    TOP_OUT,
    WIDTH,
)

PERMUTATIONS = 5040
PLACEMENTS = ACTIONS.index("placements")

LINE_POINTS = np.array([0, 100, 300, 500, 800])
PERFECT_POINTS = np.array([0, 800, 1200, 1800, 2000])
BACK_TO_BACK_POINTS, BACK_TO_BACK_PERFECT_POINTS, COMBO_POINTS = 1200, 3200, 50


# The queue


@compiled
def refill_bag(match, seat):
    """Fill the bag with one of the 5,040 orders of the seven pieces, by a single draw."""
    rank = below(match, PERMUTATIONS)
    for piece in range(PIECES):
        seat.bag[piece] = piece
    for last in range(PIECES - 1, 0, -1):
        other = rank % (last + 1)
        rank //= last + 1
        piece = seat.bag[last]
        seat.bag[last] = seat.bag[other]
        seat.bag[other] = piece
    seat.bag_used = 0


@compiled
def draw_piece(match, seat):
    """The next piece of the sequence: a prescribed one while there are any, then of bags."""
    if seat.given_used < seat.given_count:
        piece = seat.given[seat.given_used]
        seat.given_used += 1
        return piece
    if seat.bag_used == PIECES:
        refill_bag(match, seat)
    piece = seat.bag[seat.bag_used]
    seat.bag_used += 1
    return piece


@compiled
def take_next(match, seat):
    """Make the first previewed piece current and draw one more into the preview."""
    seat.current = seat.next[0]
    for place in range(PREVIEW - 1):
        seat.next[place] = seat.next[place + 1]
    seat.next[PREVIEW - 1] = draw_piece(match, seat)


@compiled
def fill_queue(match, seat):
    """Draw the current piece and the whole preview."""
    seat.current = draw_piece(match, seat)
    for place in range(PREVIEW):
        seat.next[place] = draw_piece(match, seat)


@compiled
def piece_from_hold(seat):
    """The piece that a hold would make current: the held one, or the next."""
    return seat.next[0] if seat.hold < 0 else seat.hold


@compiled
def end_if_topped_out(match, seat):
    """End the match when neither the current piece nor the one from hold fits anywhere."""
    if fits_anywhere(seat.rows, seat.current):
        return
    if seat.hold_used or not fits_anywhere(seat.rows, piece_from_hold(seat)):
        match.is_over = 1
        match.end_reason = TOP_OUT


@compiled(forceinline=True)
def clear_points(lines, level, combo, is_back_to_back, is_perfect):
    """Points of one placement.

    Parameters
    ----------
    lines : int
        Lines it clears, 0-4.
    level : int
        Level before these lines are added.
    combo : int
        Clears in a row less one, this one counted.
    is_back_to_back, is_perfect : bool
        A Tetris after a Tetris; an empty board afterwards.

    Returns
    -------
    int

    Source: Stackfall rules, "Scoring".
    """
    if lines == 0:
        return 0
    points = np.int64(BACK_TO_BACK_POINTS if is_back_to_back else LINE_POINTS[lines])
    points += COMBO_POINTS * np.int64(combo)
    if is_perfect:
        points += BACK_TO_BACK_PERFECT_POINTS if is_back_to_back else PERFECT_POINTS[lines]
    return points * level


@compiled(forceinline=True)
def score_clear(seat, cleared):
    """Book the lines of a placement: points, combo, back-to-back, lines and level."""
    is_back_to_back = cleared == 4 and seat.back_to_back == 1
    is_perfect = cleared > 0 and seat.rows[0] == 0
    seat.combo = seat.combo + 1 if cleared else -1
    seat.points = clear_points(cleared, seat.level, seat.combo, is_back_to_back, is_perfect)
    seat.cleared = cleared
    seat.perfect_clear = is_perfect
    seat.score += seat.points
    if cleared:
        seat.back_to_back = cleared == 4
        seat.lines += cleared
        seat.level = 1 + seat.lines // 10


@compiled
def place(match, seat, rotation, column):
    """Place the current piece; returns 0 or the code of why it cannot be placed there."""
    if match.is_over:
        return GAME_OVER
    piece = seat.current
    if column + PIECE_WIDTH[piece, rotation] > WIDTH:
        return OUTSIDE
    row = landing_row(seat.heights, piece, rotation, column)
    if row + PIECE_HEIGHT[piece, rotation] > HEIGHT:
        return TOO_HIGH
    score_clear(seat, put(seat.rows, seat.heights, piece, rotation, column, row))
    seat.pieces += 1
    seat.pieces_left -= 1
    seat.hold_used = 0
    take_next(match, seat)
    if seat.pieces_left == 0:
        match.is_over = 1
        match.end_reason = PIECES_PLACED
    else:
        end_if_topped_out(match, seat)
    return 0


@compiled
def hold(match, seat):
    """Put the current piece on hold; returns 0 or the code of why that is not allowed."""
    if match.is_over:
        return GAME_OVER
    if seat.hold_used:
        return HOLD_USED
    held = seat.hold
    seat.hold = seat.current
    if held < 0:
        take_next(match, seat)
    else:
        seat.current = held
    seat.hold_used = 1
    seat.cleared = 0
    seat.points = 0
    seat.perfect_clear = 0
    end_if_topped_out(match, seat)
    return 0


@compiled
def hold_then_place(match, seat, rotation, column):
    """Hold, then place the piece that comes for it; returns 0 or a code, as one action."""
    if match.is_over:
        return GAME_OVER
    if seat.hold_used:
        return HOLD_USED
    piece = piece_from_hold(seat)
    if column + PIECE_WIDTH[piece, rotation] > WIDTH:
        return OUTSIDE
    row = landing_row(seat.heights, piece, rotation, column)
    if row + PIECE_HEIGHT[piece, rotation] > HEIGHT:
        return TOO_HIGH
    hold(match, seat)
    return place(match, seat, rotation, column)


@compiled
def resign(match):
    """End the match by resignation; the score stays."""
    match.is_over = 1
    match.end_reason = RESIGNED


# What the core calls


@compiled
def deal(match, seats):
    """Start an episode: an empty board and a fresh bag."""
    seat = seats[0]
    seat.score = 0
    for row in range(HEIGHT):
        seat.rows[row] = 0
    for column in range(WIDTH):
        seat.heights[column] = 0
    seat.hold = -1
    seat.hold_used = 0
    seat.lines = 0
    seat.level = 1
    seat.combo = -1
    seat.back_to_back = 0
    seat.pieces = 0
    seat.pieces_left = PIECE_LIMIT
    seat.cleared = 0
    seat.points = 0
    seat.perfect_clear = 0
    seat.potential = 0.0
    seat.bag_used = PIECES
    seat.given_count = 0
    seat.given_used = 0
    fill_queue(match, seat)


@compiled(forceinline=True)
def legal(match, seats, seat_index, mask):
    """Fill the mask of legal actions; all 0 once the match is over."""
    seat = seats[seat_index]
    if match.is_over:
        for action in range(len(mask)):
            mask[action] = 0
        return
    fitting(seat.rows, seat.current, mask)
    if match.action_kind != PLACEMENTS:
        mask[HOLD] = 1 - seat.hold_used
    elif seat.hold_used:
        for action in range(HOLD, 2 * HOLD):
            mask[action] = 0
    else:
        fitting(seat.rows, piece_from_hold(seat), mask[HOLD:])


@compiled
def act(match, seats, seat_index, action):
    """Apply an action; returns 0, or an index into `ILLEGAL` and nothing has changed."""
    seat = seats[seat_index]
    if match.action_kind != PLACEMENTS and action == HOLD:
        code = hold(match, seat)
    elif action >= HOLD:
        code = hold_then_place(match, seat, action // WIDTH - ROTATIONS, action % WIDTH)
    else:
        code = place(match, seat, action // WIDTH, action % WIDTH)
    if code == 0:
        seat.reward = reward(match, seat)
    return code

"""What Stackfall's actions are worth: the kinds of reward. Compiled."""

import numpy as np

from ..core.compiled import compiled
from .board import (
    BOARD_FEATURES,
    BUMPINESS,
    COLUMN_CHANGES,
    HOLE_DEPTH,
    HOLE_ROWS,
    HOLES,
    ROW_CHANGES,
    TALLEST,
    TETRIS_ROWS,
    describe,
)
from .state import REWARDS, TOP_OUT, WIDTH

LINES, SURVIVAL, SHAPED = (REWARDS.index(name) for name in ("lines", "survival", "shaped"))

POINTS_UNIT = 400.0
"""Points of level 1 that "shaped" counts as 1."""

DISCOUNT = 0.99
WASTE = 0.5
"""What "shaped" takes off for each line of a clear that is no Tetris."""

FINISH_PIECES, FINISH_FACTOR = 10, 3.0
"""With fewer pieces left "shaped" wastes no line any more, and points count so much more."""


@compiled
def reward(match, seat):
    """Reward of the action just applied; see `REWARDS`."""
    if match.reward_kind == LINES:
        return float(seat.cleared)
    if match.reward_kind == SURVIVAL:
        return 0.0 if seat.hold_used or match.end_reason == TOP_OUT else 1.0
    if match.reward_kind == SHAPED:
        return shaped(match, seat)
    return float(seat.points)


@compiled
def shaped(match, seat):
    """Points by level, less what wasted lines cost, plus the change of the board's `potential`."""
    before = seat.potential
    seat.potential = 0.0 if match.is_over else potential(seat)
    level = 1 + (seat.lines - seat.cleared) // 10
    gained = seat.points / (POINTS_UNIT * level)
    if seat.pieces_left < FINISH_PIECES:
        gained *= FINISH_FACTOR
    elif seat.cleared < 4:
        gained -= WASTE * seat.cleared
    return gained + DISCOUNT * seat.potential - before


@compiled
def potential(seat):
    """How good a board looks, 0 if empty and else less: what "shaped" adds the change of."""
    features = np.empty(len(BOARD_FEATURES), np.float32)
    describe(seat.rows, seat.heights, features)
    danger = max(features[TALLEST] - 10.0, 0.0)
    return (
        0.1 * min(features[TETRIS_ROWS], 4.0)
        - 1.0 * features[HOLES]
        - 0.5 * features[HOLE_ROWS]
        - 0.1 * features[HOLE_DEPTH]
        - 0.1 * (features[COLUMN_CHANGES] - WIDTH)
        - 0.02 * features[ROW_CHANGES]
        - 0.05 * features[BUMPINESS]
        - 0.03 * danger * danger
    )

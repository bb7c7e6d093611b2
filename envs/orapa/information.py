"""The reward "information": the same game, in which answers are paid by the bits in them. Compiled.

An answer is worth the bits by which the layouts still possible become fewer. Up to 2,048 of them
are counted exactly, and the last 128 kept in a list; more are estimated by random shares of them,
most often within half a bit. The next count makes up for an estimate that was wrong, so that all
answers together are worth what they have told exactly; an answer that tells little may then be
worth less than nothing. Kept apart from the rules, since most games do not need it.

Source: the Orapa rules, "Known facts".
"""

import numpy as np

from ..core.compiled import compiled
from . import rules
from .consistent import agrees, copy_layout, list_consistent
from .hypothesis import PIECE_COUNT
from .layouts import build
from .state import BLACK, BOARD_CELLS, DIAMOND, LAYOUT_COUNTS, LISTED

__all__ = ["act", "deal", "forget_all"]

BITS = np.log2(np.array(LAYOUT_COUNTS))
"""(2, 2): bits in a layout, by whether diamond and black are in the game."""

COUNTED = 2048
"""Layouts that are counted exactly; a random share may hold as many."""

PILOTS, ENOUGH = 30, 64
"""Shares tried at most until one holds enough layouts, and not too many."""

SHARES = 6
"""Shares of that size by which the layouts are then estimated."""

GROWTH = 1.35
"""Growth of a share (see `clues.spread_share`): with black, more would take much longer."""

BITS_AN_ANSWER = 4.5
"""Rough information in an answer, for the first share that is tried."""


@compiled
def deal(match, seats):
    """Start an episode as the rules do, in which nothing has been told yet."""
    rules.deal(match, seats)
    for index in range(len(seats)):
        forget_all(match, seats[index])


@compiled
def forget_all(match, seat):
    """Take all layouts for possible."""
    seat.missing_bits = BITS[match.pieces >> DIAMOND & 1, match.pieces >> BLACK & 1]
    seat.listed_count = -1


@compiled
def act(match, seats, index, action):
    """Apply an action as the rules do, and add the bits of an answer to the reward."""
    count, seat = match.history_count, seats[index]
    unknown_count = seat.unknown_count
    code = rules.act(match, seats, index, action)
    if match.history_count == count:
        return code
    if seat.solved:
        left = 0.0
    elif seat.listed_count >= 0:
        left = sift(seat)
    elif seat.unknown_count == unknown_count:
        left = seat.missing_bits  # known before, or one wrong solution among many
    else:
        left = measure(match, seat)
    seat.reward += seat.missing_bits - left
    seat.missing_bits = left
    return code


@compiled
def sift(seat):
    """Keep of the listed layouts those that agree with all clues; the bits missing then."""
    board, kept = np.empty(BOARD_CELLS, np.uint8), 0
    for index in range(seat.listed_count):
        build(board, seat.listed[index])
        if agrees(seat, board):
            copy_layout(seat.listed[kept], seat.listed[index])
            kept += 1
    seat.listed_count = kept
    return np.log2(np.float64(kept))


@compiled
def measure(match, seat):
    """Count or estimate the layouts that agree with a seat's clues; their logarithm.

    More than can be counted are estimated by random shares, of a size that is tried out first.
    """
    found = np.empty((COUNTED, PIECE_COUNT), np.int16)
    count = list_consistent(match, seat, 1.0, 1.0, found)
    if count <= LISTED:
        seat.listed_count = count
        for index in range(count):
            copy_layout(seat.listed[index], found[index])
    if count <= COUNTED:
        return np.log2(np.float64(count))
    share = min(1.0, COUNTED / 8 / 2.0 ** (seat.missing_bits - BITS_AN_ANSWER))
    for _ in range(PILOTS):
        count = list_consistent(match, seat, share, GROWTH, found)
        if count > COUNTED / 3:
            share /= 5.0
        elif count < ENOUGH:
            share = min(1.0, share * 3.0)
        else:
            break
    total = 0
    while total == 0:
        for _ in range(SHARES):
            total += list_consistent(match, seat, share, GROWTH, found)
    return np.log2(total / SHARES / share)

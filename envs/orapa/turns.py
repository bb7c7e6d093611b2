"""Turns and ends: whose turn it is, what enters the history, who wins. Compiled.

Source: the Orapa rules, "Duel", "Solo".
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .state import (
    DRAW,
    HISTORY,
    INFORMATION,
    LIVES,
    OVER,
    PLAY,
    RESIGNATION,
    SOLUTION,
    TIMEOUT,
)


@compiled
def remember(match, index, kind, argument, answer):
    """Add an entry to the public history."""
    entry = index | kind << 1 | argument << 4 | answer << 11
    match.history[match.history_count % HISTORY] = entry
    match.history_count += 1


@compiled
def begin_play(match, seats):
    """Start the turns; in a duel the first player is drawn."""
    match.phase = PLAY
    first = below(match, 2) if len(seats) == 2 else 0
    match.first = first
    for index in range(len(seats)):
        seats[index].phase = PLAY
        seats[index].is_first = index == first
    begin_turn(match, seats, first, match.time_ms)


@compiled
def begin_turn(match, seats, index, now_ms):
    """Give the turn to a seat."""
    match.turn = index
    match.deadline_ms = now_ms + match.turn_limit_ms
    for other in range(len(seats)):
        seats[other].on_move = other == index
        seats[other].is_on_turn = other == index
        seats[other].time_left_ms = match.turn_limit_ms
    seats[index].edits_left = match.edits_per_turn


@compiled
def count_turn(match, seats, index):
    """Book one action that takes a turn."""
    seats[index].turns += 1
    seats[index].reward -= match.turn_cost
    if len(seats) == 2:
        seats[1 - index].rival_turns += 1


@compiled
def pass_turn(match, seats, index, now_ms):
    """End a seat's turn; the last turn of a duel then was in vain."""
    if match.is_last_turn:
        end(match, seats, np.int64(match.first), SOLUTION)
    else:
        begin_turn(match, seats, (index + 1) % len(seats), now_ms)


@compiled
def end(match, seats, winner, reason):
    """End the match.

    Parameters
    ----------
    match, seats : records
    winner : int
        Seat, or -1: nobody.
    reason : int
        Index into `END_REASONS`.
    """
    match.is_over = 1
    match.phase = OVER
    match.winner = winner
    match.end_reason = reason
    for index in range(len(seats)):
        seat = seats[index]
        seat.phase = OVER
        seat.on_move = 0
        seat.is_on_turn = 0
        seat.outcome = 3 if winner < 0 else 1 if winner == index else 2
        if winner >= 0 and match.reward_kind != INFORMATION:
            seat.reward += 1.0 if winner == index else -1.0


@compiled
def settle(match, seats, index, is_right):
    """What a solution leads to, its turn having been counted."""
    seat = seats[index]
    is_duel = len(seats) == 2
    if is_right:
        seat.solved = 1
        if is_duel:
            seats[1 - index].rival_solved = 1
        if match.is_last_turn:
            end(match, seats, -1, DRAW)
        elif is_duel and index == match.first:
            match.is_last_turn = 1
            for other in range(2):
                seats[other].is_last_turn = 1
            begin_turn(match, seats, 1 - index, match.time_ms)
        else:
            end(match, seats, index, SOLUTION)
        return
    seat.lives -= 1
    if is_duel:
        seats[1 - index].rival_lives -= 1
    if seat.lives == 0 and not match.is_last_turn:
        end(match, seats, 1 - index if is_duel else -1, LIVES)
    else:
        pass_turn(match, seats, index, match.time_ms)


@compiled
def time_out(match, seats):
    """The turn has run out: it passes on at the moment at which it did."""
    index = np.int64(match.turn)
    remember(match, index, TIMEOUT, 0, 0)
    pass_turn(match, seats, index, match.deadline_ms)


@compiled
def resign(match, seats, index):
    """Give up: the other seat wins, in the solo game nobody."""
    end(match, seats, 1 - index if len(seats) == 2 else -1, RESIGNATION)

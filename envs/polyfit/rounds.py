"""Rounds, banks of time, gems and places on one match: compiled, any number of seats.

Source: the Polyfit rules; the solid game has the same.
"""

import numpy as np

from ..core.compiled import compiled
from .board import first_cell
from .dice import new_dice
from .puzzles import draw_gems, draw_puzzle, take_given
from .state import (
    BONUS_MS,
    FINISHED,
    LATE,
    LEAST_TIME,
    MOST_GEMS,
    MOST_OF_ONE_COLOUR,
    RESIGNATION,
    REWARDS,
    SLACK_MS,
    SOLVED,
    TIE,
    TIMEOUT,
)

BY_SOLVING, BY_TIME, BY_GEMS = (REWARDS.index(name) for name in ("solved", "time", "gems"))
NEVER = np.int64(1) << 62


@compiled
def is_playing(match, index):
    """Whether a seat is neither out of clock nor forfeited."""
    return match.is_out[index] == 0 and match.is_forfeited[index] == 0


@compiled
def clear_tiling(match, seat):
    """Take back everything a seat has laid."""
    seat.open[:] = match.region
    seat.open_count = match.volume
    seat.next_cell = first_cell(seat.open, 0)
    seat.left[:] = match.counts
    seat.laid = 0


@compiled
def find_next_out(match, seats):
    """Note when the first of the running banks will be empty."""
    match.next_out_ms = NEVER
    for index in range(len(seats)):
        if seats[index].on_move:
            match.next_out_ms = min(match.next_out_ms, seats[index].deadline_ms)


@compiled(inline="always")
def open_round(match, seats):
    """Open the next round now: deal it, and put every seat still playing on move."""
    match.round_number += 1
    match.opened_ms = match.time_ms
    match.time_left_ms = match.window_ms
    dice = new_dice()
    if match.round_number <= match.given_count:
        take_given(match, match.round_number - 1)
    else:
        draw_puzzle(match, dice)
    draw_gems(match, dice, len(seats))
    face_round(match, seats)


@compiled
def face_round(match, seats):
    """Put every seat still playing before the round's puzzle, nothing laid or answered yet."""
    match.done[:] = 0
    for index in range(len(seats)):
        seat = seats[index]
        seat.answer = 0
        seat.answer_ms = 0
        seat.solver_rank = 0
        seat.on_move = is_playing(match, index)
        seat.deadline_ms = match.opened_ms + seat.bank_ms
        clear_tiling(match, seat)
    find_next_out(match, seats)


@compiled
def share_gems(match, seats):
    """Give the solvers their gems: the first 3 of the row, then 2, then 1 each."""
    closed = match.closed_count
    match.won[closed] = 0
    first = 0
    for rank in range(1, len(seats) + 1):
        for index in range(len(seats)):
            if seats[index].solver_rank == rank:
                share = max(4 - rank, 1)
                for place in range(first, first + share):
                    match.won[closed, index, match.gem_row[place]] += 1
                    match.gems[index, match.gem_row[place]] += 1
                first += share
                seats[index].gem_count += share
                if match.reward_kind == BY_GEMS:
                    seats[index].reward += float(share)


@compiled
def close_round(match, seats):
    """Close the round: now its answers, times and gems are for all to see."""
    share_gems(match, seats)
    closed = match.closed_count
    for index in range(len(seats)):
        seat = seats[index]
        match.answers[closed, index] = seat.answer
        match.times_ms[closed, index] = seat.answer_ms
        seat.total_ms += seat.answer_ms if seat.answer == SOLVED else match.window_ms
    match.closed_count += 1


@compiled(inline="always")
def go_on(match, seats):
    """Close the round if nobody is on move, and end the match where it is over."""
    playing, moving = 0, 0
    for index in range(len(seats)):
        playing += is_playing(match, index)
        moving += seats[index].on_move
    if playing < min(len(seats), 2):
        close_round(match, seats)
        end(match, seats, TIMEOUT)
    elif moving > 0:
        find_next_out(match, seats)
    else:
        close_round(match, seats)
        if match.closed_count < match.round_count:
            open_round(match, seats)
        else:
            end(match, seats, why(match, seats))


@compiled
def answer(match, seats, index, kind):
    """Take a seat's answer to the round, `SOLVED` or `PASSED`; after the window it is `LATE`."""
    seat = seats[index]
    elapsed = match.time_ms - match.opened_ms
    seat.answer_ms = elapsed
    if elapsed > match.window_ms:
        kind = LATE
    seat.answer = kind
    seat.on_move = 0
    seat.has_answered = 1
    seat.bank_ms = seat.deadline_ms - match.time_ms + BONUS_MS
    match.done[index] = 1
    if kind == SOLVED:
        seat.solved += 1
        rank = 1
        for other in range(len(seats)):
            rank += seats[other].solver_rank > 0
        seat.solver_rank = rank
        if match.reward_kind == BY_SOLVING:
            seat.reward += 1.0
        elif match.reward_kind == BY_TIME:
            seat.reward += (match.window_ms - elapsed) / match.window_ms
    go_on(match, seats)


@compiled
def resign(match, seats, index):
    """Give up a seat that is still playing: it is ranked last, of two it loses at once."""
    seats[index].on_move = 0
    if len(seats) > 2:
        match.is_forfeited[index] = 1
        go_on(match, seats)
    else:
        match.is_out[index] = 1
        close_round(match, seats)
        end(match, seats, RESIGNATION)


@compiled
def run_out(match, seats):
    """Take every seat out whose bank is empty now."""
    for index in range(len(seats)):
        seat = seats[index]
        if seat.on_move and seat.deadline_ms <= match.time_ms:
            seat.on_move = 0
            seat.bank_ms = 0
            if len(seats) > 2 and not seat.has_answered:
                match.is_forfeited[index] = 1
            else:
                match.is_out[index] = 1


@compiled
def advance(match, seats, until_ms):
    """Let the clock run: banks that it empties take their seats out, in the order of time."""
    while match.next_out_ms <= until_ms and not match.is_over:
        match.time_ms = match.next_out_ms
        run_out(match, seats)
        go_on(match, seats)
    match.time_ms = until_ms
    if not match.is_over:
        match.time_left_ms = max(match.window_ms - (until_ms - match.opened_ms), 0)


# The end


@compiled
def criterion(match, seat, which):
    """What seats are ranked by, more is better: gems, most of one colour, least total time."""
    if which == 0:
        return np.int64(seat.gem_count)
    if which == 1:
        return np.int64(match.gems[seat.number].max())
    return -np.int64(seat.total_ms)


@compiled
def group(match, index):
    """0 a seat that played to the end, 1 one that ran out of clock, 2 a forfeited one."""
    return 2 if match.is_forfeited[index] else np.int64(match.is_out[index])


@compiled
def is_before(match, seats, one, other):
    """Whether a seat is ranked before another."""
    if group(match, one) != group(match, other):
        return group(match, one) < group(match, other)
    if group(match, one) == 2:
        return False
    for which in range(3):
        mine = criterion(match, seats[one], which)
        theirs = criterion(match, seats[other], which)
        if mine != theirs:
            return mine > theirs
    return False


@compiled
def why(match, seats):
    """What tells the first seat from the next, after the last round."""
    if len(seats) == 1:
        return FINISHED
    is_first = np.zeros(len(seats), np.uint8)
    for index in range(len(seats)):
        is_first[index] = is_playing(match, index)
    for which in range(3):
        best = -NEVER
        for index in range(len(seats)):
            if is_first[index]:
                best = max(best, criterion(match, seats[index], which))
        for index in range(len(seats)):
            if is_first[index] and criterion(match, seats[index], which) < best:
                is_first[index] = 0
        if is_first.sum() == 1:
            return (MOST_GEMS, MOST_OF_ONE_COLOUR, LEAST_TIME)[which]
    return TIE


@compiled
def end(match, seats, reason):
    """End the match and fill in the places; equal seats share theirs."""
    match.is_over = 1
    match.end_reason = reason
    match.next_out_ms = NEVER
    for index in range(len(seats)):
        seat = seats[index]
        seat.on_move = 0
        seat.place = 1
        for other in range(len(seats)):
            seat.place += is_before(match, seats, other, index)


@compiled(inline="always")
def begin(match, seats):
    """Clear the match and open its first round."""
    match.round_number = 0
    match.closed_count = 0
    match.gems[:] = 0
    match.is_out[:] = 0
    match.is_forfeited[:] = 0
    match.answers[:] = 0
    match.times_ms[:] = 0
    match.won[:] = 0
    bank = match.round_count * (match.window_ms + SLACK_MS) + SLACK_MS
    for index in range(len(seats)):
        seat = seats[index]
        seat.number = index
        seat.bank_ms = bank
        seat.has_answered = 0
        seat.solved = 0
        seat.gem_count = 0
        seat.total_ms = 0
        seat.place = 0
    open_round(match, seats)

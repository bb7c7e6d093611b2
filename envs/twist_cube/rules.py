"""Twist Cube's rules on one match: compiled, in place, any number of seats.

Source: the Twist Cube rules.
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .cube import score, turn
from .puzzles import scramble
from .state import CELLS, CLOCK, CLOCK_MS, CLOSED, REWARDS, SOLVED, TOO_LONG, TURN_LIMIT
from .submissions import submit, submit_by_itself, submit_kept, verdict

SCORE, POT = REWARDS.index("score"), REWARDS.index("pot")
SUBMIT, RESTART, DONE, WAIT = 0, 1, 2, 3
"""Actions after the turns, counted from the first of them."""


# Windows


@compiled
def close(match, seats, index, end_reason):
    """Close a seat's window; after the last one the match is over."""
    seat = seats[index]
    seat.on_move = 0
    if match.reward_kind == SCORE and seat.best_score > 0 and not seat.is_forfeited:
        seat.reward += float(seat.best_score)
    match.open_count -= 1
    if match.open_count == 0:
        match.is_over = 1
        match.end_reason = end_reason
        rank(match, seats)
        if match.reward_kind == POT:
            share_pot(match, seats)


@compiled
def done(match, seats, index):
    """Close a window at its seat's own wish."""
    submit_kept(match, seats[index], match.time_ms)
    close(match, seats, index, CLOSED)


@compiled
def close_if_solved(match, seats, index):
    """Under `stop_when_solved`, close the window of a seat that has solved the cube.

    A solution that was kept for the close is submitted by it.
    """
    seat = seats[index]
    full = 6 * match.cube_size * match.cube_size
    if match.stop_when_solved and (seat.solved or seat.kept_score == full):
        submit_kept(match, seat, match.time_ms)
        close(match, seats, index, SOLVED)


@compiled
def resign(match, seats, index):
    """Give up a seat that is still open: it is ranked last."""
    seats[index].is_forfeited = 1
    close(match, seats, index, CLOSED)


@compiled
def run_out(match, seats):
    """Close every window that is still open when the clock has run out."""
    for index in range(len(seats)):
        seat = seats[index]
        if seat.on_move:
            submit_kept(match, seat, CLOCK_MS - 1)
            if seat.accepted == 0:
                seat.is_forfeited = 1
            close(match, seats, index, CLOCK)


# The end


@compiled
def rank(match, seats):
    """Fill in every seat's place: score, then turns, then time; none accepted; forfeits.

    Seats that are equal in all of it share the place; where nothing was accepted at all,
    every seat is first and the match is drawn.
    """
    keys = np.empty(len(seats), np.int64)
    match.is_draw = 1
    for index in range(len(seats)):
        seat = seats[index]
        if seat.accepted > 0:
            match.is_draw = 0
        if seat.is_forfeited:
            keys[index] = 2 << 60
        elif seat.accepted == 0:
            keys[index] = 1 << 60
        else:
            behind = CELLS - np.int64(seat.best_score)
            keys[index] = (((behind << 10) + seat.best_length) << 20) + seat.best_ms
    ordered = np.sort(keys)
    for index in range(len(seats)):
        place = 1 if match.is_draw else 1 + np.searchsorted(ordered, keys[index])
        seats[index].place = place


@compiled
def share_pot(match, seats):
    """Those ranked first share +1 equally, the others -1; nobody gets anything in a draw."""
    firsts = 0
    for index in range(len(seats)):
        firsts += seats[index].place == 1
    others = len(seats) - firsts
    if match.is_draw or others == 0:
        return
    for index in range(len(seats)):
        share = 1.0 / firsts if seats[index].place == 1 else -1.0 / others
        seats[index].reward += share


# What the core calls


@compiled
def begin_from(match, seats):
    """Put every seat before the match's cube, with an open window and nothing sent."""
    match.start_score = score(match.cube, match.cube_size)
    match.time_left_ms = CLOCK_MS
    match.leader_score = -1
    match.leader_length = 0
    match.leader_seat = -1
    match.open_count = len(seats)
    match.is_draw = 0
    for index in range(len(seats)):
        seat = seats[index]
        seat.number = index
        seat.best_score = -1
        seat.best_length = 0
        seat.best_ms = 0
        seat.accepted = 0
        seat.place = 0
        seat.solved = 0
        seat.is_forfeited = 0
        seat.kept_score = -1
        seat.kept_length = 0
        restart(match, seat)


@compiled
def restart(match, seat):
    """Take the scrambled cube in hand again."""
    for cell in range(6 * match.cube_size * match.cube_size):
        seat.cube[cell] = match.cube[cell]
    seat.score = match.start_score
    seat.length = 0


@compiled
def deal(match, seats):
    """Start an episode: one scramble, the same for every seat."""
    size = np.int64(match.cube_size)
    area = size * size
    for cell in range(6 * area):
        match.cube[cell] = cell // area
    count = np.int64(match.scramble_low)
    if match.scramble_high > count:
        count += below(match, match.scramble_high - count + 1)
    scramble(match, match.cube, size, count)
    match.scramble_turns = count
    begin_from(match, seats)


@compiled
def advance(match, seats, until_ms):
    """Let the clock run, and close what is open when it has run out."""
    match.time_ms = until_ms
    match.time_left_ms = max(CLOCK_MS - until_ms, 0)
    if until_ms >= CLOCK_MS and not match.is_over:
        run_out(match, seats)


@compiled
def legal(match, seats, index, mask):
    """Fill the mask of legal actions; a closed seat waits, and all 0 once the match is over."""
    seat = seats[index]
    turns = len(mask) - 4
    is_open = 1 if seat.on_move == 1 and match.is_over == 0 else 0
    can_turn = is_open if seat.length < TURN_LIMIT else 0
    for action in range(turns):
        mask[action] = can_turn
    mask[turns + SUBMIT] = 0
    if is_open and seat.length > 0:
        mask[turns + SUBMIT] = verdict(seat, seat.score, seat.length) == 0
    mask[turns + RESTART] = is_open
    mask[turns + DONE] = is_open
    mask[turns + WAIT] = 1 - match.is_over


@compiled
def act(match, seats, index, action):
    """Apply an action; returns 0, or an index into `ILLEGAL` and nothing has changed."""
    seat = seats[index]
    size = np.int64(match.cube_size)
    choice = action - 18 * (size - 1)
    if choice < 0:
        if seat.length == TURN_LIMIT:
            return TOO_LONG
        turn(seat.cube, size, action)
        seat.turns[seat.length] = action
        seat.length += 1
        seat.score = score(seat.cube, size)
        if match.auto_submit:
            submit_by_itself(match, seat)
            close_if_solved(match, seats, index)
    elif choice == SUBMIT:
        code = submit(match, seat)
        if code != 0:
            return code
        close_if_solved(match, seats, index)
    elif choice == RESTART:
        restart(match, seat)
    elif choice == DONE:
        done(match, seats, index)
    return 0

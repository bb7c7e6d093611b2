"""Asking: waves, probes and solutions, their answers among the clues, the turn they take. Compiled.

Source: the Orapa rules, "Actions on a turn".
"""

import numpy as np

from ..core.compiled import compiled
from .hypothesis import check_probe, check_wave, probed
from .layouts import is_same_board
from .state import ABSORBED, BOARD_CELLS, FIRED, GUESS, KNOWN, POINTS, PROBE, UNKNOWN, WAVE
from .turns import count_turn, pass_turn, remember, settle
from .waves import fire


@compiled
def target(match, seats, index):
    """The board (120,) that a seat is to find out."""
    return seats[1 - index].board if len(seats) == 2 else match.board


@compiled
def note_wave(waves, entry, answer, state):
    """Write what is known of a wave into a seat's `waves` (36, 4)."""
    end = answer & 63
    waves[entry, 0] = state
    waves[entry, 1] = end if end < POINTS else -1
    waves[entry, 2] = answer >> 6
    waves[entry, 3] = end == ABSORBED


@compiled
def copy_rows(rows, source):
    """Copy `waves` (36, 4)."""
    for entry in range(POINTS):
        for part in range(4):
            rows[entry, part] = source[entry, part]


@compiled
def learn_wave(seat, entry, answer):
    """Enter an answer among the clues, and what it says about the wave from its exit."""
    if seat.waves[entry, 0] == UNKNOWN:
        seat.unknown_count -= 1
    if seat.waves[entry, 0] != FIRED:
        seat.fired[seat.fired_count] = entry
        seat.fired_count += 1
    note_wave(seat.waves, entry, answer, FIRED)
    seat.answers[entry] = answer
    end = answer & 63
    if end < POINTS and seat.waves[end, 0] == UNKNOWN:
        seat.unknown_count -= 1
        seat.answers[end] = entry | answer >> 6 << 6
        note_wave(seat.waves, end, seat.answers[end], KNOWN)


@compiled
def fire_at(match, seats, index, entry):
    """Fire a wave and end the turn; returns the answer."""
    seat = seats[index]
    answer = np.int64(fire(target(match, seats, index), entry))
    learn_wave(seat, entry, answer)
    if len(seats) == 2:
        copy_rows(seats[1 - index].rival_waves, seat.waves)
    if match.help_mode:
        check_wave(seat, entry)
    count_turn(match, seats, index)
    remember(match, index, WAVE, entry, answer)
    pass_turn(match, seats, index, match.time_ms)
    return answer


@compiled
def probe_at(match, seats, index, cell):
    """Probe a cell `y * 10 + x` and end the turn; returns an index into `PROBED`."""
    seat = seats[index]
    result = np.int64(probed(target(match, seats, index), cell))
    if seat.probes[cell] == 0:
        seat.unknown_count -= 1
    seat.probes[cell] = result
    if len(seats) == 2:
        seats[1 - index].rival_probes[cell] = result
    if match.help_mode:
        check_probe(seat, cell)
    count_turn(match, seats, index)
    remember(match, index, PROBE, cell, result)
    pass_turn(match, seats, index, match.time_ms)
    return result


@compiled
def guess(match, seats, index, board):
    """Give a board (120,) as the solution and end the turn; returns whether it is right."""
    is_right = np.int64(is_same_board(board, target(match, seats, index)))
    count_turn(match, seats, index)
    remember(match, index, GUESS, 0, is_right)
    if not is_right:
        for cell in range(BOARD_CELLS):
            seats[index].wrong[cell] = board[cell]
    settle(match, seats, index, is_right == 1)
    return is_right

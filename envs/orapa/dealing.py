"""Dealing: a match is cleared, layouts are drawn; and another match at the same table. Compiled.

Source: the Orapa rules, "Duel", "Solo".
"""

import numpy as np

from ..core.compiled import compiled
from .hypothesis import AREA, PIECE_COUNT, clear, clear_grid
from .laying import hide
from .layouts import random_layout
from .state import BOARD_CELLS, LAYOUT, POINTS
from .turns import begin_play
from .waves import EMPTY_BOARD


@compiled
def forget(seat):
    """Clear a seat's clues, those of the other seat, and its layout."""
    for cell in range(BOARD_CELLS):
        seat.wrong[cell] = EMPTY_BOARD[cell]
    for entry in range(POINTS):
        seat.answers[entry] = -1
        for part in range(4):
            nothing = -1 if part == 1 else 0
            seat.waves[entry, part] = nothing
            seat.rival_waves[entry, part] = nothing
    for cell in range(AREA):
        seat.probes[cell] = 0
        seat.rival_probes[cell] = 0
    for piece in range(PIECE_COUNT):
        seat.layout[piece] = -1


@compiled
def open_match(match, seats):
    """Clear everything that a match gathers, before anything is laid."""
    match.phase = LAYOUT
    match.turn = 0
    match.first = 0
    match.is_last_turn = 0
    match.winner = -1
    match.rematch = 0
    match.deadline_ms = 0
    match.history_count = 0
    match.reactions[0] = match.reactions[1] = 0
    for index in range(len(seats)):
        seat = seats[index]
        seat.number = index
        seat.unknown_count = POINTS + AREA
        seat.fired_count = 0
        seat.phase = LAYOUT
        seat.is_on_turn = 0
        seat.is_first = 0
        seat.is_last_turn = 0
        seat.turns = 0
        seat.lives = match.most_lives
        seat.solved = 0
        seat.rival_turns = 0
        seat.rival_lives = match.most_lives if len(seats) == 2 else 0
        seat.rival_solved = 0
        seat.edits_left = match.edits_per_turn
        seat.time_left_ms = 0
        seat.outcome = 0
        forget(seat)
        clear(seat)
        clear_grid(seat.board, seat.own_grid)


@compiled
def deal(match, seats):
    """Start an episode: the solo game and a duel without layout phase with random layouts."""
    open_match(match, seats)
    board, answers = np.empty(BOARD_CELLS, np.uint8), np.empty(POINTS, np.int64)
    if len(seats) == 1:
        random_layout(match, match.pieces, match.layout, match.board, answers)
        begin_play(match, seats)
    elif not match.lays_by_hand:
        layout = np.empty(PIECE_COUNT, np.int16)
        for index in range(2):
            random_layout(match, match.pieces, layout, board, answers)
            hide(match, seats[index], layout)
        begin_play(match, seats)


@compiled
def play_again(match, seats):
    """Deal another match at the same table; time goes on."""
    match.is_over = 0
    match.end_reason = 0
    for index in range(len(seats)):
        seats[index].on_move = 1
        seats[index].reward = 0.0
        seats[index].illegal = 0
    deal(match, seats)

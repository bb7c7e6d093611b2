"""Orapa's rules on one match: compiled, in place, one seat or two.

Source: the Orapa rules, "Actions on a turn", "Duel", "Solo".
"""

import numpy as np

from ..core.compiled import compiled
from .asking import fire_at, guess, probe_at
from .hypothesis import (
    AREA,
    PIECE_COUNT,
    check_all,
    clear,
    clear_grid,
    draw_on,
    is_complete,
    is_free,
    mark_placements,
    piece_of,
    place_count,
    placement_of,
    put,
    take_back,
)
from .layouts import is_valid, random_layout
from .state import (
    BOARD_CELLS,
    INCOMPLETE,
    INVALID_LAYOUT,
    KNOWN_ALREADY,
    LAID_ALREADY,
    LAYOUT,
    NO_EDITS_LEFT,
    NO_TURN_LIMIT,
    NOT_LAID,
    OVERLAP,
    PLACES,
    PLAY,
    POINTS,
    PROBES,
    UNKNOWN,
    WRONG_PHASE,
)
from .turns import begin_play, time_out

# Laying out


@compiled
def is_valid_layout(match, seat):
    """Whether the pieces laid make a layout that may be hidden."""
    board, answers = np.empty(BOARD_CELLS, np.uint8), np.empty(POINTS, np.int64)
    return is_valid(seat.hypothesis, match.pieces, board, answers)


@compiled
def hide(match, seat, layout):
    """Make a layout (7,) the seat's own and clear its grid for hypotheses."""
    clear(seat)
    clear_grid(seat.board, seat.own_grid)
    for piece in range(PIECE_COUNT):
        seat.layout[piece] = layout[piece]
        if layout[piece] >= 0:
            draw_on(seat.board, seat.own_grid, np.int64(layout[piece]))


@compiled
def say_ready(match, seats, index):
    """End the layout phase of a seat; with the last one, the turns begin."""
    seats[index].on_move = 0
    if not seats[0].on_move and not seats[1].on_move:
        begin_play(match, seats)


@compiled
def set_pieces(seat, layout):
    """Lay all pieces of a layout (7,) at once."""
    clear(seat)
    for piece in range(PIECE_COUNT):
        if layout[piece] >= 0:
            put(seat, piece, np.int64(layout[piece]))


@compiled
def confirm_layout(match, seats, index):
    """Hide the pieces laid, if they make a valid layout; returns 0 or an index into `ILLEGAL`."""
    seat = seats[index]
    if not is_complete(match.pieces, seat):
        return INCOMPLETE
    if not is_valid_layout(match, seat):
        return INVALID_LAYOUT
    layout = seat.hypothesis.copy()
    hide(match, seat, layout)
    say_ready(match, seats, index)
    return 0


# What the core calls


@compiled
def forget(seat):
    """Clear a seat's clues, those of the other seat, and its layout."""
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
    deal(match, seats)


@compiled
def advance(match, seats, until_ms):
    """Let time pass: turns that run out pass on, one after the other."""
    if match.turn_limit_ms > 0 and match.phase == PLAY:
        while match.phase == PLAY and until_ms >= match.deadline_ms:
            time_out(match, seats)
        for index in range(len(seats)):
            left = match.deadline_ms - until_ms if match.phase == PLAY else 0
            seats[index].time_left_ms = left
    match.time_ms = until_ms


@compiled
def mark(mask, first, last, value):
    """Set the mask of the actions `first` to `last - 1`."""
    for action in range(first, last):
        mask[action] = value


@compiled
def legal(match, seats, index, mask):
    """Fill the mask of legal actions; a seat off move waits, and all 0 once the match is over."""
    seat = seats[index]
    submit, wait = len(mask) - 2, len(mask) - 1
    if match.is_over or not seat.on_move:
        mark(mask, 0, wait, 0)
        mask[wait] = not match.is_over
        return
    mask[wait] = match.turn_limit_ms > 0 or match.phase == LAYOUT
    if match.phase == LAYOUT:
        mark(mask, 0, PLACES, 0)
        mark_placements(match, seat, mask)
        mask[submit] = is_complete(match.pieces, seat) and is_valid_layout(match, seat)
        return
    if match.allow_repeats or seat.unknown_count == 0:
        mark(mask, 0, PLACES, 1)
    else:
        for entry in range(POINTS):
            mask[entry] = seat.waves[entry, 0] == UNKNOWN
        probes = mask[PROBES:PLACES]
        for cell in range(AREA):
            probes[cell] = seat.probes[cell] == 0
    if seat.edits_left > 0:
        mark_placements(match, seat, mask)
    else:
        mark(mask, PLACES, submit, 0)
    mask[submit] = is_complete(match.pieces, seat)


@compiled
def act(match, seats, index, action):
    """Apply an action; returns 0, or an index into `ILLEGAL` and nothing has changed."""
    seat = seats[index]
    places = PLACES + place_count(match.pieces)
    if action < PLACES:
        return ask(match, seats, index, action)
    if action < places:
        placement = placement_of(match.pieces, action - PLACES)
        return edit(match, seat, piece_of(placement), placement)
    choice = action - places
    for piece in range(PIECE_COUNT):
        if match.pieces >> piece & 1:
            if choice == 0:
                return edit(match, seat, piece, -1)
            choice -= 1
    if choice == 1:
        return 0 if match.phase == LAYOUT or match.turn_limit_ms > 0 else NO_TURN_LIMIT
    if match.phase == LAYOUT:
        return confirm_layout(match, seats, index)
    if not is_complete(match.pieces, seat):
        return INCOMPLETE
    guess(match, seats, index, seat.hypothesis_board)
    return 0


@compiled
def ask(match, seats, index, action):
    """Fire a wave or probe a cell, as an action; returns 0 or an index into `ILLEGAL`."""
    seat = seats[index]
    if match.phase != PLAY:
        return WRONG_PHASE
    is_wave = action < PROBES
    is_known = seat.waves[action, 0] != UNKNOWN if is_wave else seat.probes[action - PROBES] > 0
    if is_known and seat.unknown_count > 0 and not match.allow_repeats:
        return KNOWN_ALREADY
    if is_wave:
        fire_at(match, seats, index, action)
    else:
        probe_at(match, seats, index, action - PROBES)
    return 0


@compiled
def edit(match, seat, piece, placement):
    """Lay a piece on the own grid, or take it back (-1); returns 0 or an index into `ILLEGAL`."""
    is_playing = match.phase == PLAY
    if is_playing and seat.edits_left == 0:
        return NO_EDITS_LEFT
    if seat.hypothesis[piece] == placement:
        return NOT_LAID if placement < 0 else LAID_ALREADY
    if placement < 0:
        take_back(seat, piece)
    elif not is_free(match, seat, piece, placement):
        return OVERLAP
    else:
        put(seat, piece, placement)
    if is_playing:
        seat.edits_left -= 1
        if match.help_mode:
            check_all(seat)
    return 0

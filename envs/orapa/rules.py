"""Orapa's rules on one match, as the core calls them: compiled, in place, one seat or two.

Source: the Orapa rules, "Actions on a turn", "Duel", "Solo".
"""

from ..core.compiled import compiled
from .asking import fire_at, guess, probe_at
from .dealing import deal
from .hypothesis import (
    AREA,
    PIECE_COUNT,
    is_complete,
    mark_placements,
    piece_of,
    place_count,
    placement_of,
)
from .laying import confirm_layout, edit, is_valid_layout
from .state import (
    INCOMPLETE,
    KNOWN_ALREADY,
    LAYOUT,
    NO_TURN_LIMIT,
    PLACES,
    PLAY,
    POINTS,
    PROBES,
    UNKNOWN,
    WRONG_PHASE,
)
from .turns import time_out

__all__ = ["act", "advance", "deal", "legal"]


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

"""Laying pieces: edits of the own grid, and hiding what makes a layout. Compiled.

Source: the Orapa rules, "Placement constraints", "Duel".
"""

import numpy as np

from ..core.compiled import compiled
from .hypothesis import (
    PIECE_COUNT,
    check_all,
    clear,
    clear_grid,
    draw_on,
    is_complete,
    is_free,
    put,
    take_back,
)
from .layouts import is_valid
from .state import (
    BOARD_CELLS,
    INCOMPLETE,
    INVALID_LAYOUT,
    LAID_ALREADY,
    NO_EDITS_LEFT,
    NOT_LAID,
    OVERLAP,
    PLAY,
    POINTS,
)
from .turns import begin_play


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

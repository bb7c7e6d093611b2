"""The layouts that agree with all that a seat has been told: listing them, drawing one. Compiled.

What a seat has been told are the answers to its waves and probes, and that its last solution was
wrong.
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .clues import possible_placements, search_order, spread_share, suspects
from .hypothesis import AREA, PIECE_COUNT, probed
from .layouts import build, is_same_board, random_layout
from .search import search
from .state import BOARD_CELLS, POINTS
from .waves import fire, fire_all

__all__ = ["agrees", "copy_layout", "draw_consistent", "list_consistent"]

TRIES = 2000
"""Random layouts that a draw tries before it searches."""

MOST_LISTED = 20_000
"""Layouts among which a draw chooses."""

MOST_SHARED = 1 << 16
"""Layouts that a random share may hold where there are more than `MOST_LISTED`."""

MOST_LAID = 100_000_000
"""Pieces laid in a search at the most: it gives up after some seconds."""

PILOTS = 8
"""Shares by whose mean the size of a share is chosen."""


@compiled
def copy_layout(layout, source):
    """Copy a layout (7,)."""
    for piece in range(PIECE_COUNT):
        layout[piece] = source[piece]


@compiled
def agrees(seat, board):
    """Whether a board (120,) gives all the answers that a seat has got."""
    for place in range(seat.fired_count):
        entry = np.int64(seat.fired[place])
        if fire(board, entry) != seat.answers[entry]:
            return False
    for cell in range(AREA):
        if seat.probes[cell] and probed(board, cell) != seat.probes[cell]:
            return False
    return not is_same_board(board, seat.wrong)


@compiled
def list_consistent(match, seat, share, growth, found):
    """List the valid layouts that agree with all clues of a seat, or a random share of them.

    Parameters
    ----------
    match, seat : records
        The match's stream draws the share.
    share : float
        Probability with which each layout is listed, 1.0: all are.
    growth : float
        See `clues.spread_share`: above 1, a longer search, whose layouts are less alike.
    found : (K, 7) int16
        Filled, -1 for pieces that are not in the game.

    Returns
    -------
    int
        Layouts listed; K + 1 if there are more than K or it takes too long, and then not all of
        them are checked.
    """
    pieces, count = np.int64(match.pieces), np.int64(seat.fired_count)
    entries, answers = np.empty(count, np.int64), np.empty(count, np.int64)
    needs = np.empty(count, np.int64)
    for place in range(count):
        entries[place] = seat.fired[place]
        answers[place] = seat.answers[entries[place]]
        needs[place] = suspects(answers[place], pieces)
    is_open = possible_placements(seat.probes, pieces)
    order = search_order(pieces, is_open, needs)
    shares = spread_share(share, len(order), len(order), growth)
    seed = np.uint64(1 + below(match, 1 << 31)) * np.uint64(0x9E3779B97F4A7C15)
    cells = np.flatnonzero(seat.probes)
    listed = search(
        order,
        is_open,
        entries,
        answers,
        needs,
        cells,
        seat.probes[cells],
        shares,
        seed,
        MOST_LAID,
        found,
    )
    if listed > len(found):
        return listed
    board, told = np.empty(BOARD_CELLS, np.uint8), np.empty(POINTS, np.int64)
    kept = 0
    for index in range(listed):
        build(board, found[index])
        if agrees(seat, board) and fire_all(board, told) == pieces:
            copy_layout(found[kept], found[index])
            kept += 1
    return kept


@compiled
def draw_consistent(match, seat, layout, board):
    """Draw a valid layout that agrees with all that a seat has been told.

    Each of them is as likely as the others. Random layouts are tried first; if 2,000 of them are
    in vain, all that agree are listed and one is chosen. Where these are more than 20,000, a
    random share of a few hundred is listed again and again, with places for 65,536, until a place
    drawn is taken. That is even too, but for shares of more layouts than there are places, which
    are passed over: layouts that come in such crowds are then drawn less often.

    Parameters
    ----------
    match, seat : records
    layout : (7,) int
        Overwritten.
    board : (120,) uint8
        Filled with the layout's board.
    """
    drawn, answers = np.empty(PIECE_COUNT, np.int16), np.empty(POINTS, np.int64)
    for _ in range(TRIES):
        random_layout(match, match.pieces, drawn, board, answers)
        if agrees(seat, board):
            copy_layout(layout, drawn)
            return
    found = np.empty((MOST_SHARED, PIECE_COUNT), np.int16)
    count = list_consistent(match, seat, 1.0, 1.0, found[:MOST_LISTED])
    if count <= MOST_LISTED:
        place = below(match, count)
    else:
        place = draw_from_shares(match, seat, found)
    copy_layout(layout, found[place])
    build(board, layout)


@compiled
def draw_from_shares(match, seat, found):
    """List shares in `found` (K, 7) until a place drawn below K holds a layout; that place."""
    share, total = 1.0, len(found)
    while total * 64 > len(found) * PILOTS:
        share /= 4.0
        total = 0
        for _ in range(PILOTS):
            if total * 64 <= len(found) * PILOTS:
                total += list_consistent(match, seat, share, 1.0, found)
    while True:
        count = list_consistent(match, seat, share, 1.0, found)
        place = below(match, len(found))
        if count <= len(found) and place < count:
            return place

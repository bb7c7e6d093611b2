"""Given positions: `reset(options=...)`, and what a seat cannot know of the others."""

import numpy as np

from ..core.random import below
from .consistent import draw_consistent
from .dealing import open_match
from .hypothesis import check_all, clear, put
from .laying import hide
from .layouts import build, random_layout
from .notation import layout_of, read_pieces
from .state import BOARD_CELLS, LAYOUT, PIECES, PLAY, POINTS
from .turns import begin_play, begin_turn
from .violations import violations

OPTIONS = ("layout", "layouts", "first")


def parse_options(pieces, options, players):
    """Read `reset(options=...)`.

    Parameters
    ----------
    pieces : int
        Bits of the pieces in the game.
    options : mapping
        `layout`, of the solo game, or `layouts`, those of both seats of a duel: a layout is a
        list of `{piece_id, orientation, anchor_x, anchor_y}`, one a piece, and valid. In a
        duel also `first`, the seat that begins.
    players : int

    Returns
    -------
    dict
        `layouts` (P, 7) int16 and `first`, an int; each None where it is not given.

    Raises
    ------
    ValueError
        What was expected and what came, all violations of a layout included.
    """
    unknown = set(options) - set(OPTIONS)
    if unknown:
        known = ", ".join(OPTIONS)
        raise ValueError(f"options must be among {known}, got {', '.join(map(str, unknown))}")
    wrong, right = ("layouts", "layout") if players == 1 else ("layout", "layouts")
    if wrong in options:
        raise ValueError(f"{players} players take {right}, got {wrong}")
    given = options.get(right)
    if players == 1 and given is not None:
        given = [given]
    if given is not None and (not isinstance(given, (list, tuple)) or len(given) != players):
        raise ValueError(f"layouts must be a list of {players} layouts, got {given!r:.80}")
    first = options.get("first")
    if first is not None and (players == 1 or isinstance(first, bool) or first not in (0, 1)):
        raise ValueError(f"first must be seat 0 or 1 of a duel, got {first!r}")
    layouts = None
    if given is not None:
        layouts = np.array([read_layout(pieces, one) for one in given], np.int16)
    return {"layouts": layouts, "first": None if first is None else int(first)}


def read_layout(pieces, given):
    """A valid layout in words as (7,) int16; ValueError that tells all that is wrong."""
    placements, _, detail = read_pieces(pieces, given)
    if detail:
        raise ValueError(f"layout: {detail}")
    found = violations(placements)
    if found:
        broken = "; ".join(f"{kind} ({', '.join(names)})" for kind, names, _ in found)
        raise ValueError(f"layout breaks the rules: {broken}")
    return layout_of(placements)


def arrange(match, seats, setup):
    """Give a freshly dealt match the layouts and the first player of `setup`."""
    layouts, first = setup["layouts"], setup["first"]
    if layouts is not None:
        open_match(match, seats)
        if len(seats) == 1:
            match["layout"] = layouts[0]
            build(match["board"], layouts[0])
        else:
            for seat, layout in zip(seats, layouts, strict=True):
                hide(match, seat, layout)
        begin_play(match, seats)
    if first is not None:
        match["first"] = first
        for index, seat in enumerate(seats):
            seat["is_first"] = index == first
        begin_turn(match, seats, first, match["time_ms"])


def redraw(match, seats, seat_index):
    """Draw anew what one seat cannot know; nothing once the match is over.

    The layout it looks for becomes another one that gives all the answers it has got (see
    `consistent.draw_consistent`), unless it has found it; of the other seat of a duel also the
    hypothesis, and how far it has come in laying its pieces.
    """
    if match["is_over"]:
        return
    seat = seats[seat_index]
    if len(seats) == 1:
        draw_consistent(match, seat, match["layout"], match["board"])
        return
    rival = seats[1 - seat_index]
    if match["phase"] == LAYOUT and rival["on_move"]:
        doodle(match, rival)
        return
    if not seat["solved"]:
        layout = rival["layout"].copy()
        draw_consistent(match, seat, layout, np.empty(BOARD_CELLS, np.uint8))
        doodle(match, rival, layout)
    else:
        doodle(match, rival, rival["layout"].copy())
    if match["phase"] == PLAY:
        rival["edits_left"] = below(match, int(match["edits_per_turn"]) + 1)


def doodle(match, seat, hidden=None):
    """Give a seat a random grid in hand, some of the pieces of a valid layout.

    Parameters
    ----------
    match, seat : records
    hidden : (7,) int, optional
        The layout that it hides from now on.
    """
    layout, board = np.zeros(len(PIECES), np.int16), np.zeros(BOARD_CELLS, np.uint8)
    random_layout(match, int(match["pieces"]), layout, board, np.zeros(POINTS, np.int64))
    if hidden is None:
        clear(seat)
    else:
        hide(match, seat, hidden)
    for piece in np.flatnonzero(layout >= 0):
        if below(match, 2):
            put(seat, piece, layout[piece])
    if match["help_mode"] and match["phase"] == PLAY:
        check_all(seat)

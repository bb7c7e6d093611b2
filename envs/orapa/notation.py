"""Orapa in words: pieces, boards, outcomes, history and actions."""

import numpy as np

from ..core.given import is_integer
from .hypothesis import PIECE_COUNT, place_count, placement_of
from .layouts import LOOKS
from .pieces import ORIENTATIONS, PLACEMENTS, Placement, placement_number
from .state import (
    ABSORBED,
    GEMS,
    GUESS,
    HEIGHT,
    HISTORY,
    KINDS,
    LABELS,
    LOST,
    MIXES,
    PIECES,
    PLACES,
    PROBE,
    PROBED,
    PROBES,
    STRIDE,
    WAVE,
    WIDTH,
)

PIECE_KEYS = {"piece_id", "orientation", "anchor_x", "anchor_y"}


# Pieces and outcomes in words


def pieces_in(pieces):
    """Numbers of the pieces whose bits are set."""
    return [piece for piece in range(PIECE_COUNT) if int(pieces) >> piece & 1]


def read_piece(pieces, given):
    """One documented piece as a `Placement`; then an error code and sentence, else ""."""
    if not isinstance(given, dict) or set(given) != PIECE_KEYS:
        keys = ", ".join(sorted(PIECE_KEYS))
        return None, "bad_message", f"a piece must have {keys} alone, got {given!r:.80}"
    known = [PIECES[piece] for piece in pieces_in(pieces)]
    name, orientation = given["piece_id"], given["orientation"]
    if not isinstance(name, str) or name not in known:
        return (
            None,
            "unknown_piece",
            f"piece_id must be one of {', '.join(known)}, got {name!r:.80}",
        )
    piece = PIECES.index(name)
    count = len(ORIENTATIONS[piece])
    if not is_integer(orientation) or not 0 <= orientation < count:
        detail = f"orientation of {name} must lie in 0..{count - 1}, got {orientation!r:.80}"
        return None, "unknown_orientation", detail
    anchor = given["anchor_x"], given["anchor_y"]
    if not all(is_integer(value) and abs(value) < 1000 for value in anchor):
        return None, "bad_message", f"an anchor must be two integers, got {anchor!r:.80}"
    return Placement(piece, int(orientation), *map(int, anchor)), "", ""


def read_pieces(pieces, given, is_partial=False):
    """A documented list of pieces, one each, in any order.

    Parameters
    ----------
    pieces : int
        Bits of the pieces in the game.
    given : list of dict
        `{piece_id, orientation, anchor_x, anchor_y}`.
    is_partial : bool
        Whether pieces may be missing.

    Returns
    -------
    placements : list of Placement
        They may leave the grid or overlap.
    code, detail : str
        Of an error; else "".
    """
    if not isinstance(given, (list, tuple)):
        return [], "bad_message", f"pieces must be a list, got {given!r:.80}"
    placements = []
    for one in given:
        placement, code, detail = read_piece(pieces, one)
        if code:
            return [], code, detail
        if any(placement.piece == other.piece for other in placements):
            return [], "duplicate_piece", f"{PIECES[placement.piece]} is there twice"
        placements.append(placement)
    there = {placement.piece for placement in placements}
    missing = [PIECES[piece] for piece in pieces_in(pieces) if piece not in there]
    if missing and not is_partial:
        return [], "missing_piece", f"every piece must be there once, {missing[0]} is missing"
    return placements, "", ""


def layout_of(placements):
    """Placements inside the grid as a layout (7,)."""
    layout = np.full(PIECE_COUNT, -1, np.int16)
    for placement in placements:
        layout[placement.piece] = placement_number(*placement)
    return layout


def show_pieces(layout):
    """A layout (7,) in its documented form."""
    placements = [PLACEMENTS[number] for number in layout if number >= 0]
    return [
        {
            "piece_id": PIECES[placement.piece],
            "orientation": placement.orientation,
            "anchor_x": placement.x,
            "anchor_y": placement.y,
        }
        for placement in placements
    ]


def show_board(board):
    """A stored board as 8 rows of 10 cells: None, or `{kind, color}` (and `absorbs`)."""
    rows = []
    for y in range(HEIGHT):
        row = []
        for x in range(WIDTH):
            look = int(LOOKS[board[(y + 1) * STRIDE + x + 1]])
            gem = GEMS[look >> 3]
            colour = None if gem in ("diamond", "black") else gem
            cell = {"kind": KINDS[look & 7], "color": colour, "special": None}
            if colour is None:
                cell["special"] = gem
            row.append(cell if look else None)
        rows.append(row)
    return rows


def show_outcome(answer):
    """What a wave came to, in its documented form."""
    end = int(answer) & 63
    if end == ABSORBED:
        return {"kind": "Absorbed"}
    if end == LOST:
        return {"kind": "Lost"}
    return {"kind": "Exit", "point": LABELS[end], "color": MIXES[int(answer) >> 6]}


def show_entry(entry):
    """An entry of the history in words."""
    entry = int(entry)
    seat, kind, argument, answer = entry & 1, entry >> 1 & 7, entry >> 4 & 127, entry >> 11
    if kind == WAVE:
        said = {"entry": LABELS[argument], "outcome": show_outcome(answer)}
        return {"kind": "Beam", "seat": seat, **said}
    if kind == PROBE:
        y, x = divmod(argument, WIDTH)
        return {"kind": "Probe", "seat": seat, "x": x, "y": y, "result": PROBED[answer]}
    if kind == GUESS:
        return {"kind": "Solution", "seat": seat, "correct": bool(answer)}
    return {"kind": "Timeout", "seat": seat}


def history(match):
    """The public history, oldest entry first."""
    count = int(match["history_count"])
    return [
        show_entry(match["history"][number % HISTORY])
        for number in range(max(count - HISTORY, 0), count)
    ]


def action_name(action, pieces):
    """An action in words, such as "wave A", "probe 3 4", "lay red 0 at 2 5", "take back red"."""
    action = int(action)
    if action < PROBES:
        return f"wave {LABELS[action]}"
    if action < PLACES:
        y, x = divmod(action - PROBES, WIDTH)
        return f"probe {x} {y}"
    action -= PLACES
    count = int(place_count(pieces))
    if action < count:
        placement = PLACEMENTS[placement_of(pieces, action)]
        return (
            f"lay {PIECES[placement.piece]} {placement.orientation} at {placement.x} {placement.y}"
        )
    action -= count
    there = pieces_in(pieces)
    if action < len(there):
        return f"take back {PIECES[there[action]]}"
    return ("submit", "wait")[action - len(there)]

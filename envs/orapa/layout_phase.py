"""Messages of the layout phase of a duel: laying a layout, asking for one, being ready.

Source: the Orapa rules, "Duel", "Placement constraints".
"""

import numpy as np

from ..core.verdict import Verdict
from .hypothesis import PIECE_COUNT
from .laying import confirm_layout, set_pieces
from .layouts import random_layout
from .notation import layout_of, read_pieces, show_pieces
from .replies import ACCEPTED, answered, refused, wrong_phase
from .state import BOARD_CELLS, ILLEGAL, LAYOUT, POINTS
from .violations import violations

__all__ = ["ready_to_play", "request_random_placement", "set_placement"]


def set_placement(match, seats, index, pieces):
    """SetPlacement."""
    seat = seats[index]
    if error := laying_error(match, seat):
        return error
    placements, code, detail = read_pieces(match["pieces"], pieces)
    if code:
        return refused(code, detail)
    found = violations(placements)
    if found:
        told = [
            {"kind": one.kind, "pieces": list(one.pieces), "cells": [list(at) for at in one.cells]}
            for one in found
        ]
        detail = ", ".join(sorted({one.kind for one in found}))
        body = {"type": "PlacementRejected", "violations": told}
        return Verdict(False, "placement_rejected", detail, body, text=f"error: {detail}")
    set_pieces(seat, layout_of(placements))
    return ACCEPTED


def laying_error(match, seat):
    """An `Error` unless a seat is still laying its pieces; else None."""
    if error := wrong_phase(match, LAYOUT):
        return error
    if not seat["on_move"]:
        return refused("wrong_phase", "this seat has said that it is ready")
    return None


def request_random_placement(match, seats, index):
    """RequestRandomPlacement: a valid layout to look at; it is not laid."""
    if error := laying_error(match, seats[index]):
        return error
    layout, board = np.zeros(PIECE_COUNT, np.int16), np.zeros(BOARD_CELLS, np.uint8)
    random_layout(match, int(match["pieces"]), layout, board, np.zeros(POINTS, np.int64))
    return answered("RandomPlacement", pieces=show_pieces(layout))


def ready_to_play(match, seats, index):
    """ReadyToPlay."""
    if error := laying_error(match, seats[index]):
        return error
    code = confirm_layout(match, seats, index)
    if code:
        return refused(ILLEGAL[code], "lay all pieces first: SetPlacement")
    return ACCEPTED

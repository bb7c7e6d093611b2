"""The answers of a table: what is accepted, what is refused, and what the phase forbids."""

import json

from ..core.verdict import Verdict
from .bodies import game_over
from .state import PHASES, PLAY

__all__ = ["ACCEPTED", "answered", "closing", "not_now", "refused", "wrong_phase"]

ACCEPTED = Verdict(True, text="ok")


def refused(code, detail):
    """The verdict on a message that has changed nothing."""
    body = {"type": "Error", "code": code, "message": detail}
    return Verdict(False, code, detail, body, text=f"error: {detail}")


def answered(kind, is_free=False, **content):
    """The verdict on a message that was accepted, with its answer."""
    body = {"type": kind, **content}
    return Verdict(True, body=body, text=json.dumps(body), is_free=is_free)


def wrong_phase(match, *phases):
    """An `Error` unless the match is in one of some phases; else None."""
    if match["phase"] in phases:
        return None
    expected = " or ".join(PHASES[phase] for phase in phases)
    return refused("wrong_phase", f"expected the phase {expected}, it is {PHASES[match['phase']]}")


def not_now(match, seat_index):
    """An `Error` unless it is a seat's turn to play; else None."""
    if error := wrong_phase(match, PLAY):
        return error
    if match["turn"] != seat_index:
        return refused("wrong_turn", f"it is the turn of seat {match['turn']}")
    return None


def closing(match, seats):
    """What a message adds to its answer when it has ended the match: `game_over`."""
    return {"game_over": game_over(match, seats)} if match["is_over"] else {}

"""Orapa's documented messages as JSON, their answers and errors."""

import json

import numpy as np

from ..core.verdict import Verdict
from . import rules
from .asking import fire_at, guess, probe_at
from .bodies import REACTIONS, body, game_over, standings, state
from .hypothesis import AREA, PIECE_COUNT, probed
from .layouts import build, random_layout
from .notation import (
    is_integer,
    read_pieces,
    show_board,
    show_outcome,
    show_pieces,
)
from .pieces import placement_number
from .state import (
    BOARD_CELLS,
    FIRED,
    HEIGHT,
    ILLEGAL,
    LABELS,
    LAYOUT,
    OVER,
    PHASES,
    PLAY,
    POINTS,
    PROBED,
    WIDTH,
)
from .turns import resign
from .violations import violations
from .waves import EMPTY_BOARD, fire

__all__ = ["COMMANDS", "RESIGNATION", "body", "play", "standings", "state"]

RESIGNATION = {"type": "Resign"}
"""What `Table.resign` plays."""

COMMANDS = (
    '{"type": "FireBeam", "entry": "A"}',
    '{"type": "Probe", "x": 0, "y": 0}',
    '{"type": "SubmitSolution", "pieces": [{"piece_id": "red", "orientation": 0, ...}, ...]}',
    '{"type": "CheckHypothesis", "pieces": [...]}',
    '{"type": "SetPlacement", "pieces": [...]}',
    '{"type": "RequestRandomPlacement"}',
    '{"type": "ReadyToPlay"}',
    '{"type": "Reaction", "id": "gg"}',
    '{"type": "RevealSolution"}',
    '{"type": "RequestRematch"}',
    '{"type": "Resign"}',
)
# Messages


def refused(code, detail):
    """The verdict on a message that has changed nothing."""
    body = {"type": "Error", "code": code, "message": detail}
    return Verdict(False, code, detail, body, text=f"error: {detail}")


def answered(kind, is_free=False, **content):
    """The verdict on a message that was accepted, with its answer."""
    body = {"type": kind, **content}
    return Verdict(True, body=body, text=json.dumps(body), is_free=is_free)


ACCEPTED = Verdict(True, text="ok")


def play(match, seats, seat_index, move, at_ms):
    """Answer one documented message.

    Parameters
    ----------
    match : record
    seats : (P,) records
    seat_index : int
    move : dict or str
        See `COMMANDS`; or one as text.
    at_ms : int
        The present, to which the match has already been advanced.

    Returns
    -------
    Verdict
        `body` holds the answer message; a rejected message has changed nothing, and its
        `body` is an `Error {code, message}` or `PlacementRejected {violations}`.
    """
    move = read_json(move)
    kind = move.get("type") if isinstance(move, dict) else None
    if not isinstance(kind, str) or kind not in MESSAGES:
        return refused(
            "bad_message", f"type must be one of {', '.join(MESSAGES)}, got {move!r:.80}"
        )
    expected, answer = MESSAGES[kind]
    if set(move) - {"type"} != set(expected):
        fields = ", ".join(expected) or "no other fields"
        return refused("bad_message", f"{kind} takes {fields}, got {move!r:.80}")
    return answer(match, seats, seat_index, *(move[name] for name in expected))


def read_json(move):
    """What a message given as text says; None if that is no JSON."""
    try:
        return json.loads(move) if isinstance(move, str) else move
    except (ValueError, RecursionError):
        return None


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


def fire_beam(match, seats, index, entry):
    """FireBeam."""
    if error := not_now(match, index):
        return error
    if not isinstance(entry, str) or entry not in LABELS:
        return refused("unknown_entry", f"entry must be A to R or 1 to 18, got {entry!r:.80}")
    answer = fire_at(match, seats, index, LABELS.index(entry))
    outcome = show_outcome(answer)
    return answered("BeamResult", entry=entry, outcome=outcome, **closing(match, seats))


def probe(match, seats, index, x, y):
    """Probe."""
    if error := not_now(match, index):
        return error
    is_inside = is_integer(x) and is_integer(y) and 0 <= x < WIDTH and 0 <= y < HEIGHT
    if not is_inside:
        detail = f"x must lie in 0..{WIDTH - 1}, y in 0..{HEIGHT - 1}, got {x!r:.40}, {y!r:.40}"
        return refused("outside_grid", detail)
    result = probe_at(match, seats, index, int(y) * WIDTH + int(x))
    return answered(
        "ProbeResult", x=int(x), y=int(y), result=PROBED[result], **closing(match, seats)
    )


def is_clean(placements):
    """Whether placements make a board: inside the grid, no cell twice."""
    cells = [(x, y) for placement in placements for x, y, _ in placement.cells]
    is_inside = all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in cells)
    return is_inside and len(set(cells)) == len(cells)


def board_of(placements):
    """A stored board with some placements; one that no layout makes if they are malformed."""
    board = EMPTY_BOARD.copy()
    if is_clean(placements):
        build(board, layout_of(placements))
    return board


def layout_of(placements):
    """Placements inside the grid as a layout (7,)."""
    layout = np.full(PIECE_COUNT, -1, np.int16)
    for placement in placements:
        layout[placement.piece] = placement_number(*placement)
    return layout


def submit_solution(match, seats, index, pieces):
    """SubmitSolution: a malformed layout is simply wrong."""
    if error := not_now(match, index):
        return error
    placements, code, detail = read_pieces(match["pieces"], pieces)
    if code:
        return refused(code, detail)
    is_right = guess(match, seats, index, board_of(placements))
    return answered("SolutionResult", correct=bool(is_right), **closing(match, seats))


def check_hypothesis(match, seats, index, pieces):
    """CheckHypothesis: own clues against a hypothesis, which may lack pieces."""
    if error := wrong_phase(match, PLAY):
        return error
    if not match["help_mode"]:
        return refused("help_mode_off", "this match is played without help mode")
    placements, code, detail = read_pieces(match["pieces"], pieces, is_partial=True)
    if code:
        return refused(code, detail)
    if not is_clean(placements):
        return refused("malformed_hypothesis", "pieces must lie inside the grid without overlap")
    wrong = contradicted(seats[index], board_of(placements))
    return answered(
        "HypothesisCheckResult", True, consistent=not wrong, contradicting_entries=wrong
    )


def contradicted(seat, board):
    """The own waves and probes whose answers a board would not give."""
    waves = [
        {"kind": "Beam", "entry": LABELS[entry]}
        for entry in range(POINTS)
        if seat["waves"][entry, 0] == FIRED and fire(board, entry) != seat["answers"][entry]
    ]
    probes = [
        {"kind": "Probe", "x": cell % WIDTH, "y": cell // WIDTH}
        for cell in range(AREA)
        if seat["probes"][cell] and probed(board, cell) != seat["probes"][cell]
    ]
    return waves + probes


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
    rules.set_pieces(seat, layout_of(placements))
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
    code = rules.confirm_layout(match, seats, index)
    if code:
        return refused(ILLEGAL[code], "lay all pieces first: SetPlacement")
    return ACCEPTED


def react(match, seats, index, reaction):
    """Reaction: shown to both, changes nothing else."""
    if len(seats) == 1:
        return refused("duel_only", "reactions are for duels")
    if not isinstance(reaction, str) or reaction not in REACTIONS:
        return refused(
            "unknown_reaction", f"id must be {', '.join(REACTIONS)}, got {reaction!r:.80}"
        )
    match["reactions"][index] = 1 + REACTIONS.index(reaction)
    return answered("Reaction", seat=index, id=reaction)


def reveal_solution(match, seats, index):
    """RevealSolution: solo only."""
    if len(seats) > 1:
        return refused("solo_only", "no solution is shown in a duel")
    return answered("SolutionRevealed", True, board=show_board(match["board"]))


def request_rematch(match, seats, index):
    """RequestRematch: once every seat asks for it, another match begins at this table."""
    if error := wrong_phase(match, OVER):
        return error
    match["rematch"] |= 1 << index
    if match["rematch"] == (1 << len(seats)) - 1:
        rules.play_again(match, seats)
    return ACCEPTED


def give_up(match, seats, index):
    """Resign."""
    if error := wrong_phase(match, LAYOUT, PLAY):
        return error
    resign(match, seats, index)
    return Verdict(True, body=game_over(match, seats), text="resigned")


MESSAGES = {
    "SetPlacement": (("pieces",), set_placement),
    "RequestRandomPlacement": ((), request_random_placement),
    "ReadyToPlay": ((), ready_to_play),
    "FireBeam": (("entry",), fire_beam),
    "Probe": (("x", "y"), probe),
    "SubmitSolution": (("pieces",), submit_solution),
    "CheckHypothesis": (("pieces",), check_hypothesis),
    "Reaction": (("id",), react),
    "RevealSolution": ((), reveal_solution),
    "RequestRematch": ((), request_rematch),
    "Resign": ((), give_up),
}
"""Type of a message -> its fields, and who answers it."""

"""Orapa's documented messages as JSON: who answers which."""

from ..core.given import read_json
from .bodies import body, standings, state
from .layout_phase import ready_to_play, request_random_placement, set_placement
from .questions import check_hypothesis, fire_beam, probe, submit_solution
from .replies import refused
from .table_talk import give_up, react, request_rematch, reveal_solution

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

"""Twist Cube in words: the documented moves as JSON, bodies, standings."""

import numpy as np

from ..core.given import is_integer, read_json
from ..core.verdict import Verdict
from . import rules
from .state import (
    END_REASONS,
    FACES,
    ILLEGAL,
    LIMIT_REACHED,
    NOT_BETTER,
    SUBMISSION_LIMIT,
    TURN_LIMIT,
    turn_count,
)
from .submissions import submit_turns

RESIGNATION = {"resign": True}
"""What `Table.resign` plays; not a move that a seat is offered."""

COMMANDS = (
    '{"solution": [{"face": "R", "layer": 1, "turns": 1}, ...]}',
    '{"done": true}',
    '{"resign": true}',
)
MOVES = "a move must be {'solution': [turn, ...]} or {'done': true}"
KEYS = {"face", "layer", "turns"}


def read_turn(turn, size):
    """One documented turn.

    Parameters
    ----------
    turn : mapping
        `face`: a letter of U R F D L B; `layer`: 1..N - 1 from that face; `turns`: 1, 2
        or 3 quarter turns clockwise as seen looking straight at it.
    size : int
        N.

    Returns
    -------
    action : int
        -1 if the turn is none.
    reason, detail : str
        Why: `bad_turn` or `layer_out_of_range`, and in a sentence; else "".
    """
    if not isinstance(turn, dict) or set(turn) != KEYS:
        return -1, "bad_turn", f"a turn must have face, layer and turns alone, got {turn!r:.80}"
    face, layer, turns = turn["face"], turn["layer"], turn["turns"]
    if not isinstance(face, str) or len(face) != 1 or face not in FACES:
        return -1, "bad_turn", f"face must be one of {' '.join(FACES)}, got {face!r:.80}"
    if not is_integer(turns) or not 1 <= turns <= 3:
        return -1, "bad_turn", f"turns must be 1, 2 or 3, got {turns!r:.80}"
    if not is_integer(layer) or not 1 <= layer <= size - 1:
        return -1, "layer_out_of_range", f"layer must lie in 1..{size - 1}, got {layer!r:.80}"
    return (FACES.index(face) * (size - 1) + layer - 1) * 3 + turns - 1, "", ""


def show_turn(action, size):
    """The documented form of a turn: the inverse of `read_turn`."""
    slice_number, quarters = divmod(int(action), 3)
    face, depth = divmod(slice_number, size - 1)
    return {"face": FACES[face], "layer": depth + 1, "turns": quarters + 1}


def action_name(action, size):
    """An action in words, such as `R1 x2` for two quarter turns of layer 1 from R."""
    after = action - turn_count(size)
    if after >= 0:
        return ("submit", "restart", "done", "wait")[after]
    turn = show_turn(action, size)
    return f"{turn['face']}{turn['layer']} x{turn['turns']}"


def rejected(reason, detail, body=None):
    """The verdict on a move that has changed nothing."""
    return Verdict(False, reason, detail, body, text=f"error: {detail}")


def play(match, seats, seat_index, move, at_ms):
    """Answer one documented move.

    Parameters
    ----------
    match : record
    seats : (P,) records
    seat_index : int
    move : dict or str
        `{"solution": [turn, ...]}`, see `read_turn`, or `{"done": true}`; or either as text.
    at_ms : int
        The present, to which the match has already been advanced.

    Returns
    -------
    Verdict
        `body` has `score` and `length` of a submission that could be scored. A rejected
        move has changed nothing.
    """
    seat = seats[seat_index]
    if match["is_over"] or not seat["on_move"]:
        return rejected("window_closed", "the window is closed")
    move = read_json(move)
    if not isinstance(move, dict) or len(move) != 1:
        return rejected("bad_move", MOVES)
    if move.get("resign") is True:
        rules.resign(match, seats, seat_index)
        return Verdict(True, text="resigned")
    if "solution" in move:
        return play_solution(match, seats, seat_index, move["solution"])
    if move.get("done") is not True:
        return rejected("bad_move", MOVES)
    rules.done(match, seats, seat_index)
    return Verdict(True, text="done")


def play_solution(match, seats, seat_index, turns):
    """Apply a submission to the scramble."""
    seat = seats[seat_index]
    if seat["accepted"] == SUBMISSION_LIMIT:
        detail = f"{SUBMISSION_LIMIT} submissions have been accepted, no more are"
        return rejected(ILLEGAL[LIMIT_REACHED], detail)
    if not isinstance(turns, (list, tuple)):
        return rejected("bad_move", f"solution must be a list of turns, got {turns!r:.80}")
    if not turns:
        return rejected("empty_solution", "a solution needs at least one turn")
    if len(turns) > TURN_LIMIT:
        return rejected("too_long", f"at most {TURN_LIMIT} turns, got {len(turns)}")
    size = int(match["cube_size"])
    actions = np.zeros(len(turns), np.uint8)
    for index, turn in enumerate(turns):
        action, reason, detail = read_turn(turn, size)
        if reason:
            return rejected(reason, f"turn {index + 1}: {detail}")
        actions[index] = action
    code, score = submit_turns(match, seat, actions, len(actions))
    body = {"score": int(score), "length": len(actions)}
    if code == NOT_BETTER:
        detail = (
            f"{score} in {len(actions)} turns does not beat your best, "
            f"{seat['best_score']} in {seat['best_length']}"
        )
        return rejected(ILLEGAL[NOT_BETTER], detail, body)
    rules.close_if_solved(match, seats, seat_index)
    return Verdict(True, body=body, text=f"score {score} in {len(actions)} turns")


# Positions


def cube_lists(cube, size):
    """A cube as 6 lists of N rows of N colours, faces in the order U R F D L B."""
    return cube[: 6 * size * size].reshape(6, size, size).tolist()


def body(match, seats, seat_index):
    """What one seat may see: a dict that JSON can hold.

    Returns
    -------
    dict
        `size`, `cube` (the scrambled one), `best` (the best submission so far over all
        seats: score, length, seat; None before the first), `own_best` (score, length,
        time_ms; None before the first), `accepted`, `time_left_ms`, `is_open`, `is_over`;
        once it is over also `standings`.
    """
    seat = seats[seat_index]
    size = int(match["cube_size"])
    best = own = None
    if match["leader_score"] >= 0:
        best = {name: int(match[f"leader_{name}"]) for name in ("score", "length", "seat")}
    if seat["accepted"]:
        own = {name: int(seat[f"best_{name}"]) for name in ("score", "length")}
        own["time_ms"] = int(seat["best_ms"])
    position = {
        "size": size,
        "cube": cube_lists(match["cube"], size),
        "best": best,
        "own_best": own,
        "accepted": int(seat["accepted"]),
        "time_left_ms": int(match["time_left_ms"]),
        "is_open": bool(seat["on_move"]) and not match["is_over"],
        "is_over": bool(match["is_over"]),
    }
    if match["is_over"]:
        position["standings"] = standings(match, seats)
    return position


def state(match, seats, seat_index=0):
    """The position in words, under the names of `info`, and the cube in hand as lists."""
    seat = seats[seat_index]
    size = int(match["cube_size"])
    mask = np.zeros(turn_count(size) + 4, np.int8)
    rules.legal(match, seats, seat_index, mask)
    counts = ("score", "length", "best_score", "best_length", "accepted", "place")
    return {
        **{name: int(seat[name]) for name in counts},
        "solved": bool(seat["solved"]),
        "time_left_ms": int(match["time_left_ms"]),
        "end_reason": END_REASONS[match["end_reason"]] if match["end_reason"] else None,
        "illegal": ILLEGAL[seat["illegal"]] if seat["illegal"] else None,
        "action_mask": [action_name(action, size) for action in np.flatnonzero(mask)],
        "cube": cube_lists(seat["cube"], size),
    }


def standings(match, seats):
    """The final standings of an ended match, best first.

    Returns
    -------
    list of dict
        `seat`, `place` (shared by equals), `score`, `length`, `time_ms` (None where nothing
        was accepted), `accepted`, `solution` (the best one's turns), `is_forfeited`, `is_draw`.
    """
    rows = []
    for index, seat in enumerate(seats):
        row = {"seat": index, "place": int(seat["place"])}
        for name, field in (("score", "best_score"), ("length", "best_length")):
            row[name] = int(seat[field]) if seat["accepted"] else None
        row["time_ms"] = int(seat["best_ms"]) if seat["accepted"] else None
        row["accepted"] = int(seat["accepted"])
        row["solution"] = solution(match, seat)
        row["is_forfeited"] = bool(seat["is_forfeited"])
        row["is_draw"] = bool(match["is_draw"])
        rows.append(row)
    return sorted(rows, key=lambda row: row["place"])


def solution(match, seat):
    """The turns of a seat's best accepted submission in their documented form."""
    turns = seat["best_turns"][: seat["best_length"]]
    return [show_turn(action, int(match["cube_size"])) for action in turns]

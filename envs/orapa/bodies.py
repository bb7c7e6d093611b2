"""What a table shows of a match: bodies, the position in words, the end, standings."""

import numpy as np

from . import rules
from .hypothesis import action_count
from .notation import action_name, history, show_board, show_pieces
from .state import END_REASONS, ILLEGAL, LAYOUT, OUTCOMES, PHASES, PLAY, STATUS

REACTIONS = ("gg", "oops", "think")


def secret_boards(match, seats):
    """The boards that were to be found: that of the solo game, or both seats' own."""
    boards = [match["board"]] if len(seats) == 1 else [seat["board"] for seat in seats]
    return [show_board(board) for board in boards]


def game_over(match, seats):
    """GameOver: winner, boards, history of an ended match."""
    return {
        "type": "GameOver",
        "winner": None if match["winner"] < 0 else int(match["winner"]),
        "reason": END_REASONS[match["end_reason"]],
        "boards": secret_boards(match, seats),
        "history": history(match),
    }


def body(match, seats, seat_index):
    """What one seat may see: a dict that JSON can hold.

    Returns
    -------
    dict
        `phase`, `turn` (whose it is; None outside the play), `is_last_turn`, `lives` and `turns`
        by seat, `time_left_ms` (None without a limit), `history`, `own_layout` (as pieces; None
        before it is laid and in the solo game), `reactions` by seat, `is_over`; once it is over
        also `game_over`.
    """
    seat = seats[seat_index]
    is_duel = len(seats) == 2
    own = seat["layout"] if match["phase"] != LAYOUT or not seat["on_move"] else seat["hypothesis"]
    is_laid = is_duel and (own >= 0).any()
    position = {
        "phase": PHASES[match["phase"]],
        "turn": int(match["turn"]) if match["phase"] == PLAY else None,
        "is_last_turn": bool(match["is_last_turn"]),
        "lives": [int(one["lives"]) for one in seats],
        "turns": [int(one["turns"]) for one in seats],
        "time_left_ms": int(seat["time_left_ms"]) if match["turn_limit_ms"] else None,
        "history": history(match),
        "own_layout": show_pieces(own) if is_laid else None,
        "reactions": [None if not one else REACTIONS[one - 1] for one in match["reactions"]],
        "is_over": bool(match["is_over"]),
    }
    if match["is_over"]:
        position["game_over"] = game_over(match, seats)
    return position


def state(match, seats, seat_index=0):
    """The position in words, under the names of `info`."""
    seat = seats[seat_index]
    pieces = int(match["pieces"])
    mask = np.zeros(action_count(pieces), np.int8)
    rules.legal(match, seats, seat_index, mask)
    numbers = {name: int(seat[name]) for name in STATUS}
    return {
        **numbers,
        "phase": PHASES[match["phase"]],
        "outcome": OUTCOMES[seat["outcome"]],
        "end_reason": END_REASONS[match["end_reason"]] if match["end_reason"] else None,
        "illegal": ILLEGAL[seat["illegal"]] if seat["illegal"] else None,
        "action_mask": [action_name(action, pieces) for action in np.flatnonzero(mask)],
        "hypothesis": show_pieces(seat["hypothesis"]),
    }


def standings(match, seats):
    """The final standings of an ended match, best first.

    Returns
    -------
    list of dict
        `seat`, `place` (1 for both where nobody has won a duel), `outcome`, `lives`, `turns`.
    """
    rows = [
        {
            "seat": index,
            "place": 2 if match["winner"] == 1 - index else 1,
            "outcome": OUTCOMES[seat["outcome"]],
            "lives": int(seat["lives"]),
            "turns": int(seat["turns"]),
        }
        for index, seat in enumerate(seats)
    ]
    return sorted(rows, key=lambda row: row["place"])

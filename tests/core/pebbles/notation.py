"""Pebbles in words: the commands, the position as text, an action's name."""

from parlour.envs.core.verdict import Verdict

from . import rules
from .state import END_REASONS, ILLEGAL, MOST_TAKEN

RESIGNATION = "resign"


def action_name(action):
    """An action as the command that does the same: `take 1` for 0."""
    return f"take {action + 1}"


def show(match, seats, seat_index=0):
    """The position as text, such as `ooooo  you 3  house 2`."""
    pile = "o" * match["pile"] or "-"
    return f"{pile}  you {seats[seat_index]['taken']}  house {match['house']}\n"


def state(match, seats, seat_index=0):
    """The position in words, under the names of `info`."""
    return {
        "pile": int(match["pile"]),
        "house": int(match["house"]),
        "taken": int(seats[seat_index]["taken"]),
        "end_reason": END_REASONS[match["end_reason"]] if match["end_reason"] else None,
    }


def play(match, seats, seat_index, command, at_ms):
    """Answer `take <1-3>`, `pile` or `resign`; a rejected command has changed nothing."""
    words = command.split() if isinstance(command, str) else []
    if words == ["pile"]:
        return Verdict(True, text=show(match, seats, seat_index), is_free=True)
    if words == ["resign"]:
        return answer(match, seats, seat_index, rules.resign(match))
    actions = {action_name(action): action for action in range(MOST_TAKEN)}
    if " ".join(words) in actions:
        code = rules.act(match, seats, seat_index, actions[" ".join(words)])
        return answer(match, seats, seat_index, code)
    detail = f"expected take <1-{MOST_TAKEN}>, pile or resign, got {command!r}"
    return Verdict(False, "bad_command", detail, text=f"error: {detail}")


def answer(match, seats, seat_index, code):
    """The verdict on a move: `code` is what the rules answered."""
    if code:
        return Verdict(False, ILLEGAL[code], ILLEGAL[code], text=f"error: {ILLEGAL[code]}")
    return Verdict(True, text=show(match, seats, seat_index))

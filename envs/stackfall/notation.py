"""Stackfall in words: the documented commands, the position as text, an action's name."""

import numpy as np

from ..core.verdict import Verdict
from . import rules
from .board import BUMPINESS, HOLES, PIECE_HEIGHT, PIECE_WIDTH, TALLEST, fitting, landing_row, put
from .features import BOARD, COUNT, IS_DISTINCT, LINES, list_options
from .state import END_REASONS, HEIGHT, HOLD, ILLEGAL, LETTERS, ROTATIONS, WIDTH

RESIGNATION = "resign"
VERBS = ("place", "hold", "options", "preview", "resign")
COMMANDS = (
    "place <rotation 0-3> <column 0-9>",
    "<rotation> <column>",
    "hold",
    "options",
    "preview <rotation> <column>",
    "resign",
)


def action_name(action):
    """An action as the command that does the same; in "placements" with the hold before it.

    `place 1 4` for 14, `hold` for 40 among the moves; `hold, place 1 4` for 54 among
    the placements.
    """
    if action == HOLD:
        return "hold"
    text = f"place {action % HOLD // WIDTH} {action % WIDTH}"
    return text if action < HOLD else f"hold, {text}"


def board_lines(rows):
    """Row masks (20,) as 20 strings of `.` and `#`, top row first."""
    return [
        "".join("#" if (int(row) >> column) & 1 else "." for column in range(WIDTH))
        for row in rows[::-1]
    ]


def letter(piece):
    """A piece's letter; None for none."""
    return None if piece < 0 else LETTERS[piece]


def show(match, seats, seat_index=0):
    """The position as text: the board with its row numbers, the pieces and the counters."""
    seat = seats[seat_index]
    lines = [
        f"{HEIGHT - index:2d} |{line}|" for index, line in enumerate(board_lines(seat["rows"]))
    ]
    lines.append("   +----------+\n    0123456789")
    upcoming = " ".join(LETTERS[piece] for piece in seat["next"])
    used = " (used)" if seat["hold_used"] else ""
    lines.append(
        f"piece {LETTERS[seat['current']]}   next {upcoming}   "
        f"hold {letter(seat['hold']) or '-'}{used}"
    )
    lines.append(
        f"score {seat['score']}   level {seat['level']}   lines {seat['lines']}   "
        f"pieces {seat['pieces']}"
    )
    if match["is_over"]:
        lines.append(f"over: {END_REASONS[match['end_reason']]}")
    return "\n".join(lines) + "\n"


def state(match, seats, seat_index=0):
    """The position in words, under the names of `info`, and `board` as 20 strings.

    Pieces are letters, reasons strings, `action_mask` the list of legal commands; what
    there is none of is None.
    """
    seat = seats[seat_index]
    mask = np.zeros(HOLD + 1, np.int8)
    fitting(seat["rows"], seat["current"], mask)
    mask[HOLD] = 1 - seat["hold_used"]
    if match["is_over"]:
        mask[:] = 0
    counts = ("score", "level", "lines", "pieces", "combo", "cleared", "points")
    return {
        **{name: int(seat[name]) for name in counts},
        "back_to_back": bool(seat["back_to_back"]),
        "perfect_clear": bool(seat["perfect_clear"]),
        "current": letter(seat["current"]),
        "next": [LETTERS[piece] for piece in seat["next"]],
        "hold": letter(seat["hold"]),
        "hold_used": bool(seat["hold_used"]),
        "end_reason": END_REASONS[match["end_reason"]] if match["end_reason"] else None,
        "illegal": ILLEGAL[seat["illegal"]] if seat["illegal"] else None,
        "action_mask": [action_name(action) for action in np.flatnonzero(mask)],
        "board": board_lines(seat["rows"]),
    }


def play(match, seats, seat_index, command, at_ms):
    """Answer one documented command.

    Parameters
    ----------
    match : record
    seats : (1,) records
    seat_index : int
    command : str
        One of `COMMANDS`; capitals and extra spaces do not matter.
    at_ms : int
        Ignored: Stackfall has no clock.

    Returns
    -------
    Verdict
        Its `text` is the answer. A rejected command has changed nothing.
    """
    words = command.split() if isinstance(command, str) else []
    name = words[0].lower() if words else ""
    numbers = words[1:] if name in ("place", "preview") else words
    if match["is_over"] and (name in VERBS or name.isdigit()):
        return rejected("game over", f"the game is over: {END_REASONS[match['end_reason']]}")
    if name in ("place", "preview") or name.isdigit():
        place = read_place(numbers)
        if isinstance(place, str):
            return rejected("bad_command", place)
        return (
            preview(seats[seat_index], *place)
            if name == "preview"
            else place_at(match, seats, seat_index, *place)
        )
    if len(words) == 1 and name == "hold":
        return answer(match, seats, seat_index, rules.hold(match, seats[seat_index]), "held")
    if len(words) == 1 and name == "options":
        return Verdict(True, text=options_text(seats[seat_index]), is_free=True)
    if len(words) == 1 and name == "resign":
        rules.resign(match)
        return Verdict(True, text=f"resigned; score {seats[seat_index]['score']}")
    return rejected("bad_command", f"expected one of: {'; '.join(COMMANDS)}; got {command!r}")


def read_place(words):
    """(rotation, column) of two words, or what is wrong with them."""
    is_number = [word.isdigit() and word.isascii() and len(word) < 5 for word in words]
    if len(words) != 2 or not all(is_number):
        return f"expected a rotation 0-3 and a column 0-9, got {' '.join(words)!r:.60}"
    rotation, column = int(words[0]), int(words[1])
    if rotation >= ROTATIONS:
        return f"the rotation must be 0-3, got {rotation}"
    if column >= WIDTH:
        return f"the column must be 0-9, got {column}"
    return rotation, column


def rejected(reason, detail):
    """The verdict on a command that has changed nothing."""
    return Verdict(False, reason, detail, text=f"error: {detail}")


def explain(seat, code, rotation=0):
    """Why a move was rejected, in a sentence."""
    piece = seat["current"]
    if code == rules.OUTSIDE:
        last = WIDTH - int(PIECE_WIDTH[piece, rotation])
        return f"{LETTERS[piece]} in rotation {rotation} takes columns 0-{last}"
    if code == rules.TOO_HIGH:
        return "the piece would end up above row 20"
    return f"{ILLEGAL[code]} for this piece"


def answer(match, seats, seat_index, code, done, rotation=0):
    """The verdict on a move: `code` is what the rules answered, `done` says what was done."""
    seat = seats[seat_index]
    seat["illegal"] = code
    if code:
        return rejected(ILLEGAL[code], explain(seat, code, rotation))
    lines = f"; cleared {seat['cleared']} for {seat['points']} points" if seat["cleared"] else ""
    end = f"; game over: {END_REASONS[match['end_reason']]}" if match["is_over"] else ""
    return Verdict(True, text=f"{done}{lines}; score {seat['score']}{end}\n{show(match, seats)}")


def place_at(match, seats, seat_index, rotation, column):
    """Place the current piece."""
    seat = seats[seat_index]
    done = f"placed {LETTERS[seat['current']]} at rotation {rotation}, column {column}"
    code = rules.place(match, seat, rotation, column)
    return answer(match, seats, seat_index, code, done, rotation)


def preview(seat, rotation, column):
    """The board after a placement that is not made."""
    piece = seat["current"]
    if column + PIECE_WIDTH[piece, rotation] > WIDTH:
        return rejected(ILLEGAL[rules.OUTSIDE], explain(seat, rules.OUTSIDE, rotation))
    row = landing_row(seat["heights"], piece, rotation, column)
    if row + PIECE_HEIGHT[piece, rotation] > HEIGHT:
        return rejected(ILLEGAL[rules.TOO_HIGH], explain(seat, rules.TOO_HIGH))
    rows, heights = seat["rows"].copy(), seat["heights"].copy()
    cleared = put(rows, heights, piece, rotation, column, row)
    text = "\n".join(board_lines(rows)) + f"\nlines cleared: {cleared}"
    return Verdict(True, text=text, is_free=True)


def options(seat):
    """Every distinct valid placement of the current piece.

    Returns
    -------
    list of dict
        `rotation, column, lines, holes, tallest, bumpiness`, of the board after clearing,
        in the order of rotation and column.
    """
    features = np.zeros((ROTATIONS * WIDTH, COUNT), np.float32)
    list_options(seat, features)
    return [
        {
            "rotation": action // WIDTH,
            "column": action % WIDTH,
            "lines": int(row[LINES]),
            "holes": int(row[BOARD + HOLES]),
            "tallest": int(row[BOARD + TALLEST]),
            "bumpiness": int(row[BOARD + BUMPINESS]),
        }
        for action, row in enumerate(features.tolist())
        if row[IS_DISTINCT]
    ]


def options_text(seat):
    """`options` as the text answer: one line a placement."""
    return "\n".join(
        f"place {entry['rotation']} {entry['column']}: lines {entry['lines']}, "
        f"holes {entry['holes']}, tallest {entry['tallest']}, bumpiness {entry['bumpiness']}"
        for entry in options(seat)
    )

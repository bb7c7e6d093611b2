"""Polyfit in words: the documented moves as JSON, bodies, standings; for both games."""

import numpy as np

from ..core.given import read_json
from ..core.verdict import Verdict
from . import rounds, rules
from .board import lay
from .pieces import FORM_COUNTS, POLYFORMS
from .solutions import PASS, Rejected, cells_in, check_move, check_solution, form_cells, shown
from .state import ACTIONS, ANSWERS, COLOURS, END_REASONS, ILLEGAL, PASSED, SOLVED

RESIGNATION = {"resign": True}
"""What `Table.resign` plays; not a move that a seat is offered."""

COMMANDS = (
    '{"round": 1, "placements": [...]}',
    '{"round": 1, "pass": true}',
    '{"resign": true}',
)


def action_name(action, solid, actions, layers, rows, columns):
    """An action in words, such as `F5 #3` for the third orientation of F5.

    In "free" with the cell that a piece is laid on or taken from: `F5 #3 at 0 2 4`.
    """
    count, cells = FORM_COUNTS[solid], layers * rows * columns
    if actions == ACTIONS[0]:
        return (
            form_name(action, solid) if action < count else ("undo", "pass", "wait")[action - count]
        )
    if action >= (count + 1) * cells:
        return ("pass", "wait")[action - (count + 1) * cells]
    form, index = divmod(int(action), cells)
    layer, rest = divmod(index, rows * columns)
    place = " ".join(map(str, shown((layer, *divmod(rest, columns)), solid)))
    return f"remove {place}" if form == count else f"{form_name(form, solid)} at {place}"


def form_name(form, solid):
    """Name and number of an orientation, from 1 on."""
    forms = POLYFORMS[solid]
    shape = int(forms.shape[form])
    return f"{forms.names[shape]} #{int(form) - int(forms.first[shape]) + 1}"


# Moves


def rejected(reason, detail):
    """The verdict on a move that has changed nothing."""
    return Verdict(False, reason, detail, text=f"error: {detail}")


def play(match, seats, seat_index, move, at_ms):
    """Answer one documented move.

    Parameters
    ----------
    match : record
    seats : (P,) records
    seat_index : int
    move : dict or str
        `{"round": r, "placements": [...]}` or `{"round": r, "pass": true}`, or either as
        text. A placement is `{"piece", "rotation", "flip", "anchor"}` in Polyfit,
        `{"piece", "cells"}` in Polyfit 3D.
    at_ms : int
        The present, to which the match has already been advanced.

    Returns
    -------
    Verdict
        `body` has `round`, `answer` ("solved", "passed" or "late") and `time_ms` of an
        accepted answer. A rejected move has changed nothing.
    """
    seat = seats[seat_index]
    if move == RESIGNATION and not match["is_over"] and rounds.is_playing(match, seat_index):
        rounds.resign(match, seats, seat_index)
        return Verdict(True, text="resigned")
    if match["is_over"] or not seat["on_move"]:
        return rejected(ILLEGAL[1], f"{ILLEGAL[1]}: this seat is not on move")
    move = read_json(move)
    try:
        check_move(move)
        kind = check_answer(match, seat, move)
    except Rejected as why:
        return rejected(why.reason, why.detail)
    told = {
        "round": int(match["round_number"]),
        "time_ms": int(match["time_ms"] - match["opened_ms"]),
    }
    late = told["time_ms"] > match["window_ms"]
    told["answer"] = "late" if late else ANSWERS[kind]
    rounds.answer(match, seats, seat_index, kind)
    return Verdict(True, body=told, text=told["answer"])


def check_answer(match, seat, move):
    """What kind of answer a move is; a solution is laid. `Rejected` if it is against the rules."""
    if move["round"] != match["round_number"]:
        detail = f"wrong_round: the open round is {match['round_number']}, got {move['round']}"
        raise Rejected("wrong_round", detail)
    is_late = match["time_ms"] - match["opened_ms"] > match["window_ms"]
    if PASS in move or is_late:
        return PASSED
    laid = check_solution(match, move["placements"])
    rounds.clear_tiling(match, seat)
    for form, cell in laid:
        lay(match, seat, form, cell)
    return SOLVED


# Positions


def region_lists(match):
    """The region as the game's bodies have it: row strings, of a solid a list a layer."""
    cells = cells_in(match, match["region"])
    layers = [
        [
            "".join(".#"[(layer, row, column) in cells] for column in range(match["columns"]))
            for row in range(match["rows"])
        ]
        for layer in range(match["layers"])
    ]
    return layers if match["solid"] else layers[0]


def tray(match):
    """The pieces as bodies have them: `id`, `name`, `cells` as they lie in the tray."""
    solid = int(match["solid"])
    forms = POLYFORMS[solid]
    pieces = []
    for number in range(match["piece_count"]):
        form = int(match["tray"][number])
        pieces.append(
            {
                "id": f"p{number + 1}",
                "name": forms.names[forms.shape[form]],
                "cells": [shown(cell, solid) for cell in form_cells(solid, form)],
            }
        )
    return pieces


def by_colour(counts):
    """Gems as a dict of colours."""
    return {colour: int(count) for colour, count in zip(COLOURS, counts, strict=True)}


def history(match, players):
    """The closed rounds: `round`, and by seat `answers`, `times` (ms from opening), `gems`."""
    rows = []
    for index in range(match["closed_count"]):
        answers = [ANSWERS[code] for code in match["answers"][index, :players]]
        times = match["times_ms"][index, :players].tolist()
        rows.append(
            {
                "round": index + 1,
                "answers": answers,
                "times": [
                    time if answer else None for time, answer in zip(times, answers, strict=True)
                ],
                "gems": [by_colour(counts) for counts in match["won"][index, :players]],
            }
        )
    return rows


def body(match, seats, seat_index):
    """What a seat may see, every seat the same: a dict that JSON can hold.

    Returns
    -------
    dict
        `round`, `opened_ms`, `puzzle` (`region`, `pieces`), `gem_row` (colours); by seat
        `gems` (dicts of colours, of closed rounds), `done` (has answered this round) and
        `forfeited`; `history`, see there.
    """
    players = len(seats)
    return {
        "round": int(match["round_number"]),
        "opened_ms": int(match["opened_ms"]),
        "puzzle": {"region": region_lists(match), "pieces": tray(match)},
        "gem_row": [COLOURS[colour] for colour in match["gem_row"][: players + 3]],
        "gems": [by_colour(counts) for counts in match["gems"][:players]],
        "done": [bool(done) for done in match["done"][:players]],
        "history": history(match, players),
        "forfeited": [bool(forfeited) for forfeited in match["is_forfeited"][:players]],
    }


def state(match, seats, seat_index=0):
    """The position in words, under the names of `info`, and what the seat has laid."""
    seat = seats[seat_index]
    solid, box = (
        int(match["solid"]),
        (int(match["layers"]), int(match["box_rows"]), int(match["box_columns"])),
    )
    actions = ACTIONS[match["is_free"]]
    mask = np.zeros(rules.action_count(actions, solid, *box), np.int8)
    rules.legal(match, seats, seat_index, mask)
    reason = END_REASONS[match["end_reason"]] if match["end_reason"] else None
    return {
        "round": int(match["round_number"]),
        "answer": ANSWERS[seat["answer"]],
        "laid": int(seat["laid"]),
        "solved": int(seat["solved"]),
        "gems": int(seat["gem_count"]),
        "time_left_ms": int(match["time_left_ms"]),
        "place": int(seat["place"]),
        "reason": reason,
        "end_reason": reason,
        "illegal": ILLEGAL[seat["illegal"]] if seat["illegal"] else None,
        "action_mask": [
            action_name(action, solid, actions, *box) for action in np.flatnonzero(mask)
        ],
        "open_cells": sorted(shown(cell, solid) for cell in cells_in(match, seat["open"])),
    }


def standings(match, seats):
    """The final standings of an ended match, best first.

    Returns
    -------
    list of dict
        `seat`, `place` (shared by equals), `total` (gems), `gems` (by colour), `solved`
        (rounds), `time_ms` (solving times, and the window for every other round),
        `is_out`, `is_forfeited`, `reason` (of the match's end).
    """
    rows = [
        {
            "seat": index,
            "place": int(seat["place"]),
            "total": int(seat["gem_count"]),
            "gems": by_colour(match["gems"][index]),
            "solved": int(seat["solved"]),
            "time_ms": int(seat["total_ms"]),
            "is_out": bool(match["is_out"][index]),
            "is_forfeited": bool(match["is_forfeited"][index]),
            "reason": END_REASONS[match["end_reason"]],
        }
        for index, seat in enumerate(seats)
    ]
    return sorted(rows, key=lambda row: row["place"])

"""Polyfit's actions on one match: compiled, in place, for both games and both ways of laying.

F forms, C cells of the difficulty's box, all layers: in "scan" the actions are the forms,
then undo, pass, wait; in "free" `form * C + cell`, then remove from `cell`, then pass, wait.
"""

import numpy as np

from ..core.compiled import compiled
from .board import covers, fits, has, lay, lift, mark_fits, view
from .pieces import FORM_COUNTS, SHAPE
from .rounds import advance, answer, begin
from .state import ACTIONS, NO_FIT, NO_PIECE, NOTHING, PASSED, SOLVED

__all__ = ["act", "advance", "deal", "legal"]

FORMS = np.array(FORM_COUNTS)
UNDO, PASS, WAIT = 0, 1, 2
"""Actions of "scan" after the forms, counted from the first of them."""


def action_count(actions, solid, layers, rows, columns):
    """A, for one of `ACTIONS` and a box."""
    cells = layers * rows * columns
    if actions == ACTIONS[0]:
        return FORM_COUNTS[solid] + 3
    return FORM_COUNTS[solid] * cells + cells + 2


@compiled
def cells_of(match):
    """C: cells of the box, borders left out."""
    return np.int64(match.layers) * np.int64(match.box_rows) * np.int64(match.box_columns)


@compiled
def cell_number(match, index):
    """Number of a box's cell as `board` has it, from its index in scan order."""
    columns, rows = np.int64(match.box_columns), np.int64(match.box_rows)
    layer, rest = index // (rows * columns), index % (rows * columns)
    return layer * match.layer_stride + rest // columns * match.stride + rest % columns


@compiled
def lay_piece(match, seat, form, cell):
    """Lay a piece; returns 0 or why it cannot be laid."""
    if seat.left[SHAPE[match.solid, form]] == 0:
        return NO_PIECE
    if not has(seat.open, cell) or not fits(match.solid, view(match, seat.open, cell), form):
        return NO_FIT
    lay(match, seat, form, cell)
    return 0


@compiled
def piece_at(match, seat, cell):
    """Which of the laid pieces covers a cell; -1 if none does."""
    for index in range(seat.laid):
        if covers(match, np.int64(seat.laid_form[index]), np.int64(seat.laid_cell[index]), cell):
            return index
    return -1


@compiled
def take_back(match, seat, place):
    """Take back the piece laid as number `place`; returns 0, or why not: there is none, -1."""
    if place < 0 or not match.may_undo:
        return NOTHING
    lift(match, seat, place)
    return 0


@compiled
def move_in_scan_order(match, seat, action):
    """Lay the form that covers the first open cell, or take the last one back."""
    choice = action - FORMS[match.solid]
    if choice < 0:
        return lay_piece(match, seat, action, np.int64(seat.next_cell))
    return take_back(match, seat, np.int64(seat.laid) - 1)


@compiled
def move_freely(match, seat, action):
    """Lay a form at a first cell, or take the piece on a cell back."""
    cells, forms = cells_of(match), FORMS[match.solid]
    if action < forms * cells:
        return lay_piece(match, seat, action // cells, cell_number(match, action % cells))
    cell = cell_number(match, action - forms * cells)
    return take_back(match, seat, piece_at(match, seat, cell))


@compiled(inline="always")
def act(match, seats, index, action):
    """Apply an action; returns 0, or an index into `ILLEGAL` and nothing has changed."""
    seat = seats[index]
    wait = FORMS[match.solid] + WAIT
    if match.is_free:
        wait = FORMS[match.solid] * cells_of(match) + cells_of(match) + 1
    kind, why_not = 0, 0
    if action == wait - 1:
        kind = PASSED
    elif action < wait:
        if match.is_free:
            why_not = move_freely(match, seat, action)
        else:
            why_not = move_in_scan_order(match, seat, action)
        if why_not == 0 and seat.open_count == 0:
            kind = SOLVED
    if kind > 0:
        answer(match, seats, index, kind)
    return why_not


@compiled
def mark_free_forms(match, seat, mask):
    """Fill the mask's forms in "free": every form of a piece that is left, wherever it fits."""
    cells, forms = cells_of(match), FORMS[match.solid]
    own = np.zeros(forms, np.int8)
    mask[:] = 0
    for index in range(cells):
        cell = cell_number(match, index)
        if has(seat.open, cell):
            mark_fits(match.solid, seat.left, view(match, seat.open, cell), own)
            for form in range(forms):
                mask[form * cells + index] = own[form]


@compiled
def mark_removals(match, seat, mask):
    """Fill the mask (C,) of cells that a laid piece covers."""
    for index in range(len(mask)):
        cell = cell_number(match, index)
        is_covered = has(match.region, cell) and not has(seat.open, cell)
        mask[index] = is_covered and match.may_undo


@compiled
def seat_mask(match, seat, mask):
    """Fill the mask of a seat's legal actions from its own record and the match's."""
    last = len(mask) - 1
    if not seat.on_move or match.is_over:
        mask[:] = 0
    elif match.is_free:
        cells = cells_of(match)
        removals = FORMS[match.solid] * cells
        mark_free_forms(match, seat, mask[:removals])
        mark_removals(match, seat, mask[removals : removals + cells])
        mask[last - 1] = 1
    else:
        forms = FORMS[match.solid]
        around = view(match, seat.open, np.int64(seat.next_cell))
        mark_fits(match.solid, seat.left, around, mask[:forms])
        mask[forms + UNDO] = seat.laid > 0 and match.may_undo
        mask[forms + PASS] = 1
    mask[last] = 1 - match.is_over


@compiled
def legal(match, seats, index, mask):
    """Fill the mask of legal actions; a seat off move waits, and all 0 once the match is over."""
    seat_mask(match, seats[index], mask)


@compiled(inline="always")
def deal(match, seats):
    """Start an episode: the first round's puzzle, the same for every seat."""
    match.given_count = 0
    begin(match, seats)

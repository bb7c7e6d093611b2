"""Stackfall's observations: vectorised functions from records to arrays.

The player sees the board, the current piece, three pieces of preview, the hold and
the counters; never the rest of the bag.
"""

from operator import itemgetter

import numpy as np
from gymnasium.spaces import Box, Dict

from ..core.records import columns
from .features import COUNT, describe_actions
from .state import (
    ACTION_COUNTS,
    ACTIONS,
    GIVEN_LINES,
    HEIGHT,
    PIECE_LIMIT,
    PIECES,
    PREVIEW,
    WIDTH,
)

__all__ = ["ENCODERS", "board", "flat", "planes", "space"]

CELLS = ((np.arange(2**WIDTH)[:, None] >> np.arange(WIDTH)) & 1).astype(np.uint8)
"""(1024, 10): the cells of every row mask."""

PIECE_ONE_HOT = np.vstack([np.eye(PIECES), np.zeros(PIECES)]).astype(np.float32)
"""(8, 7): row of a piece; the last row, so also -1, is none."""

MOST_LINES = GIVEN_LINES + PIECE_LIMIT * 4 // WIDTH + HEIGHT
MOST_POINTS = 2_000_000
"""More than any placement makes: 11,850 at most, times a level of 107 at most."""

FIELDS = {  # field of a seat: (lowest, highest, shape)
    "current": (0, PIECES - 1, (1,)),
    "next": (0, PIECES - 1, (PREVIEW,)),
    "hold": (-1, PIECES - 1, (1,)),
    "hold_used": (0, 1, (1,)),
    "level": (1, 1 + MOST_LINES // 10, (1,)),
    "lines": (0, MOST_LINES, (1,)),
    "combo": (-1, PIECE_LIMIT, (1,)),
    "back_to_back": (0, 1, (1,)),
    "pieces_left": (0, PIECE_LIMIT, (1,)),
}
FIRST, *_, LAST = FIELDS
WIDTHS = [shape[0] for _, _, shape in FIELDS.values()]
PLACES = [
    (name, (..., slice(end - width, end)))
    for name, width, end in zip(FIELDS, WIDTHS, np.cumsum(WIDTHS).tolist(), strict=True)
]
"""Where each of the `FIELDS` lies in their block."""

SPLIT = itemgetter(*(place[-1] for _, place in PLACES))
"""The `FIELDS` of one seat's block (k,), as views: NumPy takes a plain slice much faster."""

COUNTERS = {"hold_used": 1, "level": 10, "lines": 60, "combo": 10, "back_to_back": 1}
COUNTERS["pieces_left"] = PIECE_LIMIT
"""Counters of "flat" and "planes", each with what it is divided by; they end the `FIELDS`."""

SCALES = np.array([*COUNTERS.values()], np.float32)

SLOTS = 2 + PREVIEW
"""Pieces in sight: current, hold, preview."""

IN_SIGHT = [0, 1 + PREVIEW, *range(1, 1 + PREVIEW)]
"""Where they lie in the block of the first `FIELDS`."""
FLAT = HEIGHT * WIDTH + SLOTS * PIECES + len(COUNTERS)
PLANES = 1 + SLOTS * PIECES + len(COUNTERS)


def cells(seats, out=None):
    """The boards of seats (...): (..., 20, 10) uint8, row 0 at the bottom, 1 = filled."""
    rows = seats["rows"]
    if out is None:
        out = np.empty((*rows.shape, WIDTH), np.uint8)
    return CELLS.take(rows, axis=0, mode="clip", out=out)


def board(matches, seats, out=None):
    """The position as a dict of small arrays.

    Parameters
    ----------
    matches, seats : records or Columns (...)
    out : dict of arrays, optional
        An earlier result to fill.

    Returns
    -------
    dict of arrays
        `board` (..., 20, 10) uint8, row 0 at the bottom; the `FIELDS` (..., k) int16;
        pieces are 0-6 in the order I O T S Z J L, -1 none.
    """
    seats = columns(seats)
    block = seats.block(FIRST, LAST)
    if out is not None:
        cells(seats, out["board"])
        for name, place in PLACES:
            out[name][...] = block[place]
        return out
    if block.ndim == 1:
        return board_of_one(seats["rows"], block.copy())
    block = block.copy()
    result = {"board": cells(seats)}
    for name, place in PLACES:
        result[name] = block[place]
    return result


def board_of_one(rows, block):
    """`board` of a single seat, without a loop: half a microsecond of a solo step."""
    current, preview, hold, hold_used, level, lines, combo, back_to_back, pieces_left = SPLIT(block)
    return {
        "board": CELLS.take(rows, axis=0, mode="clip"),
        "current": current,
        "next": preview,
        "hold": hold,
        "hold_used": hold_used,
        "level": level,
        "lines": lines,
        "combo": combo,
        "back_to_back": back_to_back,
        "pieces_left": pieces_left,
    }


def pieces_in_sight(seats):
    """Current, held and previewed pieces (..., 5) int16, -1 for an empty hold."""
    return seats.block("current", "hold")[..., IN_SIGHT]


def counters(seats):
    """The `COUNTERS` (..., 6) float32, divided to the order of 1."""
    return seats.block("hold_used", "pieces_left") / SCALES


def flat(matches, seats, out=None):
    """Everything in one row: (..., 241) float32.

    200 cells (row 0 first), the pieces in sight one-hot (5 x 7: current, hold, next 3;
    all 0 for none), then the `COUNTERS`.
    """
    seats = columns(seats)
    if out is None:
        out = np.empty((*seats.shape, FLAT), np.float32)
    lead, board_end, pieces_end = seats.shape, HEIGHT * WIDTH, HEIGHT * WIDTH + SLOTS * PIECES
    out[..., :board_end] = cells(seats).reshape(*lead, -1)
    out[..., board_end:pieces_end] = PIECE_ONE_HOT[pieces_in_sight(seats)].reshape(*lead, -1)
    out[..., pieces_end:] = counters(seats)
    return out


def planes(matches, seats, out=None):
    """Planes for a CNN: (..., 42, 20, 10) float32.

    Plane 0 is the board, row 0 at the bottom; planes 1-35 are the pieces in sight
    one-hot (current, hold, next 3), planes 36-41 the `COUNTERS`, each constant.
    """
    seats = columns(seats)
    if out is None:
        out = np.empty((*seats.shape, PLANES, HEIGHT, WIDTH), np.float32)
    out[..., 0, :, :] = cells(seats)
    rest = flat(matches, seats)[..., HEIGHT * WIDTH :]
    out[..., 1:, :, :] = rest[..., None, None]
    return out


def afterstates(matches, seats, out=None):
    """For every action the features of the board it leads to: (..., A, F) float32.

    A row of zeros where the action is illegal; the F features are `features.FEATURES`.
    """
    matches, seats = columns(matches), columns(seats)
    if out is None:
        count = ACTION_COUNTS[ACTIONS[matches["action_kind"].flat[0]]]
        out = np.empty((*seats.shape, count, COUNT), np.float32)
    describe_actions(
        matches.records.reshape(-1), seats.records.reshape(-1), out.reshape(-1, *out.shape[-2:])
    )
    return out


def space(observation, action_count):
    """The observation space of one seat for an encoder's name.

    Parameters
    ----------
    observation : {"board", "planes", "afterstates", "flat"}
    action_count : int
        A, for "afterstates".

    Returns
    -------
    gymnasium.spaces.Dict or Box
    """
    if observation == "board":
        boxes = {"board": Box(0, 1, (HEIGHT, WIDTH), np.uint8)}
        for name, (low, high, shape) in FIELDS.items():
            boxes[name] = Box(low, high, shape, np.int16)
        return Dict(boxes)
    if observation == "afterstates":
        return Box(-1, MOST_POINTS, (action_count, COUNT), np.float32)
    shape = {"flat": (FLAT,), "planes": (PLANES, HEIGHT, WIDTH)}[observation]
    return Box(-0.1, 20, shape, np.float32)


ENCODERS = {"board": board, "planes": planes, "afterstates": afterstates, "flat": flat}

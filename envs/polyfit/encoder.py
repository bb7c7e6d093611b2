"""Polyfit's observations: compiled functions from records to arrays, all lanes in one call.

A seat sees the puzzle, its own tiling and clock, the standings after closed rounds, and of
the others in the open round only how many have answered.
"""

import numpy as np
from gymnasium.spaces import Box, Dict

from ..core.compiled import compiled
from ..core.records import columns
from .board import ONE, row_of
from .features import COUNT, describe_actions
from .pieces import FORM_COUNTS, SHAPE_COUNTS
from .reach import dead_cells
from .state import BONUS_MS, MOST_PIECES, MOST_PLAYERS, MOST_ROUNDS, ROUND_SECONDS, SLACK_MS, WORDS

__all__ = ["ENCODERS", "PLANES", "STATUS", "flat", "planes", "shapes", "space"]

PLANES = (
    "region",  # cells to fill, covered or not
    "covered",  # by a piece of its own
    "next",  # the first open cell: actions of "scan" cover it
    "dead",  # open cells that no piece left can cover
)
"""Planes of 0 and 1, layer by layer in a solid: plane `4 * layer + p`."""

STATUS = (
    "round",  # of MOST_ROUNDS
    "rounds_left",  # after this one, of MOST_ROUNDS
    "time_left",  # of the window
    "bank",  # time left of the whole bank, of MOST_BANK_MS
    "pieces_left",  # not laid yet, of MOST_PIECES
    "open",  # cells still open, of the region's
    "is_done",  # 1: has answered this round
    "others_done",  # of MOST_PLAYERS
    "others_playing",  # of MOST_PLAYERS
    "gems",  # of closed rounds, of MOST_GEMS
    "best_other_gems",  # most gems of another seat
)
"""The numbers beside the planes, all in 0..1."""

MOST_BANK_MS = (MOST_ROUNDS * (1000 * ROUND_SECONDS[1] + SLACK_MS + BONUS_MS)) + SLACK_MS
MOST_GEMS = 3 * MOST_ROUNDS
ACTION_COUNTS = tuple(count + 3 for count in FORM_COUNTS)


@compiled
def put_bits(word, plane):
    """Spread the low bits of a word over a row (W,) of a plane."""
    for number in range(len(plane)):
        column = np.uint64(number)
        plane[column] = (word >> column) & ONE


@compiled
def plane_bits(match, seat, dead, planes):
    """Fill the planes (4 * L, H, W) uint8 of one seat."""
    for layer in range(match.layers):
        for row in range(planes.shape[1]):
            start = layer * match.layer_stride + row * match.stride
            inside, is_open = row_of(match.region, start), row_of(seat.open, start)
            put_bits(inside, planes[4 * layer, row])
            put_bits(inside & ~is_open, planes[4 * layer + 1, row])
            put_bits(np.uint64(0), planes[4 * layer + 2, row])
            put_bits(row_of(dead, start), planes[4 * layer + 3, row])
    mark_next(match, seat, planes)


@compiled
def mark_next(match, seat, planes):
    """Set the first open cell's place in its plane; nothing where none is open."""
    cell = np.int64(seat.next_cell)
    if cell >= 0:
        layer, rest = cell // match.layer_stride, cell % match.layer_stride
        planes[4 * layer + 2, rest // match.stride, rest % match.stride] = 1


@compiled
def fill_status(match, seat, status):
    """Fill the `STATUS` of one seat."""
    own = seat.number
    others_done, others_playing, best = 0, 0, 0
    for index in range(match.player_count):
        if index != own:
            others_done += match.done[index]
            others_playing += match.is_out[index] == 0 and match.is_forfeited[index] == 0
            gems = match.gems[index]
            best = max(best, gems[0] + gems[1] + gems[2] + gems[3])
    bank = seat.deadline_ms - match.time_ms if seat.on_move else seat.bank_ms
    status[0] = match.round_number / MOST_ROUNDS
    status[1] = (match.round_count - match.round_number) / MOST_ROUNDS
    status[2] = match.time_left_ms / match.window_ms
    status[3] = min(max(bank, 0), MOST_BANK_MS) / MOST_BANK_MS
    status[4] = (match.piece_count - seat.laid) / MOST_PIECES
    status[5] = seat.open_count / max(match.volume, 1)
    status[6] = seat.answer > 0
    status[7] = others_done / MOST_PLAYERS
    status[8] = others_playing / MOST_PLAYERS
    status[9] = seat.gem_count / MOST_GEMS
    status[10] = best / MOST_GEMS


@compiled
def encode_planes(matches, seats, planes, counts, status):
    """Fill the arrays of "planes" for seats (N,) of matches (K,), K a divisor of N."""
    dead = np.empty(WORDS, np.uint64)
    each = len(seats) // len(matches)
    shapes = counts.shape[1]
    for lane in range(len(seats)):
        match, seat = matches[lane // each], seats[lane]
        dead_cells(match, seat.open, seat.left, dead)
        plane_bits(match, seat, dead, planes[lane])
        for shape in range(shapes):
            counts[lane, shape] = seat.left[shape]
        fill_status(match, seat, status[lane])


@compiled
def encode_flat(matches, seats, planes, numbers):
    """Fill `numbers` (N, cells + S + status); `planes` (4 * L, H, W) is scratch."""
    dead = np.empty(WORDS, np.uint64)
    each = len(seats) // len(matches)
    cells = planes.size
    shapes = numbers.shape[1] - cells - len(STATUS)
    for lane in range(len(seats)):
        match, seat = matches[lane // each], seats[lane]
        dead_cells(match, seat.open, seat.left, dead)
        plane_bits(match, seat, dead, planes)
        numbers[lane, :cells] = planes.reshape(-1)
        for shape in range(shapes):
            numbers[lane, cells + shape] = seat.left[shape] / MOST_PIECES
        fill_status(match, seat, numbers[lane, cells + shapes :])


@compiled
def encode_shapes(matches, seats, features):
    """Fill `features` (N, A, F) for seats (N,) of matches (K,), K a divisor of N."""
    each = len(seats) // len(matches)
    for lane in range(len(seats)):
        describe_actions(matches[lane // each], seats[lane], features[lane])


def lanes(matches, seats):
    """Matches (K,) and seats (N,) for the kernels, and the seats' axes.

    Matches may have axes of 1 where seats have more: only the last one, or all of them,
    in the batches that the core hands over; anything else is copied out.
    """
    matches, seats = columns(matches), columns(seats)
    records = matches.records
    if records.size > 1 and matches.shape != (*seats.shape[:-1], 1):
        records = np.broadcast_to(records, seats.shape).copy()
    return records.reshape(-1), seats.records.reshape(-1), seats.shape


def boxes(matches, lead):
    """Shape of the planes: `lead`, 4 * L, H, W, from matches of one game and difficulty."""
    first = matches[0]
    box = int(first["box_rows"]), int(first["box_columns"])
    return (*lead, len(PLANES) * int(first["layers"]), *box)


def planes(matches, seats, out=None):
    """The position as planes, for a convolutional network.

    Parameters
    ----------
    matches, seats : records or Columns (...)
    out : dict of arrays, optional
        An earlier result to fill.

    Returns
    -------
    dict of arrays
        `planes` (..., 4 * L, H, W) uint8, see `PLANES`; `counts` (..., S) uint8, pieces left
        of each shape; `status` (..., 11) float32, see `STATUS`.
    """
    matches, seats, lead = lanes(matches, seats)
    shape = boxes(matches, lead)
    kinds = SHAPE_COUNTS[matches[0]["solid"]]
    if out is None:
        out = {
            "planes": np.empty(shape, np.uint8),
            "counts": np.empty((*lead, kinds), np.uint8),
            "status": np.empty((*lead, len(STATUS)), np.float32),
        }
    encode_planes(
        matches,
        seats,
        out["planes"].reshape(-1, *shape[-3:]),
        out["counts"].reshape(-1, kinds),
        out["status"].reshape(-1, len(STATUS)),
    )
    return out


def flat(matches, seats, out=None):
    """Everything in one row: (..., 4 * L * H * W + S + 11) float32 in 0..1.

    The planes, the pieces left of each shape (of MOST_PIECES), the `STATUS`.
    """
    matches, seats, lead = lanes(matches, seats)
    scratch = np.empty(boxes(matches, lead)[-3:], np.uint8)
    width = scratch.size + SHAPE_COUNTS[matches[0]["solid"]] + len(STATUS)
    if out is None:
        out = np.empty((*lead, width), np.float32)
    encode_flat(matches, seats, scratch, out.reshape(-1, width))
    return out


def shapes(matches, seats, out=None):
    """What every action of "scan" leads to: (..., A, F) float32, see `features.FEATURES`."""
    matches, seats, lead = lanes(matches, seats)
    if out is None:
        out = np.empty((*lead, ACTION_COUNTS[matches[0]["solid"]], COUNT), np.float32)
    encode_shapes(matches, seats, out.reshape(-1, *out.shape[-2:]))
    return out


def space(observation, solid, layers, rows, columns_):
    """The observation space of one seat for an encoder's name and a box.

    Parameters
    ----------
    observation : {"planes", "flat", "shapes"}
    solid : int
        0 Polyfit, 1 Polyfit 3D.
    layers, rows, columns_ : int
        L, H, W of the difficulty's box.

    Returns
    -------
    gymnasium.spaces.Dict or Box
    """
    box = len(PLANES) * layers, rows, columns_
    kinds = SHAPE_COUNTS[solid]
    if observation == "shapes":
        return Box(-1, MOST_PIECES, (ACTION_COUNTS[solid], COUNT), np.float32)
    if observation == "flat":
        return Box(0, 1, (box[0] * rows * columns_ + kinds + len(STATUS),), np.float32)
    return Dict(
        {
            "planes": Box(0, 1, box, np.uint8),
            "counts": Box(0, MOST_PIECES, (kinds,), np.uint8),
            "status": Box(0, 1, (len(STATUS),), np.float32),
        }
    )


ENCODERS = {"planes": planes, "flat": flat, "shapes": shapes}

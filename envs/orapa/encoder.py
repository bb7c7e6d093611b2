"""Orapa's observations: vectorised functions from records to arrays.

A seat sees its own clues, hypothesis and layout, what the other seat has asked about it, and
the numbers of `STATUS`; of the other's layout only what the answers tell.
"""

import numpy as np
from gymnasium.spaces import Box, Dict

from ..core.records import columns
from .candidates import PLACEMENT_COUNT, encode_candidates
from .state import GEMS, HEIGHT, KINDS, POINTS, PROBED, STATUS, WIDTH

__all__ = ["ENCODERS", "STATUS", "candidates", "flat", "space", "tables"]

GRID = HEIGHT, WIDTH
TABLES = {  # name: (shape, dtype, lowest, highest)
    "waves": ((POINTS, 4), np.int8, [0, -1, 0, 0], [2, POINTS - 1, 15, 1]),
    "probes": (GRID, np.uint8, 0, len(PROBED) - 1),
    "hypothesis": ((*GRID, 2), np.uint8, [0, 0], [len(KINDS) - 1, len(GEMS) - 1]),
    "contradicted_waves": ((POINTS,), np.uint8, 0, 1),
    "contradicted_probes": (GRID, np.uint8, 0, 1),
    "own_layout": ((*GRID, 2), np.uint8, [0, 0], [len(KINDS) - 1, len(GEMS) - 1]),
    "rival_waves": ((POINTS, 4), np.int8, [0, -1, 0, 0], [2, POINTS - 1, 15, 1]),
    "rival_probes": (GRID, np.uint8, 0, len(PROBED) - 1),
}
FIELDS = {"hypothesis": "hypothesis_grid", "own_layout": "own_grid"}
"""Fields of a seat's record that have another name than the table."""

FIRST_STATUS, LAST_STATUS = next(iter(STATUS)), next(reversed(STATUS))


def tables(matches, seats, out=None):
    """The position as a dict of small arrays.

    Parameters
    ----------
    matches, seats : records or Columns (...)
    out : dict of arrays, optional
        An earlier result to fill.

    Returns
    -------
    dict of arrays
        `waves` (..., 36, 4) int8: a row an entry point (A-R, 1-18): 0 unknown, 1 fired, 2 known
        from its exit; exit point or -1; mix, an index into `MIXES`; 1 if absorbed.
        `probes` (..., 8, 10) uint8: what each cell's probe told, an index into `PROBED`.
        `hypothesis` (..., 8, 10, 2) uint8: kind (`KINDS`) and gem (`GEMS`) of each cell; in the
        layout phase the layout being laid.
        `contradicted_waves` (..., 36), `contradicted_probes` (..., 8, 10) uint8: 1 at own clues
        that the hypothesis contradicts, in help mode.
        `own_layout` (..., 8, 10, 2), `rival_waves` (..., 36, 4), `rival_probes` (..., 8, 10): in
        a duel, the own layout and what the other seat has been told of it.
        `status` (..., 14) int32: the `STATUS`.
    """
    seats = columns(seats)
    lead = seats.shape
    if out is None:
        out = {
            name: np.empty((*lead, *shape), dtype) for name, (shape, dtype, _, _) in TABLES.items()
        }
        out["status"] = np.empty((*lead, len(STATUS)), np.int32)
    for name in TABLES:
        field = seats[FIELDS.get(name, name)]
        out[name].reshape(*lead, *field.shape[len(lead) :])[...] = field
    out["status"][...] = seats.block(FIRST_STATUS, LAST_STATUS)
    return out


def candidates(matches, seats, out=None):
    """The `tables`, and what they leave possible.

    Parameters and result are those of `tables`, with one more table: `candidates` (..., 1144)
    uint8, 1 for the `pieces.PLACEMENTS` that nothing told so far rules out, given the other
    pieces laid (see `candidates.py`); all 0 for a piece that is not in the game.
    """
    matches, seats = columns(matches), columns(seats)
    if out is None:
        out = tables(matches, seats) | {
            "candidates": np.empty((*seats.shape, PLACEMENT_COUNT), np.uint8)
        }
    else:
        tables(matches, seats, out)
    pieces = np.broadcast_to(matches["pieces"], seats.shape).reshape(-1)
    marks = out["candidates"].reshape(-1, PLACEMENT_COUNT)
    encode_candidates(pieces, seats.records.reshape(-1), marks)
    return out


# One row of numbers

SCALES = np.array(
    [2, 1, 1, 1, 40, 2, 1, 40, 2, 1, 10, 20, 60_000, 3],
    np.float32,
)
"""What the `STATUS` is divided by in "flat"; capped at 1 there."""

EXITS = np.eye(POINTS + 1, POINTS, -1, dtype=np.float32)
"""One-hot rows of an exit by `exit + 1`; none of -1."""
BITS = (np.arange(16)[:, None] >> np.arange(4) & 1).astype(np.float32)
KIND_ROWS = np.eye(len(KINDS), dtype=np.float32)[:, 1:]
GEM_ROWS = np.eye(len(GEMS), dtype=np.float32)[:, 1:]
PROBED_ROWS = np.eye(len(PROBED), dtype=np.float32)[:, 1:]


def wave_rows(waves):
    """(..., 36, 4) as (..., 36, 43): known, fired, absorbed, four colours, exit one-hot, 36."""
    state = waves[..., 0]
    flags = np.stack([state > 0, state == 1, waves[..., 3] > 0], axis=-1).astype(np.float32)
    return np.concatenate([flags, BITS[waves[..., 2]], EXITS[waves[..., 1] + 1]], axis=-1)


def grid_rows(grid):
    """(..., 80, 2) as (..., 80, 11): kind one-hot, gem one-hot."""
    return np.concatenate([KIND_ROWS[grid[..., 0]], GEM_ROWS[grid[..., 1]]], axis=-1)


def flat(matches, seats, out=None):
    """Everything in one row: (..., 6062) float32 in 0..1.

    Of waves, probes, hypothesis, contradicted waves and probes, own layout, the rival's waves
    and probes each the rows entry by entry or cell by cell (see `wave_rows`, `grid_rows`; a
    probe is one-hot over what it can tell), then the `STATUS` divided to the order of 1.
    """
    seats = columns(seats)
    lead = seats.shape
    parts = [
        wave_rows(seats["waves"]),
        PROBED_ROWS[seats["probes"]],
        grid_rows(seats["hypothesis_grid"]),
        seats["contradicted_waves"],
        seats["contradicted_probes"],
        grid_rows(seats["own_grid"]),
        wave_rows(seats["rival_waves"]),
        PROBED_ROWS[seats["rival_probes"]],
        np.minimum(seats.block(FIRST_STATUS, LAST_STATUS) / SCALES, 1),
    ]
    rows = [np.reshape(part, (*lead, -1)) for part in parts]
    if out is None:
        out = np.empty((*lead, FLAT_SIZE), np.float32)
    np.concatenate(rows, axis=-1, out=out, casting="same_kind")
    return out


FLAT_SIZE = 2 * POINTS * 43 + 2 * WIDTH * HEIGHT * (6 + 11) + POINTS + WIDTH * HEIGHT + len(STATUS)


def space(observation):
    """The observation space of one seat for an encoder's name.

    Parameters
    ----------
    observation : {"tables", "candidates", "flat"}

    Returns
    -------
    gymnasium.spaces.Dict or Box
    """
    if observation == "flat":
        return Box(0, 1, (FLAT_SIZE,), np.float32)
    boxes = {}
    for name, (shape, dtype, low, high) in TABLES.items():
        ends = (np.broadcast_to(np.array(end, dtype), shape) for end in (low, high))
        boxes[name] = Box(*ends, dtype=dtype)
    low, high = (np.array(ends, np.int32) for ends in zip(*STATUS.values(), strict=True))
    boxes["status"] = Box(low, high, dtype=np.int32)
    if observation == "candidates":
        boxes["candidates"] = Box(0, 1, (PLACEMENT_COUNT,), np.uint8)
    return Dict(boxes)


ENCODERS = {"tables": tables, "candidates": candidates, "flat": flat}

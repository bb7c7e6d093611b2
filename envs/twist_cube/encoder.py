"""Twist Cube's observations: vectorised functions from records to arrays.

A seat sees its cube in hand, its own counts and best submission, the clock, and the best
submission so far over all seats; nothing else of another seat.
"""

import numpy as np
from gymnasium.spaces import Box, Dict

from ..core.records import columns
from .canonical import SYMMETRIES, canonical
from .state import CLOCK_MS, SUBMISSION_LIMIT, TURN_LIMIT

__all__ = ["ENCODERS", "STATUS", "canonical_row", "facelets", "flat", "onehot", "space"]

STATUS = {  # name: (lowest, highest, divided by in "onehot" and "flat"; 0: by 6 * N * N)
    "length": (0, TURN_LIMIT, TURN_LIMIT),  # turns made since the scramble
    "best_score": (-1, None, 0),  # own best accepted submission, -1: none
    "best_length": (0, TURN_LIMIT, TURN_LIMIT),
    "accepted": (0, SUBMISSION_LIMIT, SUBMISSION_LIMIT),  # own accepted submissions
    "time_left_ms": (0, CLOCK_MS, CLOCK_MS),
    "leader_score": (-1, None, 0),  # best submission over all seats, -1: none
    "leader_length": (0, TURN_LIMIT, TURN_LIMIT),
    "leader_is_me": (0, 1, 1),
}
"""The numbers beside the cube, in this order in "onehot" and "flat"."""

PLACES = {name: (..., slice(place, place + 1)) for place, name in enumerate(STATUS)}
ONE_HOT = np.eye(6, dtype=np.float32)


def size_of(matches):
    """N of matches that all play one size."""
    return int(matches["cube_size"].flat[0])


def cubes(seats, size):
    """The cubes in hand (..., 6, N, N) uint8, a view."""
    used = seats["cube"][..., : 6 * size * size]
    return used.reshape(*seats.shape, 6, size, size)


def status(matches, seats):
    """The `STATUS` of seats: (..., 8) int32, fresh."""
    numbers = np.empty((*seats.shape, len(STATUS)), np.int32)
    numbers[..., 0:4] = seats.block("length", "accepted")
    numbers[..., 4:7] = matches.block("time_left_ms", "leader_length")
    numbers[..., 7] = matches["leader_seat"] == seats["number"]
    return numbers


def scales(size):
    """What the `STATUS` is divided by: (8,) float32."""
    values = [by or 6 * size * size for _, _, by in STATUS.values()]
    return np.array(values, np.float32)


def facelets(matches, seats, out=None):
    """The position as a dict of small arrays.

    Parameters
    ----------
    matches, seats : records or Columns (...)
    out : dict of arrays, optional
        An earlier result to fill.

    Returns
    -------
    dict of arrays
        `facelets` (..., 6, N, N) uint8, the colours 0-5 of faces U R F D L B; each of
        `STATUS` (..., 1) int32.
    """
    matches, seats = columns(matches), columns(seats)
    numbers = status(matches, seats)
    cube = cubes(seats, size_of(matches))
    if out is None:
        result = {"facelets": cube.copy()}
        for name, place in PLACES.items():
            result[name] = numbers[place]
        return result
    out["facelets"][...] = cube
    for name, place in PLACES.items():
        out[name][...] = numbers[place]
    return out


def onehot(matches, seats, out=None):
    """The position for a network: a dict of float32.

    Returns
    -------
    dict of arrays
        `facelets` (..., 6, N, N, 6): the last axis is the colour; `status` (..., 8): the
        `STATUS` divided to the order of 1.
    """
    matches, seats = columns(matches), columns(seats)
    size = size_of(matches)
    if out is None:
        shape = (*seats.shape, 6, size, size, 6)
        out = {
            "facelets": np.empty(shape, np.float32),
            "status": np.empty((*seats.shape, len(STATUS)), np.float32),
        }
    ONE_HOT.take(cubes(seats, size), axis=0, mode="clip", out=out["facelets"])
    np.divide(status(matches, seats), scales(size), out=out["status"], casting="same_kind")
    return out


def flat(matches, seats, out=None):
    """Everything in one row: (..., 36 * N * N + 8) float32.

    The stickers one-hot, sticker by sticker, then the `STATUS` divided to the order of 1.
    """
    matches, seats = columns(matches), columns(seats)
    size = size_of(matches)
    cells = 36 * size * size
    if out is None:
        out = np.empty((*seats.shape, cells + len(STATUS)), np.float32)
    out[..., :cells] = ONE_HOT[cubes(seats, size)].reshape(*seats.shape, cells)
    out[..., cells:] = status(matches, seats) / scales(size)
    return out


def canonical_row(matches, seats, out=None):
    """One cube for all 48 that look alike, in one row: (..., 6 * N * N + 9) float32.

    Returns
    -------
    array
        The colours 0-5 of the `canonical` cube, the symmetry that made it so, 0-47, then
        the `STATUS` divided to the order of 1. Actions are still those of the cube in
        hand: `canonical.turns_in_hand` translates.
    """
    matches, seats = columns(matches), columns(seats)
    size = size_of(matches)
    cells = 6 * size * size
    if out is None:
        out = np.empty((*seats.shape, cells + 1 + len(STATUS)), np.float32)
    likenesses, symmetries = canonical(cubes(seats, size).reshape(-1, cells))
    out[..., :cells] = likenesses.reshape(*seats.shape, cells)
    out[..., cells] = symmetries.reshape(seats.shape)
    out[..., cells + 1 :] = status(matches, seats) / scales(size)
    return out


def space(observation, size):
    """The observation space of one seat for an encoder's name.

    Parameters
    ----------
    observation : {"facelets", "onehot", "flat", "canonical"}
    size : int
        N.

    Returns
    -------
    gymnasium.spaces.Dict or Box
    """
    full = 6 * size * size
    if observation == "facelets":
        boxes = {"facelets": Box(0, 5, (6, size, size), np.uint8)}
        for name, (low, high, _) in STATUS.items():
            boxes[name] = Box(low, full if high is None else high, (1,), np.int32)
        return Dict(boxes)
    if observation == "flat":
        return Box(-1, 1, (6 * full + len(STATUS),), np.float32)
    if observation == "canonical":
        high = np.ones(full + 1 + len(STATUS), np.float32)
        high[:full], high[full] = 5, len(SYMMETRIES) - 1
        low = np.where(np.arange(len(high)) > full, -1, 0).astype(np.float32)
        return Box(low, high, dtype=np.float32)
    return Dict(
        {
            "facelets": Box(0, 1, (6, size, size, 6), np.float32),
            "status": Box(-1, 1, (len(STATUS),), np.float32),
        }
    )


ENCODERS = {"facelets": facelets, "onehot": onehot, "flat": flat, "canonical": canonical_row}

"""A cube by itself: how turns move stickers, and how many are in place. Compiled.

A cube is (6 * N * N,) uint8 or longer, sticker by sticker as `state.CELLS` says. A turn is
an action: `(face * (N - 1) + layer - 1) * 3 + turns - 1`.
"""

import numpy as np

from ..core.compiled import compiled
from .state import SIZES

__all__ = ["CYCLES", "CYCLE_COUNTS", "apply_turns", "score", "solved_cube", "stickers", "turn"]

AXES = np.array(
    [  # outwards, right, down of a face as its grid is read; x right, y up, z to the front
        [(0, 1, 0), (1, 0, 0), (0, 0, 1)],  # U, read with B at its top edge
        [(1, 0, 0), (0, 0, -1), (0, -1, 0)],  # R
        [(0, 0, 1), (1, 0, 0), (0, -1, 0)],  # F
        [(0, -1, 0), (1, 0, 0), (0, 0, -1)],  # D, read with F at its top edge
        [(-1, 0, 0), (0, 0, 1), (0, -1, 0)],  # L
        [(0, 0, -1), (-1, 0, 0), (0, -1, 0)],  # B
    ]
)


def stickers(size):
    """Where the stickers of a cube lie in space.

    Returns
    -------
    places : (6 * N * N, 3) int64
        Centre of the sticker's cubie, in half cubies from the middle: -(N - 1) to N - 1.
    directions : (6 * N * N, 3) int64
        The way the sticker looks.
    """
    steps = 2 * np.arange(size) - (size - 1)
    outwards, right, down = (AXES[:, axis, None, None, :] for axis in range(3))
    places = (
        outwards * (size - 1)
        + down * steps[None, :, None, None]
        + right * steps[None, None, :, None]
    )
    directions = np.broadcast_to(outwards, places.shape)
    return places.reshape(-1, 3), directions.reshape(-1, 3)


def slice_cycles(size, face, layer):
    """The 4-cycles in which a quarter turn moves stickers.

    Parameters
    ----------
    size, face, layer : int
        N, 0-5, and 1..N - 1 counted from that face.

    Returns
    -------
    list of (int, int, int, int)
        Each sticker goes to the next one's place, the last to the first's, when the layer
        turns clockwise as seen looking straight at the face.
    """
    axis = AXES[face, 0]
    places, directions = stickers(size)
    where = {
        (*place, *direction): index
        for index, (place, direction) in enumerate(
            zip(places.tolist(), directions.tolist(), strict=True)
        )
    }
    is_moved = places @ axis == size - 1 - 2 * (layer - 1)
    target = {}
    for index in np.flatnonzero(is_moved).tolist():
        place, direction = clockwise(places[index], axis), clockwise(directions[index], axis)
        target[index] = where[(*place, *direction)]
    cycles = []
    while target:
        cycle = [next(iter(target))]
        while (following := target.pop(cycle[-1])) != cycle[0]:
            cycle.append(following)
        if len(cycle) == 4:  # the middle of the face itself stays
            cycles.append(tuple(cycle))
    return cycles


def clockwise(vector, axis):
    """A vector after a quarter turn, clockwise for who looks against `axis`; a list."""
    return (axis * (axis @ vector) - np.cross(axis, vector)).tolist()


def cycle_tables():
    """`CYCLES` (sizes, slices, cycles, 4) int16 and how many cycles of each slice there are."""
    tables = [
        [slice_cycles(size, face, layer) for face in range(6) for layer in range(1, size)]
        for size in SIZES
    ]
    most = max(len(cycles) for table in tables for cycles in table)
    counts = np.zeros((len(SIZES), len(tables[-1])), np.int16)
    values = np.zeros((*counts.shape, most, 4), np.int16)
    for size, table in enumerate(tables):
        for index, cycles in enumerate(table):
            counts[size, index] = len(cycles)
            values[size, index, : len(cycles)] = cycles
    return values, counts


CYCLES, CYCLE_COUNTS = cycle_tables()
"""By size (3, 5, 7) and slice, `face * (N - 1) + layer - 1`."""


def solved_cube(size):
    """The solved cube, (6 * N * N,) uint8."""
    return np.repeat(np.arange(6, dtype=np.uint8), size * size)


@compiled
def turn(cube, size, action):
    """Turn one layer of a cube in place; `action` is one of its turns."""
    slice_number, quarters = action // 3, action % 3
    cycles = CYCLES[size // 2 - 1, slice_number]
    count = CYCLE_COUNTS[size // 2 - 1, slice_number]
    if quarters == 0:
        for index in range(count):
            a, b, c, d = cycles[index]
            cube[a], cube[b], cube[c], cube[d] = cube[d], cube[a], cube[b], cube[c]
    elif quarters == 1:
        for index in range(count):
            a, b, c, d = cycles[index]
            cube[a], cube[b], cube[c], cube[d] = cube[c], cube[d], cube[a], cube[b]
    else:
        for index in range(count):
            a, b, c, d = cycles[index]
            cube[a], cube[b], cube[c], cube[d] = cube[b], cube[c], cube[d], cube[a]


@compiled
def apply_turns(cube, size, turns, count):
    """Make the first `count` of `turns` on a cube, in place."""
    for index in range(count):
        turn(cube, size, np.int64(turns[index]))


@compiled
def score(cube, size):
    """Stickers that have the colour of their own face's centre, over all six faces.

    Source: Twist Cube rules, "Score"; the centre is read on this very cube.
    """
    area = size * size
    total = 0
    for face in range(6):
        centre = cube[face * area + area // 2]
        for cell in range(face * area, (face + 1) * area):
            total += cube[cell] == centre
    return total

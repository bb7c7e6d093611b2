"""One cube for all 48 that look alike: turned, mirrored and coloured anew.

Cubes that only differ by a rotation of the whole cube, by a mirror, or by the names of their
colours need the same turns, rotated and mirrored likewise. `canonical` picks one of them.
Symmetries 0-23 are the rotations, 24-47 the rotations of the cube turned inside out.
"""

from functools import cache

import numpy as np

from ..core.compiled import compiled
from .cube import AXES, stickers
from .state import SIZES
from .symmetry import ROTATIONS, distinct_turns, normalise

__all__ = ["SYMMETRIES", "canonical", "turns_in_hand"]

SYMMETRIES = np.concatenate([ROTATIONS, -ROTATIONS])
"""As matrices on x, y, z: (48, 3, 3) int64."""


def index_of(matrices):
    """Places in `SYMMETRIES` of matrices (..., 3, 3): (...) int64."""
    is_same = (matrices[..., None, :, :] == SYMMETRIES).all(axis=(-2, -1))
    return is_same.argmax(axis=-1)


PRODUCTS = index_of(SYMMETRIES[:, None] @ SYMMETRIES)
"""`PRODUCTS[b, a]` does what `a` and then `b` do: (48, 48) int64."""
INVERSES = (PRODUCTS == 0).argmax(axis=1)
"""The symmetry that takes each one back: (48,) int64."""

FACES = np.einsum("sij,fj->sfi", SYMMETRIES, AXES[:, 0])
FACES = (FACES[:, :, None] == AXES[:, 0]).all(axis=-1).argmax(axis=-1)
"""By symmetry and face, the face that it is carried to: (48, 6) int64."""


@cache
def sources(size):
    """Where the stickers of a likeness come from: (48, 6 * N * N) int64.

    `FACES[symmetry][cube[sources(size)[symmetry]]]` is the cube carried and coloured anew.
    """
    places, directions = stickers(size)
    rows = np.concatenate([places, directions], axis=1)
    where = {tuple(row): index for index, row in enumerate(rows.tolist())}
    maps = np.empty((len(SYMMETRIES), len(rows)), np.int64)
    for symmetry, matrix in enumerate(SYMMETRIES):
        carried = np.concatenate([places @ matrix.T, directions @ matrix.T], axis=1)
        maps[symmetry, [where[tuple(row)] for row in carried.tolist()]] = np.arange(len(rows))
    return maps


@cache
def turns_in_hand(size):
    """The action by which each distinct turn of a canonical cube is made on the cube in hand.

    Parameters
    ----------
    size : {3, 5, 7}

    Returns
    -------
    (48, K) int64
        K = 9 * N. By the symmetry that made the cube canonical, for `distinct_turns(size)`.
    """
    slices, quarters = np.divmod(distinct_turns(size), 3)
    faces, layers = np.divmod(slices, size - 1)
    carried = FACES[INVERSES][:, faces] * (size - 1) + layers
    is_mirror = (np.arange(len(SYMMETRIES)) >= len(ROTATIONS))[:, None]
    return carried * 3 + np.where(is_mirror, 2 - quarters, quarters)


def canonical(cubes):
    """The smallest of each cube's 48 likenesses, compared sticker by sticker.

    Parameters
    ----------
    cubes : (M, 6 * N * N) uint8
        Colours 0-5, lying in any way.

    Returns
    -------
    canonical : (M, 6 * N * N) uint8
        Upright; the same for all cubes that look alike.
    symmetries : (M,) int64
        What was done to each, an index into `SYMMETRIES`.

    Raises
    ------
    ValueError
        Another shape or type.
    """
    likenesses, symmetries = normalise(cubes)
    size = next(size for size in SIZES if 6 * size * size == cubes.shape[1])
    take_smallest(likenesses, symmetries, sources(size), FACES, PRODUCTS)
    return likenesses, symmetries


@compiled
def take_smallest(cubes, symmetries, maps, faces, products):
    """Turn upright cubes (M, 6 * N * N) into their smallest likenesses, in place."""
    cells = cubes.shape[1]
    smallest = np.empty(cells, np.uint8)
    for index in range(len(cubes)):
        cube = cubes[index]
        chosen = 0
        for symmetry in range(1, len(maps)):
            for cell in range(cells):
                new = faces[symmetry, cube[maps[symmetry, cell]]]
                old = faces[chosen, cube[maps[chosen, cell]]]
                if new != old:
                    if new < old:
                        chosen = symmetry
                    break
        for cell in range(cells):
            smallest[cell] = faces[chosen, cube[maps[chosen, cell]]]
        for cell in range(cells):
            cube[cell] = smallest[cell]
        symmetries[index] = products[chosen, symmetries[index]]

"""The 24 rotations of a whole cube: what they do to stickers, colours and turns.

Turns of a middle slice move the centres, so a cube occurs in 24 orientations; `normalise`
brings each to the one whose centres are those of the solved cube. Rotation 0 changes nothing.
"""

import itertools
from functools import cache

import numpy as np

from ..core.compiled import compiled
from .cube import AXES, solved_cube, stickers, turn
from .state import SIZES, turn_count

__all__ = [
    "FACE_MAPS",
    "INVERSES",
    "ROTATIONS",
    "canonical_turns",
    "distinct_turns",
    "normalise",
    "sticker_maps",
    "turn_maps",
    "upright_turns",
]


def rotation_matrices():
    """The rotations as matrices on x, y, z: (24, 3, 3) int64, the identity first."""
    found = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            matrix = np.zeros((3, 3), np.int64)
            matrix[range(3), order] = signs
            if round(np.linalg.det(matrix)) == 1:
                found.append(matrix)
    return np.array(found)


def face_maps(matrices):
    """The face that each face is carried to: (24, 6) int64."""
    outwards = AXES[:, 0]
    carried = np.einsum("rij,fj->rfi", matrices, outwards)
    return (carried[:, :, None] == outwards).all(axis=-1).argmax(axis=-1)


ROTATIONS = rotation_matrices()
FACE_MAPS = face_maps(ROTATIONS)
"""By rotation and face, the face that it is carried to. Read as colours, what each colour becomes
so that the solved cube, rotated and coloured anew, is the solved cube again."""

INVERSES = np.array(
    [[(a @ b == np.eye(3)).all() for b in ROTATIONS].index(True) for a in ROTATIONS]
)
"""The rotation that takes each one back: (24,) int64."""


def upright_table():
    """The rotation that puts every centre on its face, by the centres of U and F: (6, 6) int64.

    0 for pairs that no cube has.
    """
    table = np.zeros((6, 6), np.int64)
    table[FACE_MAPS[:, 0], FACE_MAPS[:, 2]] = np.arange(len(FACE_MAPS))
    return table


UPRIGHT = upright_table()


@cache
def sticker_maps(size):
    """Where the stickers of a rotated cube come from.

    Parameters
    ----------
    size : {3, 5, 7}

    Returns
    -------
    (24, 6 * N * N) int64
        `cube[sticker_maps(size)[rotation]]` is the cube rotated, its colours unchanged;
        `FACE_MAPS[rotation][...]` of that is the cube rotated and coloured anew.
    """
    places, directions = stickers(size)
    where = {
        (*place, *direction): index
        for index, (place, direction) in enumerate(
            zip(places.tolist(), directions.tolist(), strict=True)
        )
    }
    maps = np.empty((len(ROTATIONS), len(places)), np.int64)
    for rotation, matrix in enumerate(ROTATIONS):
        carried = np.concatenate([places @ matrix.T, directions @ matrix.T], axis=1)
        targets = [where[tuple(row)] for row in carried.tolist()]
        maps[rotation, targets] = np.arange(len(targets))
    return maps


@cache
def turn_maps(size):
    """What every turn becomes when the cube is rotated first.

    Parameters
    ----------
    size : {3, 5, 7}

    Returns
    -------
    (24, 18 * (N - 1)) int64
        Turning by `action` and then rotating is rotating and then turning by
        `turn_maps(size)[rotation, action]`. A turn chosen on the rotated cube is made on the
        cube as it was by the map of `INVERSES[rotation]`.
    """
    by_face = turn_count(size) // 6
    actions = np.arange(turn_count(size))
    return FACE_MAPS[:, actions // by_face] * by_face + actions % by_face


@cache
def canonical_turns(size):
    """The turn that stands for each one, of those that move the same stickers alike.

    Parameters
    ----------
    size : {3, 5, 7}

    Returns
    -------
    (18 * (N - 1),) int64
        Inner slices are counted from U, R and F; turns of layer 1 stand for themselves.
    """
    actions = np.arange(turn_count(size))
    face, layer, quarters = np.unravel_index(actions, (6, size - 1, 3))
    is_other = (face >= 3) & (layer > 0)
    mirrored = ((face - 3) * (size - 1) + size - 1 - layer) * 3 + 2 - quarters
    return np.where(is_other, mirrored, actions)


@cache
def distinct_turns(size):
    """The turns that are their own `canonical_turns`, ascending: (9 * N,) int64, 27 for N = 3."""
    return np.unique(canonical_turns(size))


@cache
def upright_turns(size):
    """The distinct turns of an upright cube, each with the rotation that puts it upright again.

    Parameters
    ----------
    size : {3, 5, 7}

    Returns
    -------
    maps : (K, 6 * N * N) uint16
        K = 9 * N. `cube[maps[turn]]` is an upright cube after `distinct_turns(size)[turn]`,
        upright.
    inverses : (K,) int64
        The turn, 0..K-1, that takes each one back: the map of `inverses[turn]` after that of
        `turn` changes nothing.
    """
    chosen = distinct_turns(size)
    turned = np.empty((len(chosen), 6 * size * size), np.uint16)
    solved = np.tile(solved_cube(size), (len(chosen), 1))
    for index, action in enumerate(chosen):
        turned[index] = np.arange(6 * size * size)
        turn(turned[index], size, action)
        turn(solved[index], size, action)
    _, rotations = normalise(solved)
    maps = np.take_along_axis(turned, sticker_maps(size)[rotations], axis=1)
    backwards = chosen // 3 * 3 + 2 - chosen % 3
    there = canonical_turns(size)[turn_maps(size)[rotations, backwards]]
    return maps, np.searchsorted(chosen, there)


def normalise(cubes):
    """Rotate cubes until their centres are those of the solved cube.

    Parameters
    ----------
    cubes : (M, 6 * N * N) uint8
        Colours 0-5, with centres that a cube can have.

    Returns
    -------
    normalised : (M, 6 * N * N) uint8
    rotations : (M,) int64
        What was done to each, an index into `ROTATIONS`.

    Raises
    ------
    ValueError
        Another shape or type.
    """
    widths = {6 * size * size: size for size in SIZES}
    if cubes.ndim != 2 or cubes.shape[1] not in widths or cubes.dtype != np.uint8:
        raise ValueError(
            f"cubes must be (M, 54), (M, 150) or (M, 294) uint8, got {cubes.shape} {cubes.dtype}"
        )
    normalised = np.empty(cubes.shape, np.uint8)
    rotations = np.empty(len(cubes), np.int64)
    put_upright(cubes, sticker_maps(widths[cubes.shape[1]]), normalised, rotations)
    return normalised, rotations


@compiled
def put_upright(cubes, maps, normalised, rotations):
    """Fill `normalised` (M, 6 * N * N) and `rotations` (M,); `maps` as of `sticker_maps`."""
    cells = cubes.shape[1]
    area = cells // 6
    for index in range(len(cubes)):
        rotation = UPRIGHT[cubes[index, area // 2], cubes[index, 2 * area + area // 2]]
        rotations[index] = rotation
        for cell in range(cells):
            normalised[index, cell] = cubes[index, maps[rotation, cell]]

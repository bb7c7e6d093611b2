"""Polyominoes and polycubes of 3 to 5 cells: every shape, every orientation, every turn.

A cell is (layer, row, column); a polyomino lies in layer 0. An orientation ("fixed"
polyform) is known by its cells relative to the first of them in scan order, so layers
and then rows come first. Everything is found by growing cells and turning what has
grown; only the names are given.
"""

import itertools
from dataclasses import dataclass, field

import numpy as np

from .names import POLYCUBE_NAMES, POLYOMINO_NAMES, handedness, read_picture

__all__ = ["LARGEST", "POLYCUBES", "POLYOMINOES", "SMALLEST", "Polyforms"]

SMALLEST, LARGEST = 3, 5
"""Cells of a piece. Source: Polyfit and Polyfit 3D rules."""

REACH = 2 * LARGEST - 1
"""How many rows, or columns, a cell can be away from the first one, counted both ways."""


@dataclass(frozen=True, eq=False)
class Polyforms:
    """All shapes that a game's pieces can have, and their A fixed orientations.

    Shapes come by size, flat ones first, then by name; the orientations of a shape lie
    side by side, sorted by their cells in scan order. The arrays are read-only; kernels
    take them as globals of a module.

    Attributes
    ----------
    names : tuple of S str
        For example `F5`; the digit is the number of cells.
    shape_size : (S,) int64
        Cells of each shape, 3-5.
    partner : (S,) int64
        The shape that is this one's mirror image; itself unless the pieces may not be
        turned over and the shape is chiral.
    first : (S + 1,) int64
        Orientations `first[s]` to `first[s + 1] - 1` are those of shape s.
    shape : (A,) int64
        Shape of each orientation.
    size : (A,) int64
        Its cells, 3-5.
    cells : (A, 5, 3) int64
        Layer, row and column of its cells in scan order, relative to the first; the last
        ones are (0, 0, 0) where there are fewer.
    corner : (A, 3) int64
        Lowest layer, row and column among the cells: where the corner of its box lies,
        seen from the first cell. Zero or below.
    extent : (A, 3) int64
        Layers, rows and columns of its box.
    turns : (T, 3, 3) int64
        The ways a piece can be turned, as matrices on (layer, row, column); 0 changes
        nothing. 2D: T = 8, `4 * flip + rotation`: mirrored left to right if `flip`, then
        turned `rotation` quarters clockwise. 3D: the 24 rotations.
    turned : (A, T) int64
        Orientation that an orientation becomes by each turn.
    mirrored : (A,) int64
        Orientation that it becomes when mirrored left to right, one of its shape's
        partner.
    """

    names: tuple
    shape_size: np.ndarray
    partner: np.ndarray
    first: np.ndarray
    shape: np.ndarray
    size: np.ndarray
    cells: np.ndarray
    corner: np.ndarray
    extent: np.ndarray
    turns: np.ndarray
    turned: np.ndarray
    mirrored: np.ndarray
    numbers: dict = field(repr=False)

    def find(self, cells):
        """The orientation that some cells show.

        Parameters
        ----------
        cells : (K, 3) array_like of int
            In any order and anywhere.

        Returns
        -------
        int
            0..A - 1, or -1 where they are no shape of this list.
        """
        cells = np.asarray(cells, dtype=np.int64).reshape(-1, 3)
        if not SMALLEST <= len(cells) <= LARGEST or np.ptp(cells, axis=0).max() >= LARGEST:
            return -1
        return self.numbers.get((len(cells), int(keys(lay(cells)))), -1)


def lay(cells):
    """Sort cells (..., K, 3) in scan order and count from the first; a copy."""
    lowest = cells.min(axis=-2, keepdims=True)
    layer, row, column = np.moveaxis(cells - lowest, -1, 0)
    order = np.argsort((layer * 64 + row) * 64 + column, axis=-1)
    ordered = np.take_along_axis(cells, order[..., None], axis=-2)
    return ordered - ordered[..., :1, :]


def keys(forms):
    """A number for each laid form (..., K, 3) that sorts as its cells do in scan order."""
    layer, row, column = np.moveaxis(forms, -1, 0)
    centre = REACH // 2
    codes = (layer * REACH + row + centre) * REACH + column + centre
    total = np.zeros(codes.shape[:-1], np.int64)
    for place in range(1, codes.shape[-1]):
        total = total * (LARGEST * REACH * REACH) + codes[..., place]
    return total


def grown(forms, axes):
    """All fixed polyforms with one cell more: (N', K + 1, 3), sorted by `keys`.

    Parameters
    ----------
    forms : (N, K, 3) int64
        All those of K cells.
    axes : sequence of int
        In which directions cells may be added.
    """
    steps = np.concatenate([np.eye(3, dtype=np.int64)[axes], -np.eye(3, dtype=np.int64)[axes]])
    added = (forms[:, :, None] + steps).reshape(len(forms), -1, 1, 3)
    is_free = (added != forms[:, None]).any(axis=-1).all(axis=-1)
    old = np.broadcast_to(forms[:, None], (*added.shape[:2], *forms.shape[1:]))
    larger = lay(np.concatenate([old, added], axis=2)[is_free])
    return larger[np.unique(keys(larger), return_index=True)[1]]


def plane_turns():
    """(8, 3, 3) int64: flip, then quarter turns clockwise, of a sheet."""
    flip = np.diag([1, 1, -1])
    clockwise = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    powers = [np.linalg.matrix_power(clockwise, quarters) for quarters in range(4)]
    return np.array(powers + [power @ flip for power in powers])


def space_turns():
    """(24, 3, 3) int64: the rotations of a solid, the identity first."""
    signed = [
        np.diag(signs) @ np.eye(3, dtype=np.int64)[list(order)]
        for order in itertools.permutations(range(3))
        for signs in itertools.product((1, -1), repeat=3)
    ]
    return np.array([matrix for matrix in signed if np.linalg.det(matrix) > 0])


def named(forms, names, turned, mirrored):
    """Name of each form of one size, N str, and those names in order."""
    by_key = keys(forms)
    found, order = [""] * len(forms), []
    for name, picture in names.items():
        form = int(np.searchsorted(by_key, keys(lay(read_picture(picture)))))
        ends = ("",)
        if mirrored[form] not in turned[form]:
            ends = ("R", "L") if handedness(forms[form].tolist()) > 0 else ("L", "R")
        for end, own in zip(ends, (form, mirrored[form]), strict=False):
            for other in turned[own]:
                found[other] = name + end
        order += [name + end for end in sorted(ends)]
    return found, order


def polyforms(names, turns, axes):
    """All polyforms that grow along `axes`, turned by `turns` and named by pictures."""
    forms, parts, all_names = np.zeros((1, 1, 3), np.int64), [], []
    for size in range(2, LARGEST + 1):
        forms = grown(forms, axes)
        if size < SMALLEST:
            continue
        by_key = keys(forms)
        turned = np.searchsorted(by_key, keys(lay(np.einsum("tij,nkj->ntki", turns, forms))))
        mirrored = np.searchsorted(by_key, keys(lay(forms * [1, 1, -1])))
        own = {name: picture for name, picture in names.items() if name[1] == str(size)}
        found, order = named(forms, own, turned, mirrored)
        shape = np.array([order.index(name) for name in found])
        place = np.argsort(shape, kind="stable")
        number = np.argsort(place)
        parts.append((forms[place], shape[place], number[turned[place]], number[mirrored[place]]))
        all_names += order
    return joined(tuple(all_names), turns, parts)


def joined(names, turns, parts):
    """A `Polyforms` from the forms, shapes, turned and mirrored ones of each size."""
    shape_size = np.array([int(name[1]) for name in names])
    starts = np.cumsum([0] + [len(part[0]) for part in parts])
    shapes_before = np.cumsum([0] + [part[1].max() + 1 for part in parts])
    cells = np.zeros((starts[-1], LARGEST, 3), np.int64)
    for start, (forms, *_) in zip(starts, parts, strict=False):
        cells[start : start + len(forms), : forms.shape[1]] = forms
    shape = np.concatenate(
        [part[1] + before for part, before in zip(parts, shapes_before[:-1], strict=True)]
    )
    turned = np.concatenate(
        [part[2] + start for part, start in zip(parts, starts[:-1], strict=True)]
    )
    mirrored = np.concatenate(
        [part[3] + start for part, start in zip(parts, starts[:-1], strict=True)]
    )
    first = np.searchsorted(shape, np.arange(len(names) + 1))
    size = shape_size[shape]
    found = np.concatenate([keys(part[0]) for part in parts])
    numbers = {
        pair: number for number, pair in enumerate(zip(size.tolist(), found.tolist(), strict=True))
    }
    corner = cells.min(axis=1)
    arrays = {
        "shape_size": shape_size,
        "partner": shape[mirrored[first[:-1]]],
        "first": first,
        "shape": shape,
        "size": size,
        "cells": cells,
        "corner": corner,
        "extent": cells.max(axis=1) - corner + 1,
        "turns": turns,
        "turned": turned,
        "mirrored": mirrored,
    }
    for array in arrays.values():
        array.flags.writeable = False
    return Polyforms(names, **arrays, numbers=numbers)


POLYOMINOES = polyforms(POLYOMINO_NAMES, plane_turns(), [1, 2])
"""19 shapes in 88 orientations: 2 in 6 of 3 cells, 5 in 19 of 4, 12 in 63 of 5."""

POLYCUBES = polyforms(POLYCUBE_NAMES, space_turns(), [0, 1, 2])
"""39 shapes in 635 orientations: 2 in 15 of 3 cubes, 8 in 86 of 4, 29 in 534 of 5."""

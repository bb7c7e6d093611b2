"""Puzzles with a known tiling, and a plain solver to compare with."""

import numpy as np

from parlour.envs.geometry.exact_cover import cells_of, forms_of
from parlour.envs.geometry.polyforms import POLYOMINOES


def pieces(forms, **counts):
    """Counts by shape from names: `pieces(POLYOMINOES, F5=2)`."""
    values = np.zeros(len(forms.names), np.int64)
    for name, count in counts.items():
        values[forms.names.index(name)] = count
    return values


def flat_pentominoes(forms):
    """One piece of every flat shape of five cells."""
    return pieces(forms, **{name: 1 for name in POLYOMINOES.names if name[1] == "5"})


def read_region(text):
    """A region drawn with `#` and `.`, rows parted by spaces, layers by `|`."""
    layers = [[[mark == "#" for mark in row] for row in part.split()] for part in text.split("|")]
    return np.array(layers if len(layers) > 1 else layers[0])


def grown_puzzle(rng, box, names, piece_count, forms):
    """A region grown piece by piece, at random, inside a box.

    Parameters
    ----------
    rng : numpy.random.Generator
    box : (H, W) or (L, H, W) of int
    names : sequence of str
        Shapes to draw from.
    piece_count : int
        Pieces, fewer where no more fit.
    forms : Polyforms

    Returns
    -------
    region : bool array of the box's shape
    counts : (S,) int64
    """
    region = np.zeros(box if len(box) == 3 else (1, *box), bool)
    counts = np.zeros(len(forms.names), np.int64)
    for _ in range(piece_count):
        for _ in range(20):
            shape = forms.names.index(rng.choice(names))
            form = rng.integers(forms.first[shape], forms.first[shape + 1])
            places = open_places(region, forms, form)
            if places:
                cells = places[rng.integers(len(places))]
                region[tuple(cells.T)] = True
                counts[shape] += 1
                break
    return region.reshape(box), counts


def open_places(region, forms, form):
    """Where an orientation fits and touches what is there: a list of cells (K, 3)."""
    touched = region.copy()
    for axis in range(3):
        for step in (1, -1):
            moved = np.roll(region, step, axis)
            edge = [slice(None)] * 3
            edge[axis] = 0 if step == 1 else -1
            moved[tuple(edge)] = False
            touched |= moved
    cells = forms.cells[form, : forms.size[form]] - forms.corner[form]
    room = np.array(region.shape) - forms.extent[form] + 1
    found = []
    for anchor in np.ndindex(*np.maximum(room, 0)):
        placed = tuple((cells + anchor).T)
        if not region[placed].any() and (touched[placed].any() or not region.any()):
            found.append(cells + anchor)
    return found


def assert_tiles(region, counts, placements):
    """Fail unless the placements cover each cell of the region once with exactly the pieces."""
    region = np.asarray(region)
    forms = forms_of(region)
    solid = region.reshape((-1, *region.shape[-2:]))
    covered = np.zeros(solid.shape, int)
    for placement in placements:
        cells = cells_of(forms, placement)
        assert (cells >= 0).all()
        covered[tuple(cells.T)] += 1
    assert np.array_equal(covered, solid)
    used = forms.shape[np.asarray(placements, int).reshape(-1, 4)[:, 0]]
    assert np.array_equal(np.bincount(used, minlength=len(counts)), counts)


def plain_count(cells, left, forms):
    """Tilings by trying every piece on the first cell: slow, without any pruning.

    Parameters
    ----------
    cells : set of (layer, row, column)
    left : list of int
        Pieces of each shape.
    forms : Polyforms
    """
    if not cells:
        return int(not any(left))
    first, total = np.array(min(cells)), 0
    for form, shape in enumerate(forms.shape):
        if left[shape]:
            placed = set(map(tuple, (forms.cells[form, : forms.size[form]] + first).tolist()))
            if placed <= cells:
                left[shape] -= 1
                total += plain_count(cells - placed, left, forms)
                left[shape] += 1
    return total


def cells_in(region):
    """The cells of a region (L, H, W) or (H, W) as a set of triples."""
    region = np.asarray(region)
    return set(map(tuple, np.argwhere(region.reshape((-1, *region.shape[-2:]))).tolist()))

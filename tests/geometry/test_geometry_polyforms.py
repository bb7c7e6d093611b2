"""Polyforms: published counts, names, turns and mirror images."""

import itertools
from collections import Counter

import numpy as np
import pytest

from parlour.envs.geometry.names import handedness, read_picture
from parlour.envs.geometry.polyforms import POLYCUBES, POLYOMINOES

pytestmark = pytest.mark.nojit

BOTH = pytest.mark.parametrize("forms", [POLYOMINOES, POLYCUBES], ids=["plane", "space"])


def cells_of(forms, number):
    """The cells of an orientation, a list of K tuples."""
    return [tuple(cell) for cell in forms.cells[number, : forms.size[number]].tolist()]


def grid(cells):
    """A sheet's cells (K, 3) as a picture, (H, W) bool."""
    cells = np.asarray(cells)[:, 1:]
    cells = cells - cells.min(axis=0)
    picture = np.zeros(cells.max(axis=0) + 1, bool)
    picture[tuple(cells.T)] = True
    return picture


def per_size(values):
    """How many values there are of 3, 4 and 5 cells."""
    count = Counter(values.tolist())
    return tuple(count[size] for size in (3, 4, 5))


# Counts: OEIS A000105 (free polyominoes), A001168 (fixed ones), A000162 (polycubes up to
# rotation), A001931 (fixed ones), A038119 (polycubes up to rotation and reflection).


def test_there_are_as_many_polyominoes_as_published():
    assert per_size(POLYOMINOES.shape_size) == (2, 5, 12)
    assert per_size(POLYOMINOES.size) == (6, 19, 63)


def test_there_are_as_many_polycubes_as_published():
    assert per_size(POLYCUBES.shape_size) == (2, 8, 29)
    assert per_size(POLYCUBES.size) == (15, 86, 534)
    pairs = {frozenset(pair) for pair in enumerate(POLYCUBES.partner.tolist())}
    free = np.array([POLYCUBES.shape_size[min(pair)] for pair in pairs])
    assert per_size(free) == (2, 7, 23)


def test_every_polyomino_has_its_known_number_of_orientations():
    words = "I3 2 L3 4 I4 2 L4 8 O4 1 S4 4 T4 4 F5 8 I5 2 L5 8 N5 8 P5 8 T5 4 U5 4 V5 4 W5 4 X5 1"
    words = f"{words} Y5 8 Z5 4".split()
    known = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    counts = np.diff(POLYOMINOES.first).tolist()
    assert dict(zip(POLYOMINOES.names, counts, strict=True)) == known


# Names


@BOTH
def test_names_are_unique_and_end_in_the_size_but_for_a_pairs_side(forms):
    assert len(set(forms.names)) == len(forms.names)
    for shape, (name, size) in enumerate(zip(forms.names, forms.shape_size, strict=True)):
        assert name[1] == str(size)
        has_side = name[2:] in ("L", "R")
        assert has_side == (forms.partner[shape] != shape)
        assert has_side or len(name) == 2


def test_the_flat_polycubes_are_the_polyominoes_under_the_same_names():
    for number in range(len(POLYOMINOES.shape)):
        solid = POLYCUBES.find(cells_of(POLYOMINOES, number))
        name = POLYOMINOES.names[POLYOMINOES.shape[number]]
        assert POLYCUBES.names[POLYCUBES.shape[solid]] == name


@pytest.mark.parametrize(
    ("picture", "name"),
    [
        (".## ##. .#.", "F5"),
        ("##### ", "I5"),
        ("...# ####", "L5"),
        ("#.# ###", "U5"),
        (".# ##", "L3"),
    ],
)
def test_a_drawn_polyomino_has_its_name(picture, name):
    number = POLYOMINOES.find(read_picture(picture))
    assert POLYOMINOES.names[POLYOMINOES.shape[number]] == name


def test_a_right_handed_helix_is_called_r():
    # Seen from above: to the right, then away from the viewer (a row up), then up a layer.
    helix = [(0, 1, 0), (0, 1, 1), (0, 0, 1), (1, 0, 1)]
    assert POLYCUBES.names[POLYCUBES.shape[POLYCUBES.find(helix)]] == "H4R"


def test_right_means_right_handed_in_every_pair():
    for number in range(len(POLYCUBES.shape)):
        side = POLYCUBES.names[POLYCUBES.shape[number]][2:]
        winding = handedness(cells_of(POLYCUBES, number))
        assert np.sign(winding) == {"": 0, "L": -1, "R": 1}[side]


# Orientations


@BOTH
def test_shapes_and_orientations_lie_in_order(forms):
    assert (np.diff(forms.shape) >= 0).all()
    assert (np.diff(forms.shape_size) >= 0).all()
    for shape in range(len(forms.names)):
        own = range(forms.first[shape], forms.first[shape + 1])
        assert (forms.shape[own] == shape).all()
        cells = [cells_of(forms, number) for number in own]
        assert cells == sorted(cells)


@BOTH
def test_cells_count_from_the_first_one_in_scan_order(forms):
    for number in range(len(forms.shape)):
        cells = cells_of(forms, number)
        assert cells[0] == (0, 0, 0)
        assert cells == sorted(set(cells))
        assert not forms.cells[number, len(cells) :].any()


@BOTH
def test_the_box_holds_exactly_the_cells(forms):
    for number in range(len(forms.shape)):
        inside = np.array(cells_of(forms, number)) - forms.corner[number]
        assert (inside.min(axis=0) == 0).all()
        assert (inside.max(axis=0) + 1 == forms.extent[number]).all()


@BOTH
def test_every_orientation_is_found_wherever_it_lies_and_in_any_order(forms):
    rng = np.random.default_rng(0)
    for number in range(len(forms.shape)):
        cells = rng.permutation(cells_of(forms, number)) + rng.integers(-50, 50, 3)
        assert forms.find(cells) == number


@BOTH
@pytest.mark.parametrize(
    "cells",
    [
        [(0, 0, 0), (0, 0, 1)],
        [(0, 0, column) for column in range(6)],
        [(0, 0, 0), (0, 0, 1), (0, 1, 2)],
        [(0, 0, 0), (0, 0, 1), (0, 0, 1)],
        [(0, 0, 0), (0, 0, 1), (0, 0, 40)],
        [(0, 0, 0), (0, 0, 2**40), (0, 5, 1)],
        [],
    ],
)
def test_other_cells_are_not_found(forms, cells):
    assert forms.find(cells) == -1


def test_a_solid_is_no_polyomino():
    assert POLYOMINOES.find([(0, 0, 0), (0, 0, 1), (1, 0, 0)]) == -1


def test_the_tables_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        POLYOMINOES.cells[0, 0, 0] = 1


# Turns


def test_a_sheet_is_flipped_left_to_right_and_then_turned_clockwise():
    for number in range(len(POLYOMINOES.shape)):
        picture = grid(cells_of(POLYOMINOES, number))
        for flip, rotation in itertools.product((0, 1), range(4)):
            turned = POLYOMINOES.turned[number, 4 * flip + rotation]
            # NumPy's rot90 turns counter-clockwise.
            expected = np.rot90(picture[:, ::-1] if flip else picture, -rotation)
            assert np.array_equal(grid(cells_of(POLYOMINOES, turned)), expected)


def test_the_turns_of_a_solid_are_the_24_rotations():
    turns = POLYCUBES.turns
    assert len({turn.tobytes() for turn in turns}) == 24
    assert (np.round(np.linalg.det(turns)) == 1).all()
    assert (turns @ turns.transpose(0, 2, 1) == np.eye(3)).all()
    assert (turns[0] == np.eye(3)).all()


@BOTH
def test_turning_keeps_the_shape_and_reaches_all_its_orientations(forms):
    assert (forms.turned[:, 0] == np.arange(len(forms.shape))).all()
    for number, shape in enumerate(forms.shape):
        own = range(forms.first[shape], forms.first[shape + 1])
        assert set(forms.turned[number].tolist()) == set(own)


def test_a_turned_solid_lies_as_its_matrix_says():
    for number in range(len(POLYCUBES.shape)):
        cells = np.array(cells_of(POLYCUBES, number))
        for turn, matrix in enumerate(POLYCUBES.turns):
            assert POLYCUBES.find(cells @ matrix.T) == POLYCUBES.turned[number, turn]


@BOTH
def test_mirroring_leads_to_the_partner_and_back(forms):
    for number, mirrored in enumerate(forms.mirrored):
        cells = np.array(cells_of(forms, number)) * [1, 1, -1]
        assert forms.find(cells) == mirrored
        assert forms.mirrored[mirrored] == number
        assert forms.shape[mirrored] == forms.partner[forms.shape[number]]


def test_only_chiral_polycubes_have_a_partner():
    pairs = {
        name for shape, name in enumerate(POLYCUBES.names) if POLYCUBES.partner[shape] != shape
    }
    assert pairs == {
        name + side for name in ("H4", "B5", "C5", "D5", "H5", "J5", "K5") for side in "LR"
    }
    assert (POLYOMINOES.partner == np.arange(19)).all()

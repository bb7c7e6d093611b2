"""Pieces: orientations, and the tables of all placements."""

import numpy as np
import orapa_reference as reference
import pytest

from parlour.envs.orapa.pieces import (
    CELL_COUNTS,
    CELLS,
    CODES,
    FIRST,
    ORIENTATIONS,
    PLACEMENTS,
    Placement,
    placement_number,
)
from parlour.envs.orapa.state import KINDS, PIECES, STRIDE

pytestmark = pytest.mark.nojit


def test_each_piece_has_as_many_orientations_as_its_symmetry_leaves():
    counts = [len(shapes) for shapes in ORIENTATIONS]
    assert counts == [4, 4, 4, 4, 1, 1, 2]


@pytest.mark.parametrize("piece", PIECES)
def test_orientations_come_in_the_order_of_the_rules(piece):
    mine = [
        sorted((x, y, KINDS[kind].removeprefix("tri_")) for x, y, kind in shape)
        for shape in ORIENTATIONS[PIECES.index(piece)]
    ]
    assert mine == [sorted(cells) for cells in reference.orientations(piece)]


@pytest.mark.parametrize(
    ("piece", "area"),
    [("red", 2), ("yellow", 2), ("blue", 4), ("white1", 4), ("white2", 2), ("black", 2)],
)
def test_a_piece_covers_its_area(piece, area):
    for shape in ORIENTATIONS[PIECES.index(piece)]:
        assert sum(1 if KINDS[kind] == "square" else 0.5 for _, _, kind in shape) == area


def test_placements_are_all_that_lie_inside_the_grid():
    expected = [
        (number, orientation, x, y)
        for number, piece in enumerate(PIECES)
        for orientation in range(len(reference.orientations(piece)))
        for y in range(-1, 9)
        for x in range(-1, 11)
        if all(
            0 <= a < 10 and 0 <= b < 8 for a, b, _ in reference.cells_of(piece, (orientation, x, y))
        )
    ]
    assert list(map(tuple, PLACEMENTS)) == expected
    assert np.diff(FIRST).tolist() == [248, 252, 188, 188, 63, 63, 142]


def test_the_tables_say_what_each_placement_puts_on_a_board():
    for number, placement in enumerate(PLACEMENTS):
        piece = PIECES[placement.piece]
        cells = {}
        for place in range(CELL_COUNTS[number]):
            y, x = divmod(int(CELLS[number, place]), STRIDE)
            code = int(CODES[number, place])
            cells[x - 1, y - 1] = KINDS[code & 7].removeprefix("tri_"), PIECES[(code >> 3) - 1]
        assert cells == reference.board_of({piece: tuple(placement[1:])})


def test_a_placement_is_found_by_its_words_again():
    for number, placement in enumerate(PLACEMENTS):
        assert placement_number(*placement) == number
    assert placement_number(*Placement(0, 0, 8, 0)) == -1

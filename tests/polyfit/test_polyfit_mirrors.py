"""Mirror images: of every chiral polycube they are `mirrored`, every achiral one is its own."""

import pytest
from polyfit_reference import mirror, moved, turned
from polyfit_scenes import begin_table

from parlour.envs.geometry.polyforms import POLYCUBES, POLYOMINOES

CHIRAL = 6, 1
"""Mirror pairs of 5 cubes and of 4. Source: Polyfit rules (29 and 8 one-sided pentacubes and
tetracubes; 23 and 7 counted with reflections, as published)."""


def cells_of(name):
    form = POLYCUBES.first[POLYCUBES.names.index(name)]
    cells = POLYCUBES.cells[form, : POLYCUBES.size[form]] - POLYCUBES.corner[form]
    return [tuple(cell) for cell in cells.tolist()]


def room_for(name):
    """A puzzle of two layers with the piece and others, the pieces' volume that of the region."""
    size = int(name[1])
    area = {3: 6, 4: 8, 5: 10}[size]
    return {"region": [["#" * (area // 2)] * 2] * 2, "pieces": [name] * 4}


def reason_of_mirror(name):
    """What is said to a solution that begins with the mirror image of the piece."""
    table = begin_table("Polyfit3D", puzzles=[room_for(name)], difficulty="hard")
    cells = [list(cell) for cell in moved(mirror(cells_of(name)))]
    others = [{"piece": f"p{number}", "cells": cells} for number in (2, 3, 4)]
    move = {"round": 1, "placements": [{"piece": "p1", "cells": cells}, *others]}
    return table.move(0, move, 1).reason


@pytest.mark.parametrize("name", POLYCUBES.names)
def test_the_mirror_image_of_a_piece(name):
    is_achiral = moved(mirror(cells_of(name))) in turned(cells_of(name))
    assert is_achiral == (name[-1] not in "LR")
    reason = reason_of_mirror(name)
    if is_achiral:
        assert reason not in ("mirrored", "wrong_shape")
    else:
        assert reason == "mirrored"


def test_as_many_pairs_as_are_known():
    pairs = [name for name in POLYCUBES.names if name.endswith("L")]
    assert tuple(sum(name[1] == size for name in pairs) for size in "54") == CHIRAL


@pytest.mark.parametrize("name", POLYCUBES.names)
def test_every_turn_of_a_piece_is_accepted_as_its_shape(name):
    for form in turned(cells_of(name)):
        table = begin_table("Polyfit3D", puzzles=[room_for(name)], difficulty="hard", layers=2)
        cells = [list(cell) for cell in form]
        placements = [{"piece": f"p{number}", "cells": cells} for number in (1, 2, 3, 4)]
        reason = table.move(0, {"round": 1, "placements": placements}, 1).reason
        assert reason in ("outside_board", "overlap")


def test_a_flat_piece_may_be_turned_over():
    region = ["####", "####"]
    for flips in ((False, False), (True, True)):
        table = begin_table(puzzles=[{"region": region, "pieces": ["L4", "L4"]}])
        cells = table.body(0)["puzzle"]["pieces"][0]["cells"]
        found = [
            given
            for given in tilings(cells, flips)
            if table.move(0, {"round": 1, "placements": given}, 1).accepted
        ]
        assert found
    assert len(POLYOMINOES.turns) == 8


def tilings(cells, flips):
    """Two pieces on every pair of places."""
    ways = [
        [
            {
                "piece": f"p{number + 1}",
                "rotation": rotation,
                "flip": flips[number],
                "anchor": [r, c],
            }
            for rotation in range(4)
            for r in range(2)
            for c in range(3)
        ]
        for number in range(2)
    ]
    return ([one, other] for one in ways[0] for other in ways[1])

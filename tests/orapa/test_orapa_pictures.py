"""Pictures and texts: half cells, labels, both grids of a duel."""

import re

import numpy as np
import pytest
from orapa_scenes import LAYOUTS, as_pieces, begin_duel, begin_solo, fire_from, probe_at, solve

import parlour

pytestmark = pytest.mark.nojit


def bare(text):
    """Text without its colours."""
    return re.sub("\033\\[[0-9]*m", "", text)


def test_the_solution_is_shown_with_half_cells_at_the_end():
    table = begin_solo()
    fire_from(table, 0, "A")
    probe_at(table, 0, 9, 7)
    solve(table, 0, LAYOUTS[0])
    lines = bare(table.show()).splitlines()
    assert lines[0] == "solution"
    assert lines[1].split() == [str(number) for number in range(1, 11)]
    rows = [line.split() for line in lines[2:10]]
    assert [row[0] for row in rows] == list("ABCDEFGH")
    assert [row[-1] for row in rows] == [str(number) for number in range(11, 19)]
    assert rows[0][1:4] == ["◥", "■", "◣"]
    assert rows[7][10] == "o"
    assert lines[10].split() == list("IJKLMNOPQR")
    assert any(line.startswith("A > ") for line in lines)


def test_a_duel_shows_both_grids():
    table = begin_duel()
    text = bare(table.show(1))
    assert "hypothesis" in text and "own layout" in text
    picture = table.game.draw(table.match, table.seats, 1)
    solo = begin_solo()
    single = solo.game.draw(solo.match, solo.seats, 0)
    assert picture.dtype == np.uint8 and picture.shape[2] == 3
    assert picture.shape[1] > 2 * single.shape[1] and picture.shape[0] == single.shape[0]


def test_a_picture_changes_with_what_is_known():
    table = begin_solo()
    pictures = [table.game.draw(table.match, table.seats, 0)]
    for act in (lambda: fire_from(table, 0, "A"), lambda: probe_at(table, 0, 1, 0)):
        act()
        pictures.append(table.game.draw(table.match, table.seats, 0))
    solve(table, 0, LAYOUTS[0])
    pictures.append(table.game.draw(table.match, table.seats, 0))
    assert len({picture.tobytes() for picture in pictures}) == 4


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_environments_render(mode):
    env = parlour.aec_env("Orapa", render_mode=mode)
    env.reset(seed=0, options={"layouts": [as_pieces(words) for words in LAYOUTS]})
    assert len(env.render()) > 100

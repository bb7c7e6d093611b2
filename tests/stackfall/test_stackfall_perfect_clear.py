"""What it is worth to leave the board empty: the five values of a perfect clear."""

import pytest
from stackfall_scenes import begin, hold, place

pytestmark = pytest.mark.nojit

PERFECT_SINGLE = "######...."
PERFECT_DOUBLE = """
########..
########..
"""
PERFECT_TRIPLE = """
########..
########.#
########.#
"""
PERFECT_TETRIS = """
#########.
#########.
#########.
#########.
"""


def points(info):
    return int(info["points"])


@pytest.mark.parametrize("lines", [0, 25])
@pytest.mark.parametrize(
    ("text", "piece", "rotation", "column", "value"),
    [
        (PERFECT_SINGLE, "I", 0, 6, 100 + 800),
        (PERFECT_DOUBLE, "O", 0, 8, 300 + 1200),
        (PERFECT_TRIPLE, "J", 1, 8, 500 + 1800),
        (PERFECT_TETRIS, "I", 1, 9, 800 + 2000),
    ],
)
def test_a_perfect_clear_adds_its_bonus(text, piece, rotation, column, value, lines):
    env, _ = begin(text, piece, lines=lines)
    info = place(env, rotation, column)
    assert int(info["perfect_clear"]) == 1
    assert points(info) == value * (1 + lines // 10)


@pytest.mark.parametrize(("lines", "level"), [(0, 1), (6, 2), (30, 4)])
def test_a_perfect_back_to_back_tetris_adds_its_own_bonus(lines, level):
    text = "#######...\n" * 4 + PERFECT_TETRIS
    env, _ = begin(text, "IOOI", lines=lines)
    assert int(place(env, 1, 9)["perfect_clear"]) == 0
    place(env, 0, 7)
    place(env, 0, 7)
    assert points(place(env, 1, 9)) == level * (1200 + 3200)


def test_line_value_combo_and_perfect_clear_add_up():
    env, _ = begin(PERFECT_TETRIS * 2, "II")
    place(env, 1, 9)
    assert points(place(env, 1, 9)) == 1200 + 50 + 3200


def test_a_clear_that_leaves_a_cell_is_not_perfect():
    env, _ = begin("#.........\n" + PERFECT_TETRIS, "I")
    assert int(place(env, 1, 9)["perfect_clear"]) == 0


def test_a_placement_or_hold_after_a_perfect_clear_is_worth_nothing():
    env, _ = begin(PERFECT_SINGLE, "ISO")
    place(env, 0, 6)
    for info in (hold(env), place(env, 0, 0)):
        assert [int(info[name]) for name in ("cleared", "points", "perfect_clear")] == [0, 0, 0]

"""What a placement is worth: lines, back-to-back, combos, perfect clears and levels."""

import pytest
from stackfall_scenes import begin, hold, place

pytestmark = pytest.mark.nojit

# What is left over on top keeps each clear from being a perfect one.
SINGLE = """
#.........
######....
"""
DOUBLE = """
#.........
########..
########..
"""
TRIPLE = """
#.........
#########.
#########.
#########.
"""
TETRIS = """
#.........
#########.
#########.
#########.
#########.
"""
FOUR_SINGLES = """
#.........
######....
######....
######....
######....
"""
TWO_TETRISES = """
#.........
#########.
#########.
#########.
#########.
#########.
#########.
#########.
#########.
"""
# An I in column 0, one in column 9, one in column 0 again: a Tetris, a smaller clear, a Tetris.
TETRIS_CLEAR_TETRIS = """
....##....
.#########
.#########
.#########
.#########
{}
.#########
.#########
.#########
.#########
"""


def points(info):
    return int(info["points"])


@pytest.mark.parametrize(
    ("text", "piece", "rotation", "column", "cleared", "value"),
    [
        ("#.........", "O", 0, 4, 0, 0),
        (SINGLE, "I", 0, 6, 1, 100),
        (DOUBLE, "O", 0, 8, 2, 300),
        (TRIPLE, "I", 1, 9, 3, 500),
        (TETRIS, "I", 1, 9, 4, 800),
    ],
)
def test_a_clear_is_worth_its_line_value(text, piece, rotation, column, cleared, value):
    env, _ = begin(text, piece)
    info = place(env, rotation, column)
    assert int(info["cleared"]) == cleared
    assert points(info) == value
    assert int(info["score"]) == value
    assert int(info["lines"]) == cleared


@pytest.mark.parametrize(("lines", "level"), [(0, 1), (9, 1), (10, 2), (19, 2), (20, 3), (149, 15)])
def test_the_level_rises_every_ten_lines(lines, level):
    env, info = begin(SINGLE, "I", lines=lines)
    assert int(info["level"]) == level
    assert points(place(env, 0, 6)) == 100 * level


def test_a_clear_pays_the_level_before_its_own_lines():
    env, _ = begin(TETRIS, "I", lines=8)
    info = place(env, 1, 9)
    assert points(info) == 800
    assert int(info["level"]) == 2


def test_the_tenth_line_raises_the_level_for_the_next_clear():
    env, _ = begin(FOUR_SINGLES, "IOI", lines=9)
    assert points(place(env, 0, 6)) == 100
    place(env, 0, 3)
    assert points(place(env, 0, 6)) == 200


def test_score_adds_to_the_score_at_the_start():
    env, info = begin(SINGLE, "I", score=1234)
    assert int(info["score"]) == 1234
    assert int(place(env, 0, 6)["score"]) == 1334


def test_a_back_to_back_tetris_is_worth_half_as_much_again():
    env, _ = begin(TWO_TETRISES, "IOI")
    assert points(place(env, 1, 9)) == 800
    place(env, 0, 4)
    assert points(place(env, 1, 9)) == 1200


def test_back_to_back_is_told_from_the_first_tetris_on():
    env, info = begin(TWO_TETRISES, "IOI")
    told = [info["back_to_back"]]
    told += [place(env, *spot)["back_to_back"] for spot in [(1, 9), (0, 4), (1, 9)]]
    assert [int(value) for value in told] == [0, 1, 1, 1]


def test_back_to_back_multiplies_neither_the_combo_nor_misses_the_level():
    env, _ = begin(TWO_TETRISES, "II", lines=20)
    assert points(place(env, 1, 9)) == 3 * 800
    assert points(place(env, 1, 9)) == 3 * (1200 + 50)


def test_back_to_back_outlives_several_placements_that_clear_nothing():
    env, _ = begin(TWO_TETRISES, "IOTOI")
    place(env, 1, 9)
    for rotation, column in [(0, 3), (0, 5), (0, 1)]:
        assert int(place(env, rotation, column)["cleared"]) == 0
    assert points(place(env, 1, 9)) == 1200


def test_back_to_back_outlives_a_hold():
    env, _ = begin(TWO_TETRISES, "IOI")
    place(env, 1, 9)
    assert int(hold(env)["back_to_back"]) == 1
    assert points(place(env, 1, 9)) == 1200 + 50


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_smaller_clear_breaks_back_to_back(count):
    text = TETRIS_CLEAR_TETRIS.format("\n".join(["#########."] * count))
    env, _ = begin(text, "IOIOI")
    assert points(place(env, 1, 0)) == 800
    place(env, 0, 4)
    info = place(env, 1, 9)
    assert (int(info["cleared"]), int(info["back_to_back"])) == (count, 0)
    place(env, 0, 4)
    assert points(place(env, 1, 0)) == 800


def test_each_clear_in_a_row_adds_fifty_more():
    env, _ = begin(FOUR_SINGLES, "IIII")
    assert [points(place(env, 0, 6)) for _ in range(4)] == [100, 150, 200, 250]


def test_the_combo_counts_the_clears_of_a_run_from_zero():
    env, info = begin(FOUR_SINGLES, "IIOI")
    told = [info["combo"]]
    told += [place(env, *spot)["combo"] for spot in [(0, 6), (0, 6), (0, 3), (0, 6)]]
    assert [int(value) for value in told] == [-1, 0, 1, -1, 0]


def test_a_placement_that_clears_nothing_ends_the_combo():
    env, _ = begin(FOUR_SINGLES, "IIOII")
    spots = [(0, 6), (0, 6), (0, 3), (0, 6), (0, 6)]
    assert [points(place(env, *spot)) for spot in spots] == [100, 150, 0, 100, 150]


def test_a_hold_does_not_end_the_combo():
    env, _ = begin(FOUR_SINGLES, "IOI")
    place(env, 0, 6)
    assert int(hold(env)["combo"]) == 0
    assert points(place(env, 0, 6)) == 150


def test_a_combo_is_multiplied_by_the_level():
    env, _ = begin(FOUR_SINGLES, "III", lines=10)
    assert [points(place(env, 0, 6)) for _ in range(3)] == [200, 300, 400]

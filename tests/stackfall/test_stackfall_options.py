"""The free commands of the table: `options` lists placements, `preview` draws one."""

import random
import re

import pytest
from stackfall_play import random_board
from stackfall_reference import LETTERS, ReferenceGame
from stackfall_scenes import begin_table

import parlour

pytestmark = pytest.mark.nojit


def listed(table):
    """What `options` lists: (rotation, column, lines, holes, tallest, bumpiness) a line."""
    rows = [re.findall(r"\d+", line) for line in table.command("options").splitlines()]
    return [tuple(map(int, row)) for row in rows if len(row) == 6]


def drawn_rows(text):
    """The 20 rows of the board that a text shows."""
    return re.findall(r"(?<![.#])[.#]{10}(?![.#])", text)


@pytest.mark.parametrize(
    ("piece", "count"),
    [("O", 9), ("I", 17), ("S", 17), ("Z", 17), ("T", 34), ("J", 34), ("L", 34)],
)
def test_an_empty_board_offers_each_distinct_placement_once(piece, count):
    rows = listed(begin_table("", piece))
    assert len(rows) == count
    assert len({row[:2] for row in rows}) == count


@pytest.mark.parametrize(
    ("piece", "rotations"), [("O", {0}), ("I", {0, 1}), ("S", {0, 1}), ("Z", {0, 1})]
)
def test_rotations_that_look_the_same_are_listed_under_the_lowest(piece, rotations):
    assert {row[0] for row in listed(begin_table("", piece))} == rotations


def test_a_listed_placement_tells_lines_holes_height_and_bumpiness():
    rows = {row[:2]: row[2:] for row in listed(begin_table("######....\n#.........", "I"))}
    # Lying on columns 6-9 it falls to the floor and completes nothing.
    assert rows[0, 6] == (0, 5, 2, 1)
    # Standing on column 0 it makes a tower of six beside columns of height two.
    assert rows[1, 0] == (0, 5, 6, 4 + 2)


def test_the_values_are_those_of_the_board_after_its_lines_are_cleared():
    rows = {row[:2]: row[2:] for row in listed(begin_table("#.........\n######....", "I"))}
    assert rows[0, 6] == (1, 0, 1, 1)


def test_a_perfect_clear_leaves_nothing_to_measure():
    rows = {row[:2]: row[2:] for row in listed(begin_table("######....", "I"))}
    assert rows[0, 6] == (1, 0, 0, 0)


@pytest.mark.parametrize("seed", range(60))
def test_all_listed_values_agree_with_the_reference(seed):
    rng = random.Random(seed)
    board, piece = random_board(rng), rng.choice(LETTERS)
    table = parlour.table("Stackfall", seed=seed, options={"board": board, "pieces": piece})
    assert sorted(listed(table)) == sorted(ReferenceGame(piece + "IOTSZ", board).options())


@pytest.mark.parametrize("seed", range(20))
def test_a_preview_draws_the_board_that_the_placement_makes(seed):
    rng = random.Random(seed)
    board, piece = random_board(rng), rng.choice(LETTERS)
    table = parlour.table("Stackfall", seed=seed, options={"board": board, "pieces": piece})
    game = ReferenceGame(piece + "IOTSZ", board)
    for rotation, column in rng.sample(game.legal_placements(), 3):
        text = table.command(f"preview {rotation} {column}")
        assert drawn_rows(text)[-20:] == game.after(rotation, column)
    rotation, column = game.legal_placements()[0]
    expected = game.after(rotation, column)
    table.command(f"place {rotation} {column}")
    assert table.state()["board"] == expected


def test_free_commands_change_nothing():
    table = begin_table("#.........\n######....", "IOTS", hold="Z")
    before = table.state()
    for command in ("options", "preview 0 6", "preview 1 3", "options"):
        table.command(command)
        assert table.state() == before


def test_free_commands_draw_no_pieces():
    plain, asked = (parlour.table("Stackfall", seed=8) for _ in range(2))
    for column in (0, 3, 6, 0, 3, 6, 0, 3, 6):
        for command in ("options", "preview 1 4", "preview 9 9"):
            asked.command(command)
        for table in (plain, asked):
            table.command(f"place 0 {column}")
        assert asked.state() == plain.state()


@pytest.mark.parametrize("command", ["preview 0 9", "preview 4 0", "preview 0", "preview a b"])
def test_a_preview_that_is_no_placement_says_so_and_changes_nothing(command):
    table = begin_table("", "IOTS")
    before = {**table.state(), "illegal": None}
    answer = table.command(command)
    assert answer.strip()
    assert len(drawn_rows(answer)) != 20
    assert {**table.state(), "illegal": None} == before

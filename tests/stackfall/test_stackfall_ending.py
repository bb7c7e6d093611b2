"""How a game ends: topped out, after 150 pieces, or resigned."""

import numpy as np
import pytest
from stackfall_scenes import (
    ROOM_FOR_ONE_I,
    ROOM_FOR_TWO_I,
    begin,
    draw,
    end_of,
    garbage,
    hold,
    letter,
    place,
    step,
)

import parlour

pytestmark = pytest.mark.nojit


def test_a_game_is_over_where_neither_current_nor_held_piece_fits():
    env, _ = begin(ROOM_FOR_ONE_I, "IO", hold="T")
    terminated, info = step(env, 5)
    assert terminated
    assert end_of(info) == "top_out"


def test_a_game_goes_on_where_only_the_held_piece_fits():
    env, _ = begin(ROOM_FOR_TWO_I, "IO", hold="I")
    terminated, info = step(env, 0)
    assert not terminated
    assert end_of(info) is None
    assert np.flatnonzero(info["action_mask"]).tolist() == [40]
    assert letter(hold(env)["current"]) == "I"
    place(env, 0, 5)


def test_a_game_goes_on_where_hold_is_empty_and_the_next_piece_fits():
    env, _ = begin(ROOM_FOR_TWO_I, "IOI")
    terminated, info = step(env, 0)
    assert not terminated
    assert np.flatnonzero(info["action_mask"]).tolist() == [40]
    assert letter(hold(env)["current"]) == "I"
    place(env, 0, 5)


def test_a_game_is_over_where_hold_is_empty_and_the_next_piece_does_not_fit():
    env, _ = begin(ROOM_FOR_TWO_I, "IOTI")
    terminated, info = step(env, 0)
    assert terminated
    assert end_of(info) == "top_out"


def test_a_piece_that_would_come_after_the_held_one_saves_nothing():
    env, _ = begin(ROOM_FOR_TWO_I, "IOI", hold="S")
    terminated, info = step(env, 0)
    assert terminated
    assert end_of(info) == "top_out"


def test_a_hold_into_a_dead_end_is_legal_and_ends_the_game():
    env, info = begin(ROOM_FOR_ONE_I, "IO", hold="T", score=700)
    assert info["action_mask"][40] == 1
    terminated, info = step(env, 40)
    assert terminated
    assert end_of(info) == "top_out"
    assert int(info["score"]) == 700
    assert int(info["pieces"]) == 0


def test_a_hold_that_draws_a_piece_without_room_ends_the_game():
    env, _ = begin(ROOM_FOR_ONE_I, "IOI")
    terminated, info = step(env, 40)
    assert terminated
    assert end_of(info) == "top_out"


def test_a_game_may_go_on_with_no_room_for_the_held_piece():
    env, _ = begin(ROOM_FOR_TWO_I, "II", hold="O")
    terminated, info = step(env, 0)
    assert not terminated
    assert np.flatnonzero(info["action_mask"]).tolist() == [5, 6, 25, 26, 40]


def test_holds_before_a_placement_do_not_count_for_the_next_piece():
    env, _ = begin(ROOM_FOR_TWO_I, "OTS", hold="I")
    hold(env)
    terminated, info = step(env, 0)
    assert terminated, "the held O fits nowhere, so a fresh hold is of no use"
    assert end_of(info) == "top_out"


def test_with_placements_as_actions_the_piece_behind_the_hold_keeps_a_game_going():
    env, _ = begin(ROOM_FOR_TWO_I, "IOI", actions="placements")
    terminated, info = step(env, 0)
    assert not terminated
    assert np.flatnonzero(info["action_mask"]).tolist() == [45, 46, 65, 66]
    terminated, info = step(env, 45)
    assert terminated
    assert end_of(info) == "top_out"


def test_a_line_cleared_in_the_top_row_keeps_a_game_going():
    env, _ = begin("######....\n" + garbage(19), "II", hold="T")
    terminated, info = step(env, 6)
    assert not terminated
    assert int(info["cleared"]) == 1


def test_lines_are_not_cleared_before_the_piece_lies_inside_the_board():
    rows = "..........\n#########.\n#########.\n#.######.#\n" + garbage(16)
    _, info = begin(rows, "I")
    assert info["action_mask"][9 + 10] == 0
    assert info["action_mask"][6] == 1


def test_a_piece_in_the_top_row_is_inside_the_board():
    env, info = begin(ROOM_FOR_ONE_I, "IIOI")
    assert np.flatnonzero(info["action_mask"]).tolist() == [5, 25, 40]
    place(env, 2, 5)


def o_columns(count):
    return [2 * (turn % 5) for turn in range(count)]


def test_a_game_is_over_after_150_pieces():
    env, _ = begin("", "O" * 150)
    for column in o_columns(149):
        terminated, info = step(env, column)
        assert not terminated
    terminated, info = step(env, 8)
    assert terminated
    assert end_of(info) == "pieces"
    assert int(info["pieces"]) == 150
    assert int(info["lines"]) == 60
    # 30 perfect doubles, five on each of the levels 1-6.
    assert int(info["score"]) == (300 + 1200) * 5 * (1 + 2 + 3 + 4 + 5 + 6)


def test_a_hold_is_no_piece():
    env, _ = begin("", "O" * 160)
    for column in o_columns(149):
        hold(env)
        terminated, info = step(env, column)
    assert int(info["pieces"]) == 149
    terminated, info = step(env, 40)
    assert not terminated
    terminated, info = step(env, 8)
    assert terminated
    assert end_of(info) == "pieces"


def test_150_pieces_count_even_where_nothing_would_fit_any_more():
    top = "########..\n########..\n" + garbage(18)
    env, _ = begin(top, "O" * 149 + "STZJ")
    for column in [8, *o_columns(145), 0, 2, 4]:
        terminated, info = step(env, column)
        assert not terminated
    terminated, info = step(env, 6)
    assert terminated
    assert end_of(info) == "pieces"


def test_resigning_ends_the_game_and_keeps_the_score():
    options = {"board": draw("#.........\n######...."), "pieces": "IO", "score": 50}
    table = parlour.table("Stackfall", seed=1, options=options)
    table.command("place 0 6")
    table.command("resign")
    state = table.state()
    assert state["end_reason"] == "resigned"
    assert state["score"] == 150


@pytest.mark.parametrize("command", ["place 0 0", "0 0", "hold", "resign"])
def test_after_the_end_a_command_changes_nothing(command):
    table = parlour.table("Stackfall", seed=1, options={"pieces": "OO"})
    table.command("resign")
    before = table.state()
    table.command(command)
    after = table.state()
    assert {**after, "illegal": None} == {**before, "illegal": None}

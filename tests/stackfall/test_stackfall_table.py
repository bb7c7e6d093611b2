"""A game played by its documented commands, as text."""

import pytest
from stackfall_scenes import ROOM_FOR_ONE_I, begin_table, draw, letter, letters, make, position

import parlour

pytestmark = pytest.mark.nojit


def unmarked(state):
    """A state without the reason why the last command was rejected."""
    return {name: value for name, value in state.items() if name != "illegal"}


def test_a_place_command_places_the_current_piece():
    table = begin_table("", "IOTSZ")
    table.command("place 1 4")
    state = table.state()
    assert state["board"] == draw("\n".join(["....#....."] * 4))
    assert state["pieces"] == 1
    assert state["current"] == "O"


def test_the_short_form_is_a_placement():
    plain, short = begin_table("", "IOTSZ"), begin_table("", "IOTSZ")
    plain.command("place 1 4")
    short.command("1 4")
    assert short.state() == plain.state()


def test_a_hold_command_swaps():
    table = begin_table("", "IOTSZ", hold="L")
    table.command("hold")
    state = table.state()
    assert (state["current"], state["hold"]) == ("L", "I")


@pytest.mark.parametrize("command", ["  place   1  4 ", "PLACE 1 4", "place 1 4\n"])
def test_blanks_and_capitals_do_not_matter(command):
    table = begin_table("", "IOTSZ")
    table.command(command)
    assert table.state()["pieces"] == 1


def test_every_command_answers_in_text():
    table = begin_table("", "IOTSZ")
    for command in ("options", "preview 0 3", "hold", "place 0 3", "1 0", "nonsense", "resign"):
        answer = table.command(command)
        assert isinstance(answer, str)
        assert answer.strip()


@pytest.mark.parametrize(
    "command",
    [
        "",
        "nonsense",
        "place",
        "place 0",
        "place 0 0 0",
        "place 4 0",
        "place -1 0",
        "place 0 10",
        "place 0 7",  # an I lying on columns 7-10
        "place 0 -1",
        "place 0.0 1",
        "place zero one",
        "place ² 1",
        "place 99999999999999999999 0",
        pytest.param("place 0 " + "9" * 5000, id="a number of 5000 digits"),
        "0",
        "0 0 0",
        "4 0",
        "hold 1",
        "options 1",
        "resign now",
        "preview",
        "preview 0 7",
    ],
)
def test_a_command_that_is_no_move_says_so_and_changes_nothing(command):
    table = begin_table("", "IOTSZ")
    before = unmarked(table.state())
    answer = table.command(command)
    assert answer.strip()
    assert unmarked(table.state()) == before
    table.command("place 0 6")
    assert table.state()["pieces"] == 1


def test_a_second_hold_says_so_and_changes_nothing():
    table = begin_table("", "IOTSZ")
    table.command("hold")
    before = unmarked(table.state())
    assert "hold" in table.command("hold").lower()
    assert unmarked(table.state()) == before


def test_the_state_has_the_names_of_info_in_words():
    table = begin_table("", "IOTSZ")
    state = table.state()
    env = make()
    _, info = env.reset(seed=1, options={"pieces": "IOTSZ"})
    assert set(info) - set(state) <= {"action_mask"}
    assert state["current"] == "I"
    assert "".join(state["next"]) == "OTS"
    assert state["board"] == draw("")


def test_a_table_plays_the_game_of_its_seed():
    table = parlour.table("Stackfall", seed=42)
    env = make()
    _, info = env.reset(seed=42)
    for turn in range(12):
        state = table.state()
        assert state["current"] == letter(info["current"])
        assert "".join(state["next"]) == letters(info["next"])
        assert state["score"] == int(info["score"])
        table.command(f"{turn % 2} {3 * (turn % 3)}")
        info = env.step(turn % 2 * 10 + 3 * (turn % 3))[-1]


def test_a_table_keeps_score_in_words():
    table = begin_table("#.........\n######....", "IO", lines=9)
    table.command("0 6")
    state = table.state()
    assert (state["points"], state["score"], state["lines"], state["level"]) == (100, 100, 10, 2)
    assert (state["combo"], state["cleared"]) == (0, 1)


def test_a_table_tells_why_a_game_ended():
    table = begin_table("", "O" * 150)
    for turn in range(150):
        table.command(f"place 0 {2 * (turn % 5)}")
    assert table.state()["end_reason"] == "pieces"


@pytest.mark.parametrize("actions", ["moves", "placements"])
def test_the_commands_mean_the_same_whatever_the_actions_are(actions):
    table = parlour.table(
        "Stackfall", seed=1, options={"pieces": "IOTSZ", "hold": "L"}, actions=actions
    )
    table.command("hold")
    state = table.state()
    assert (state["pieces"], state["current"], state["hold"]) == (0, "L", "I")
    table.command("hold")
    assert table.state()["current"] == "L"
    table.command("place 0 0")
    table.command("hold")
    state = table.state()
    assert (state["pieces"], state["current"], state["hold"]) == (1, "I", "O")


@pytest.mark.parametrize("actions", ["moves", "placements"])
def test_a_hold_into_a_dead_end_ends_a_table_whatever_the_actions_are(actions):
    options = position(ROOM_FOR_ONE_I, "IO", hold="T")
    table = parlour.table("Stackfall", seed=1, options=options, actions=actions)
    table.command("hold")
    assert table.state()["end_reason"] == "top_out"

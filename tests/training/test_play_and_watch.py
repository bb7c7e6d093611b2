"""A person at the terminal, and pictures of games."""

import io

import imageio.v3 as imageio
import pytest

import parlour
from parlour.training import play as play_module
from parlour.training.cli import main
from parlour.training.play import play


def answers(words, **options):
    """What a player who types these lines reads, and the table afterwards."""
    table = parlour.table("Stackfall", seed=3, **options)
    target = io.StringIO()
    play(table, io.StringIO("".join(f"{line}\n" for line in words)), target)
    return target.getvalue(), table


def test_help_lists_the_games_commands_and_its_own():
    text, table = answers(["help"])
    assert "place <rotation 0-3> <column 0-9>" in text
    assert "quit: leave" in text
    assert table.moves == []


def test_moves_are_played_and_mistakes_told():
    text, table = answers(["0 4", "", "place 9 9", "HOLD"])
    assert "placed " in text
    assert "error: the rotation must be 0-3, got 9" in text
    assert [move["move"] for move in table.moves if move["move"] != "place 9 9"] == ["0 4", "HOLD"]


def test_show_shows_the_position_again():
    assert answers(["show"])[0].count("+----------+") == 2


@pytest.mark.parametrize(
    ("game", "words", "played"),
    [
        ("Orapa", ["wave A", "lay red 0 at 2 5", "PROBE 3 4"], 3),
        ("TwistCube", ["r1 x1", "layer 9", "U1 x3", "done"], 3),
        ("Polyfit", ["undo", "pass", "pass"], 2),  # there is nothing to undo
        ("Polyfit3D", ["pass"], 1),
    ],
)
def test_the_names_of_actions_are_commands_where_moves_are_json(game, words, played):
    table = parlour.table(game, seed=3)
    target = io.StringIO()
    play(table, io.StringIO("help\nactions\n" + "\n".join(words)), target)
    text = target.getvalue()
    assert "actions: the names of what is legal now" in text
    assert f"  {words[-1].lower()}\n" in text
    assert [list(move) for move in table.moves if "actions" in move] == [["actions"]] * played
    assert text.count("error: ") == len(words) - played


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quit_leaves_the_rest_unplayed(word):
    assert answers([word, "0 4"])[1].moves == []


def test_the_game_ends_with_the_match():
    text, table = answers(["resign", "0 4"])
    assert table.is_over
    assert len(table.moves) == 1
    assert "resigned" in text


def test_interrupting_leaves_quietly():
    class Interrupted(io.StringIO):
        def readline(self):
            raise KeyboardInterrupt

    play(parlour.table("Stackfall", seed=1), Interrupted(), io.StringIO())


def test_the_command_saves_a_replay_that_can_be_watched(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(play_module.sys, "stdin", io.StringIO("0 0\n0 4\nhold\nquit\n"))
    replay, gif = tmp_path / "game.jsonl", tmp_path / "pictures" / "game.gif"
    words = ["play", "--game", "Stackfall", "--seed", "11", "--option", "reward=lines"]
    assert main([*words, "--replay", str(replay)]) == 0
    assert "Stackfall, seed 11" in capsys.readouterr().out
    assert main(["watch", str(replay), "--output", str(gif), "--fps", "10"]) == 0
    assert "4 positions, not over" in capsys.readouterr().out
    assert imageio.imread(gif).shape[:3] == (4, 400, 272)
    for most, told in (
        (2, "3 positions, then cut: --max-steps shows more"),
        (3, "4 positions, not"),
    ):
        assert main(["watch", str(replay), "--output", str(gif), "--max-steps", str(most)]) == 0
        assert told in capsys.readouterr().out


def test_a_file_that_is_no_replay_is_told(tmp_path, capsys):
    path = tmp_path / "x.jsonl"
    path.write_text("hello\n")
    assert main(["watch", str(path)]) == 2
    assert "not a replay" in capsys.readouterr().err


def test_an_agents_episode_as_gif(tmp_path, capsys):
    path = tmp_path / "x.gif"
    words = ["watch", "--game", "Stackfall", "--agent", "heuristic", "--seed", "5"]
    assert main([*words, "--max-steps", "6", "--output", str(path)]) == 0
    assert "7 positions" in capsys.readouterr().out
    assert len(imageio.imread(path)) == 7


def test_the_last_position_as_png(tmp_path, capsys):
    path = tmp_path / "x.png"
    words = ["watch", "--agent", "beam", "--option", "width=2", "--max-steps", "9"]
    assert main([*words, "--output", str(path)]) == 0
    assert imageio.imread(path).shape == (400, 272, 3)

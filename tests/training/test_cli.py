"""The command line: help, errors in one line, exit codes, and what is imported for what."""

import subprocess
import sys

import pytest

from parlour import __version__
from parlour.training.cli import COMMANDS, main


def run(*words):
    """Exit code of `parlour` in this process."""
    try:
        return main(list(words))
    except SystemExit as exit:
        return exit.code


def test_help_names_every_command(capsys):
    assert run("--help") == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text for name in COMMANDS)


def test_without_words_it_helps_and_fails(capsys):
    assert run() == 2
    assert "usage: parlour COMMAND" in capsys.readouterr().out


def test_the_package_runs_as_the_command():
    words = [sys.executable, "-m", "parlour", "--version"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert told.strip().endswith(__version__)


def test_the_version_is_told(capsys):
    assert run("--version") == 0
    assert capsys.readouterr().out.strip() == __version__


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"bench"}))
def test_every_command_explains_itself(command, capsys):
    assert run(command, "--help") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: parlour {command}")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["evaluat"], "no command 'evaluat'; did you mean evaluate?"),
        (["train", "stackfall-ppo", "lane=3"], "unknown setting 'lane'; did you mean lanes"),
        (["train", "stackfall-ppo", "--lane", "3"], "unknown setting 'lane'; did you mean lanes"),
        (["train", "stackfall-ppo", "--lanes"], "--lanes needs a value"),
        (["train", "stackfall-ppo", "--lanes=x"], "lanes must be int, got 'x'"),
        (["train"], "name a config"),
        (["train", "nope"], "no config 'nope'"),
        (["train", "--resume", "nowhere"], "nowhere is no run folder"),
        (["evaluate", "--agent", "randm"], "no agent 'randm'"),
        (["evaluate", "--agent", "random", "--episode", "3"], "did you mean --episodes"),
        (["evaluate", "--agent", "random", "--episodes", "0"], "episodes must be 1 or more"),
        (["evaluate", "--agent", "random", "--lanes", "0"], "lanes must be 1 or more"),
        (["evaluate", "--agent", "random", "--seed", "-1"], "seed must be 0 or more"),
        (["evaluate", "--agent", "random", "--option", "beam.width=3"], "beam is not among"),
        (["evaluate", "--agent", "random", "--option", "width"], "expected key=value"),
        (["evaluate", "--game", "Chess", "--agent", "random"], "invalid choice: 'Chess'"),
        (["export", "nowhere"], "nowhere is no run folder"),
        (["check", "Stackfal"], "no environment 'Stackfal'; did you mean Stackfall"),
        (["check", "nowhere:Env-v0"], "nowhere is not installed"),
        (["check", "Stackfall", "--only", "nothing"], "unknown checks"),
        (["play", "--option", "reward=gold"], "reward must be one of"),
        (["watch"], "give a replay file, or an agent"),
        (["watch", "nowhere.jsonl"], "No such file"),
        (["watch", "--agent", "random", "--output", "x.mp4"], "must end in .gif or .png"),
        (["watch", "--agent", "random", "--fps", "0"], "must be above 0"),
        (["watch", "nowhere.jsonl", "--agent", "random"], "not both"),
        (["quickstart", "--episodes", "0"], "episodes must be 1 or more"),
        (["quickstart", "--minutes", "0"], "minutes must be above 0"),
        (["baselines", "--measure", "Stackfal"], "did you mean Stackfall?"),
        (["baselines", "--folder", "nowhere"], "no result files"),
        (["baselines", "--agent", "ppo"], "it needs --measure"),
        (["baselines", "--measure", "--episodes", "0"], "episodes must be 1 or more"),
    ],
)
def test_a_users_mistake_is_told_in_one_line(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("parlour")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [["list"], ["check", "Stackfall", "--only", "spaces"]])
def test_commands_that_need_no_torch_do_not_import_it(words):
    code = (
        "import sys; from parlour.training.cli import main; "
        f"code = main({words!r}); "
        "sys.exit(code or ('torch' in sys.modules) or ('matplotlib' in sys.modules))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr


def test_list_shows_games_ids_agents_and_configs(capsys):
    assert run("list") == 0
    text = capsys.readouterr().out
    for word in (
        "Stackfall",
        "parlour/Stackfall-v0",
        "observation=board",
        "heuristic",
        "stackfall-ppo",
    ):
        assert word in text


def test_check_passes_a_game_by_its_name(capsys):
    words = ["check", "Stackfall", "--option", "observation=flat", "--steps", "20"]
    assert run(*words, "--lanes", "2", "--skip", "spawn", "async_lanes", "--only", "spaces") == 0
    assert "parlour/Stackfall-v0: 2 passed, 0 failed" in capsys.readouterr().out


def test_check_fails_where_something_is_not_offered_that_must_be(capsys):
    words = ["check", "CartPole-v1", "--strict", "--only", "snapshot", "--steps", "10"]
    assert run(*words) == 1
    assert "failed" in capsys.readouterr().out

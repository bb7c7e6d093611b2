"""The command: what it prints and leaves behind, on both clocks and with any workers."""

import json
from functools import partial

import pytest
from tournament_scenes import Grabber, bad, die, fail, game, hang, last

from parlour.agents.random import RandomAgent
from parlour.training.cli import main
from parlour.training.tournament import hold
from parlour.training.tournament.entrants import enter
from parlour.training.tournament.lineups import list_bouts
from parlour.training.tournament.report import read_results
from parlour.training.tournament.stage import Setting, play_all

WORDS = ["tournament", "--game", "TwistCube", "--agents", "random", "greedy:plies=1"]


def run(*words):
    """Exit code of `parlour` in this process."""
    try:
        return main(list(words))
    except SystemExit as exit:
        return exit.code


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    """Folder of a tournament by ticks."""
    folder = tmp_path_factory.mktemp("ticks") / "deep" / "own"
    words = ["--matches", "3", "--seed", "70", "--lanes", "4", "--option", "tick_ms=400"]
    assert run(*WORDS, *words, "--quiet", "--output", str(folder)) == 0
    return folder


@pytest.fixture(scope="module")
def wall(tmp_path_factory):
    """Folder of a tournament by thinking times."""
    folder = tmp_path_factory.mktemp("wall") / "own"
    words = ["--matches", "1", "--clock", "wall", "--seats", "3", "--repeat", "--time-limit", "50"]
    assert run(*WORDS, *words, "--quiet", "--output", str(folder)) == 0
    return folder


def test_results_hold_every_match_and_what_is_needed_to_play_them_again(ticks):
    content = read_results(ticks / "results.json")
    assert content["game_options"]["tick_ms"] == 400
    assert content["command"] == (
        "parlour tournament --game TwistCube --agents random greedy:plies=1 --seats 2 "
        "--matches 3 --clock tick --seed 70 --lanes 4 --time-limit 60 --option tick_ms=400"
    )
    assert content["versions"]["openskill"]
    assert [record["seed"] for record in content["matches"]] == [70, 70, 71, 71, 72, 72]
    assert content["agents"]["greedy:plies=1"]["options"] == {"plies": 1}
    assert content["agents"]["random"]["summary"]["seats"] == 6


def test_the_better_agent_is_rated_higher(ticks):
    agents = read_results(ticks / "results.json")["agents"]
    random, greedy = (agents[name]["summary"] for name in ("random", "greedy:plies=1"))
    assert greedy["rating"] - random["rating"] > 2 * random["uncertainty"] - 10
    assert greedy["mean_place"] < 1.5 < random["mean_place"]
    assert greedy["totals"]["score"] > random["totals"]["score"]


@pytest.mark.parametrize("folder", ["ticks", "wall"])
def test_every_replay_ends_as_the_results_say(folder, request):
    folder = request.getfixturevalue(folder)
    records = read_results(folder / "results.json")["matches"]
    assert records
    for record in records:
        table = last((folder / record["replay"]).read_text("utf-8"))
        standings = sorted(table.standings(), key=lambda row: row["seat"])
        assert [row["place"] for row in standings] == record["places"]
        assert [row["time_ms"] for row in standings] == record["scores"]["time_ms"]
        assert table.agents == record["agents"]
        assert record["faults"] == []


def test_a_plot_is_drawn(ticks):
    assert (ticks / "ratings.png").read_bytes().startswith(b"\x89PNG")


def test_on_the_wall_clock_time_is_what_agents_thought(wall):
    content = read_results(wall / "results.json")
    assert content["clock"] == "wall"
    assert len(content["matches"]) == 6
    for name, agent in content["agents"].items():
        assert 0 < agent["summary"]["ms_per_action"] < 50_000, name
    assert all(record["time_ms"] < 30_000 for record in content["matches"])


def test_a_replay_can_be_watched_from_a_seat(ticks, tmp_path, capsys):
    replay = ticks / read_results(ticks / "results.json")["matches"][0]["replay"]
    words = ["watch", str(replay), "--output", str(tmp_path / "x.png"), "--seat", "1"]
    assert run(*words) == 0
    assert "over: 1. greedy:plies=1, 2. random" in capsys.readouterr().out
    assert run(*words[:-1], "2") == 2
    assert "seat must lie in 0..1, got 2" in capsys.readouterr().err


def toys(**makers):
    """A setting in which toys play Coins."""
    entrants = tuple(enter(name, make) for name, make in makers.items())
    return Setting(game(), entrants, lanes=4, limit_s=20.0, seed=5)


def test_the_number_of_workers_changes_nothing():
    setting = toys(r=partial(RandomAgent, "Coins"), s=partial(RandomAgent, "Coins"))
    bouts = list_bouts(["r", "s"], 2, 5, 0)
    one, two = (play_all(setting, bouts, workers)[0] for workers in (1, 2))
    assert one == two
    assert len({played.replay for played in one}) == 10


def test_whoever_fails_loses_and_everybody_else_plays_on(tmp_path, capsys):
    good, rivals = enter("good", Grabber), [bad(fail), bad(die)]
    setting = Setting(game(), (good, *rivals), lanes=3, limit_s=20.0)
    names = [entrant.name for entrant in setting.entrants]
    found = hold(setting, list_bouts(names, 3, 1, 0), 1, tmp_path / "own", is_quiet=True)
    assert next(iter(found)) == "good"
    assert found["good"]["faults"] == {}
    assert found["fail"]["faults"] == {"raised": 3}
    assert found["die"]["faults"] == {"died": 3}
    assert "good" in capsys.readouterr().out
    content = json.loads((tmp_path / "own" / "results.json").read_text())
    assert len(content["matches"]) == 3


def test_a_seat_that_hangs_on_the_wall_clock_resigns_when_the_limit_is_over():
    entrants = (enter("good", Grabber), bad(hang, 2))
    setting = Setting(game(rounds=100), entrants, "wall", limit_s=5.0)
    bouts = list_bouts(["good", "hang"], 2, 1, 0)[:1]
    (played,), _ = play_all(setting, bouts)
    (fault,) = played.record["faults"]
    assert (fault["seat"], fault["kind"]) == (1, "hung")
    assert 5000 <= fault["at_ms"] < 15_000
    assert last(played.replay).seats["purse"].tolist() == played.record["scores"]["purse"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seats", "1"], "seats must be 2 or more, got 1"),
        (["--seats", "3"], "2 agents cannot fill 3 seats"),
        (["--seats", "2000", "--repeat"], "TwistCube takes 1 to 1000 players, got 2000"),
        (["--seats", "900", "--repeat"], "2 agents in 900 seats have 899 line-ups"),
        (["--matches", "0"], "matches must be 1 or more, got 0"),
        (["--workers", "0"], "workers must be 1 or more, got 0"),
        (["--lanes", "0"], "lanes must be 1 or more, got 0"),
        (["--seed", "-1"], "seed must be 0 or more, got -1"),
        (["--time-limit", "0"], "time-limit must be above 0 seconds, got 0"),
        (["--clock", "sun"], "invalid choice: 'sun'"),
        (["--option", "reward=gold"], "reward must be one of"),
        (
            ["--agents", "random", "ppo", "--option", "size=5"],
            "ppo plays under size=3, the tournament under size=5, and ppo cannot follow",
        ),
        (["--option", "sise=5"], "got sise"),
        (["--agents", "random", "gredy"], "did you mean greedy"),
        (["--agents", "random", "random"], "random is named twice"),
        (["--agents", "random"], "needs 2 agents or more, got random"),
        (
            ["--game", "Stackfall", "--agents", "random", "heuristic"],
            "Stackfall takes 1 to 1 players, got 2",
        ),
        (["--workrs", "2"], "did you mean --workers"),
    ],
)
def test_a_mistake_is_told_in_one_line_and_nothing_is_written(
    words, message, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert run(*WORDS, *words) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_everybody_plays_as_the_learned_agent_has_learned(tmp_path, capsys):
    words = ["tournament", "--game", "Polyfit", "--agents", "solver", "ppo", "--matches", "1"]
    assert run(*words, "--option", "rounds=3", "--quiet", "--output", str(tmp_path / "x")) == 0
    assert "all play under tick_ms=1000, as ppo does" in capsys.readouterr().out
    content = read_results(tmp_path / "x" / "results.json")
    chosen = {name: content["game_options"][name] for name in ("tick_ms", "undo", "rounds")}
    assert chosen == {"tick_ms": 1000, "undo": False, "rounds": 3}
    assert content["agents"]["solver"]["options"] == {"tick_ms": 1000}
    assert all(record["faults"] == [] for record in content["matches"])


def test_a_folder_that_holds_something_is_left_alone(tmp_path, capsys):
    (tmp_path / "x").touch()
    assert run(*WORDS, "--output", str(tmp_path)) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_file_of_something_else_is_no_tournament(tmp_path):
    path = tmp_path / "x.json"
    for text in ("{", "[]", json.dumps({"format": "other"})):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"x\.json is no file of a tournament"):
            read_results(path)

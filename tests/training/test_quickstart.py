"""The two commands that put everything together: the quickstart and the table of baselines."""

import json

import imageio.v3 as imageio

from parlour.training import baseline_tables, baselines, quickstart
from parlour.training.cli import main
from parlour.training.curve import read_curve
from parlour.training.results import read_results
from parlour.training.scores import show_score

SMALL = """
game_options: {observation: flat}
lanes: 8
rollout_steps: 16
minibatch: 64
evaluation_episodes: 2
evaluation_minutes: null
"""


def start(folder, *more):
    config = folder / "small.yaml"
    config.write_text(SMALL)
    words = ["quickstart", "--minutes", "0.01", "--config", str(config), "--episodes", "4"]
    return main([*words, "--out", str(folder / "out"), "--quiet", *more])


def test_the_quickstart_leaves_curve_replay_and_results(tmp_path, capsys):
    assert start(tmp_path) == 0
    text = capsys.readouterr().out
    out = tmp_path / "out"
    assert "heuristic" in text
    agents = read_results(out / "results.json")["agents"]
    assert list(agents)[:3] == ["trained now", "random", "heuristic"]
    assert agents["heuristic"]["summary"]["episodes"] == 4
    assert imageio.imread(out / "learning_curve.png").ndim == 3
    assert len(imageio.imread(out / "replay.gif")) > 5
    assert read_curve(out)["frames"][-1] > 0


def test_a_second_quickstart_keeps_the_first(tmp_path, capsys):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    assert start(tmp_path) == 0
    assert "was there" in capsys.readouterr().out
    (old,) = tmp_path.glob("out-20*")
    assert (old / "mine.txt").read_text() == "mine"


def test_names_that_are_taken_get_a_number(tmp_path, capsys):
    out = tmp_path / "out"
    for _ in range(2):
        out.mkdir()
        quickstart.move_aside(out)
    assert len(list(tmp_path.glob("out-20*"))) == 2


def test_a_rival_that_cannot_play_is_left_out(monkeypatch, capsys):
    monkeypatch.setattr(quickstart, "RIVALS", ("random", "ppo", "nobody"))

    def make(game, name):
        if name == "ppo":
            raise ValueError("none is shipped")
        return name

    monkeypatch.setattr("parlour.agents.make", make)
    assert quickstart.rivals("Stackfall") == {"random": ("random", {})}
    assert "without ppo: none is shipped" in capsys.readouterr().out


def test_baselines_are_measured_and_printed(tmp_path, monkeypatch, capsys):
    baseline = baselines.Baseline("Stackfall", {}, {"random": 4, "heuristic": 2})
    monkeypatch.setattr(baselines, "BASELINES", {"stackfall": baseline})
    words = ["baselines", "--folder", str(tmp_path), "--quiet"]
    assert main([*words, "--measure", "--episodes", "3"]) == 0
    capsys.readouterr()
    assert main(["baselines", "--folder", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    content = json.loads((tmp_path / "stackfall.json").read_text())
    shown = show_score("Stackfall", content["agents"]["heuristic"]["summary"]["mean"])
    assert lines[0].startswith("| Game | Agent | Mean score |")
    assert lines[3].startswith(f"| Stackfall | heuristic | {shown} | ")
    assert lines[-1] == content["command"] == "parlour baselines --measure stackfall --episodes 3"
    assert content["seed"] == 2000000


def test_one_agents_baseline_is_measured_beside_the_others(tmp_path, monkeypatch, capsys):
    baseline = baselines.Baseline("TwistCube", {"size": 5}, {"random": 3, "greedy": 2})
    monkeypatch.setattr(baselines, "BASELINES", {"twistcube-5": baseline})
    words = ["baselines", "--folder", str(tmp_path), "--quiet", "--measure"]
    assert main([*words, "TwistCube", "--agent", "random"]) == 0
    first = json.loads((tmp_path / "twistcube-5.json").read_text())["agents"]
    assert main([*words, "twistcube-5", "--agent", "greedy"]) == 0
    both = json.loads((tmp_path / "twistcube-5.json").read_text())["agents"]
    assert list(both) == ["random", "greedy"]
    assert both["random"] == first["random"]
    assert [len(agent["scores"]) for agent in both.values()] == [3, 2]
    assert both["greedy"]["game_options"]["size"] == both["random"]["game_options"]["size"] == 5
    assert max(both["greedy"]["scores"]) > 54
    assert "| TwistCube | greedy (size=5) | " in capsys.readouterr().out


def test_an_agents_options_stand_in_the_table():
    numbers = {"mean": 1, "interval": [0, 2000], "interquartile_mean": 1.26, "episodes": 3}
    agent = {"options": {"width": 4}, "summary": numbers | {"ms_per_move": 0.25}}
    line = baseline_tables.row_of("Stackfall", "beam", agent)
    assert line == "| Stackfall | beam (width=4) | 1.0 | 0.0–2,000 | 1.3 | 3 | 0.250 |"

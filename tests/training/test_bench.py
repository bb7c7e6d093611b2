"""The benchmark: every row appears, what is missing says so, and mistakes are told. No timings."""

import json
import sys
from contextlib import ExitStack
from functools import partial

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from parlour.training.bench import BENCHMARKS, covers
from parlour.training.bench.measure import Loop, Missing, measure
from parlour.training.bench.peer_process import PeerStarter
from parlour.training.bench.peers import INSTALL
from parlour.training.bench.recording import Recording, count_placements, make_lanes
from parlour.training.cli import main as parlour

QUICK = ("--seconds", "0.001", "--repeat", "1")


def run(*words):
    """Exit code of `parlour bench` in this process."""
    try:
        return parlour(["bench", *words])
    except SystemExit as exit:
        return exit.code


def figures(tmp_path, *names):
    """The rows of a quick run, by name."""
    path = tmp_path / "bench.json"
    assert run(*names, *QUICK, "--output", str(path)) == 0
    content = json.loads(path.read_text("utf-8"))
    assert content["repeat"] == 1
    assert {"cpu", "python", "packages"} <= set(content["machine"])
    return {row["name"]: row for row in content["rows"]}


ROWS = {
    "vector": ("1,024 lanes", "1,024 lanes, copy=False", "64 lanes", "16,384 lanes"),
    "rules": ("rules alone", "masks alone", "board", "flat", "planes", "afterstates"),
    "solo": ("Stackfall", "Stackfall, copy=False", "CartPole-v1"),
    "agents": ("heuristic", "beam", "random"),
    "orapa": ("1,024 lanes", "1,024 lanes, all pieces", "waves", "random layouts"),
    "covers": ("Polyfit easy", "Polyfit extreme, 95 %", "Polyfit3D extreme, worst"),
    "polyfit": ("1,024 lanes, solved", "512 races of 4 seats", "Polyfit3D extreme puzzle"),
    "cube": ("1,024 lanes, 3x3x3", "1,024 lanes, 7x7x7", "one contest of 1,000 seats"),
}


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_benchmark_gives_all_its_rows(name, tmp_path):
    rows = figures(tmp_path, name)
    for row in ROWS[name]:
        assert rows[row]["value"] > 0
        assert len(rows[row]["values"]) == 1
        against = rows[row]["against"]
        assert against is None or against in rows
        assert (rows[row]["ratio"] is None) == (against is None)


def test_training_tells_the_shares_of_its_time(tmp_path):
    rows = figures(tmp_path, "ppo")
    for name in ("stackfall-quickstart", "stackfall-mlp"):
        details = rows[name]["details"]
        parts = ("environment", "policy", "update")
        assert sum(details[f"speed/{part}_share"][0] for part in parts) == pytest.approx(1)


@pytest.mark.slow
def test_starts_are_measured_with_an_empty_and_a_warm_cache(tmp_path):
    rows = figures(tmp_path, "start")
    assert set(rows) == {"cache empty", "cache warm", "dependencies"}


def test_peers_that_are_missing_are_skipped_with_the_line_that_installs_them(
    tmp_path, monkeypatch, capsys
):
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    bare.chmod(0o755)
    monkeypatch.setattr("parlour.training.bench.peer_process.sys.executable", str(bare))
    rows = figures(tmp_path, "peers", "cube")
    skipped = [row for row in rows.values() if not row["unit"]]
    assert len(skipped) >= len(INSTALL)
    for install in INSTALL.values():
        assert any(install in row["note"] for row in skipped)
    assert "is not installed" in skipped[0]["note"]


def test_a_peer_is_measured_by_its_own_interpreter(tmp_path, monkeypatch):
    script = tmp_path / "peer.py"
    script.write_text(
        "import json, sys\n"
        "print(json.dumps({'ready': True}), flush=True)\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'units': 8, 'cpu_seconds': 2.0}), flush=True)\n"
    )
    monkeypatch.setattr("parlour.training.bench.peers.SCRIPT", script)
    path = tmp_path / "bench.json"
    assert run("peers", *QUICK, "--peer-python", sys.executable, "--output", str(path)) == 0
    rows = {row["name"]: row for row in json.loads(path.read_text("utf-8"))["rows"]}
    assert rows["Jumanji"]["value"] == 4.0
    assert rows["Jumanji"]["ratio"] < 1


def test_a_general_solver_is_given_up_after_two_failures(tmp_path):
    script = tmp_path / "peer.py"
    script.write_text(
        "import json, sys\n"
        "print(json.dumps({'ready': True}), flush=True)\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    assert json.loads(line)['cells'] == 6\n"
        "    answer = {'is_solved': number == 0, 'cpu_seconds': 0.5}\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    counts = np.bincount([1, 1], minlength=19)
    puzzle = partial(covers.as_options, np.ones((2, 3), bool), counts)
    with ExitStack() as stack:
        process, reason = PeerStarter(stack, []).start(script, "any")
        assert reason == ""
        solver = covers.Solver(process, "any", [puzzle], "ours", 1.0)
        samples = [solver.sample(1.0) for _ in range(5)]
    assert samples == [(1, 0.5), *[(1, covers.LIMIT_S)] * 4]
    assert solver.note() == "1 of 3 solved, 10 s a puzzle"


def test_a_puzzle_is_told_to_general_solvers_by_its_options():
    told = covers.as_options(np.ones((2, 3), bool), np.bincount([0, 1, 1], minlength=19))
    assert sorted(map(sorted, (option[:-1] for option in told["options"] if option[-1] == 0))) == [
        [0, 1, 2],
        [3, 4, 5],
    ]
    assert len(told["options"]) == 2 + 8
    assert (told["cells"], told["counts"]) == (6, [1, 2])


def test_help_tells_how_it_is_measured_and_how_peers_are_installed(capsys):
    assert run("--help") == 0
    text = capsys.readouterr().out
    assert text.startswith("usage: parlour bench")
    assert all(f"  {name} " in text for name in BENCHMARKS)
    assert all(line in text for line in INSTALL.values())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["vectr"], "no benchmark 'vectr': one of vector, rules"),
        (["vector", "--seconds", "0"], "seconds must be above 0"),
        (["vector", "--repeat", "0"], "repeat must be 1 or more"),
        (["peers", "--peer-python", "nowhere"], "no interpreter at nowhere"),
    ],
)
def test_a_users_mistake_is_told_in_one_line(words, message, capsys):
    assert run(*words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


# How figures come about


def test_repeats_are_interleaved():
    order = []
    loops = [
        Loop(name, "steps", lambda name=name: order.append(name) or 1, against="a")
        for name in ("a", "b")
    ]
    measure("test", [*loops, Missing("c", "why")], 1e-9, 3)
    assert order[2:] == ["a", "b"] * 3


def test_the_ratio_is_that_of_the_speeds():
    class Fixed(Loop):
        def sample(self, seconds):
            return 10, self.details["seconds"]

    fast = Fixed("fast", "steps", int, form="ns", against="slow", target=1e8)
    slow = Fixed("slow", "steps", int, target=4.0)
    fast.details["seconds"], slow.details["seconds"] = 1.0, 4.0
    fast_row, slow_row = measure("test", [fast, slow], 0.1, 3)
    assert (fast_row.value, fast_row.ratio, fast_row.is_met) == (1e8, 4.0, True)
    assert (slow_row.value, slow_row.ratio, slow_row.is_met) == (2.5, None, False)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_recording_replays_what_was_played(mode):
    env = make_lanes(16, AutoresetMode(mode))
    play = Recording(env, 40)
    end = env.snapshot()
    play.rewind()
    assert play.replay() == play.placements
    again = env.snapshot()
    assert (again.seats == end.seats).all()
    assert (again.matches == end.matches).all()
    assert play.placements > 0


def test_holds_are_not_counted_as_placements():
    assert count_placements(np.array([0, 39, 40, 40])) == 2

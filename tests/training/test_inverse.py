"""The learner `inverse`: what it learns, its run folder, resuming, and how its runs play."""

import csv
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import torch
import yaml
from safetensors.torch import load_file

from parlour import agents
from parlour.agents.twist_cube.policy import CubeAgent
from parlour.training import inverse
from parlour.training.checkpoint import load_best
from parlour.training.cli import main
from parlour.training.config import read_config
from parlour.training.episodes import Episode, Play, play_episodes
from parlour.training.inverse import WalkLearner, resume, train
from parlour.training.players import find_player
from parlour.training.seeds import EVALUATION_SEED

SMALL = """
game: TwistCube
game_options: {scramble_turns: 1}
learner: inverse
policy: network
policy_options: {network: twist_cube_inverse, network_options: {hidden: [16, 16]}}
frames: 1920
lanes: 32
rollout_steps: 4
minibatch: 32
epochs: 2
learning_rate: 0.01
checkpoint_minutes: 0
evaluation_minutes: null
evaluation_episodes: 3
"""
CLOCK = ("minutes", "speed/")


def curve(folder):
    """The rows of a run's progress.csv without what the clock decides."""
    with (folder / "progress.csv").open() as file:
        return [
            {name: value for name, value in row.items() if not name.startswith(CLOCK)}
            for row in csv.DictReader(file)
        ]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a short run that was trained by the command."""
    folder = tmp_path_factory.mktemp("runs")
    (folder / "small.yaml").write_text(SMALL)
    assert (
        main(["train", str(folder / "small.yaml"), "--run-dir", str(folder / "run"), "--quiet"])
        == 0
    )
    return folder / "run"


def test_the_run_folder_holds_what_that_of_ppo_does(run):
    names = {path.name for path in run.iterdir()}
    files = {"config.yaml", "versions.json", "progress.csv", "best.pt"}
    assert names == files | {"tensorboard", "checkpoints", "policy.safetensors", "policy.yaml"}
    assert len(list((run / "tensorboard").iterdir())) == 1


def test_the_curve_has_a_row_an_update(run):
    rows = curve(run)
    assert [int(row["frames"]) for row in rows] == list(range(128, 1921, 128))
    assert float(rows[-1]["train/loss"]) < float(rows[0]["train/loss"])
    assert 0 < float(rows[-1]["walk/accuracy_at_4"]) < 1
    assert rows[-1]["evaluation/score"] != ""


def test_the_turn_back_from_one_turn_is_learned(tmp_path):
    settings = ["rollout_steps=1", "lanes=256", "minibatch=256", "frames=100_000"]
    folder = train(read_config(SMALL, [*settings, "checkpoint_minutes=9"]), tmp_path / "run")
    assert float(curve(folder)[-1]["train/accuracy"]) == 1
    agent = agents.load(export(folder))
    agent.game_options["scramble_turns"] = 1
    assert {episode.score for episode in play_episodes("TwistCube", agent, range(30)).episodes} == {
        54
    }


def export(folder):
    assert main(["export", str(folder)]) == 0
    return folder


def test_two_runs_of_one_config_are_equal_and_of_another_seed_are_not(run, tmp_path):
    assert curve(train(read_config(SMALL), tmp_path / "again")) == curve(run)
    assert curve(train(read_config(SMALL, ["seed=1"]), tmp_path / "other")) != curve(run)


def test_a_run_killed_and_resumed_has_the_same_curve(run, tmp_path):
    config, folder = tmp_path / "small.yaml", tmp_path / "killed"
    config.write_text(SMALL)
    command = [sys.executable, "-m", "parlour.training.cli", "train", str(config), "--quiet"]
    process = subprocess.Popen(
        [*command, "--run-dir", str(folder)],
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while rows_written(folder) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 4 <= rows_written(folder) < 15, "the run ended before it could be killed"
    assert main(["train", "--resume", str(folder), "--quiet"]) == 0
    assert curve(folder) == curve(run)


def rows_written(folder):
    path = folder / "progress.csv"
    return path.read_text().count("\n") - 1 if path.exists() else 0


def test_a_checkpoint_of_another_network_is_told(run):
    with pytest.raises(ValueError, match="the checkpoint is of another network"):
        resume(run, ["policy_options.network_options={hidden: [8]}"])


def test_the_learning_rate_falls_with_the_frames(run):
    rates = [float(row["train/learning_rate"]) for row in curve(run)]
    assert rates == pytest.approx([0.01 * (1 - 0.97 * share / 15) for share in range(15)])


def test_no_setting_is_without_effect_on_the_learner():
    settings = ["seed=4", "threads=1", "precision=bfloat16", "max_grad_norm=1e-9"]
    learners = [WalkLearner(read_config(SMALL, some)) for some in ([], settings)]
    before = [learner.policy.turns.weight.clone() for learner in learners]
    for learner in learners:
        learner.update()
    moved = [
        (learner.policy.turns.weight - start).abs().max().item()
        for learner, start in zip(learners, before, strict=True)
    ]
    assert moved[1] < moved[0]
    assert (before[0] != before[1]).any()
    assert learners[0].stream["key"][0] != learners[1].stream["key"][0]


def test_low_precision_learns_the_same_but_for_rounding():
    losses = [
        WalkLearner(read_config(SMALL, [f"precision={name}"])).update()["train/loss"]
        for name in ("float32", "bfloat16")
    ]
    assert losses[0] != losses[1]
    assert losses[0] == pytest.approx(losses[1], rel=0.01)


def test_evaluations_play_the_config_s_scrambles_greedily_and_choose_the_best(
    tmp_path, monkeypatch
):
    scores, seen = iter([5.0, 30.0, 20.0]), []

    def pretend(game, agent, seeds, lanes):
        seen.append((list(seeds), agent.beam, agent.game_options["scramble_turns"]))
        score = next(scores)
        return Play([Episode(seed, score, 1, None, {}) for seed in seeds], 0.0)

    monkeypatch.setattr(inverse, "play_episodes", pretend)
    settings = ["evaluation_minutes=0", "frames=384"]
    folder = train(read_config(SMALL, settings), tmp_path / "run")
    assert [row["evaluation/score"] for row in curve(folder)] == ["5.0", "30.0", "20.0"]
    assert load_best(folder)["score"] == 30
    assert load_best(folder)["frames"] == 256
    assert seen == [([EVALUATION_SEED + number for number in range(3)], 1, 1)] * 3


def test_an_exported_run_plays_as_the_run_does_but_for_half_precision(run, tmp_path):
    assert main(["export", str(run), "--output", str(tmp_path / "out")]) == 0
    tensors = load_file(tmp_path / "out" / "policy.safetensors")
    assert {t.dtype for t in tensors.values() if t.ndim > 1} == {torch.float16}
    loaded = agents.load(tmp_path / "out", beam=3)
    (tmp_path / "bare").mkdir()
    for name in ("config.yaml", "best.pt", "versions.json"):
        (tmp_path / "bare" / name).write_bytes((run / name).read_bytes())
    own = find_player("TwistCube", str(tmp_path / "bare"), {"beam": 3})
    assert isinstance(own, CubeAgent)
    assert isinstance(loaded, CubeAgent)
    cubes = torch.from_numpy(np.random.default_rng(0).integers(0, 6, (50, 54), dtype=np.uint8))
    with torch.inference_mode():
        assert torch.allclose(own.network.rate(cubes), loaded.network.rate(cubes), atol=0.02)
    assert own.beam == loaded.beam == 3


def test_the_card_tells_how_it_was_trained(run):
    card = yaml.safe_load((run / "policy.yaml").read_text())
    assert card["network"] == "twist_cube_inverse"
    assert card["card"]["config"]["learner"] == "inverse"
    assert card["card"]["frames"] == 1920


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("learner=dqn", "learner must be one of ppo, inverse, got 'dqn'"),
        ("precision=int4", "precision must be one of float32, bfloat16, got 'int4'"),
        ("game=Stackfall", "game must be TwistCube for the learner inverse"),
        ("policy=mlp", "needs policy: network"),
        ("policy_options={network: twist_cube_inverse, depth: 3}", "needs policy: network"),
        ("policy_options={network: lstm}", "network must be one of"),
    ],
)
def test_a_wrong_setting_is_told_before_a_folder_is_made(setting, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        train(read_config(SMALL, [setting]), tmp_path / "run")
    assert not (tmp_path / "run").exists()

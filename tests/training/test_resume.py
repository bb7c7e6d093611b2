"""A run that was killed and resumed gives the curve of one that was not."""

import csv
import os
import signal
import subprocess
import sys
import time

import pytest

from parlour.training.config import read_config
from parlour.training.learner import resume, train

SMALL = """
game_options: {observation: flat, actions: placements, reward: points}
reward_scale: 0.0025
lanes: 8
rollout_steps: 16
minibatch: 32
epochs: 2
frames: 1920
checkpoint_minutes: 0
evaluation_minutes: null
evaluation_episodes: 4
"""
CLOCK = ("minutes", "speed/")
"""Columns that tell of time, which no two runs have alike."""


def curve(folder):
    """The rows of a run's progress.csv without what the clock decides."""
    with (folder / "progress.csv").open() as file:
        return [
            {name: value for name, value in row.items() if not name.startswith(CLOCK)}
            for row in csv.DictReader(file)
        ]


def rows_written(folder):
    """Number of updates that a run has logged so far."""
    path = folder / "progress.csv"
    return path.read_text().count("\n") - 1 if path.exists() else 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run that nothing cut off."""
    return train(read_config(SMALL), tmp_path_factory.mktemp("runs") / "whole")


def test_the_curve_has_a_row_an_update(whole):
    rows = curve(whole)
    assert [int(row["frames"]) for row in rows] == list(range(128, 1921, 128))
    assert rows[-1]["evaluation/score"] != ""


def test_two_runs_of_one_config_are_equal(whole, tmp_path):
    assert curve(train(read_config(SMALL), tmp_path / "again")) == curve(whole)


def test_another_seed_gives_another_run(whole, tmp_path):
    assert curve(train(read_config(SMALL, ["seed=1"]), tmp_path / "other")) != curve(whole)


def test_a_run_killed_and_resumed_has_the_same_curve(whole, tmp_path):
    config, folder = tmp_path / "small.yaml", tmp_path / "killed"
    config.write_text(SMALL)
    command = [sys.executable, "-m", "parlour.training.cli", "train", str(config)]
    process = subprocess.Popen(
        [*command, "--run-dir", str(folder), "--quiet"],
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while rows_written(folder) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 4 <= rows_written(folder) < 15, "the run ended before it could be killed"
    resume(folder)
    assert curve(folder) == curve(whole)


@pytest.mark.parametrize("observation", ["board", "planes"])
def test_a_finished_run_goes_on_with_a_greater_budget(observation, tmp_path):
    steady = ["learning_rate_end=1", "entropy=0", "lanes=4"]  # nothing falls with the budget
    settings = [f"game_options.observation={observation}", *steady]
    whole = train(read_config(SMALL, [*settings, "frames=256"]), tmp_path / "whole")
    parts = train(read_config(SMALL, [*settings, "frames=128"]), tmp_path / "parts")
    resume(parts, ["frames=256"])
    losses = [[row["train/loss"] for row in curve(folder)] for folder in (whole, parts)]
    assert len(losses[0]) == 4
    assert losses[1] == losses[0]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("lanes=4", "snapshot of another shape"),
        ("policy_options.net_arch=[3]", "the checkpoint is of another network"),
        ("game_options.actions=moves", "another network"),
        ("frames=x", "frames must be int or null"),
    ],
)
def test_settings_that_do_not_fit_the_checkpoint_are_told(setting, message, whole):
    before = (whole / "config.yaml").read_text()
    with pytest.raises(ValueError, match=message):
        resume(whole, [setting])
    assert (whole / "config.yaml").read_text() == before


def test_a_resumed_runs_config_is_that_with_the_new_settings(whole):
    resume(whole, ["checkpoint_minutes=1"])
    assert "checkpoint_minutes: 1.0" in (whole / "config.yaml").read_text()


def test_the_last_two_checkpoints_are_kept(whole):
    names = sorted(path.name for path in (whole / "checkpoints").iterdir())
    assert names == ["000000001792", "000000001920"]


def test_a_folder_without_a_run_cannot_be_resumed(tmp_path):
    with pytest.raises(ValueError, match="no run folder"):
        resume(tmp_path)

"""Training: the run folder, its curve, what falls with the budget, and every setting."""

import csv
import json
import time

import pytest
import torch
import yaml

from parlour.training import learner
from parlour.training.budget import Budget
from parlour.training.checkpoint import load_best
from parlour.training.cli import main
from parlour.training.config import read_config
from parlour.training.episodes import Episode, Play
from parlour.training.learner import resume, train
from parlour.training.seeds import EVALUATION_SEED, TEST_SEED, training_seed

SMALL = """
game_options: {observation: flat}
lanes: 8
rollout_steps: 8
minibatch: 32
frames: 256
evaluation_episodes: 3
"""


def rows(folder):
    with (folder / "progress.csv").open() as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a short run that was trained by the command."""
    folder = tmp_path_factory.mktemp("runs")
    (folder / "small.yaml").write_text(SMALL)
    words = ["train", str(folder / "small.yaml"), "learning_rate=0.01", "--run-dir"]
    assert main([*words, str(folder / "run"), "--entropy", "0.2", "--quiet"]) == 0
    return folder / "run"


def test_the_run_folder_holds_what_it_should(run):
    names = {path.name for path in run.iterdir()}
    assert names == {
        "config.yaml",
        "versions.json",
        "progress.csv",
        "tensorboard",
        "checkpoints",
        "best.pt",
        "policy.safetensors",
        "policy.yaml",
    }


def test_the_config_is_the_resolved_one(run):
    config = yaml.safe_load((run / "config.yaml").read_text())
    assert config["learning_rate"] == 0.01
    assert config["entropy"] == 0.2
    assert config["clip"] == 0.2
    assert config["lanes"] == 8


def test_versions_name_packages_and_python(run):
    found = json.loads((run / "versions.json").read_text())
    assert found["torch"] == torch.__version__
    assert found["python"].startswith("3.")
    assert "git" in found


def test_learning_rate_and_entropy_fall_with_the_frames(run):
    curve = rows(run)
    rates = [float(row["train/learning_rate"]) for row in curve]
    bonus = [float(row["train/entropy_coefficient"]) for row in curve]
    shares = [0, 0.25, 0.5, 0.75]
    assert rates == pytest.approx([0.01 * (1 - 0.97 * share) for share in shares])
    assert bonus == pytest.approx([0.2 * (1 - share) for share in shares])


def test_the_curve_tells_of_episodes_and_speed(run):
    last = rows(run)[-1]
    assert float(last["episode/length"]) > 5
    assert float(last["episode/pieces"]) > 5
    assert float(last["ended/top_out"]) == 1
    assert float(last["speed/frames_per_second"]) > 0
    assert float(last["speed/frames_per_cpu_second"]) > 0
    shares = [float(last[f"speed/{part}_share"]) for part in ("environment", "policy", "update")]
    assert sum(shares) == pytest.approx(1)
    assert all(0 < share < 1 for share in shares)


def test_tensorboard_has_the_same_curve(run):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(run / "tensorboard")).Reload()
    losses = events.Scalars("train/loss")
    assert [event.step for event in losses] == [64, 128, 192, 256]
    written = [float(row["train/loss"]) for row in rows(run)]
    assert [event.value for event in losses] == pytest.approx(written, rel=1e-5)


def test_a_run_is_not_trained_over(run, capsys):
    words = ["train", "stackfall-ppo", "--run-dir", str(run), "--quiet"]
    assert main(words) == 2
    assert "continue it with --resume" in capsys.readouterr().err


def test_resuming_a_finished_run_changes_nothing(run, capsys):
    before = (run / "progress.csv").read_text()
    assert main(["train", "--resume", str(run), "--quiet"]) == 0
    assert "best model after 256 frames" in capsys.readouterr().out
    assert (run / "progress.csv").read_text() == before


def test_the_default_run_folder_names_config_and_time(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(SMALL)
    assert main(["train", "mine.yaml", "frames=64", "--quiet"]) == 0
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("mine-20")
    assert f"runs/{folder.name}: best model after 64 frames" in capsys.readouterr().out


def test_an_interrupted_run_says_how_to_go_on(tmp_path, monkeypatch, capsys):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(learner, "log_update", interrupt)
    (tmp_path / "mine.yaml").write_text(SMALL)
    folder = tmp_path / "run"
    words = ["train", str(tmp_path / "mine.yaml"), "--run-dir", str(folder), "--quiet"]
    assert main(words) == 2
    assert f"parlour train --resume {folder}" in capsys.readouterr().err
    monkeypatch.undo()
    assert len(rows(resume(folder))) == 4


def test_no_setting_is_without_effect_on_the_learner(tmp_path):
    settings = {
        "game_options.reward": "survival",
        "reward_scale": 0.1,
        "policy_options.net_arch": "[6]",
        "seed": 4,
        "epochs": 2,
        "gamma": 0.9,
        "gae_lambda": 0.8,
        "clip": 0.3,
        "value_coefficient": 0.7,
        "max_grad_norm": 0.9,
        "target_kl": 0.5,
        "learning_rate_end": 0.5,
        "entropy_end": 0.1,
        "threads": 2,
        "device": "cpu",
    }
    config = read_config(SMALL, [f"{key}={value}" for key, value in settings.items()])
    threads = torch.get_num_threads()
    try:
        budget, model, _ = learner.set_up(config)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(threads)
    assert model.env.lanes.game.options["reward"] == "survival"
    assert model.env.reward_scale == 0.1
    assert model.policy.net_arch == [6]
    assert (model.seed, model.n_epochs, model.n_steps, model.batch_size) == (4, 2, 8, 32)
    assert (model.gamma, model.gae_lambda, model.clip_range(1)) == (0.9, 0.8, 0.3)
    assert (model.vf_coef, model.max_grad_norm, model.target_kl) == (0.7, 0.9, 0.5)
    budget.go_on_from(256, 0)
    assert model.lr_schedule(1) == pytest.approx(0.5e-3)
    assert budget.between(config.entropy, config.entropy_end) == 0.1


def test_evaluations_in_between_choose_the_best(tmp_path, monkeypatch):
    scores, seeds = iter([5.0, 30.0, 20.0, 30.0]), []

    def pretend(game, agent, some, lanes):
        seeds.append(list(some))
        score = next(scores)
        return Play([Episode(seed, score, 1, None, {}) for seed in some], 0.0)

    monkeypatch.setattr(learner, "play_episodes", pretend)
    folder = train(read_config(SMALL, ["evaluation_minutes=0"]), tmp_path / "run")
    assert [row["evaluation/score"] for row in rows(folder)] == ["5.0", "30.0", "20.0", "30.0"]
    assert load_best(folder)["score"] == 30
    assert load_best(folder)["frames"] == 256
    assert seeds == [[EVALUATION_SEED, EVALUATION_SEED + 1, EVALUATION_SEED + 2]] * 4


def test_seed_ranges_do_not_meet():
    assert EVALUATION_SEED + 100_000 < TEST_SEED
    assert training_seed(0) > TEST_SEED + 100_000
    assert training_seed(0) + 100_000 <= training_seed(1)


def test_lanes_are_seeded_from_the_training_range(tmp_path):
    _, model, _ = learner.set_up(read_config(SMALL, ["seed=2"]))
    model.env.reset()
    keys = model.env.snapshot()["matches"]["key"]
    assert list(keys) == [training_seed(2) + lane for lane in range(8)]


def test_a_budget_in_frames_does_not_look_at_the_clock():
    budget = Budget(100, None)
    budget.go_on_from(25, 1e6)
    assert budget.progress == 0.25


def test_a_budget_in_minutes_runs_with_the_clock():
    budget = Budget(None, 2)
    budget.go_on_from(10**9, 30)
    assert budget.progress == pytest.approx(0.25, abs=0.01)
    assert not budget.is_spent


def test_of_two_budgets_the_one_used_up_first_counts():
    budget = Budget(100, 1)
    budget.go_on_from(90, 30)
    assert budget.progress == 0.9
    budget.go_on_from(10, 61)
    assert budget.is_spent
    assert budget.between(3, 1) == 1


def test_setting_up_takes_nothing_from_the_budget(tmp_path):
    folder = train(read_config(SMALL, ["frames=null", "minutes=0.0001"]), tmp_path / "run")
    assert len(rows(folder)) == 1


def test_a_budget_in_minutes_ends_a_run(tmp_path):
    config = read_config(SMALL, ["frames=null", "minutes=0.01"])
    begin = time.monotonic()
    folder = train(config, tmp_path / "run")
    assert float(rows(folder)[-1]["progress"]) > 0.5  # it may run out just after that row
    assert time.monotonic() - begin < 60

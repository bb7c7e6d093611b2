"""Runs as agents: by their folder, and as safetensors and YAML that play the same."""

import numpy as np
import pytest
import yaml

from parlour import agents
from parlour.training.cli import main
from parlour.training.config import read_config
from parlour.training.episodes import play_episodes
from parlour.training.export import export_run
from parlour.training.learner import train
from parlour.training.players import find_player
from parlour.training.policies import PolicyAgent, load_run

COMMON = """
lanes: 8
rollout_steps: 8
minibatch: 32
frames: 64
evaluation_episodes: 3
"""
CONFIGS = {
    "mlp": "{policy: mlp, policy_options: {net_arch: [8, 4]}, game_options: {observation: flat}}",
    "afterstates": "{policy: afterstates, policy_options: {network_options: {width: 8}}, "
    "game_options: {observation: afterstates, actions: placements, reward: shaped}}",
    "relu": "{policy: mlp, policy_options: {activation: relu}, game_options: {observation: flat}}",
    "board": "{policy: mlp, game_options: {observation: board}}",
}


def make_run(name, tmp_path_factory):
    values = yaml.safe_load(COMMON) | yaml.safe_load(CONFIGS[name])
    return train(read_config(yaml.safe_dump(values)), tmp_path_factory.mktemp("runs") / name)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A short run of every kind of policy: name -> folder."""
    return {name: make_run(name, tmp_path_factory) for name in CONFIGS}


@pytest.mark.parametrize("name", CONFIGS)
def test_a_run_plays_by_the_name_of_its_folder(name, runs):
    agent = find_player("Stackfall", str(runs[name]))
    assert agent.name == name
    assert play_episodes("Stackfall", agent, range(3)).episodes[0].length > 5


@pytest.mark.parametrize("name", ["mlp", "afterstates"])
def test_an_exported_policy_plays_as_the_run_does(name, runs, tmp_path):
    policy, config, _ = load_run(runs[name])
    own = PolicyAgent(policy, config.game_options)
    loaded = agents.load(export_run(runs[name], tmp_path / "out"))
    assert loaded.game_options == own.game_options
    seeds = range(6)
    plays = [play_episodes("Stackfall", agent, seeds).episodes for agent in (own, loaded)]
    assert plays[0] == plays[1]


@pytest.mark.parametrize("name", ["relu", "board"])
def test_a_policy_without_a_plain_network_is_not_exported(name, runs, capsys):
    assert export_run(runs[name]) is None
    assert main(["export", str(runs[name])]) == 2
    assert "has no plain network" in capsys.readouterr().err


def test_the_card_tells_how_it_was_trained(runs, tmp_path, capsys):
    assert main(["export", str(runs["mlp"]), "--output", str(tmp_path)]) == 0
    assert str(tmp_path) in capsys.readouterr().out
    card = yaml.safe_load((tmp_path / "policy.yaml").read_text())["card"]
    assert card["frames"] == 64
    assert card["seed"] == 0
    assert card["config"]["policy_options"] == {"net_arch": [8, 4]}
    assert card["versions"]["numpy"] == np.__version__


def test_an_exported_folder_evaluates_by_its_path(runs, tmp_path, capsys):
    folder = export_run(runs["afterstates"], tmp_path / "out")
    words = ["evaluate", "--agent", str(folder), "--episodes", "2", "--quiet"]
    assert main(words) == 0
    assert "2 episodes" in capsys.readouterr().out
    assert main([*words, "--option", "width=3"]) == 2
    assert "Stackfall takes the options observation, reward" in capsys.readouterr().err


def test_a_policy_plays_under_other_options_that_look_the_same():
    agent = agents.make("Stackfall", "ppo", reward="points")
    assert agent.game_options["reward"] == "points"
    with pytest.raises(ValueError, match=r"sees Box.*80, 38.*got options that show Box"):
        agents.make("Stackfall", "ppo", observation="flat")


def test_a_run_that_was_not_evaluated_yet_plays_its_last_checkpoint(runs, tmp_path):
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(runs["mlp"], copy)
    (copy / "best.pt").unlink()
    _, _, best = load_run(copy)
    assert best["frames"] == 64
    assert best["score"] is None


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("policy=lstm", "policy must be one of mlp, afterstates, network, got 'lstm'"),
        ("policy=network", "policy_options.network must be one of mlp, .*twist_cube.*, got None"),
        ("policy_options.activation=sine", "activation must be one of tanh, relu, elu"),
        ("game_options.reward=gold", "reward must be one of"),
    ],
)
def test_a_wrong_policy_or_option_is_told_before_a_folder_is_made(setting, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        train(read_config(COMMON, [setting]), tmp_path / "run")
    assert not (tmp_path / "run").exists()

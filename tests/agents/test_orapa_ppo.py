"""The PPO agent that comes with Parlour for Orapa: what it solves, in how many turns."""

import json
from importlib.resources import files

import numpy as np
import pytest

from parlour import agents
from parlour.agents.learned import POLICIES
from parlour.training.cli import main
from parlour.training.episodes import play_episodes
from parlour.training.seeds import TEST_SEED

LARGEST = 2 * 2**20
"""Bytes that the policy may take."""


@pytest.fixture(scope="module")
def episodes():
    """The first hundred held-out episodes."""
    seeds = range(TEST_SEED, TEST_SEED + 100)
    return play_episodes("Orapa", agents.make("Orapa", "ppo"), seeds, 16).episodes


@pytest.fixture(scope="module")
def published():
    """What the results that come with Parlour hold of it."""
    path = files("parlour.training") / "results" / "orapa.json"
    return json.loads(path.read_text("utf-8"))["agents"]["ppo"]


def test_it_plays_as_its_published_results_say(episodes, published):
    assert published["summary"]["episodes"] == 500
    solved = [episode.score for episode in episodes]
    turns = [episode.info["turns"] for episode in episodes]
    same = np.equal(solved, published["scores"][:100]) & np.equal(turns, published["turns"][:100])
    assert same.mean() >= 0.95  # rounding differs between machines


def test_it_finds_nearly_all_layouts(episodes):
    assert np.mean([episode.score for episode in episodes]) >= 0.93


def test_an_episode_ends_soon_after_its_patience(episodes):
    patience = agents.make("Orapa", "ppo").network.patience
    assert max(episode.info["turns"] for episode in episodes) <= patience + 3


def test_its_files_are_small_and_say_how_it_was_trained():
    folder = POLICIES / "orapa-ppo"
    assert sum(path.stat().st_size for path in folder.iterdir()) < LARGEST
    card = agents.make("Orapa", "ppo").card["card"]
    assert card["config"]["game_options"]["reward"] == "shaped"


def test_pieces_that_it_was_not_trained_with_are_refused():
    with pytest.raises(ValueError, match="policy plays"):
        agents.make("Orapa", "ppo", diamond=True)
    assert agents.make("Orapa", "ppo", lives=2).game_options["lives"] == 2


def test_it_plays_a_duel_to_its_end(tmp_path):
    words = ["tournament", "--game", "Orapa", "--agents", "ppo", "random", "--matches", "1"]
    assert main([*words, "--output", str(tmp_path / "duel"), "--quiet"]) == 0
    content = json.loads((tmp_path / "duel" / "results.json").read_text("utf-8"))
    assert content["agents"]["ppo"]["summary"]["seats"] == 2
    assert not any(record.get("faults") for record in content["matches"])

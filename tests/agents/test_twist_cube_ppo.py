"""The PPO agent that comes with Parlour: what it solves greedily and under a beam."""

import numpy as np
import pytest

from parlour import agents
from parlour.training.episodes import play_episodes
from parlour.training.seeds import TEST_SEED

TOTAL = 2 * 2**20
"""Bytes that the policy may take."""


def solved(depth, episodes, **options):
    """Share of scrambles of `depth` turns that it solves, and the mean turns it needs."""
    agent = agents.make("TwistCube", "ppo", **options)
    agent.game_options = {**agent.game_options, "scramble_turns": depth}
    seeds = range(TEST_SEED, TEST_SEED + episodes)
    infos = [episode.info for episode in play_episodes("TwistCube", agent, seeds).episodes]
    lengths = [info["best_length"] for info in infos if info["solved"]]
    return len(lengths) / episodes, float(np.mean(lengths))


@pytest.mark.parametrize(("depth", "least"), [(2, 1.0), (4, 0.97), (6, 0.8), (8, 0.5)])
def test_it_solves_short_scrambles_greedily(depth, least):
    share, length = solved(depth, 200, beam=1)
    assert share >= least
    assert length < depth + 2


def test_under_a_beam_it_solves_more():
    share, length = solved(10, 25, beam=1024)
    assert share >= 0.8
    assert length < 12


def test_its_files_are_small_and_say_how_it_was_trained():
    from parlour.agents.learned import POLICIES

    folder = POLICIES / "twist-cube-ppo"
    assert sum(path.stat().st_size for path in folder.iterdir()) < TOTAL
    card = agents.make("TwistCube", "ppo").card["card"]
    assert card["config"]["curriculum"]["option"] == "scramble_turns"
    assert card["frames"] >= 20_000_000

"""The agent `inverse` that comes with Parlour: it solves, and its weights are small."""

import pytest

from parlour import agents
from parlour.agents.learned import POLICIES
from parlour.training.episodes import play_episodes

SEEDS = range(2_000_000, 2_000_020)


def play(seeds, scramble_turns, **options):
    agent = agents.make("TwistCube", "inverse", **options)
    agent.game_options["scramble_turns"] = scramble_turns
    return play_episodes("TwistCube", agent, seeds, lanes=8).episodes


def test_scrambles_of_six_turns_are_solved_in_no_more_than_six():
    episodes = play(SEEDS, 6, beam=256)
    assert [episode.score for episode in episodes] == [54] * len(SEEDS)
    assert all(episode.info["best_length"] <= 6 for episode in episodes)


def test_scrambles_of_four_turns_are_solved_greedily():
    solved = sum(episode.score == 54 for episode in play(SEEDS, 4, beam=1))
    assert solved >= len(SEEDS) - 1


@pytest.mark.slow
def test_full_scrambles_are_solved_under_a_wide_beam():
    episodes = play(SEEDS, 30, beam=8192, ms=3_600_000)
    lengths = [episode.info["best_length"] for episode in episodes if episode.score == 54]
    assert len(lengths) >= len(SEEDS) - 1
    assert sum(lengths) / len(lengths) < 20.5


def test_its_files_are_small_and_say_how_it_was_trained():
    folder = POLICIES / "twist-cube-inverse"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2_000_000
    card = agents.make("TwistCube", "inverse").card
    assert card["card"]["config"]["learner"] == "inverse"
    assert card["card"]["frames"] > 1_000_000

"""How many turns Orapa's agent that reasons needs before it submits, on held-out seeds."""

import time
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from parlour import agents, training
from parlour.training.baselines import BASELINES
from parlour.training.episodes import play_episodes
from parlour.training.results import read_results
from parlour.training.seeds import TEST_SEED

RESULTS = Path(str(files(training) / "results"))
BOUNDS = {
    # results: turns before the submission and CPU seconds a game, both on average
    "orapa": (8.1, 2),
    "orapa-diamond": (8.4, 4),
    "orapa-black": (11.1, 6),
    "orapa-both": (11.8, 8),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_published_games_were_all_won_in_few_turns(name):
    """The mean lies at most a standard error above the bound."""
    played = read_results(RESULTS / f"{name}.json")["agents"]["belief"]
    assert len(played["turns"]) >= 500
    assert set(played["scores"]) == {1.0}
    turns = np.array(played["turns"]) - 1
    assert turns.mean() <= BOUNDS[name][0] + turns.std() / len(turns) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("name", BOUNDS)
def test_it_still_needs_no_more_than_chance_explains_and_is_never_wrong(name):
    """200 games: the mean lies at most two standard errors above the bound."""
    agent = agents.make("Orapa", "belief", **BASELINES[name].options)
    most, seconds = BOUNDS[name]
    start = time.process_time()
    episodes = play_episodes("Orapa", agent, range(TEST_SEED, TEST_SEED + 200)).episodes
    taken = time.process_time() - start
    assert all(episode.info["solved"] for episode in episodes)
    turns = np.array([episode.info["turns"] - 1 for episode in episodes])
    assert turns.mean() <= most + 2 * turns.std() / len(turns) ** 0.5
    assert taken < seconds * len(turns)

"""How many turns Orapa's agent that reasons needs, on held-out seeds."""

import time

import numpy as np
import pytest

from parlour import agents
from parlour.training.episodes import play_episodes
from parlour.training.seeds import TEST_SEED

SEEDS = range(TEST_SEED, TEST_SEED + 200)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "most", "seconds"),
    [
        ({}, 8.1, 2),
        ({"diamond": True}, 8.5, 4),
        ({"black": True}, 11.15, 6),
        ({"diamond": True, "black": True}, 11.8, 8),
    ],
)
def test_it_is_never_wrong_and_needs_few_turns_before_it_submits(options, most, seconds):
    """The bounds are in turns and in CPU seconds a game, compiling left out."""
    agent = agents.make("Orapa", "belief", **options)
    play_episodes("Orapa", agent, range(1))
    start = time.process_time()
    episodes = play_episodes("Orapa", agent, SEEDS).episodes
    taken = time.process_time() - start
    assert all(episode.info["solved"] for episode in episodes)
    assert np.mean([episode.info["turns"] - 1 for episode in episodes]) <= most
    assert taken < seconds * len(SEEDS)

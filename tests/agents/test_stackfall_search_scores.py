"""What Stackfall's searching agents score, and that tuning plays the environment's episodes."""

import time

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from parlour import agents
from parlour.agents.stackfall.episodes import scores
from parlour.agents.stackfall.tune import cross_entropy, tune
from parlour.agents.stackfall.value import TERMS, read_weights


def played(agent, count, seed=0):
    """Final scores (count,) of an agent over seeded episodes, and the moves they took."""
    env = gymnasium.make_vec(
        "parlour/Stackfall-v0",
        num_envs=count,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        **agent.game_options,
    )
    observations, infos = env.reset(seed=seed)
    finals = np.full(count, -1)
    moves = 0
    while (finals < 0).any():
        moves += (finals < 0).sum()
        actions = agent.act(observations, infos["action_mask"])
        observations, _, terminated, _, infos = env.step(actions)
        ended = terminated & (finals < 0)
        finals[ended] = infos["score"][ended]
    return finals, moves


@pytest.mark.parametrize(
    ("name", "options", "depth", "width"),
    [("heuristic", {}, 1, 1), ("beam", {"depth": 3, "width": 2}, 3, 2)],
)
def test_tuning_plays_the_episodes_of_the_environment(name, options, depth, width):
    agent = agents.make("Stackfall", name, **options)
    finals, _ = played(agent, 3, seed=11)
    assert (scores(read_weights(), [11, 12, 13], depth, width) == finals).all()


def test_a_beam_of_one_board_plays_like_the_heuristic():
    weights = read_weights()
    finals, _ = played(agents.make("Stackfall", "heuristic"), 3)
    assert (scores(weights, range(3), depth=1, width=1) == finals).all()


def test_beams_see_more_than_one_ply():
    weights, seeds = read_weights(), range(20)
    assert scores(weights, seeds, 5, 4).mean() > scores(weights, seeds, 1, 1).mean() + 3_000


def test_cross_entropy_climbs_a_hill():
    goal = np.array([3.0, -2.0, 5.0])

    def rate(candidates, generation):
        return -((candidates - goal) ** 2).sum(axis=1)

    start = np.array([1.0, -1.0, 1.0])
    *_, (mean, _) = cross_entropy(start, 0.4, rate, 60, 40, np.random.default_rng(0))
    assert np.abs(mean - goal).max() < 0.5


def test_tuning_repeats_itself():
    first = tune(generations=2, population=4, episodes=2, seed=5)
    assert tuple(first) == TERMS
    assert first == tune(generations=2, population=4, episodes=2, seed=5)


def test_the_heuristic_plays_well():
    finals, _ = played(agents.make("Stackfall", "heuristic"), 20)
    assert finals.mean() > 38_000


@pytest.mark.slow
def test_the_heuristic_scores_45000():
    finals, _ = played(agents.make("Stackfall", "heuristic"), 200)
    assert finals.mean() > 45_000


@pytest.mark.slow
def test_the_beam_scores_57000_in_less_than_a_millisecond_a_move():
    agent = agents.make("Stackfall", "beam")
    played(agents.make("Stackfall", "beam", width=1), 1)  # compiles
    started = time.process_time()
    finals, moves = played(agent, 200)
    assert finals.mean() > 57_000
    assert (time.process_time() - started) / moves < 1e-3

"""The solver agent of both Polyfit games, at full speed and at graded ones."""

import gymnasium as gym
import numpy as np
import pytest

from parlour import agents

GAMES = ("Polyfit", "Polyfit3D")


def play(agent, game, seed, options=None, before=0, **game_options):
    """A match, its first steps waits or random ones; returns the last info and the steps."""
    own = {**agent.game_options, "rounds": 3, **game_options}
    env = gym.make(f"parlour/{game}-v0", **own).unwrapped
    agent.reset(seed)
    observation, info = env.reset(seed=seed, options=options)
    rng, terminated, steps = np.random.default_rng(seed), False, 0
    while not terminated:
        batch = {name: value[None] for name, value in observation.items()}
        action = int(agent.act(batch, info["action_mask"][None])[0])
        assert info["action_mask"][action]
        if steps < before and info["round"] == 1:
            action = int(rng.choice(np.flatnonzero(info["action_mask"][:-2])))
        observation, _, terminated, _, info = env.step(action)
        steps += 1
        assert steps < 5000
    return info, steps


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_every_round_is_solved(game, difficulty):
    agent = agents.make(game, "solver", difficulty=difficulty)
    for seed in range(2):
        info, steps = play(agent, game, seed)
        assert info["solved"] == 3 and steps < 60


def test_an_extreme_round_is_solved():
    agent = agents.make("Polyfit", "solver", difficulty="extreme")
    assert play(agent, "Polyfit", 0)[0]["solved"] >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_tiling_that_somebody_else_began_is_taken_up_or_taken_back(game):
    agent = agents.make(game, "solver", difficulty="normal")
    for seed in range(4):
        assert play(agent, game, seed, before=4)[0]["solved"] == 3


def test_a_slower_solver_takes_longer_and_solves_less():
    found = []
    for speed in (2, 40, None):
        agent = agents.make("Polyfit", "solver", nodes_per_second=speed)
        ends = [play(agent, "Polyfit", seed) for seed in range(5)]
        found.append((sum(info["solved"] for info, _ in ends), -sum(steps for _, steps in ends)))
    assert found == sorted(found) and found[0] < found[-1]


def test_an_unsolvable_puzzle_is_passed_once_that_is_proven():
    agent = agents.make("Polyfit", "solver", difficulty="easy")
    puzzle = {"region": ["####", "####"], "pieces": ["T4", "L4"]}
    info, steps = play(agent, "Polyfit", 0, {"puzzles": [puzzle] * 3})
    assert info["solved"] == 0 and steps == 3


@pytest.mark.parametrize(
    "options",
    [{"difficulty": "x"}, {"nodes_per_second": 0}, {"nodes_per_second": True}, {"tick_ms": 0}],
)
def test_bad_options_are_told(options):
    with pytest.raises(ValueError, match="must be"):
        agents.make("Polyfit", "solver", **options)

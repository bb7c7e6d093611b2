"""The greedy agent: what it sees one and two turns ahead, and when it stops."""

import gymnasium as gym
import numpy as np
import pytest

from parlour import agents
from parlour.envs.twist_cube.cube import score, turn


def final_score(agent, seed, **options):
    env = gym.make("parlour/TwistCube-v0", **agent.game_options, **options).unwrapped
    observation, info = env.reset(seed=seed)
    terminated, steps = False, 0
    while not terminated:
        batch = {name: value[None] for name, value in observation.items()}
        action = agent.act(batch, info["action_mask"][None])[0]
        assert info["action_mask"][action]
        observation, _, terminated, _, info = env.step(int(action))
        steps += 1
        assert steps < 500
    return info, observation["facelets"].reshape(-1)


@pytest.mark.parametrize(("plies", "turns"), [(1, 1), (2, 1), (2, 2)])
def test_scrambles_no_deeper_than_it_looks_are_solved(plies, turns):
    agent = agents.make("TwistCube", "greedy", plies=plies)
    for seed in range(10):
        assert final_score(agent, seed, scramble_turns=turns)[0]["best_score"] == 54


@pytest.mark.parametrize("size", [3, 5])
def test_it_stops_only_where_no_turn_is_higher(size):
    agent = agents.make("TwistCube", "greedy", size=size, plies=1)
    info, cube = final_score(agent, 3)
    now = score(cube, size)
    assert info["best_score"] == now
    for action in range(18 * (size - 1)):
        tried = cube.copy()
        turn(tried, size, action)
        assert score(tried, size) <= now


def test_two_turns_ahead_is_better_than_one_and_one_than_chance():
    one, two = (agents.make("TwistCube", "greedy", plies=plies) for plies in (1, 2))
    means = [
        np.mean([final_score(agent, seed)[0]["best_score"] for seed in range(20)])
        for agent in (one, two)
    ]
    assert 18 < means[0] < means[1] < 40


@pytest.mark.parametrize("options", [{"plies": 3}, {"size": 4}, {"plies": True}])
def test_bad_options_are_told(options):
    with pytest.raises(ValueError, match="must be"):
        agents.make("TwistCube", "greedy", **options)

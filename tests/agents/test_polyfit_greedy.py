"""The greedy agent of both Polyfit games: legal, thorough, and better than chance."""

import gymnasium as gym
import numpy as np
import pytest

from parlour import agents

GAMES = ("Polyfit", "Polyfit3D")


def play(agent, game, seed, options=None, limit=3000, **game_options):
    """A match; returns the last info and how often a piece was taken back."""
    own = {"rounds": 3, "tick_ms": 1, **agent.game_options, **game_options}
    env = gym.make(f"parlour/{game}-v0", **own).unwrapped
    agent.reset(seed)
    observation, info = env.reset(seed=seed, options=options)
    terminated, steps, undone = False, 0, 0
    while not terminated and steps < limit:
        batch = {name: value[None] for name, value in observation.items()}
        action = int(agent.act(batch, info["action_mask"][None])[0])
        assert info["action_mask"][action]
        undone += action == len(info["action_mask"]) - 3
        observation, _, terminated, _, info = env.step(action)
        steps += 1
    return info, undone


@pytest.mark.parametrize("game", GAMES)
def test_easy_puzzles_are_all_solved(game):
    agent = agents.make(game, "greedy", difficulty="easy")
    assert all(play(agent, game, seed)[0]["solved"] == 3 for seed in range(8))


@pytest.mark.parametrize("game", GAMES)
def test_it_takes_back_what_leads_nowhere(game):
    agent = agents.make(game, "greedy", difficulty="normal")
    found = [play(agent, game, seed) for seed in range(4)]
    assert sum(undone for _, undone in found) > 0
    assert np.mean([info["solved"] for info, _ in found]) > 2


def test_without_undo_it_is_still_better_than_chance():
    greedy, random = agents.make("Polyfit", "greedy", undo=False), agents.make("Polyfit", "random")
    random.game_options = greedy.game_options
    solved = [
        np.mean([play(agent, "Polyfit", seed)[0]["solved"] for seed in range(15)])
        for agent in (random, greedy)
    ]
    assert solved[0] < solved[1]
    assert play(greedy, "Polyfit", 1)[1] == 0


def test_an_unsolvable_puzzle_is_passed_when_everything_has_been_tried():
    agent = agents.make("Polyfit", "greedy", difficulty="easy")
    puzzle = {"region": ["####", "####"], "pieces": ["T4", "L4"]}
    info, _ = play(agent, "Polyfit", 0, {"puzzles": [puzzle]}, limit=60)
    assert info["round"] > 1 or info["place"] == 1


def test_lanes_do_not_disturb_each_other():
    agent = agents.make("Polyfit", "greedy", difficulty="easy")
    lanes = gym.make_vec(
        "parlour/Polyfit-v0", num_envs=3, vectorization_mode="vector_entry_point",
        rounds=3, tick_ms=1, **agent.game_options,
    )  # fmt: skip
    agent.reset()
    observations, infos = lanes.reset(seed=[4, 5, 6])
    paths = [[] for _ in range(3)]
    for _ in range(12):
        actions = agent.act(observations, infos["action_mask"])
        for lane, action in enumerate(actions):
            paths[lane].append(int(action))
        observations, _, _, _, infos = lanes.step(actions)
    env = gym.make("parlour/Polyfit-v0", rounds=3, tick_ms=1, **agent.game_options).unwrapped
    agent.reset()
    observation, info = env.reset(seed=6)
    for expected in paths[2]:
        batch = {name: value[None] for name, value in observation.items()}
        action = int(agent.act(batch, info["action_mask"][None])[0])
        assert action == expected
        observation, _, _, _, info = env.step(action)


@pytest.mark.parametrize("options", [{"difficulty": "insane"}, {"undo": 1}])
def test_bad_options_are_told(options):
    with pytest.raises(ValueError, match="must be"):
        agents.make("Polyfit", "greedy", **options)
    with pytest.raises(ValueError, match="plays"):
        from parlour.agents.polyfit import GreedyAgent

        GreedyAgent("Stackfall")

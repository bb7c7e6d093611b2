"""Beam search: against a network that knows, its budgets, and the agent that plays by it."""

import gymnasium as gym
import numpy as np
import pytest
import torch
from twist_cube_walks import scrambled

from parlour.agents.twist_cube import beam
from parlour.agents.twist_cube.beam import search
from parlour.agents.twist_cube.policy import CubeAgent
from parlour.envs.twist_cube.cube import score, solved_cube, turn
from parlour.envs.twist_cube.symmetry import distinct_turns, normalise, sticker_maps
from parlour.training.episodes import play_episodes


class Indifferent(torch.nn.Module):
    """Finds every turn equally good."""

    def rate(self, cubes):
        return torch.zeros(len(cubes), 27)


class Distances(torch.nn.Module):
    """Knows how far every cube within `reach` turns is from solved, by breadth-first search."""

    def __init__(self, reach):
        super().__init__()
        self.known = {solved_cube(3).tobytes(): 0}
        front = [solved_cube(3)]
        for distance in range(1, reach + 1):
            after = [upright_after(cube, action) for cube in front for action in distinct_turns(3)]
            front = [
                cube
                for cube in after
                if self.known.setdefault(cube.tobytes(), distance) == distance
            ]

    def rate(self, cubes):
        rows = [
            [
                -9.0 * self.known.get(upright_after(cube, action).tobytes(), 9)
                for action in distinct_turns(3)
            ]
            for cube in cubes.numpy()
        ]
        return torch.tensor(rows)


def upright_after(cube, action):
    cube = cube.copy()
    turn(cube, 3, int(action))
    return normalise(cube[None])[0][0]


def after(cube, turns):
    cube = cube.copy()
    for action in turns:
        turn(cube, 3, action)
    return cube


@pytest.fixture(scope="module")
def distances():
    return Distances(3)


def test_lines_are_turns_of_the_cube_in_hand_and_reach_their_score(distances):
    cubes = np.array([scrambled(3, seed) for seed in range(8)])
    for cube, line in zip(cubes, search(distances, cubes, 1, 5), strict=True):
        assert line.score == 54
        assert score(after(cube, line.turns), 3) == 54
        assert len(line.turns) == distances.known[normalise(cube[None])[0][0].tobytes()]


def test_a_wide_beam_without_knowledge_finds_a_shortest_line(distances):
    cubes = np.array([scrambled(2, seed) for seed in range(8)])
    for cube, line in zip(cubes, search(Indifferent(), cubes, 27 * 27, 3), strict=True):
        assert score(after(cube, line.turns), 3) == 54
        assert len(line.turns) == distances.known[normalise(cube[None])[0][0].tobytes()]


def test_many_cubes_at_once_are_solved_as_each_alone(distances, monkeypatch):
    cubes = np.array([scrambled(4, seed) for seed in range(12)])
    together = search(distances, cubes, 8, 6)
    assert together == [search(distances, cube[None], 8, 6)[0] for cube in cubes]
    monkeypatch.setattr(beam, "NODES", 24)  # three cubes at a time
    assert search(distances, cubes, 8, 6) == together


@pytest.mark.nojit
def test_a_line_never_comes_back_to_a_position():
    cube = scrambled(20, 1)
    (line,) = search(Indifferent(), cube[None], 1, 30)
    seen = {normalise(cube[None])[0].tobytes()}
    for action in line.turns:
        cube = after(cube, [action])
        seen.add(normalise(cube[None])[0].tobytes())
    assert len(seen) == len(line.turns) + 1


@pytest.mark.nojit
def test_without_a_solution_the_line_leads_to_the_highest_score_in_sight():
    cube = scrambled(20, 2)
    (line,) = search(Indifferent(), cube[None], 27, 1)
    best = max(score(after(cube, [action]), 3) for action in range(36))
    assert line.score == max(best, score(cube, 3))
    assert score(after(cube, line.turns), 3) == line.score


@pytest.mark.nojit
def test_a_solved_cube_needs_no_turns_whichever_way_it_lies():
    cubes = solved_cube(3)[sticker_maps(3)]
    assert search(Indifferent(), cubes, 4, 4) == [([], 54)] * 24


def test_a_search_goes_no_deeper_than_it_may(distances):
    cube = scrambled(3, 4)
    length = distances.known[normalise(cube[None])[0][0].tobytes()]
    assert length == 3
    assert search(distances, cube[None], 1, 3)[0].score == 54
    assert search(distances, cube[None], 1, 2)[0].score < 54


def test_a_search_ends_when_its_time_is_over(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(beam.time, "monotonic", lambda: next(clock))
    levels = []
    monkeypatch.setattr(
        beam,
        "log_probabilities",
        lambda network, nodes: levels.append(1) or np.zeros((len(nodes), 27), np.float32),
    )
    search(Indifferent(), scrambled(20, 3)[None], 5, 50, ms=4000)
    assert len(levels) == 4


@pytest.mark.parametrize(
    ("width", "depth", "shape"), [(0, 1, (1, 54)), (1, 0, (1, 54)), (1, 1, (54,)), (1, 1, (1, 150))]
)
def test_bad_budgets_and_cubes_are_told(width, depth, shape):
    with pytest.raises(ValueError, match="must be"):
        search(Indifferent(), np.zeros(shape, np.uint8), width, depth)


def make_agent(network, **options):
    return CubeAgent(network, {"game": "TwistCube"}, "test", **options)


def play(agent, seed, **options):
    """An episode: what was played, and the last info."""
    env = gym.make("parlour/TwistCube-v0", **agent.game_options, **options).unwrapped
    observation, info = env.reset(seed=seed)
    actions, terminated = [], False
    while not terminated:
        batch = {name: value[None] for name, value in observation.items()}
        actions.append(int(agent.act(batch, info["action_mask"][None])[0]))
        observation, _, terminated, _, info = env.step(actions[-1])
        assert not info["illegal"]
    return actions, info


@pytest.mark.parametrize("auto_submit", [True, False])
def test_the_agent_solves_and_is_done(distances, auto_submit):
    actions, info = play(
        make_agent(distances, beam=1), 3, scramble_turns=3, auto_submit=auto_submit
    )
    assert info["best_score"] == 54
    assert info["best_length"] == len([action for action in actions if action < 36])
    assert actions[-1] == 38
    assert info["time_left_ms"] > 0


def test_the_agent_searches_once_a_scramble(distances, monkeypatch):
    calls = []

    def counted(network, cubes, *budget):
        calls.append((len(cubes), budget))
        return search(network, cubes, *budget)

    monkeypatch.setattr("parlour.agents.twist_cube.policy.search", counted)
    agent = make_agent(distances, beam=2, depth=7, ms=9000)
    play(agent, 3, scramble_turns=3)
    assert [call for call in calls if call[0]] == [(1, (2, 7, 9000))]


def test_more_episodes_than_lanes_are_all_solved(distances):
    agent = make_agent(distances, beam=4)
    agent.game_options["scramble_turns"] = 3
    episodes = play_episodes("TwistCube", agent, range(10, 16), lanes=4).episodes
    assert [episode.score for episode in episodes] == [54] * 6
    assert all(episode.info["best_length"] <= 3 for episode in episodes)


@pytest.mark.parametrize(
    "options",
    [
        {"beam": 0},
        {"beam": True},
        {"views": 49},
        {"depth": 0},
        {"depth": 401},
        {"ms": 0},
        {"tick_ms": 0},
    ],
)
def test_bad_options_of_the_agent_are_told(options):
    with pytest.raises(ValueError, match="must be an integer in"):
        make_agent(Indifferent(), **options)

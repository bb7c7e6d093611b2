"""The annealing agent: it keeps its budget, repeats itself by seed, and gets somewhere."""

import numpy as np
import pytest

from parlour import agents
from parlour.envs.twist_cube.cube import score, solved_cube, turn
from parlour.training.episodes import play_episodes


def scramble(seed, size=3):
    cube = solved_cube(size)
    for action in np.random.default_rng(seed).integers(0, 18 * (size - 1), 40):
        turn(cube, size, int(action))
    return cube


def test_it_depends_on_its_seed_alone():
    agent = agents.make("TwistCube", "annealing", iterations=2000)
    plans = []
    for seed in (1, 1, 2):
        agent.reset(seed)
        plans.append(agent.plan(scramble(0), 400))
    assert plans[0] == plans[1] != plans[2]


def test_what_it_played_is_what_it_planned():
    agent = agents.make("TwistCube", "annealing", iterations=20_000)
    episodes = play_episodes("TwistCube", agent, range(4), lanes=2).episodes
    assert np.mean([episode.score for episode in episodes]) > 26
    assert all(0 < episode.info["best_length"] <= 30 for episode in episodes)


def test_more_iterations_reach_more():
    means = []
    for iterations in (300, 30_000):
        agent = agents.make("TwistCube", "annealing", iterations=iterations, restarts=1)
        agent.reset(0)
        reached = []
        for seed in range(6):
            cube = scramble(seed)
            for action in agent.plan(cube.copy(), 400):
                turn(cube, 3, action)
            reached.append(score(cube, 3))
        means.append(np.mean(reached))
    assert means[1] > means[0] + 2


def test_it_keeps_to_its_slots_and_to_the_clock():
    for slots, most in ((5, 400), (30, 4)):
        agent = agents.make("TwistCube", "annealing", iterations=3000, slots=slots, restarts=2)
        agent.reset(0)
        assert 0 < len(agent.plan(scramble(3), most)) <= min(slots, most)
    assert agent.plan(scramble(3), 0) == []


def test_a_solved_cube_is_left_alone():
    for size in (3, 5, 7):
        agent = agents.make("TwistCube", "annealing", size=size, iterations=100)
        assert agent.plan(solved_cube(size), 400) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 4}, "size must be 3, 5 or 7, got 4"),
        ({"iterations": 0}, r"iterations must be an integer in 1\.\.100000000, got 0"),
        ({"restarts": -1}, r"restarts must be an integer in 1\.\.10000, got -1"),
        ({"slots": 401}, r"slots must be an integer in 1\.\.400, got 401"),
        ({"tick_ms": 0.5}, r"tick_ms must be an integer in 1\.\.30000, got 0\.5"),
    ],
)
def test_bad_options_of_annealing_are_told(options, message):
    with pytest.raises(ValueError, match=message):
        agents.make("TwistCube", "annealing", **options)

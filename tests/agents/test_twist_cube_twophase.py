"""The two-phase agent: every scramble back to solved, in few turns."""

import sys

import gymnasium as gym
import numpy as np
import pytest

from parlour import agents
from parlour.envs.twist_cube.cube import score, solved_cube, turn
from parlour.training.cli import main
from parlour.training.episodes import play_episodes


def play(seeds, **options):
    pytest.importorskip("kociemba", reason="kociemba is not installed: parlour[solvers]")
    agent = agents.make("TwistCube", "twophase", **options)
    return play_episodes("TwistCube", agent, seeds, lanes=16).episodes


def check(episodes, most_turns):
    """All solved, and the mean number of turns below a bound."""
    assert {episode.score for episode in episodes} == {54}
    lengths = [episode.info["best_length"] for episode in episodes]
    assert max(lengths) <= 22
    assert np.mean(lengths) <= most_turns


def test_thirty_scrambles_go_back_to_54():
    check(play(range(30)), 20.1)


@pytest.mark.slow
def test_three_hundred_scrambles_go_back_to_54_in_at_most_20_1_turns_on_average():
    check(play(range(300)), 20.1)


def test_each_way_of_searching_solves():
    kociemba = pytest.importorskip("kociemba", reason="kociemba is not installed")
    from parlour.agents.twist_cube.twophase import find_homes, merge, solve_one_way
    from parlour.envs.twist_cube.symmetry import normalise

    cube = solved_cube(3)
    for action in np.random.default_rng(0).integers(0, 36, 40):
        turn(cube, 3, int(action))
    upright = normalise(cube[None])[0][0]
    for index in range(48):
        turned = upright.copy()
        for action in merge(solve_one_way(find_homes(upright), index, kociemba.solve)):
            turn(turned, 3, action)
        assert score(turned, 3) == 54


def test_more_searches_give_fewer_turns():
    few, many = (
        np.mean([episode.info["best_length"] for episode in play(range(12), searches=searches)])
        for searches in (1, 12)
    )
    assert many < few - 0.5


@pytest.mark.nojit
@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_opposite_faces_that_turn_as_one_become_a_slice(face, quarters):
    from parlour.agents.twist_cube.twophase import merge

    pair = [(face, quarters), ((face + 3) % 6, 4 - quarters)]
    after = [(other, 1) for other in range(6)] + [(2, 2), (0, 1), (3, 3), (1, 1)]
    as_meant, merged = solved_cube(3), solved_cube(3)
    for other, times in pair + after:
        turn(as_meant, 3, 6 * other + times - 1)
    actions = merge(pair + after)
    for action in actions:
        turn(merged, 3, action)
    assert len(actions) == len(after)  # one turn for the first pair, one for U and D'
    assert score(merged, 3) == score(as_meant, 3)
    assert same_up_to_rotation(merged, as_meant)


def same_up_to_rotation(a, b):
    from parlour.envs.twist_cube.symmetry import normalise

    upright, _ = normalise(np.stack([a, b]))
    return (upright[0] == upright[1]).all()


def test_centres_moved_by_slices_are_no_obstacle():
    pytest.importorskip("kociemba", reason="kociemba is not installed")
    agent = agents.make("TwistCube", "twophase", searches=1)
    env = gym.make("parlour/TwistCube-v0").unwrapped
    turns = [{"face": face, "layer": 2, "turns": 1} for face in "RUFRUFFU"]
    turns += [{"face": "R", "layer": 1, "turns": 1}, {"face": "U", "layer": 1, "turns": 3}]
    observation, info = env.reset(seed=0, options={"scramble": turns})
    assert (observation["facelets"][:, 1, 1] != np.arange(6)).any()
    is_over = False
    while not is_over:
        batch = {name: value[None] for name, value in observation.items()}
        action = agent.act(batch, info["action_mask"][None])[0]
        observation, _, is_over, _, info = env.step(int(action))
    assert info["best_score"] == 54


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "kociemba", None)
    with pytest.raises(ImportError, match=r"pip install 'parlour\[solvers\]'"):
        agents.make("TwistCube", "twophase")


def test_the_command_line_says_so_in_one_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "kociemba", None)
    assert main(["evaluate", "--game", "TwistCube", "--agent", "twophase"]) == 2
    error = capsys.readouterr().err
    assert "pip install 'parlour[solvers]'" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 5}, "solves cubes of size 3, got 5"),
        ({"size": 4}, "size must be 3, 5 or 7, got 4"),
        ({"searches": 0}, r"searches must be an integer in 1\.\.48, got 0"),
        ({"searches": 49}, r"searches must be an integer in 1\.\.48, got 49"),
        ({"tick_ms": True}, r"tick_ms must be an integer in 1\.\.30000, got True"),
    ],
)
def test_bad_options_of_twophase_are_told(options, message):
    with pytest.raises(ValueError, match=message):
        agents.make("TwistCube", "twophase", **options)

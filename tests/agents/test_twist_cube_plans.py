"""Agents that plan: plans are kept by the cube they expect, and made anew for any other."""

import gymnasium as gym
import pytest

from parlour.agents.twist_cube.planning import PlanningAgent, best_prefix
from parlour.envs.twist_cube.cube import score, solved_cube, turn
from parlour.training.episodes import play_episodes


class Undo(PlanningAgent):
    """Knows one scramble, and takes it back; counts how often it plans."""

    name = "undo"
    scramble = (0, 4, 14)

    def __init__(self, size=3, tick_ms=50):
        super().__init__("TwistCube", size, tick_ms)
        self.planned = []

    def plan(self, cube, most):
        self.planned.append(most)
        return [action // 3 * 3 + 2 - action % 3 for action in reversed(self.scramble)]


def play(agent, disturb_at=(), **env_options):
    """The last info and all actions of an episode in which other turns come in between."""
    env = gym.make("parlour/TwistCube-v0", **agent.game_options, **env_options).unwrapped
    cube = solved_cube(3)
    for action in agent.scramble:
        turn(cube, 3, action)
    observation, info = env.reset(seed=0, options={"cube": cube.reshape(6, 3, 3)})
    actions, is_over = [], False
    while not is_over:
        batch = {name: value[None] for name, value in observation.items()}
        action = int(agent.act(batch, info["action_mask"][None])[0])
        assert info["action_mask"][action]
        if len(actions) in disturb_at:
            action = 20
        observation, _, is_over, _, info = env.step(action)
        actions.append(action)
        assert len(actions) < 50
    return info, actions


@pytest.mark.nojit
def test_a_plan_is_made_once_and_played_to_its_end():
    agent = Undo()
    info, actions = play(agent)
    assert (info["best_score"], info["best_length"]) == (54, 3)
    assert actions == [12, 4, 2, 36 + 2]
    assert agent.planned == [400]


@pytest.mark.nojit
@pytest.mark.parametrize("when", [0, 1, 2])
def test_a_cube_that_somebody_else_turned_is_taken_anew(when):
    agent = Undo()
    info, actions = play(agent, disturb_at=(when,))
    assert (info["best_score"], info["best_length"]) == (54, 3)
    assert actions[when + 1] == 36 + 1  # restart
    assert len(agent.planned) == 2


def test_without_automatic_submissions_it_submits():
    info, actions = play(Undo(), auto_submit=False)
    assert actions[-2:] == [36, 36 + 2]
    assert (info["best_score"], info["accepted"]) == (54, 1)


@pytest.mark.parametrize(("tick_ms", "most"), [(1000, 30), (7000, 4), (20, 400)])
def test_a_plan_knows_how_many_turns_the_clock_allows(tick_ms, most):
    agent = Undo(tick_ms=tick_ms)
    info, _ = play(agent)
    assert agent.planned == [most]
    assert info["best_score"] == 54


def test_a_plan_is_cut_where_the_clock_would_run_out():
    agent = Undo(tick_ms=15_000)
    info, actions = play(agent)
    assert agent.planned == [2]
    assert actions[-1] != 2  # the third turn, which would solve
    assert info["best_score"] < 54


def test_turns_after_the_best_score_are_left_out():
    cube = solved_cube(3)
    turn(cube, 3, 0)
    assert best_prefix(cube, 3, [2, 5, 8]) == (2,)
    assert best_prefix(cube, 3, [5, 8]) == ()
    assert score(cube, 3) < 54


class ByColours(PlanningAgent):
    """Turns that the cube's own colours name: more or fewer of them, so episodes differ."""

    name = "colours"

    def plan(self, cube, most):
        return cube[: 3 * cube[4] + 9].tolist()


def test_lanes_that_close_up_change_nothing():
    agent = ByColours("TwistCube", 3, 50)
    plays = [play_episodes("TwistCube", agent, range(9), lanes).episodes for lanes in (1, 4, 9)]
    assert plays[0] == plays[1] == plays[2]
    assert len({episode.length for episode in plays[0]}) > 1


@pytest.mark.nojit
def test_a_scramble_that_left_the_cube_solved_is_turned_and_turned_back():
    agent = Undo()
    agent.scramble = ()
    info, actions = play(agent)
    assert (info["best_score"], info["best_length"]) == (54, 2)
    assert actions == [0, 2, 36 + 2]

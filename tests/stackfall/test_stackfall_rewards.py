"""The rewards that can be chosen."""

import gymnasium as gym
import pytest
from stackfall_scenes import ROOM_FOR_ONE_I, position

pytestmark = pytest.mark.nojit

TWO_LINES = """
#.........
########..
########..
"""


def rewards(kind, actions, text, pieces):
    env = gym.make("parlour/Stackfall-v0", reward=kind)
    env.reset(seed=1, options=position(text, pieces))
    return [float(env.step(action)[1]) for action in actions]


@pytest.mark.parametrize(
    ("kind", "expected"), [("points", [0, 300, 0]), ("lines", [0, 2, 0]), ("survival", [0, 1, 1])]
)
def test_a_hold_is_worth_nothing_and_a_placement_what_the_reward_counts(kind, expected):
    assert rewards(kind, [40, 8, 3], TWO_LINES, "IOT") == expected


@pytest.mark.parametrize("kind", ["points", "lines", "survival"])
def test_an_illegal_action_is_worth_nothing(kind):
    assert rewards(kind, [8, 9], TWO_LINES, "OO")[1] == 0


def test_survival_pays_nothing_for_the_placement_that_tops_out():
    assert rewards("survival", [5], ROOM_FOR_ONE_I, "IOT") == [0]


def test_survival_pays_for_the_last_of_150_pieces():
    columns = [2 * (turn % 5) for turn in range(150)]
    assert sum(rewards("survival", columns, "", "O" * 150)) == 150

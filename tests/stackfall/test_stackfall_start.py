"""Starting from a given position, and the positions that are refused."""

import pytest
from stackfall_scenes import ROOM_FOR_ONE_I, begin, draw, drawn_board, facts, letter, letters, make

pytestmark = pytest.mark.nojit

BOARD = """
#.........
##......##
"""


def test_a_given_position_is_taken_over():
    env = make()
    observation, info = env.reset(
        seed=1,
        options={"board": draw(BOARD), "pieces": "SZ", "hold": "L", "lines": 23, "score": 4500},
    )
    assert drawn_board(observation) == draw(BOARD)
    assert letter(info["current"]) + letters(info["next"])[0] == "SZ"
    assert letter(info["hold"]) == "L"
    assert [int(info[name]) for name in ("lines", "level", "score", "pieces")] == [23, 3, 4500, 0]


def test_a_game_starts_empty():
    observation, info = make().reset(seed=1)
    assert drawn_board(observation) == draw("")
    names = ("score", "level", "lines", "pieces", "combo", "back_to_back", "hold", "end_reason")
    assert [int(info[name]) for name in names] == [0, 1, 0, 0, -1, 0, -1, 0]


def test_a_given_position_lasts_one_episode():
    env, _ = begin(BOARD, "SZ", hold="L", lines=23, score=4500)
    observation, info = env.reset()
    assert drawn_board(observation) == draw("")
    assert [int(info[name]) for name in ("lines", "score", "hold")] == [0, 0, -1]


@pytest.mark.parametrize(
    "options",
    [
        {"pieces": "IX"},
        {"pieces": "io"},
        {"pieces": 7},
        {"hold": "X"},
        {"hold": "IO"},
        {"board": ["." * 10] * 19},
        {"board": ["." * 10] * 21},
        {"board": ["." * 9] * 20},
        {"board": [*["." * 10] * 19, "x........."]},
        {"board": "." * 200},
        {"lines": -1},
        {"lines": 1.5},
        {"score": -1},
        {"score": "many"},
        {"level": 3},
        {"piece": "I"},
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused_and_the_game_goes_on(options):
    env, info = begin(BOARD, "SZTI", hold="L")
    with pytest.raises((ValueError, TypeError)):
        env.unwrapped.reset(options=options)
    *_, later = env.step(40)
    assert letter(later["current"]) == "L"
    assert letter(later["hold"]) == letter(info["current"])


@pytest.mark.parametrize("pieces", ["OTI", "JSI"])
def test_a_position_in_which_the_game_is_over_is_refused(pieces):
    env, _ = begin(BOARD, "SZTI", hold="L")
    board = draw(ROOM_FOR_ONE_I)
    with pytest.raises(ValueError, match="over"):
        env.unwrapped.reset(options={"board": board, "pieces": pieces})
    assert letter(env.step(40)[-1]["current"]) == "L"


def test_a_given_position_starts_the_same_game_on_the_same_seed():
    starts = []
    for _ in range(2):
        env = make()
        observation, info = env.reset(seed=5, options={"board": draw(BOARD), "pieces": "TT"})
        starts.append(facts(observation, info))
    assert starts[0] == starts[1]

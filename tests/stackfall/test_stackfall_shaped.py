"""The reward "shaped", checked against a plain-Python measure of the board."""

import random

import gymnasium as gym
import numpy as np
import pytest
from stackfall_measures import describe
from stackfall_play import random_board, well_board
from stackfall_reference import LETTERS, ReferenceGame, read_board
from stackfall_scenes import ROOM_FOR_ONE_I, draw

pytestmark = pytest.mark.nojit


def potential(board):
    """How good a board looks: 0 if it is empty."""
    found = describe(board)
    return (
        0.1 * min(found["tetris_rows"], 4)
        - found["holes"]
        - 0.5 * found["hole_rows"]
        - 0.1 * found["hole_depth"]
        - 0.1 * (found["column_transitions"] - 10)
        - 0.02 * found["row_transitions"]
        - 0.05 * found["bumpiness"]
        - 0.03 * max(0, found["tallest"] - 10) ** 2
    )


def shaped(game, before, level):
    """The reward of the placement that a reference game has just made."""
    gained = game.points / level / 400
    if game.placed > 140:
        gained *= 3
    elif game.cleared < 4:
        gained -= 0.5 * game.cleared
    after = 0.0 if game.end_reason else potential(game.board)
    return gained + 0.99 * after - before


def start(options):
    env = gym.make("parlour/Stackfall-v0", reward="shaped", actions="placements")
    _, info = env.reset(seed=1, options=options)
    board, pieces = options["board"], options["pieces"] + "IOTSZJL" * 30
    return env, info, ReferenceGame(pieces, board, lines=options.get("lines", 0))


def play(game, action):
    """The same action on the reference game, and the reward it should give."""
    before, level = potential(game.board), game.level
    if action >= 40:
        game.hold()
    game.place(*divmod(action % 40, 10))
    return shaped(game, before, level)


@pytest.mark.parametrize("seed", range(10))
def test_random_play_is_paid_by_points_and_by_the_change_of_potential(seed):
    rng = random.Random(seed)
    options = {"pieces": "".join(rng.choices(LETTERS, k=150)), "lines": rng.randrange(60)}
    options["board"] = (random_board if seed % 2 else well_board)(rng)
    env, info, game = start(options)
    for _ in range(15):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        _, reward, terminated, _, info = env.step(action)
        assert reward == pytest.approx(play(game, action), abs=1e-5)
        if terminated:
            break


@pytest.mark.parametrize("lines", [0, 39, 40])
def test_points_count_at_the_level_they_were_made_at(lines):
    env, _, game = start({"board": draw("#########.\n" * 4), "pieces": "IOT", "lines": lines})
    before, reward = potential(game.board), env.step(19)[1]
    # A Tetris that leaves nothing: 800 points and 2,000 for the perfect clear.
    assert reward == pytest.approx((800 + 2000) / 400 - before, abs=1e-5)


def test_a_line_that_is_no_part_of_a_tetris_costs_half_a_point():
    env, _, game = start({"board": draw("######....\n.........#"), "pieces": "IOT"})
    before = potential(game.board)
    after = potential(read_board(draw(".........#")))
    assert env.step(6)[1] == pytest.approx(100 / 400 - 0.5 + 0.99 * after - before, abs=1e-5)


def test_an_empty_board_has_no_potential():
    assert potential(frozenset()) == 0


def test_the_end_is_worth_no_potential():
    env, _, game = start({"board": draw(ROOM_FOR_ONE_I), "pieces": "IOT"})
    before = potential(game.board)
    _, reward, terminated, _, _ = env.step(5)
    assert terminated
    assert reward == pytest.approx(-before, abs=1e-5)


def test_a_hold_alone_pays_the_discount_only():
    env = gym.make("parlour/Stackfall-v0", reward="shaped")
    board = draw("#.........")
    env.reset(seed=1, options={"board": board, "pieces": "IOT"})
    held = env.step(40)[1]
    assert held == pytest.approx((0.99 - 1) * potential(read_board(board)), abs=1e-5)


def test_an_illegal_action_is_worth_nothing_and_costs_nothing_later():
    options = {"board": draw("#.........\n########.."), "pieces": "IOT"}
    rewards = []
    for actions in ([9, 0], [0]):
        env, _, _ = start(options)
        rewards.append([env.step(action)[1] for action in actions])
    assert rewards[0] == [0, *rewards[1]]


def test_points_count_threefold_and_lines_cost_nothing_with_fewer_than_ten_pieces_left():
    env, _, game = start({"board": draw(""), "pieces": "O" * 160})
    beside_points = {}
    for turn in range(149):
        level, reward = game.level, env.step(2 * (turn % 5))[1]
        assert reward == pytest.approx(play(game, 2 * (turn % 5)), abs=1e-5)
        beside_points[149 - turn] = reward - game.points / level / 400
    # Every fifth piece clears two lines, 300 points, and leaves an empty board, 1,200 more.
    assert beside_points[10] == pytest.approx(beside_points[15], abs=1e-5)
    more = 2 * 0.5 + 2 * (300 + 1200) / 400
    assert beside_points[10] == pytest.approx(beside_points[5] - more, abs=1e-5)

"""Wrong use says what was expected and what came, and changes nothing."""

import gymnasium as gym
import numpy as np
import pebbles
import pytest
from core_scenes import state
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from pebbles_envs import lanes, solo

import parlour
from parlour.envs import make_game
from parlour.envs.core.game import Game
from parlour.envs.core.matches import Matches

pytestmark = pytest.mark.nojit

STACKFALL = "parlour/Stackfall-v0"


def refuses(env, error, match, call):
    before = state(env)
    with pytest.raises(error, match=match):
        call()
    assert state(env) == before


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (-1, "0..2, got -1"),
        (3, "0..2, got 3"),
        (2**70, "got 1180591620717411303424"),
        (np.uint64(2**63), "got 9223372036854775808"),
        (np.int64(-5), "got -5"),
        (np.array(7), "got 7"),
        (1.0, "integer, got 1.0"),
        (np.float32(1), "integer, got"),
        (float("nan"), "integer, got nan"),
        (True, "integer, got True"),
        (np.True_, "integer, got"),
        ("1", "integer, got '1'"),
        (None, "integer, got None"),
        ([1], r"integer, got \[1\]"),
        (np.array([1, 2]), "integer, got array"),
        (np.array([1.0]), "integer, got array"),
        (np.array([], np.int64), "integer, got array"),
    ],
    ids=repr,
)
def test_a_bad_action_is_refused(action, text):
    env = solo()
    env.reset(seed=1)
    refuses(env, ValueError, text, lambda: env.step(action))
    env.step(0)


@pytest.mark.parametrize(
    "action", [1, np.int64(1), np.uint8(1), np.array(1), np.array([1]), np.uint64(1)], ids=repr
)
def test_any_single_integer_is_an_action(action):
    env = solo()
    env.reset(seed=1)
    assert env.step(action)[4]["taken"] == 2


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ([0, 0], r"expected 3 actions, got an array of shape \(2,\)"),
        ([0, 0, 0, 0], r"expected 3 actions, got an array of shape \(4,\)"),
        ([], "got"),
        (0, r"shape \(\)"),
        ([[0, 0, 0]], r"shape \(1, 3\)"),
        ([0, 0, 3], "0..2, got 3"),
        ([0, -1, 0], "0..2, got -1"),
        (np.array([0, 0, 2**64 - 1], np.uint64), "got 18446744073709551615"),
        (np.array([0, 0, 2**63], np.uint64), "got 9223372036854775808"),
        ([0, 0, 2**64], "integers, got object"),
        ([0.0, 0.0, 0.0], "integers, got float64"),
        ([0, 0, float("nan")], "integers, got float64"),
        ([True, False, True], "integers, got bool"),
        (["0", "0", "0"], "integers, got <U1"),
        ([None, 0, 0], "integers, got object"),
        (None, "integers, got object"),
        ({0: 1}, "integers, got object"),
    ],
    ids=repr,
)
def test_bad_actions_of_lanes_are_refused(actions, text):
    env = lanes(3)
    env.reset(seed=1)
    refuses(env, ValueError, text, lambda: env.step(actions))
    env.step([0, 0, 0])


@pytest.mark.parametrize(
    "actions", [(0, 1, 2), np.array([0, 1, 2], np.uint8), np.array([0, 9, 1, 9, 2])[::2]], ids=repr
)
def test_actions_may_come_in_any_array_of_integers(actions):
    env = lanes(3)
    env.reset(seed=1)
    assert env.step(actions)[4]["taken"].tolist() == [1, 2, 3]


def test_actions_are_not_changed():
    env, actions = lanes(3), np.array([0, 1, 2])
    env.reset(seed=1)
    env.step(actions)
    assert actions.tolist() == [0, 1, 2]


@pytest.mark.parametrize(("make", "action"), [(solo, 0), (lanes, [0, 0, 0])])
def test_a_step_before_the_first_reset_is_refused(make, action):
    env = make()
    refuses(env, ResetNeeded, r"reset\(\) before step", lambda: env.step(action))


def test_rendering_before_the_first_reset_is_refused():
    env = solo(render_mode="ansi")
    refuses(env, ResetNeeded, r"reset\(\) before render", env.render)


def test_the_future_cannot_be_resampled_before_the_first_reset():
    env = solo()
    refuses(env, ResetNeeded, r"reset\(\) before", env.resample_hidden)


@pytest.mark.parametrize(("make", "action"), [(solo, 0), (lanes, [0, 0, 0])])
@pytest.mark.parametrize("call", ["step", "reset", "render"])
def test_a_closed_environment_is_closed(make, action, call):
    env = make(render_mode="ansi")
    env.reset(seed=1)
    env.close()
    arguments = [action] if call == "step" else []
    refuses(env, ClosedEnvironmentError, "closed", lambda: getattr(env, call)(*arguments))
    env.close()


@pytest.mark.parametrize(("make", "action"), [(solo, 0), (lanes, [0, 0, 0])])
def test_an_unknown_reset_option_is_refused(make, action):
    env = make()
    env.reset(seed=1)
    env.step(action)
    refuses(env, ValueError, "pile, got stones", lambda: env.reset(options={"stones": 3}))
    refuses(env, ValueError, "1..50, got 51", lambda: env.reset(options={"pile": 51}))
    env.step(action)


@pytest.mark.parametrize("make", [solo, lanes])
def test_an_unknown_render_mode_is_refused(make):
    with pytest.raises(ValueError, match=r"\['ansi', 'rgb_array'\], got 'film'"):
        make(render_mode="film")


@pytest.mark.parametrize("count", [0, -1, 1.0, True, None, "2"])
def test_the_number_of_lanes_must_be_a_positive_integer(count):
    with pytest.raises(ValueError, match="number of matches must be a positive integer"):
        Matches(pebbles.game(), count)


@pytest.mark.parametrize("count", [0, -1, 2.0, True])
def test_so_must_num_envs(count):
    with pytest.raises(ValueError, match="must be a positive integer"):
        lanes(count)


@pytest.mark.parametrize("players", [0, 2, 1.0, True])
def test_a_game_for_one_takes_one_player(players):
    with pytest.raises(ValueError, match="players"):
        Matches(pebbles.game(), 1, players)


@pytest.mark.parametrize("make", [gym.make, gym.make_vec])
def test_an_unknown_game_option_is_refused_by_name(make):
    with pytest.raises(ValueError, match="observation, reward, actions, got colour"):
        make(STACKFALL, colour="red")


@pytest.mark.parametrize("option", ["observation", "reward", "actions"])
def test_a_bad_value_of_a_game_option_is_refused_by_name(option):
    with pytest.raises(ValueError, match=f"{option} must be one of .*, got 'nonsense'"):
        make_game("Stackfall", **{option: "nonsense"})


def test_an_unknown_game_is_refused():
    with pytest.raises(ValueError, match=r"Stackfall.*, got 'Chess'"):
        make_game("Chess")


@pytest.mark.parametrize("make", [parlour.parallel_env, parlour.aec_env])
def test_a_game_for_one_has_no_environment_for_several(make):
    with pytest.raises(ValueError, match="1 to 1 players, got 2"):
        make("Stackfall", players=2)


def test_a_game_s_reasons_begin_with_those_of_the_core():
    game = pebbles.game()
    parts = {name: getattr(game, name) for name in game.__dataclass_fields__}
    with pytest.raises(ValueError, match="'none', 'not_on_move'"):
        Game(**{**parts, "illegal": ("none", "too many")})

"""Options of coming deals, for all lanes and lane by lane."""

import copy

import gymnasium as gym
import numpy as np
import pytest
from twist_cube_scenes import make, turns

import parlour
from parlour.envs import make_game

pytestmark = pytest.mark.nojit


def make_lanes(count=4, **options):
    return gym.make_vec(
        "parlour/TwistCube-v0",
        num_envs=count,
        vectorization_mode="vector_entry_point",
        autoreset_mode=gym.vector.AutoresetMode.SAME_STEP,
        **options,
    )


def finish(env):
    """Close every lane's window: all are dealt anew."""
    return env.step(np.full(env.num_envs, 38))


def test_info_tells_how_many_turns_scrambled_the_cube():
    env = make(scramble_turns=(2, 5))
    counts = [env.reset(seed=seed)[1]["scramble_turns"] for seed in range(60)]
    assert set(counts) == {2, 3, 4, 5}
    assert env.reset(options={"scramble": turns("R U F")})[1]["scramble_turns"] == -1
    assert env.reset()[1]["scramble_turns"] >= 2


def test_deals_take_one_depth_a_lane_and_what_is_played_goes_on():
    env = make_lanes(scramble_turns=9)
    before, infos = env.reset(seed=0)
    env.set_deal_options({"scramble_turns": np.array([1, 2, 3, 0])})
    assert (env.snapshot().matches["cube"][:, :54].reshape(4, 6, 3, 3) == before["facelets"]).all()
    assert infos["scramble_turns"].tolist() == [9, 9, 9, 9]
    *_, infos = finish(env)
    assert infos["scramble_turns"].tolist() == [1, 2, 3, 0]
    assert infos["score"][3] == 54
    *_, infos = finish(env)
    assert infos["scramble_turns"].tolist() == [1, 2, 3, 0]


def test_deals_take_one_range_a_lane():
    env = make_lanes(2)
    env.reset(seed=0)
    env.set_deal_options({"scramble_turns": np.array([[1, 2], [7, 9]])})
    seen = np.array([finish(env)[4]["scramble_turns"] for _ in range(60)])
    assert set(seen[:, 0]) == {1, 2} and set(seen[:, 1]) == {7, 8, 9}


@pytest.mark.parametrize("turns_of_all", [3, (3, 3), [3, 3], np.int16(3)])
def test_deals_take_one_value_for_all_lanes(turns_of_all):
    env = make_lanes(2)
    env.reset(seed=0)
    env.set_deal_options({"scramble_turns": turns_of_all})
    assert finish(env)[4]["scramble_turns"].tolist() == [3, 3]


def test_a_lane_is_dealt_what_an_environment_of_that_depth_deals():
    env = make_lanes(2, scramble_turns=20)
    env.set_deal_options({"scramble_turns": np.array([4, 6])})
    cubes = env.reset(seed=11)[0]["facelets"]
    for lane, depth in enumerate((4, 6)):
        alone = make(scramble_turns=depth).reset(seed=11 + lane)[0]["facelets"]
        assert (cubes[lane] == alone).all()


def test_snapshots_and_copies_keep_deal_options():
    env, other = make_lanes(2), make_lanes(2)
    env.reset(seed=0)
    other.reset(seed=5)
    env.set_deal_options({"scramble_turns": np.array([1, 2])})
    other.restore(env.snapshot())
    for one in (other, copy.deepcopy(env)):
        assert finish(one)[4]["scramble_turns"].tolist() == [1, 2]


def test_solo_environments_and_contests_take_deal_options():
    env = make()
    env.reset(seed=0)
    env.set_deal_options({"scramble_turns": 2})
    assert env.reset()[1]["scramble_turns"] == 2
    contest = parlour.parallel_env("TwistCube", players=2)
    contest.set_deal_options({"scramble_turns": 0})
    assert contest.reset(seed=0)[1]["seat_1"]["score"] == 54


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"depth": 3},
        {"scramble_turns": 3, "depth": 3},
        {"scramble_turns": -1},
        {"scramble_turns": 1001},
        {"scramble_turns": True},
        {"scramble_turns": (True, 3)},
        {"scramble_turns": (5, 3)},
        {"scramble_turns": 2.5},
        {"scramble_turns": None},
        {"scramble_turns": np.array([1, 2, 3])},
        {"scramble_turns": np.array([1.0, 2.0])},
        {"scramble_turns": np.array([[1, 2], [5, 3]])},
        {"scramble_turns": np.array([1, -1])},
        {"scramble_turns": [(1, 2), (2, 3)]},
    ],
)
def test_bad_deal_options_are_named_and_change_nothing(options):
    env = make_lanes(2, scramble_turns=7)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="scramble_turns"):
        env.set_deal_options(options)
    assert finish(env)[4]["scramble_turns"].tolist() == [7, 7]


def test_a_game_without_deal_options_says_so():
    game = make_game("Stackfall")
    with pytest.raises(ValueError, match="take no options, got level"):
        game.set_deal_options(None, {"level": 3})

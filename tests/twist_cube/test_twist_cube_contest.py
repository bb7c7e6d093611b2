"""A contest of many seats as a PettingZoo environment, and as lanes."""

import pickle
import warnings
from copy import deepcopy

import gymnasium as gym
import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test
from twist_cube_scenes import DONE, RESTART, WAIT, actions, turns

import parlour

pytestmark = pytest.mark.nojit


def contest(players=2, scramble="R U F", **options):
    env = parlour.parallel_env("TwistCube", players=players, **options)
    env.reset(seed=1, options={"scramble": turns(scramble)})
    return env


def play(env, *columns):
    """Make steps in which seat i plays the i-th text or number of each column."""
    for column in columns:
        numbers = [actions(move)[0] if isinstance(move, str) else move for move in column]
        result = env.step(dict(zip(env.agents, numbers, strict=True)))
    return result


def masks(observations):
    return {agent: np.flatnonzero(own["action_mask"]) for agent, own in observations.items()}


@pytest.mark.parametrize(("players", "cycles"), [(1, 700), (2, 700), (8, 300), (1000, 3)])
def test_pettingzoo_s_own_tests_pass(players, cycles):
    def make():
        return parlour.parallel_env("TwistCube", players=players)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(make(), num_cycles=cycles)
        parallel_seed_test(make, num_cycles=min(cycles, 20))


def test_every_seat_starts_with_the_same_cube():
    env = parlour.parallel_env("TwistCube", players=8, size=5)
    observations, _ = env.reset(seed=3)
    cubes = [own["observation"]["facelets"] for own in observations.values()]
    assert all((cube == cubes[0]).all() for cube in cubes)


def test_a_seat_that_is_done_waits_until_the_match_ends():
    env = contest()
    observations, rewards, terminations, _, infos = play(env, (DONE, "F'"))
    assert masks(observations)["seat_0"].tolist() == [WAIT]
    assert env.agents == ["seat_0", "seat_1"]
    assert not any(terminations.values()) and set(rewards.values()) == {0.0}
    _, rewards, _, _, infos = play(env, ("R", WAIT))
    assert (infos["seat_0"]["illegal"], infos["seat_0"]["length"], rewards["seat_0"]) == (1, 0, 0)
    _, rewards, terminations, truncations, infos = play(env, (WAIT, DONE))
    assert env.agents == [] and all(terminations.values()) and not any(truncations.values())
    assert rewards == {"seat_0": -1.0, "seat_1": 1.0}
    assert [infos[f"seat_{seat}"]["place"] for seat in (0, 1)] == [2, 1]
    assert [row["seat"] for row in infos["seat_0"]["standings"]] == [1, 0]


def test_the_leader_is_public_and_nothing_else():
    env = contest(3)
    observations, *_ = play(env, ("F'", WAIT, "D"), (WAIT, WAIT, WAIT))
    seen = {agent: own["observation"] for agent, own in observations.items()}
    lead = seen["seat_0"]["best_score"][0]
    assert all(own["leader_score"][0] == lead for own in seen.values())
    assert [own["leader_is_me"][0] for own in seen.values()] == [1, 0, 0]
    assert seen["seat_1"]["best_score"][0] == -1


def test_the_pot_is_shared_by_equals_only_if_they_are_equal_in_time_too():
    env = contest(2, "R", tick_ms=1)
    _, rewards, *_ = play(env, ("R'", "R'"), (DONE, DONE))
    assert rewards == {"seat_0": 0.0, "seat_1": 0.0}  # both in the first millisecond


@pytest.mark.parametrize("players", [2, 3, 8, 1000])
def test_the_pot_sums_to_zero(players):
    env = contest(players, "R U")
    _, rewards, *_ = play(env, ["U'"] + ["D"] * (players - 1), [DONE] * players)
    assert rewards["seat_0"] == 1.0
    assert sum(rewards.values()) == pytest.approx(0)


def test_a_draw_pays_nothing():
    env = contest(3)
    _, rewards, *_ = play(env, (DONE,) * 3)
    assert set(rewards.values()) == {0.0}


def test_who_only_waits_has_missed_the_first_move():
    env = contest(3, tick_ms=15_000)
    *_, infos = play(env, ("F'", DONE, WAIT), (WAIT, WAIT, WAIT))
    rows = infos["seat_0"]["standings"]
    assert [(row["seat"], row["place"], row["is_forfeited"]) for row in rows] == [
        (0, 1, False),
        (1, 2, False),
        (2, 3, True),
    ]


def test_inside_a_tick_chance_decides_who_is_first_and_no_seat_is_favoured():
    firsts = []
    for seed in range(200):
        env = parlour.parallel_env("TwistCube", players=2, tick_ms=1000)
        env.reset(seed=seed, options={"scramble": turns("R")})
        *_, infos = play(env, ("R'", "R'"), (DONE, DONE))
        firsts.append(infos["seat_0"]["place"])
    assert 60 < firsts.count(1) < 140


def test_lanes_of_seats_play_what_the_contest_plays():
    env = parlour.parallel_env("TwistCube", players=4, tick_ms=2000)
    lanes = parlour.seat_lanes("TwistCube", players=4, num_matches=3, tick_ms=2000)
    observations, _ = env.reset(seed=8)
    batch, _ = lanes.reset(seed=[7, 8, 9])
    rng = np.random.default_rng(0)
    while env.agents:
        for seat, agent in enumerate(env.possible_agents):
            own = observations[agent]["observation"]
            assert all((own[name] == batch[name][4 + seat]).all() for name in own)
        chosen = rng.integers(0, 40, 12)
        observations, rewards, _, _, _ = env.step(
            {agent: int(chosen[4 + seat]) for seat, agent in enumerate(env.agents)}
        )
        batch, lane_rewards, *_ = lanes.step(chosen)
        assert [*rewards.values()] == lane_rewards[4:8].tolist()


def test_snapshots_copies_and_pickles_keep_the_position():
    env = contest(3)
    play(env, ("F'", "D", WAIT))
    saved = env.snapshot()
    twins = [deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = play(env, ("U'", RESTART, DONE), (DONE, DONE, WAIT))
    env.restore(saved)
    assert env.agents == env.possible_agents
    for twin in (env, *twins):
        got = play(twin, ("U'", RESTART, DONE), (DONE, DONE, WAIT))
        assert got[1] == expected[1]
        assert got[4]["seat_0"]["standings"] == expected[4]["seat_0"]["standings"]


def test_bad_calls_are_told():
    env = parlour.parallel_env("TwistCube", players=2)
    with pytest.raises(gym.error.ResetNeeded):
        env.step({"seat_0": 0, "seat_1": 0})
    env.reset(seed=0)
    for bad in ({"seat_0": 0}, {"seat_0": 0, "seat_1": 40}, {"seat_0": 0, "seat_1": 0.5}):
        with pytest.raises(ValueError):
            env.step(bad)
    with pytest.raises(ValueError, match="seat_7"):
        env.step({"seat_0": 0, "seat_1": 0, "seat_7": 0})
    with pytest.raises(ValueError, match="seat_9"):
        env.action_space("seat_9")
    for players in (0, 1001, 2.0, True):
        with pytest.raises(ValueError, match="players"):
            parlour.parallel_env("TwistCube", players=players)
    with pytest.raises(ValueError, match="Stackfall takes 1 to 1 players"):
        parlour.parallel_env("Stackfall")


def test_every_seat_of_a_thousand_is_answered():
    env = parlour.parallel_env("TwistCube", players=1000, tick_ms=10_000)
    env.reset(seed=0)
    while env.agents:
        _, rewards, _, _, infos = env.step({agent: 4 for agent in env.agents})
    assert len(infos) == len(rewards) == 1000
    assert sorted(info["place"] for info in infos.values())[0] == 1
    assert len(infos["seat_0"]["standings"]) == 1000


def test_a_closed_contest_answers_nothing():
    env = contest()
    saved = env.snapshot()
    env.close()
    calls = (env.reset, lambda: env.step({}), env.snapshot, lambda: env.restore(saved), env.render)
    for call in (*calls, env.resample_hidden):
        with pytest.raises(gym.error.ClosedEnvironmentError):
            call()
    env.close()

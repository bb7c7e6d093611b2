"""Races of both games pass the conformance checks and PettingZoo's own tests."""

import warnings
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

import parlour
from parlour.envs.core.conformance import check

GAMES = ("Polyfit", "Polyfit3D")


def make(name, players, **options):
    """A race of easy puzzles, in a form that another process can import."""
    options = {"difficulty": "easy", "rounds": 3, "tick_ms": 1000, **options}
    return parlour.parallel_env(name, players, **options)


CASES = [(name, players) for name in GAMES for players in (1, 2, 8)]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_a_race_passes_every_check(name, players):
    report = check(
        partial(make, name, players),
        strict=True,
        steps=20,
        seeds=[0, 7],
        skip=[] if (name, players) == CASES[1] else ["spawn"],
        counters=["time_left_ms", "time_ms"],
    )
    report.raise_if_failed()


@pytest.mark.parametrize("observation", ["flat", "shapes"])
def test_a_race_passes_every_check_under_each_observation(observation):
    factory = partial(make, "Polyfit", 3, observation=observation, reward="time")
    check(factory, steps=15, seeds=[3], skip=["spawn"]).raise_if_failed()


@pytest.mark.parametrize(("name", "players"), CASES)
def test_pettingzoo_s_own_tests_pass(name, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(make(name, players), num_cycles=150)
        parallel_seed_test(lambda: make(name, players), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_a_lane_of_a_race_plays_what_the_race_plays(name):
    lanes = parlour.seat_lanes(name, players=3, num_matches=2, difficulty="easy", tick_ms=1000)
    race = parlour.parallel_env(name, players=3, difficulty="easy", tick_ms=1000)
    batch, infos = lanes.reset(seed=[5, 6])
    single, _ = race.reset(seed=6)
    assert infos["match"].tolist() == [0, 0, 0, 1, 1, 1]
    assert infos["seat"].tolist() == [0, 1, 2, 0, 1, 2]
    rng = np.random.default_rng(0)
    for _ in range(60):
        if not race.agents:
            break
        masks = infos["action_mask"]
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
        batch, rewards, _, _, infos = lanes.step(actions)
        own = {f"seat_{seat}": actions[3 + seat] for seat in range(3)}
        single, single_rewards, _, _, _ = race.step(own)
        for seat in range(3):
            observation = single[f"seat_{seat}"]["observation"]
            for key, array in observation.items():
                assert (batch[key][3 + seat] == array).all()
            assert rewards[3 + seat] == single_rewards[f"seat_{seat}"]

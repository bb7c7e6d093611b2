"""Until a round closes a seat is told of the others only that they have answered."""

import numpy as np
import pytest
from polyfit_scenes import begin_table, passing, solution

import parlour
from parlour.envs.polyfit.state import SEAT

pytestmark = pytest.mark.nojit

GAMES = ("Polyfit", "Polyfit3D")
SHARED = ("on_move", "reward", "number")
OBSERVATIONS = ("planes", "flat", "shapes")


def scene(name, observation, players=3):
    """A contest in its first round: seat 1 has passed, seat 2 has laid something."""
    env = parlour.parallel_env(name, players, difficulty="easy", observation=observation)
    observations, _ = env.reset(seed=2)
    masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
    actions = {agent: int(np.flatnonzero(mask)[0]) for agent, mask in masks.items()}
    actions["seat_1"] = len(masks["seat_1"]) - 2
    env.step(actions)
    return env


def spoil(seat, rng):
    """Fill a seat's record with other values, field by field."""
    for name in SEAT.names:
        if name not in SHARED:
            old = seat[name]
            seat[name] = rng.integers(0, 3, np.shape(old)) if np.ndim(old) else rng.integers(0, 3)


def same(one, other):
    if isinstance(one, dict):
        return all((one[key] == other[key]).all() for key in one)
    return (one == other).all()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_what_another_seat_holds_changes_nothing_that_a_seat_is_told(name, observation):
    env = scene(name, observation)
    saved = env.snapshot()
    before, infos = env.restore(saved)
    for index in (1, 2):
        spoil(saved.seats[0, index], np.random.default_rng(index))
    after, later = env.restore(saved)
    assert infos["seat_0"] == later["seat_0"]
    assert (before["seat_0"]["action_mask"] == after["seat_0"]["action_mask"]).all()
    assert same(before["seat_0"]["observation"], after["seat_0"]["observation"])


@pytest.mark.parametrize("name", GAMES)
def test_a_solution_and_a_pass_look_alike_until_the_round_closes(name):
    bodies, states, shown = [], [], []
    for answer in (solution, passing):
        table = begin_table(name, 3)
        table.move(1, answer(table), 700)
        bodies.append([table.body(seat) for seat in (0, 2)])
        states.append([table.state(seat) for seat in (0, 2)])
        shown.append(table.show(0))
    assert bodies[0] == bodies[1] and states[0] == states[1] and shown[0] == shown[1]


@pytest.mark.parametrize("name", GAMES)
def test_rejected_tries_of_others_are_not_told(name):
    one, other = begin_table(name, 3), begin_table(name, 3)
    wrong = solution(one)
    del wrong["placements"][0]
    one.move(1, wrong, 300)
    other.advance(300)
    assert one.body(0) == other.body(0) and one.state(0) == other.state(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_solver_is_not_told_its_rank_before_the_round_closes(name):
    told = []
    for answer in (solution, passing):
        table = begin_table(name, 3)
        table.move(1, answer(table), 700)
        table.move(0, solution(table), 900)
        told.append((table.body(0), table.state(0)))
    assert told[0] == told[1]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_in_the_records_tells_the_tiling_that_a_puzzle_was_made_from(name):
    """The tray is shuffled, the seats' tilings are empty, and no other field has room for one."""
    table = begin_table(name, 2, difficulty="normal")
    for seat in table.seats:
        assert seat["laid"] == 0 and not np.asarray(seat["laid_cell"]).any()
        assert (np.asarray(seat["open"]) == np.asarray(table.match["region"])).all()
    assert not np.asarray(table.match["given_region"]).any()


@pytest.mark.parametrize("name", GAMES)
def test_resampling_keeps_what_a_seat_sees_and_redraws_the_others(name):
    env = scene(name, "planes", players=4)
    saved = env.snapshot()
    before, infos = env.restore(saved)
    met = set()
    for seed in range(12):
        env.restore(saved)
        env.resample_hidden(seat=0, seed=seed)
        after, later = env.restore(env.snapshot())
        assert infos["seat_0"] == later["seat_0"]
        assert same(before["seat_0"]["observation"], after["seat_0"]["observation"])
        seats = env.matches.seats[0]
        met.add((int(seats[1]["answer"]), int(seats[2]["laid"])))
        assert [bool(seat["on_move"]) for seat in seats] == [True, False, True, True]
    assert len(met) > 2


def test_the_standings_come_with_the_last_step_alone():
    env = parlour.parallel_env("Polyfit", 2, difficulty="easy", rounds=3, tick_ms=5000)
    observations, infos = env.reset(seed=0)
    while env.agents:
        assert "standings" not in infos["seat_0"]
        last = len(observations["seat_0"]["action_mask"]) - 1
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        actions = {agent: last - 1 if mask[last - 1] else last for agent, mask in masks.items()}
        observations, _, terminations, _, infos = env.step(actions)
    assert all(terminations.values())
    assert infos["seat_0"]["place"] == 1 and infos["seat_0"]["reason"] > 0
    assert [row["place"] for row in infos["seat_1"]["standings"]] == [1, 1]

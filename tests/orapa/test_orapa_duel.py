"""The duel: turns, lives, the last turn, timeouts, draws; scripted at a table."""

import numpy as np
import pytest
from orapa_scenes import (
    LAYOUTS,
    as_pieces,
    begin_duel,
    fire_from,
    place_action,
    probe_at,
    solve,
)

import parlour

pytestmark = pytest.mark.nojit
MINE, THEIRS = LAYOUTS  # of seat 0, of seat 1


def outcome(table):
    """Winner and reason of an ended match; None while it goes on."""
    if not table.is_over:
        return None
    over = table.body(0)["game_over"]
    return over["winner"], over["reason"]


def test_turns_alternate_after_each_action():
    table = begin_duel(first=1)
    for seat, act in ((1, fire_from), (0, fire_from), (1, fire_from)):
        assert table.body(0)["turn"] == seat
        assert not act(table, 1 - seat, "A").accepted
        assert act(table, seat, "A").accepted
    assert probe_at(table, 0, 3, 4).accepted
    assert table.body(0)["turn"] == 1


def test_each_seat_asks_about_the_other_s_grid():
    table = begin_duel()
    x, y = THEIRS["white2"][1:]
    assert probe_at(table, 0, x, y).body["result"] == "white"
    assert probe_at(table, 1, x, y).body["result"] == "red"


def test_the_first_player_is_drawn_at_random():
    starts = [parlour.table("Orapa", players=2, seed=seed).body(0)["turn"] for seed in range(40)]
    assert 8 <= sum(starts) <= 32


@pytest.mark.parametrize("first", [0, 1])
def test_a_right_solution_of_the_second_player_wins_at_once(first):
    table = begin_duel(first)
    fire_from(table, first, "A")
    verdict = solve(table, 1 - first, LAYOUTS[first])
    assert verdict.body["correct"] is True
    assert verdict.body["game_over"]["winner"] == 1 - first
    assert outcome(table) == (1 - first, "solution")


@pytest.mark.parametrize("first", [0, 1])
def test_a_right_solution_of_both_is_a_draw(first):
    table = begin_duel(first)
    verdict = solve(table, first, LAYOUTS[1 - first])
    assert verdict.body == {"type": "SolutionResult", "correct": True}
    assert not table.is_over and table.body(0)["is_last_turn"]
    assert table.body(0)["turn"] == 1 - first
    solve(table, 1 - first, LAYOUTS[first])
    assert outcome(table) == (None, "draw")
    assert [row["place"] for row in table.standings()] == [1, 1]


def by_wave(table):
    fire_from(table, 1, "A")


def by_probe(table):
    probe_at(table, 1, 0, 0)


def by_wrong_solution(table):
    solve(table, 1, THEIRS)


def by_timeout(table):
    table.advance(30_000)


@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("spend", [by_wave, by_probe, by_wrong_solution, by_timeout])
def test_anything_else_in_the_last_turn_loses(spend, lives):
    table = begin_duel(lives=lives, turn_limit=30)
    solve(table, 0, THEIRS)
    spend(table)
    assert outcome(table) == (0, "solution")
    assert [row["seat"] for row in table.standings()] == [0, 1]


def test_a_wrong_solution_with_one_life_loses():
    table = begin_duel(first=1)
    verdict = solve(table, 1, THEIRS)
    assert verdict.body["correct"] is False
    assert outcome(table) == (0, "lives")
    assert table.body(0)["lives"] == [1, 0]


def test_a_wrong_solution_with_two_lives_costs_one_and_the_turn():
    table = begin_duel(lives=2)
    solve(table, 0, MINE)
    assert outcome(table) is None
    assert table.body(1)["lives"] == [1, 2]
    assert table.body(1)["turn"] == 1
    fire_from(table, 1, "A")
    solve(table, 0, MINE)
    assert outcome(table) == (1, "lives")


def test_a_malformed_solution_is_simply_wrong():
    shifted = {**THEIRS, "red": (1, 9, 7)}  # leaves the grid
    table = begin_duel(lives=2)
    assert solve(table, 0, shifted).body == {"type": "SolutionResult", "correct": False}
    fire_from(table, 1, "A")
    heaped = {**THEIRS, "white2": THEIRS["blue"]}
    assert solve(table, 0, heaped).body["correct"] is False
    assert outcome(table) == (1, "lives")


def test_a_diamond_where_a_white_lies_is_wrong():
    whites = {"red": (0, 0, 0), "yellow": (0, 8, 6), "blue": (0, 0, 5), "white1": (0, 4, 1)}
    hidden = {**whites, "white2": (0, 8, 3), "diamond": (0, 5, 4)}
    start = {"layouts": [as_pieces(hidden)] * 2, "first": 1}
    table = parlour.table("Orapa", players=2, seed=0, options=start, diamond=True)
    swapped = {**hidden, "white2": hidden["diamond"], "diamond": hidden["white2"]}
    assert solve(table, 1, swapped).body["correct"] is False
    assert table.is_over


def test_a_turn_that_runs_out_passes_and_is_told():
    table = begin_duel(turn_limit=30)
    table.advance(29_999)
    assert table.body(0)["turn"] == 0
    assert table.body(0)["time_left_ms"] == 1
    table.advance(30_000)
    assert table.body(0)["turn"] == 1
    assert table.body(0)["history"] == [{"kind": "Timeout", "seat": 0}]
    fire_from(table, 1, "A", 40_000)
    assert table.body(1)["time_left_ms"] == 30_000
    table.advance(101_000)  # two more turns run out
    assert [entry["seat"] for entry in table.body(0)["history"]] == [0, 1, 0, 1]


@pytest.mark.parametrize("seconds", [30, 60, 120])
def test_each_limit_is_kept(seconds):
    table = begin_duel(turn_limit=seconds)
    table.advance(1000 * seconds - 1)
    assert not table.body(0)["history"]
    table.advance(1000 * seconds)
    assert len(table.body(0)["history"]) == 1


def test_without_a_limit_no_turn_runs_out():
    table = begin_duel()
    table.advance(10**9)
    assert table.body(0)["turn"] == 0 and table.body(0)["time_left_ms"] is None


def test_who_resigns_has_lost():
    table = begin_duel()
    assert table.resign(1).accepted
    assert outcome(table) == (0, "resignation")
    assert not table.resign(0).accepted


def test_rewards_are_one_and_minus_one_and_nothing_in_a_draw():
    env = parlour.parallel_env("Orapa", turn_cost=0.25)
    start = {"layouts": [as_pieces(words) for words in LAYOUTS], "first": 0}
    env.reset(seed=0, options=start)
    wait = env.game.wait_action
    rewards = np.zeros(2)
    plays = [(0, THEIRS), (1, MINE)]
    for seat, words in plays:
        listed = [place_action(piece, *placed) for piece, placed in words.items()]
        for action in [*listed, wait - 1]:
            actions = {f"seat_{other}": action if other == seat else wait for other in (0, 1)}
            _, reward, terminations, _, infos = env.step(actions)
            rewards += [reward["seat_0"], reward["seat_1"]]
            assert infos[f"seat_{seat}"]["illegal"] == 0
    assert terminations == {"seat_0": True, "seat_1": True}
    assert rewards.tolist() == [-0.25, -0.25]
    assert [row["outcome"] for row in infos["seat_0"]["standings"]] == ["nobody_won"] * 2
    env.reset(seed=0, options={**start, "first": 1})
    for action in [place_action(piece, *placed) for piece, placed in THEIRS.items()]:
        env.step({"seat_0": wait, "seat_1": action})
    _, reward, *_ = env.step({"seat_0": wait, "seat_1": wait - 1})
    assert reward == {"seat_0": 1.0, "seat_1": -1.25}  # its own layout: wrong


def test_the_seat_off_turn_has_only_wait():
    env = parlour.parallel_env("Orapa", turn_limit=30, tick_ms=10_000)
    observations, _ = env.reset(seed=1)
    for _ in range(40):
        masks = {agent: row["action_mask"] for agent, row in observations.items()}
        waiting = [agent for agent, mask in masks.items() if mask.sum() == 1]
        assert len(waiting) == 1 and masks[waiting[0]][env.game.wait_action]
        on_turn = {
            agent: int(row["observation"]["status"][1]) for agent, row in observations.items()
        }
        assert on_turn[waiting[0]] == 0 and sum(on_turn.values()) == 1
        actions = {agent: int(np.flatnonzero(mask)[0]) for agent, mask in masks.items()}
        observations = env.step(actions)[0]


def test_waiting_lets_a_turn_run_out_on_the_tick_clock():
    env = parlour.parallel_env("Orapa", turn_limit=30, tick_ms=10_000)
    env.reset(seed=1, options={"first": 1})
    wait = {agent: env.game.wait_action for agent in env.agents}
    turns = []
    for _ in range(7):
        observations, _, _, _, infos = env.step(wait)
        turns.append(int(observations["seat_1"]["observation"]["status"][1]))
        assert {info["illegal"] for info in infos.values()} == {0}
    assert turns == [1, 1, 0, 0, 0, 1, 1]

"""Scripted matches: gems, clocks, ties, timeouts and forfeits, as the rules have them."""

import pytest
from polyfit_scenes import begin_table, passing, places, solution

pytestmark = pytest.mark.nojit

GAMES = ("Polyfit", "Polyfit3D")
BANK_MS = 1000 * (3 * (10 + 5) + 5)
"""Of 3 rounds of 10 seconds."""


def begin(players=2, name="Polyfit", **options):
    return begin_table(name, players, rounds=3, round_seconds=10, **options)


def play_round(table, script):
    """Answers of a round in order: (seat, "solve" or "pass", ms after its opening)."""
    opened, moves = table.body(0)["opened_ms"], {}
    for seat, what, after in script:
        if what not in moves:
            moves[what] = solution(table) if what == "solve" else passing(table)
        assert table.move(seat, moves[what], opened + after).accepted


def play(table, *rounds):
    for script in rounds:
        play_round(table, script)
    return table


def run_out(table, seat):
    """Let time pass until a seat's bank is empty, and no longer."""
    table.advance(int(table.seats[seat]["deadline_ms"]))


def totals(table):
    return [sum(gems.values()) for gems in table.body(0)["gems"]]


@pytest.mark.parametrize("name", GAMES)
def test_the_first_solver_takes_three_gems_the_second_two_every_later_one_a_gem(name):
    table = begin(5, name)
    row = table.body(0)["gem_row"]
    assert len(row) == 5 + 3
    order = [3, 0, 4, 1]
    play(
        table, [*[(seat, "solve", 100 * (n + 1)) for n, seat in enumerate(order)], (2, "pass", 900)]
    )
    assert totals(table) == [2, 1, 0, 3, 1]
    won = table.body(0)["history"][0]["gems"]
    shares = [row[:3], row[3:5], row[5:6], row[6:7]]
    for seat, share in zip(order, shares, strict=True):
        assert won[seat] == {colour: share.count(colour) for colour in won[seat]}
    assert sum(won[2].values()) == 0


def test_gems_and_answers_are_told_when_the_round_has_closed():
    table = begin(3)
    table.move(0, solution(table), 500)
    table.move(1, passing(table), 600)
    body = table.body(2)
    assert body["done"] == [True, True, False]
    assert body["history"] == [] and totals(table) == [0, 0, 0]
    table.move(2, passing(table), 700)
    body = table.body(2)
    assert body["round"] == 2 and body["opened_ms"] == 700 and body["done"] == [False] * 3
    assert body["history"][0]["answers"] == ["solved", "passed", "passed"]
    assert body["history"][0]["times"] == [500, 600, 700]


def test_the_window_alone_closes_nothing():
    table = begin()
    table.move(0, passing(table), 10)
    table.advance(40_000)
    assert table.body(0)["round"] == 1
    table.move(1, passing(table), 40_001)
    assert table.body(0)["round"] == 2
    assert table.body(0)["history"][0]["answers"] == ["passed", "late"]


def test_an_answer_gives_its_seat_a_second():
    table = begin()
    play(table, [(0, "pass", 4000), (1, "pass", 9000)])
    opened = 9000
    left = [seat["deadline_ms"] - opened for seat in table.seats]
    assert left == [BANK_MS - 4000 + 1000, BANK_MS - 9000 + 1000]


def test_a_bank_does_not_run_off_move():
    table = begin()
    table.move(0, passing(table), 1000)
    table.advance(BANK_MS - 1)
    assert not table.is_over
    table.move(1, passing(table), BANK_MS - 1)
    assert table.seats[0]["deadline_ms"] == BANK_MS - 1 + BANK_MS


def test_the_most_gems_win():
    solve_first = [(0, "solve", 100), (1, "solve", 200)]
    table = play(begin(), solve_first, solve_first, solve_first)
    assert table.state()["reason"] == "most_gems"
    assert places(table) == {0: 1, 1: 2}


def find_seed(wanted, rounds, **options):
    """A seed of which a script of three rounds ends for the wanted reason."""
    for seed in range(60):
        table = play(begin(2, seed=seed, **options), *rounds)
        if table.state()["reason"] == wanted:
            return table
    raise AssertionError(f"no seed ends with {wanted}")


EVEN = ([(0, "solve", 100), (1, "pass", 200)], [(1, "solve", 100), (0, "pass", 200)])
NOBODY = [(0, "pass", 100), (1, "pass", 200)]


def test_equal_gems_go_to_the_most_of_one_colour():
    table = find_seed("most_of_one_colour", [*EVEN, NOBODY])
    rows = table.standings()
    assert rows[0]["total"] == rows[1]["total"] == 3
    assert max(rows[0]["gems"].values()) > max(rows[1]["gems"].values())
    assert [row["place"] for row in rows] == [1, 2]


def test_equal_gems_and_colours_go_to_the_least_time():
    slower = [(1, "solve", 150), (0, "pass", 200)]
    table = find_seed("least_time", [EVEN[0], slower, NOBODY])
    assert places(table) == {0: 1, 1: 2}
    rows = table.standings()
    assert [row["time_ms"] for row in rows] == [100 + 20_000, 150 + 20_000]


def test_equal_in_everything_is_a_tie():
    table = find_seed("tie", [*EVEN, NOBODY])
    assert places(table) == {0: 1, 1: 1}


def test_a_match_without_any_solution_is_a_tie():
    table = play(begin(4), *[[(seat, "pass", 5) for seat in range(4)]] * 3)
    assert table.state()["reason"] == "tie"
    assert set(places(table).values()) == {1}


def test_solutions_of_the_same_millisecond_rank_as_they_were_applied():
    table = play(begin(3), [(2, "solve", 50), (0, "solve", 50), (1, "solve", 50)])
    assert totals(table) == [2, 1, 3]


def test_equal_places_are_shared_and_the_next_one_is_left_out():
    table = begin(3)
    play(table, [(2, "pass", 5), (0, "pass", 9), (1, "pass", 9)])
    play(table, [(2, "solve", 5), (0, "pass", 9), (1, "pass", 9)])
    play(table, [(2, "pass", 5), (0, "pass", 9), (1, "pass", 9)])
    assert places(table) == {2: 1, 0: 2, 1: 2}


# Two seats


def test_of_two_seats_the_one_without_a_clock_loses_whatever_its_gems():
    table = play(begin(), [(0, "solve", 100), (1, "pass", 200)])
    play(table, [(0, "solve", 100), (1, "pass", 200)])
    table.move(1, passing(table), 500)
    table.advance(400_000)
    assert table.is_over and table.state()["reason"] == "timeout"
    assert places(table) == {1: 1, 0: 2}
    assert totals(table) == [6, 0]
    assert table.body(0)["forfeited"] == [False, False]


def test_the_open_round_closes_with_a_timeout_and_its_solver_takes_the_gems():
    table = begin()
    table.move(0, solution(table), 100)
    table.advance(BANK_MS)
    assert table.is_over and totals(table) == [3, 0]
    assert table.body(1)["history"][0]["answers"] == ["solved", None]
    assert table.body(1)["history"][0]["times"] == [100, None]


def test_two_banks_that_empty_in_the_same_millisecond_lose_together():
    table = begin()
    table.advance(BANK_MS - 1)
    assert not table.is_over
    table.advance(BANK_MS)
    assert table.state()["reason"] == "timeout" and places(table) == {0: 1, 1: 1}


def test_of_two_seats_a_resignation_loses_at_once():
    table = play(begin(), [(0, "solve", 100), (1, "pass", 200)])
    assert table.resign(0, 900).accepted
    assert table.is_over and table.state()["reason"] == "resignation"
    assert places(table) == {1: 1, 0: 2}
    assert not table.resign(1).accepted


# Three and more


def test_of_three_a_missed_first_move_forfeits_and_the_others_play_on():
    table = begin(3)
    for seat in (0, 1):
        table.move(seat, passing(table), 100)
    table.advance(BANK_MS)
    body = table.body(0)
    assert body["forfeited"] == [False, False, True]
    assert body["round"] == 2 and body["opened_ms"] == BANK_MS
    play(table, [(0, "solve", 10), (1, "pass", 20)], [(0, "pass", 10), (1, "pass", 20)])
    assert places(table) == {0: 1, 1: 2, 2: 3}
    assert table.state()["reason"] == "most_gems"


def test_of_three_a_later_timeout_keeps_its_gems_and_ranks_below_all_still_playing():
    table = begin(3)
    play(table, [(2, "solve", 10), (0, "pass", 20), (1, "pass", 30)])
    for seat in (0, 1):
        table.move(seat, passing(table), 100)
    run_out(table, 2)
    assert table.body(0)["forfeited"] == [False] * 3
    assert table.body(0)["round"] == 3
    play(table, [(0, "pass", 10), (1, "pass", 20)])
    assert places(table) == {0: 1, 1: 1, 2: 3}
    assert totals(table) == [0, 0, 3]


def test_a_forfeited_seat_ranks_below_one_that_ran_out_of_clock():
    table = begin(4)
    play(table, [(seat, "solve", 10 + seat) for seat in range(4)])
    table.resign(0, 2000)
    for seat in (2, 3):
        table.move(seat, passing(table), 2100)
    run_out(table, 1)
    play(table, [(2, "pass", 10), (3, "pass", 20)])
    found = places(table)
    assert found[1] == 3 and found[0] == 4
    assert totals(table) == [3, 2, 1, 1]


def test_forfeited_seats_share_the_last_place():
    table = begin(4)
    table.move(0, solution(table), 10)
    table.resign(0, 20)
    table.resign(1, 30)
    for seat in (2, 3):
        table.move(seat, passing(table), 100)
    play(table, *[[(2, "pass", 10), (3, "pass", 10)]] * 2)
    found = places(table)
    assert found[0] == found[1] == 3


def test_when_fewer_than_two_are_left_the_game_ends():
    table = begin(3)
    table.move(1, solution(table), 50)
    table.resign(0, 60)
    assert not table.is_over
    table.resign(2, 70)
    assert table.is_over and table.state()["reason"] == "timeout"
    assert places(table) == {1: 1, 0: 2, 2: 2}
    assert totals(table) == [0, 3, 0]


def test_the_last_seat_on_move_closes_the_round_by_resigning():
    table = begin(3)
    for seat in (0, 1):
        table.move(seat, passing(table), 100)
    table.resign(2, 700)
    assert table.body(0)["round"] == 2 and table.body(0)["opened_ms"] == 700


def test_a_seat_that_has_answered_waits():
    table = begin()
    table.move(0, passing(table), 10)
    assert table.move(0, passing(table), 20).reason == "not_on_move"
    assert table.resign(0, 30).accepted


def test_one_seat_plays_all_rounds():
    table = play(begin(1), *[[(0, "solve", 10)]] * 3)
    assert table.state()["reason"] == "finished"
    assert table.standings()[0]["solved"] == 3

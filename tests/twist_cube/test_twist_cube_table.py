"""A contest at the table: JSON moves at given times, bodies, standings, replays."""

import json

import pytest
from twist_cube_scenes import begin_table, finish, inverse, places, same_records, send, turns

import parlour
from parlour.envs import make_game, read_replay

pytestmark = pytest.mark.nojit


def verdict_of(move, **options):
    verdict = begin_table("R U F", **options).move(0, move, 10)
    return verdict.accepted, verdict.reason


def solution(*listed):
    return {"solution": list(listed)}


R = {"face": "R", "layer": 1, "turns": 1}


def test_a_submission_is_answered_with_its_score_and_length():
    table = begin_table("R U F")
    verdict = send(table, 0, "F' U' R'", 100)
    assert (verdict.accepted, verdict.reason) == (True, "")
    assert verdict.body == {"score": 54, "length": 3}


@pytest.mark.parametrize(("size", "full"), [(3, 54), (5, 150), (7, 294)])
def test_the_inverse_of_the_scramble_scores_full(size, full):
    scramble = turns("R 2U F2 2L' D")
    table = parlour.table("TwistCube", players=1, size=size, seed=0, options={"scramble": scramble})
    verdict = table.move(0, {"solution": inverse(scramble)})
    assert verdict.body == {"score": full, "length": 5}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (solution(), "empty_solution"),
        (solution(*[R] * 401), "too_long"),
        (solution({**R, "layer": 0}), "layer_out_of_range"),
        (solution({**R, "layer": 3}), "layer_out_of_range"),
        (solution({**R, "layer": 1.0}), "layer_out_of_range"),
        (solution({**R, "layer": True}), "layer_out_of_range"),
        (solution({**R, "layer": 10**30}), "layer_out_of_range"),
        (solution({**R, "turns": 0}), "bad_turn"),
        (solution({**R, "turns": 4}), "bad_turn"),
        (solution({**R, "turns": "1"}), "bad_turn"),
        (solution({**R, "face": "X"}), "bad_turn"),
        (solution({**R, "face": "r"}), "bad_turn"),
        (solution({**R, "face": "UR"}), "bad_turn"),
        (solution({**R, "face": ""}), "bad_turn"),
        (solution({**R, "face": None}), "bad_turn"),
        (solution({"face": "R", "turns": 1}), "bad_turn"),
        (solution({**R, "more": 1}), "bad_turn"),
        (solution(R, "R"), "bad_turn"),
        (solution(R, None), "bad_turn"),
        ({"solution": "R"}, "bad_move"),
        ({"solution": None}, "bad_move"),
        ({"solution": [R], "done": True}, "bad_move"),
        ({"done": False}, "bad_move"),
        ({"done": 1}, "bad_move"),
        ({}, "bad_move"),
        ([], "bad_move"),
        ("R", "bad_move"),
        (None, "bad_move"),
        (7, "bad_move"),
    ],
)
def test_a_rejected_move_has_its_reason_and_changes_nothing(move, reason):
    table = begin_table("R U F")
    send(table, 0, "F'", 5)
    table.advance(10)
    before = table.batch.snapshot()
    verdict = table.move(0, move, 10)
    assert (verdict.accepted, verdict.reason) == (False, reason)
    assert verdict.detail
    after = table.batch.snapshot()
    assert same_records(before.matches, after.matches)
    assert same_records(before.seats, after.seats)


def test_400_turns_are_accepted():
    assert verdict_of(solution(*[R] * 400)) == (True, "")


@pytest.mark.parametrize("size", [5, 7])
def test_the_deepest_layer_is_one_less_than_the_size(size):
    deepest = {"face": "B", "layer": size - 1, "turns": 3}
    assert verdict_of(solution(deepest), size=size) == (True, "")
    beyond = {**deepest, "layer": size}
    assert verdict_of(solution(beyond), size=size) == (False, "layer_out_of_range")


def test_a_submission_starts_from_the_scramble_each_time():
    table = begin_table("R U F")
    send(table, 0, "F'", 1)
    assert send(table, 0, "F' U' R'", 2).body["score"] == 54


def test_a_move_may_be_sent_as_text():
    table = begin_table("R")
    assert "54" in table.command('{"solution": [{"face": "R", "layer": 1, "turns": 3}]}')
    assert table.command("R'").startswith("error")
    assert table.command('{"done": true}', seat=1) == "done"


def test_what_is_not_better_is_rejected_with_its_score():
    table = begin_table("R")
    send(table, 0, "R'", 1)
    verdict = send(table, 0, "R2 R", 2)
    assert (verdict.accepted, verdict.reason) == (False, "not_better")
    assert verdict.body == {"score": 54, "length": 2}


def test_after_50_accepted_submissions_everything_further_is_the_limit():
    table = begin_table("R")
    for length in range(100, 50, -1):
        padding = [R, {**R, "turns": 3}] * 60
        chosen = [*padding[: 2 * (length // 2)], {**R, "turns": 3}]
        if length % 2 == 0:
            chosen = [*padding[: 2 * (length // 2) - 2], {**R, "turns": 2}, {**R, "turns": 1}]
        assert table.move(0, solution(*chosen), 100 - length).accepted
    assert table.body(0)["accepted"] == 50
    for move in (solution({**R, "turns": 3}), solution(), solution(*[R] * 500)):
        assert table.move(0, move).reason == "submission_limit"
    assert table.move(0, {"done": True}).accepted


def test_a_submission_at_29_999_ms_counts_and_at_30_000_is_too_late():
    table = begin_table("R")
    assert send(table, 0, "R'", 29_999).accepted
    verdict = send(table, 1, "R'", 30_000)
    assert (verdict.accepted, verdict.reason) == (False, "window_closed")
    assert places(table) == {0: 1, 1: 2}
    assert table.standings()[0]["time_ms"] == 29_999


def test_done_closes_one_window_and_no_other():
    table = begin_table("R")
    assert table.move(0, {"done": True}, 5).accepted
    assert send(table, 0, "R'", 6).reason == "window_closed"
    assert not table.is_over
    assert send(table, 1, "R'", 7).accepted
    assert table.move(1, {"done": True}, 8).accepted
    assert table.is_over


def test_a_body_has_what_a_seat_may_see_and_is_json():
    table = begin_table("R U F")
    body = table.body(1)
    assert json.loads(json.dumps(body)) == body
    assert body["best"] is None and body["own_best"] is None
    assert (body["size"], body["time_left_ms"], body["is_open"]) == (3, 30_000, True)
    send(table, 0, "F'", 40)
    body = table.body(1)
    assert body["best"] == {"score": body["best"]["score"], "length": 1, "seat": 0}
    assert (body["own_best"], body["accepted"]) == (None, 0)
    assert table.body(0)["own_best"]["time_ms"] == 40
    assert (table.body(0)["accepted"], table.body(0)["time_left_ms"]) == (1, 29_960)


def test_the_cube_of_a_body_starts_the_same_match():
    table = parlour.table("TwistCube", players=2, seed=9)
    again = parlour.table("TwistCube", players=2, options={"cube": table.body(0)["cube"]})
    assert again.body(1)["cube"] == table.body(0)["cube"]


def test_a_game_without_bodies_and_standings_says_so():
    table = parlour.table("Stackfall", seed=0)
    with pytest.raises(ValueError, match="Stackfall"):
        table.body(0)
    with pytest.raises(ValueError, match="Stackfall"):
        table.standings()


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_a_seat_that_is_not_there_is_an_error(seat):
    table = begin_table()
    with pytest.raises(ValueError, match="seat"):
        table.body(seat)
    with pytest.raises(ValueError, match="seat"):
        table.move(seat, {"done": True})


def test_time_does_not_run_back():
    table = begin_table()
    table.advance(10)
    with pytest.raises(ValueError, match="at_ms"):
        send(table, 0, "R", 9)


def test_a_replay_plays_the_same_match_again(tmp_path):
    table = parlour.table("TwistCube", players=3, size=5, seed=4)
    sent = turns("R 2U F2")
    table.move(0, {"solution": sent}, 12)
    sent.clear()  # the table keeps its own copy
    table.move(1, {"solution": {1, 2}}, 13)
    table.move(1, {("a", 1): 2}, 14)
    send(table, 1, "R", 15)
    table.resign(2, 20)
    finish(table)
    path = tmp_path / "match.jsonl"
    table.replay(path)
    *_, last = read_replay(path.read_text(), make_game)
    assert last.standings() == table.standings()
    assert same_records(last.batch.matches, table.batch.matches)
    assert same_records(last.batch.seats, table.batch.seats)

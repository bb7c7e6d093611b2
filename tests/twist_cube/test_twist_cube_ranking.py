"""Who is placed where when every window is closed."""

import pytest
from twist_cube_scenes import begin_table, finish, places, send, turns

pytestmark = pytest.mark.nojit


def test_ranking_is_by_score_then_turns_then_time():
    table = begin_table("R U", players=5)
    send(table, 2, "U'", 50)
    send(table, 1, "U' R R2", 100)
    send(table, 3, "U' R'", 299)
    send(table, 0, "U' R'", 300)
    table.move(4, {"done": True}, 301)
    finish(table)
    assert places(table) == {3: 1, 0: 2, 1: 3, 2: 4, 4: 5}
    assert [row["place"] for row in table.standings()] == [1, 2, 3, 4, 5]


def test_seats_equal_in_score_turns_and_time_share_the_place():
    table = begin_table("R", players=4)
    for seat in (2, 0):
        send(table, seat, "R'", 70)
    send(table, 1, "R'", 71)
    finish(table)
    assert places(table) == {0: 1, 2: 1, 1: 3, 3: 4}


def test_no_accepted_submission_at_all_is_a_draw():
    table = begin_table("R", players=3)
    table.move(0, {"done": True}, 1)
    table.resign(1, 2)
    finish(table)
    assert set(places(table).values()) == {1}
    assert all(row["is_draw"] for row in table.standings())


def test_a_resignation_is_ranked_last_whatever_was_sent():
    table = begin_table("R", players=3)
    send(table, 0, "R'", 1)
    assert table.resign(0, 2).accepted
    assert table.resign(0, 3).reason == "window_closed"
    send(table, 1, "U", 4)
    table.move(2, {"done": True}, 5)
    finish(table)
    assert places(table) == {1: 1, 2: 2, 0: 3}


def test_a_missed_first_move_is_a_forfeit_and_done_is_not():
    table = begin_table("R", players=4)
    send(table, 0, "U", 1)
    table.move(1, {"done": True}, 2)
    table.move(2, {"solution": []}, 3)  # rejected: still no first move
    finish(table)
    assert places(table) == {0: 1, 1: 2, 2: 3, 3: 3}
    rows = {row["seat"]: row for row in table.standings()}
    assert [rows[seat]["is_forfeited"] for seat in range(4)] == [False, False, True, True]
    assert rows[1]["score"] is None


def test_a_thousand_seats_play_one_match():
    table = begin_table("R U F", players=1000)
    send(table, 700, "F' U' R'", 1)
    for seat in range(600):
        send(table, seat, "F'", 2 + seat // 2)
    finish(table)
    standing = places(table)
    assert (standing[700], standing[0], standing[1], standing[2]) == (1, 2, 2, 4)
    assert standing[999] == 602
    assert standing[601] == 602


def test_standings_wait_for_the_end():
    table = begin_table()
    with pytest.raises(ValueError, match="not over"):
        table.standings()
    assert "standings" not in table.body(0)
    finish(table)
    assert table.body(0)["standings"] == table.standings()


def test_standings_show_the_turns_of_every_seat():
    table = begin_table("R U F")
    send(table, 1, "F' 2U", 3)
    finish(table)
    assert table.standings()[0]["solution"] == turns("F' 2U")

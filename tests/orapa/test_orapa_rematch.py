"""Rematches: another match at the same table, after moves, actions and steps."""

import pytest
from orapa_scenes import LAYOUTS, begin_duel, begin_solo, fire_from, in_words, place_action

import parlour
from parlour.envs import make_game, read_replay

pytestmark = pytest.mark.nojit

SUBMIT = 1060
CLOCKED = {"turn_limit": 30, "tick_ms": 1000}
REMATCH = {"type": "RequestRematch"}
OWN = {"layout", "board", "own_grid", "listed"}
"""What differs from seat to seat from the deal on."""


def wait(table):
    return table.game.wait_action


def step(table, seat, action):
    """A step in which one seat plays and the other waits."""
    actions = [wait(table)] * len(table.seats)
    actions[seat] = action
    table.step(actions)


def lose(table):
    """Steps in which the seat on turn gives a wrong solution, its only one."""
    seat = int(table.match["turn"])
    hidden = table.seats[1 - seat]["layout"] if len(table.seats) == 2 else table.match["layout"]
    wrong = LAYOUTS[0] if in_words(hidden) != LAYOUTS[0] else LAYOUTS[1]
    for piece, placed in wrong.items():
        step(table, seat, place_action(piece, *placed))
    step(table, seat, SUBMIT)
    assert table.is_over
    return seat


def play_again(table):
    for seat in range(len(table.seats)):
        assert table.is_over
        assert table.move(seat, REMATCH).accepted
    assert not table.is_over


def told(table, seat):
    """A seat's record but for what lies hidden, as plain values."""
    record = table.seats[seat]
    return {name: record[name].tolist() for name in record.dtype.names if name not in OWN}


@pytest.mark.parametrize("options", [{}, CLOCKED, {"placement": "player"}], ids=str)
def test_a_match_that_steps_have_ended_can_be_played_again(options):
    table = parlour.table("Orapa", players=2, seed=3, **options)
    if "placement" in options:
        for seat, words in enumerate(LAYOUTS):
            for piece, placed in words.items():
                step(table, seat, place_action(piece, *placed))
            step(table, seat, SUBMIT)
    lose(table)
    with pytest.raises(ValueError, match="the match is over"):
        step(table, 0, 0)
    play_again(table)
    start = {} if "placement" in options else {"first": int(table.match["turn"])}
    fresh = parlour.table("Orapa", players=2, seed=8, options=start, **options)
    for seat in (0, 1):
        assert told(table, seat) == told(fresh, seat)
    assert (table.masks == fresh.masks).all()


def test_steps_go_on_in_the_new_match():
    table = parlour.table("Orapa", players=2, seed=3, **CLOCKED)
    lose(table)
    play_again(table)
    for _ in range(6):
        seat = int(table.match["turn"])
        step(table, seat, int(table.masks[seat].argmax()))
        assert table.seats[seat]["turns"] > 0 and not table.is_over
    assert len(table.body(0)["history"]) == 6
    loser = lose(table)
    assert table.seats["reward"].tolist() == [1.0 - 2.0 * (seat == loser) for seat in (0, 1)]
    assert [row["seat"] for row in table.standings()] == [1 - loser, loser]
    play_again(table)


def test_other_layouts_are_dealt():
    table = parlour.table("Orapa", players=2, seed=3)
    layouts = set()
    for _ in range(4):
        layouts |= {tuple(seat["layout"].tolist()) for seat in table.seats}
        lose(table)
        play_again(table)
    assert len(layouts) == 8


def test_nothing_of_the_last_match_is_told():
    table = begin_duel(**CLOCKED)
    fire_from(table, 0, "A", 400)
    step(table, 1, 40)
    step(table, 0, SUBMIT)  # nothing is laid: rejected
    assert table.seats[0]["illegal"]
    table.resign(0)
    play_again(table)
    for seat in (0, 1):
        state, body = table.state(seat), table.body(seat)
        assert state["illegal"] is None and state["hypothesis"] == [] and state["turns"] == 0
        assert body["history"] == [] and "game_over" not in body
        assert table.seats[seat]["reward"] == 0.0


def test_the_clock_runs_on_and_a_turn_begins_with_the_rematch():
    table = begin_duel(**CLOCKED)
    table.resign(0, 70_000)
    table.move(0, REMATCH, 80_000)
    table.move(1, REMATCH, 95_000)
    assert table.body(0)["time_left_ms"] == 30_000
    first = table.body(0)["turn"]
    table.advance(124_999)
    assert table.body(0)["turn"] == first
    table.advance(125_000)
    assert table.body(0)["turn"] == 1 - first
    step(table, 1 - first, 0)
    assert table.match["time_ms"] == 126_000


def test_who_plays_alone_need_not_ask_twice():
    table = begin_solo()
    lose(table)
    play_again(table)
    assert in_words(table.match["layout"]) != LAYOUTS[0]
    step(table, 0, 3)
    assert table.seats[0]["turns"] == 1


def test_to_ask_twice_is_to_ask_once():
    table = begin_duel()
    table.resign(1)
    assert table.move(0, REMATCH).accepted and table.move(0, REMATCH).accepted
    assert table.is_over
    play_again(table)


@pytest.mark.parametrize("options", [{}, CLOCKED], ids=str)
def test_a_replay_holds_steps_and_rematches(options):
    table = parlour.table("Orapa", players=2, seed=6, **options)
    for _ in range(3):
        seat = int(table.match["turn"])
        step(table, seat, 5)
        table.act(1 - seat, wait(table))
        lose(table)
        play_again(table)
    *_, last = read_replay(table.replay(), make_game)
    for seat in (0, 1):
        assert told(last, seat) == told(table, seat)
        assert last.body(seat) == table.body(seat)

"""Tables played by actions: at moments of their own, in steps; and their replays."""

import json

import coins
import coins_play
import numpy as np
import pytest
from core_scenes import fields

import parlour
from parlour.envs import Table, read_replay

pytestmark = pytest.mark.nojit

GRAB, GO_HOME, WAIT = coins.GRAB, coins.GO_HOME, coins.WAIT


def make_game(name, **options):
    return {"Coins": coins.game}[name](**options)


def table(players=3, seed=1, **options):
    return Table(coins.game(**{"round_ms": 1000, **options}), players, seed)


def everything(one):
    return fields(one.match), fields(one.seats)


def again(text):
    """The table at a replay's end."""
    *_, last = read_replay(text, make_game)
    return last


def test_steps_of_a_table_are_those_of_the_environments():
    one, matches = table(), coins_play.deal(1, 3, 1, round_ms=1000)
    drawn = np.random.default_rng(0)
    while not one.is_over:
        actions = drawn.integers(2, size=3)
        one.step(actions)
        coins_play.step(matches, *actions)
        assert everything(one) == (fields(matches.matches[0]), fields(matches.seats[0]))
        assert (one.masks == matches.masks[0]).all()


def test_an_action_does_what_its_move_does():
    by_action, by_move = table(), table()
    for seat, action, move, at_ms in (
        (2, GRAB, "grab", 100),
        (0, GRAB, "grab", 1000),
        (1, GO_HOME, "go home", 1700),
    ):
        assert by_action.act(seat, action, at_ms).accepted
        by_move.move(seat, move, at_ms)
        assert everything(by_action) == everything(by_move)


def test_a_rejected_action_tells_its_reason_and_changes_nothing_but_the_time():
    one = table()
    one.act(0, GRAB, 10)
    before = one.seats.copy()
    verdict = one.act(1, GRAB, 20)
    assert (verdict.accepted, verdict.reason) == (False, "no coin there")
    assert fields(one.seats) == fields(before)
    assert one.match["time_ms"] == 20


def test_a_seat_off_move_is_not_heard():
    one = table()
    one.act(1, GO_HOME, 5)
    assert one.act(1, GRAB, 6).reason == "not_on_move"
    assert one.match["coin"] > 0


def test_masks_are_those_of_the_present_after_a_move():
    one = table()
    one.move(0, "grab", 10)
    assert one.masks[:, GRAB].tolist() == [0, 0, 0]
    one.advance(1000)
    assert one.masks[:, GRAB].tolist() == [1, 1, 1]


@pytest.mark.parametrize("action", [-1, 3, 1.0, True, "grab", None], ids=repr)
def test_what_is_no_action_is_refused_and_changes_nothing(action):
    one = table()
    before = everything(one)
    with pytest.raises(ValueError, match=r"an action must lie in 0\.\.2, got"):
        one.act(0, action, 50)
    assert everything(one) == before
    assert one.moves == []


@pytest.mark.parametrize("actions", [[0, 0], [0, 0, 3], [0, 0, 0.5], "abc"], ids=repr)
def test_what_are_no_actions_are_refused_and_change_nothing(actions):
    one = table()
    before = everything(one)
    with pytest.raises(ValueError, match="action"):
        one.step(actions)
    assert everything(one) == before
    assert one.moves == []


def test_no_step_follows_the_end():
    one = table()
    for seat in range(3):
        one.resign(seat)
    before = everything(one)
    with pytest.raises(ValueError, match="the match is over"):
        one.step([WAIT] * 3)
    assert everything(one) == before


def mixed():
    """Steps, moves, actions at moments and lapses of time in one match."""
    one = table()
    one.step([WAIT, GRAB, GRAB])
    one.act(0, GRAB, 400)
    one.move(1, "dance", 900)
    one.advance(1000)
    one.act(2, GRAB, 1001)
    one.step([GRAB, GRAB, GRAB])
    one.resign(1)
    one.step([WAIT, GRAB, GO_HOME])
    return one


def test_a_replay_holds_steps_moves_and_actions_alike():
    one = mixed()
    kinds = [next(reversed(json.loads(line))) for line in one.replay().splitlines()[1:]]
    assert kinds == ["actions", "action", "move", "move", "action", "actions", "move", "actions"]
    assert everything(again(one.replay())) == everything(one)


def test_a_replay_of_such_a_replay_is_the_same_text():
    text = mixed().replay()
    assert again(text).replay() == text


def test_a_replay_tells_who_held_the_seats():
    one = Table(coins.game(), 2, 1, agents=["random", "greedy:plies=1"])
    one.step([GRAB, GRAB])
    assert json.loads(one.replay().splitlines()[0])["agents"] == ["random", "greedy:plies=1"]
    assert again(one.replay()).agents == ["random", "greedy:plies=1"]
    assert again(one.replay()).replay() == one.replay()
    assert "agents" not in json.loads(table().replay())


@pytest.mark.parametrize("agents", [["a"], "ab", [1, 2], {"a": 1, "b": 2}], ids=repr)
def test_agents_are_one_name_a_seat(agents):
    with pytest.raises(ValueError, match="agents must be 2 names"):
        Table(coins.game(), 2, agents=agents)


@pytest.mark.parametrize(
    "line",
    ['{"action": 1, "seat": 0}', '{"action": 1, "at_ms": 5}', '"actions"', '{"seat": 0}'],
)
def test_a_broken_line_is_refused_before_anything_is_played(line):
    with pytest.raises(ValueError, match="not a replay: "):
        next(read_replay(table().replay() + line, make_game))


@pytest.mark.parametrize(
    "line",
    [
        '{"actions": [0]}',
        '{"actions": null}',
        '{"actions": [0, 0, 9]}',
        '{"seat": 7, "at_ms": 0, "action": 1}',
        '{"seat": 0, "at_ms": 0, "action": 9}',
        '{"seat": 0, "at_ms": -1, "action": 1}',
    ],
)
def test_a_line_that_cannot_be_played_is_a_value_error(line):
    with pytest.raises(ValueError, match=r"action|seat|at_ms"):
        list(read_replay(table().replay() + line, make_game))


def test_a_contest_of_twist_cube_is_replayed_from_its_steps():
    one = parlour.table("TwistCube", players=2, seed=4, tick_ms=2000)
    drawn = np.random.default_rng(1)
    while not one.is_over:
        one.step(drawn.integers(36, size=2))
    *_, last = read_replay(one.replay(), parlour.envs.make_game)
    assert everything(last) == everything(one)
    assert last.standings() == one.standings()

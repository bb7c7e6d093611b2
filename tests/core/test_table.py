"""Tables: one match in documented moves, at given times."""

import coins
import pebbles
import pytest
from core_scenes import fields

from parlour.envs import SoloEnv, Table

pytestmark = pytest.mark.nojit


def table(seed=1, players=3, **options):
    """Three seats at a table of Coins whose rounds last a second."""
    return Table(coins.game(**{"round_ms": 1000, **options}), players, seed)


def everything(one):
    return fields(one.match), fields(one.seats)


@pytest.mark.parametrize("seat", [-1, 3, 1.0, True, "0", None], ids=repr)
def test_a_seat_that_is_none_is_refused_and_changes_nothing(seat):
    one = table()
    before = everything(one)
    with pytest.raises(ValueError, match=r"seat must lie in 0\.\.2, got"):
        one.move(seat, "grab", 50)
    assert everything(one) == before
    assert one.moves == []


@pytest.mark.parametrize("at_ms", [99, -1, 100.0, True, "100"], ids=repr)
def test_a_time_before_the_present_is_refused_and_changes_nothing(at_ms):
    one = table()
    one.move(0, "look", 100)
    before = everything(one)
    with pytest.raises(ValueError, match="at_ms must be an integer from 100 on, got"):
        one.move(0, "grab", at_ms)
    assert everything(one) == before


def test_moves_may_come_at_the_same_time_and_by_default_do():
    one = table()
    one.move(0, "go home", 70)
    one.move(1, "grab", 70)
    one.move(2, "grab")
    assert [move["at_ms"] for move in one.moves] == [70, 70, 70]
    assert one.match["time_ms"] == 70


def test_time_closes_rounds_before_the_move_is_made():
    one = table()
    one.seats["target"] = 30
    assert one.move(0, "grab", 0).accepted
    assert not one.move(1, "grab", 999).accepted
    assert one.move(1, "grab", 1000).accepted
    assert one.match["round_number"] == 2


def test_a_command_speaks_for_seat_0_and_answers_in_text():
    one = table()
    assert one.command("look") == f"coin {one.match['coin']}"
    assert "expected grab, go home or look, got 'jump'" in one.command("jump", 2)


def test_a_rejected_move_is_kept_since_its_time_has_passed():
    one = table()
    verdict = one.move(1, "jump", 300)
    assert (verdict.accepted, verdict.reason) == (False, "bad_command")
    assert one.moves == [{"seat": 1, "at_ms": 300, "move": "jump"}]


def test_a_free_command_is_not_kept():
    one = table()
    assert one.move(1, "look", 300).is_free
    assert one.moves == []


def test_resigning_gives_up_one_seat_and_the_match_ends_with_the_last():
    one = table()
    for seat in range(3):
        assert not one.is_over
        assert one.resign(seat).accepted
    assert one.is_over
    assert one.state()["end"] == "all home"
    assert not one.resign(0).accepted


def test_the_state_is_what_the_seat_may_see():
    one = table()
    one.seats["purse"] = [1, 2, 3]
    assert [one.state(seat)["purse"] for seat in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("players", [1, 5, 2.0, True])
def test_a_table_has_the_seats_its_game_allows(players):
    with pytest.raises(ValueError, match="players"):
        table(players=players)


def test_a_game_without_commands_has_no_table():
    game = pebbles.game()
    object.__setattr__(game, "commands", None)
    with pytest.raises(ValueError, match="Pebbles has no documented moves"):
        Table(game)


def test_a_table_plays_as_a_solo_environment_with_the_same_seed():
    env, one = SoloEnv(pebbles.game()), Table(pebbles.game(), seed=6)
    env.reset(seed=6)
    while not one.is_over:
        env.step(0)
        one.command("take 1")
        assert one.state()["pile"] == env.matches.matches["pile"][0]

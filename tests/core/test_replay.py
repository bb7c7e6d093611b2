"""Replays: the text of a match, and the same match again."""

import json

import coins
import numpy as np
import pebbles
import pytest
from core_scenes import fields

import parlour
from parlour.envs import Table, read_replay

pytestmark = pytest.mark.nojit

GAMES = {"Pebbles": pebbles.game, "Coins": coins.game}


def make_game(name, **options):
    return GAMES[name](**options)


def table():
    return Table(coins.game(round_ms=1000), 3, 1)


def played():
    one = table()
    one.move(2, "grab", 100)
    one.move(0, "grab", 1000)
    return one


def everything(one):
    return fields(one.match), fields(one.seats)


def again(text):
    """The table at a replay's end."""
    *_, last = read_replay(text, make_game)
    return last


def test_a_replay_plays_the_same_match_again():
    one = table()
    one.move(2, "grab", 100)
    one.move(0, "grab", 200)
    one.move(0, "grab", 1000)
    one.move(1, "dance", 1500)
    one.resign(1)
    one.move(2, "grab", 2000)
    assert everything(again(one.replay())) == everything(one)


def test_a_free_command_makes_no_difference_to_the_replay():
    with_look, without = table(), table()
    with_look.move(0, "look", 3100)
    for one in (with_look, without):
        one.move(2, "grab", 3500)
    assert with_look.replay() == without.replay()
    assert again(with_look.replay()).state(2) == with_look.state(2)


def test_a_replay_shows_every_position_on_the_way():
    one, seen = table(), []
    seen.append(everything(one))
    for at_ms in (10, 1010, 2010):
        one.move(at_ms % 3, "grab", at_ms)
        seen.append(everything(one))
    assert [everything(step) for step in read_replay(one.replay(), make_game)] == seen


def test_a_replay_of_a_replay_is_the_same_text():
    text = played().replay()
    assert again(text).replay() == text


def test_a_replay_carries_players_options_and_game_options():
    one = Table(pebbles.game(observation="bits", size=30), 1, 8, {"pile": 12})
    one.command("take 2")
    header = json.loads(one.replay().splitlines()[0])
    assert header["format"] == "parlour-replay-1"
    assert header["version"] == parlour.__version__
    assert (header["game"], header["players"], header["seed"]) == ("Pebbles", 1, 8)
    assert header["game_options"] == {"observation": "bits", "size": 30}
    assert header["options"] == {"pile": 12}
    assert everything(again(one.replay())) == everything(one)
    assert again(one.replay()).game.options["size"] == 30


def test_a_drawn_seed_is_kept():
    one = Table(pebbles.game())
    one.command("take 1")
    assert everything(again(one.replay())) == everything(one)


def test_a_replay_can_be_written_to_a_file(tmp_path):
    path, one = tmp_path / "match.jsonl", played()
    assert one.replay(path) == path.read_text("utf-8")
    assert len(path.read_text("utf-8").splitlines()) == 1 + len(one.moves)


def test_numbers_of_numpy_are_written_as_numbers():
    one = Table(pebbles.game(size=np.int64(30)), 1, np.int64(8), {"pile": np.int16(12)})
    one.move(0, "take 1", int(np.int64(5)))
    assert everything(again(one.replay())) == everything(one)


def test_a_replay_does_not_change_with_what_its_caller_does_later():
    options = {"board": ["." * 10] * 20}
    one = parlour.table("Stackfall", seed=1, options=options)
    text = one.replay()
    options["board"][19] = "#........."
    assert one.replay() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[1, 2]",
        "3",
        "null",
        "{}",
        '{"format": "parlour-replay-1"}',
        '{"format": "parlour-replay-0", "game": "Pebbles"}',
    ],
)
def test_what_is_no_replay_is_refused(text):
    with pytest.raises(ValueError, match="not a replay: "):
        list(read_replay(text, make_game))


def test_another_format_is_named():
    text = played().replay().replace("replay-1", "replay-7")
    with pytest.raises(ValueError, match="parlour-replay-1, got 'parlour-replay-7'"):
        list(read_replay(text, make_game))


@pytest.mark.parametrize("line", ["{}", "[]", "7", '{"seat": 0, "move": "grab"}', "{"])
def test_a_broken_move_is_refused_before_anything_is_played(line):
    with pytest.raises(ValueError, match="not a replay: "):
        next(read_replay(played().replay() + line, make_game))


def test_a_replay_with_times_out_of_order_is_refused():
    first, *moves = played().replay().splitlines()
    with pytest.raises(ValueError, match="at_ms"):
        list(read_replay("\n".join([first, *moves[::-1]]), make_game))


def test_a_replay_of_an_unknown_game_is_refused():
    text = Table(pebbles.game()).replay()
    with pytest.raises(ValueError, match="got 'Pebbles'"):
        list(read_replay(text, parlour.envs.make_game))

"""Options and given positions."""

import gymnasium as gym
import pytest
from orapa_reference import violations
from orapa_scenes import LAYOUTS, as_pieces, in_words, same_records

import parlour

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("diamond", 1),
        ("black", None),
        ("lives", 0),
        ("lives", 3),
        ("lives", True),
        ("help_mode", "on"),
        ("edits_per_turn", 0),
        ("edits_per_turn", 1.5),
        ("allow_repeats", 0),
        ("placement", "hand"),
        ("turn_limit", 45),
        ("turn_limit", 30.0),
        ("turn_limit", 0),
        ("tick_ms", 0),
        ("turn_cost", -0.1),
        ("turn_cost", 2),
        ("turn_cost", "1"),
        ("turn_cost", float("nan")),
        ("observation", "pixels"),
        ("reward", "points"),
    ],
)
def test_a_bad_option_is_named(option, value):
    with pytest.raises(ValueError, match=option):
        gym.make("parlour/Orapa-v0", **{option: value})


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 36 + 80 + 939 + 5 + 2),
        ({"diamond": True}, 36 + 80 + 939 + 63 + 6 + 2),
        ({"black": True}, 36 + 80 + 939 + 142 + 6 + 2),
        ({"diamond": True, "black": True}, 36 + 80 + 1144 + 7 + 2),
    ],
)
def test_each_set_of_pieces_has_its_actions(options, count):
    env = gym.make("parlour/Orapa-v0", **options)
    assert env.action_space.n == count
    names = [env.unwrapped.game.action_names(action) for action in range(count)]
    assert len(set(names)) == count
    assert names[:2] == ["wave A", "wave B"] and names[35:37] == ["wave 18", "probe 0 0"]
    assert names[-2:] == ["submit", "wait"]
    assert ("take back black" in names) == options.get("black", False)


@pytest.mark.parametrize("options", [{"diamond": True}, {"black": True}])
def test_an_option_s_piece_is_hidden_too(options):
    env = gym.make("parlour/Orapa-v0", **options).unwrapped
    env.reset(seed=0)
    words = in_words(env.matches.matches[0]["layout"])
    assert len(words) == 6 and next(iter(options)) in words and not violations(words)


def test_a_given_layout_is_hidden():
    env = gym.make("parlour/Orapa-v0").unwrapped
    env.reset(seed=0, options={"layout": as_pieces(LAYOUTS[1])})
    assert in_words(env.matches.matches[0]["layout"]) == LAYOUTS[1]


def duel_options(**changes):
    start = {"layouts": [as_pieces(words) for words in LAYOUTS], "first": 1}
    return {**start, **changes}


@pytest.mark.parametrize("placement", ["random", "player"])
def test_given_layouts_of_a_duel_are_hidden(placement):
    env = parlour.parallel_env("Orapa", placement=placement)
    _, infos = env.reset(seed=0, options=duel_options())
    assert [in_words(seat["layout"]) for seat in env.matches.seats[0]] == LAYOUTS
    assert infos["seat_0"]["phase"] == 1 and env.matches.matches[0]["turn"] == 1


OVERLAPPING = {**LAYOUTS[0], "red": LAYOUTS[0]["white2"]}


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (1, {"layouts": []}, "1 players take layout, got layouts"),
        (2, {"layout": []}, "2 players take layouts, got layout"),
        (1, {"board": 1}, "layout, layouts, first, got board"),
        (1, {"first": 0}, "first"),
        (2, {"first": 2}, "first"),
        (2, {"first": True}, "first"),
        (2, {"layouts": [as_pieces(LAYOUTS[0])]}, "list of 2 layouts"),
        (1, {"layout": as_pieces(LAYOUTS[0])[:4]}, "white2 is missing"),
        (1, {"layout": as_pieces(OVERLAPPING)}, "overlap .red, white2."),
        (1, {"layout": "ABC"}, "pieces must be a list"),
        (1, {"layout": [{"piece_id": "green"}]}, "a piece must have"),
    ],
)
def test_a_bad_start_is_refused_and_changes_nothing(players, options, message):
    table = parlour.parallel_env("Orapa", players=players)
    table.reset(seed=0)
    before = table.snapshot()
    with pytest.raises(ValueError, match=message):
        table.reset(seed=1, options=options)
    assert same_records(before.matches, table.snapshot().matches)
    assert same_records(before.seats, table.snapshot().seats)


@pytest.mark.parametrize("players", [0, 3])
def test_one_or_two_play(players):
    with pytest.raises(ValueError, match="1 to 2 players"):
        parlour.table("Orapa", players=players)

"""Entrants: names with options, and the game that all of them play."""

import pickle

import pytest

from parlour.envs import make_game
from parlour.envs.core.opponents import encoder_for
from parlour.training.tournament.entrants import Entrant, read_entrant, settle


def read(*texts):
    return [read_entrant("TwistCube", text) for text in texts]


def test_a_name_alone_has_no_options():
    (entrant,) = read("random")
    assert (entrant.name, entrant.options, entrant.game_options) == ("random", {}, {})
    assert entrant.make().name == "random"


def test_options_follow_the_name_and_reach_the_agent():
    (entrant,) = read("greedy:plies=1,size=5")
    assert entrant.name == "greedy:plies=1,size=5"
    assert entrant.options == {"plies": 1, "size": 5}
    assert entrant.game_options == {"size": 5, "observation": "facelets"}
    assert (entrant.make().plies, entrant.make().size) == (1, 5)


def test_a_list_among_the_options_keeps_its_commas():
    with pytest.raises(ValueError, match=r"plies must be 1 or 2, got \[1, 2\]"):
        read("greedy:plies=[1,2],size=3")


def test_an_entrant_can_be_pickled():
    (entrant,) = read("greedy:plies=1")
    copy = pickle.loads(pickle.dumps(entrant))
    assert copy.make().plies == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gredy", "did you mean greedy"),
        ("greedy:plies", "expected key=value, got 'plies'"),
        ("greedy:plies=7", "plies must be 1 or 2, got 7"),
        ("greedy:colour=7", "greedy takes the options size, plies, got colour"),
        ("ppo:colour=7", "ppo takes the options beam, .*, got colour"),
        ("nobody:plies=1", "no agent 'nobody'"),
    ],
)
def test_what_is_wrong_with_an_entrant_is_told(text, message):
    with pytest.raises(ValueError, match=message):
        read(text)


def settled(options, *texts, game="TwistCube"):
    """The game's options, and the entrants' by name."""
    made, entrants, told = settle(game, options, [read_entrant(game, text) for text in texts])
    return made.options, {entrant.name: entrant.options for entrant in entrants}, told


def test_the_game_has_the_options_given_and_those_that_entrants_need():
    options, _, told = settled({"tick_ms": 300}, "random", "greedy:size=5")
    assert (options["size"], options["tick_ms"]) == (5, 300)
    assert told == []


def test_entrants_play_under_what_the_tournament_says():
    options, own, told = settled({"size": 5, "tick_ms": 300}, "greedy:plies=1", "commutators")
    assert (options["size"], options["tick_ms"]) == (5, 300)
    assert own == {"greedy:plies=1": {"plies": 1, "size": 5}, "commutators": own["commutators"]}
    assert own["commutators"] == {"size": 5, "tick_ms": 300}
    assert told == []


def test_others_follow_an_entrant_that_was_told_its_options():
    options, own, told = settled({}, "greedy", "random", "greedy:size=5")
    assert options["size"] == 5
    assert own == {"greedy": {"size": 5}, "random": {}, "greedy:size=5": {"size": 5}}
    assert told == [
        "all play under size=5, as greedy:size=5 does; --option size=VALUE chooses another"
    ]


def test_others_follow_what_a_learned_agent_was_trained_under():
    options, own, told = settled({}, "solver", "greedy", "ppo", game="Polyfit")
    assert (options["tick_ms"], options["undo"]) == (1000, False)
    assert own == {"solver": {"tick_ms": 1000}, "greedy": {}, "ppo": {}}
    assert len(told) == 1 and told[0].startswith("all play under tick_ms=1000, as ppo does")


def test_an_agent_that_follows_is_made_so():
    _, entrants, _ = settle("TwistCube", {"size": 5}, read("greedy:plies=1"))
    assert (entrants[0].make().size, entrants[0].make().plies) == (5, 1)
    assert pickle.loads(pickle.dumps(entrants[0])).game_options["size"] == 5


@pytest.mark.parametrize(
    ("options", "texts", "message"),
    [
        ({}, ["greedy:size=3", "greedy:size=5"], "greedy:size=5 plays under size=5, greedy:size=3"),
        ({"size": 5}, ["greedy:size=3"], "greedy:size=3 plays under size=3, the tournament under"),
    ],
)
def test_entrants_told_to_play_different_games_are_refused(options, texts, message):
    with pytest.raises(ValueError, match=f"{message}.*: give them the same, as in NAME:size=VALUE"):
        settled(options, *texts)


def test_an_entrant_that_cannot_follow_says_which_option_to_give():
    with pytest.raises(ValueError, match="ppo plays under size=3, the tournament under size=5"):
        settled({"size": 5}, "greedy", "ppo")
    with pytest.raises(
        ValueError, match=r"give all size=3, with --option size=3 or as in NAME:size=3"
    ):
        settled({}, "greedy:size=5", "ppo")


def test_what_an_agent_sees_is_its_own_affair():
    assert settled({"observation": "onehot"}, "greedy")[0]["observation"] == "onehot"


def test_what_an_agent_was_trained_for_is_its_own_affair():
    own = {"reward": "solved", "observation": "flat", "tick_ms": 70}
    entrants = [Entrant("a", None, {}, own), Entrant("b", None, {}, own | {"reward": "score"})]
    game, settled_entrants, _ = settle("TwistCube", {}, entrants)
    assert settled_entrants == entrants
    assert (game.options["reward"], game.options["tick_ms"]) == (None, 70)
    flat = make_game("TwistCube", observation="flat").encode
    assert [encoder_for(game, entrant) for entrant in entrants] == [flat, flat]

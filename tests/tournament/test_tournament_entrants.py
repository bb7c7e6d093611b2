"""Entrants: names with options, and the game that all of them play."""

import pickle

import pytest

from parlour.envs import make_game
from parlour.envs.core.opponents import encoder_for
from parlour.training.tournament.entrants import Entrant, read_entrant, shared_game


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
        ("nobody:plies=1", "no agent 'nobody'"),
    ],
)
def test_what_is_wrong_with_an_entrant_is_told(text, message):
    with pytest.raises(ValueError, match=message):
        read(text)


def test_the_game_has_the_options_given_and_those_that_entrants_need():
    game = shared_game("TwistCube", {"tick_ms": 300}, read("random", "greedy:size=5"))
    assert (game.options["size"], game.options["tick_ms"]) == (5, 300)


def test_entrants_that_need_different_games_are_told():
    with pytest.raises(ValueError, match="greedy:size=5 plays under size=5, greedy under size=3"):
        shared_game("TwistCube", {}, read("greedy", "greedy:size=5"))


def test_an_entrant_that_needs_another_game_than_asked_for_is_told():
    with pytest.raises(ValueError, match="greedy plays under size=3, the tournament under size=5"):
        shared_game("TwistCube", {"size": 5}, read("greedy"))


def test_what_an_agent_sees_is_its_own_affair():
    game = shared_game("TwistCube", {"observation": "onehot"}, read("greedy"))
    assert game.options["observation"] == "onehot"


def test_what_an_agent_was_trained_for_is_its_own_affair():
    own = {"reward": "solved", "observation": "flat", "tick_ms": 70}
    entrants = [Entrant("a", None, {}, own), Entrant("b", None, {}, own | {"reward": "score"})]
    game = shared_game("TwistCube", {}, entrants)
    assert (game.options["reward"], game.options["tick_ms"]) == (None, 70)
    flat = make_game("TwistCube", observation="flat").encode
    assert [encoder_for(game, entrant) for entrant in entrants] == [flat, flat]


def test_a_conflict_says_how_to_end_it():
    entrants = [Entrant("a", None, {}, {"tick_ms": 70}), Entrant("b", None, {}, {"tick_ms": 7})]
    with pytest.raises(ValueError, match="give them the same, as in NAME:tick_ms=VALUE"):
        shared_game("TwistCube", {}, entrants)

"""Entrants: the agents of a tournament, by name and options, and the game that they all play."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...envs import make_game
from ...envs.core.opponents import OWN_OPTIONS
from ..options import read_options
from ..players import find_player

__all__ = ["Entrant", "enter", "read_entrant", "settle"]


@dataclass(frozen=True)
class Entrant:
    """An agent that takes part.

    Attributes
    ----------
    name : str
        Under which it is listed: its name, and options where it has any.
    make : callable () -> Agent
        Can be pickled, as each process makes agents of its own.
    options : dict
        Of the agent.
    game_options : dict
        Under which it plays.
    card : dict or None
        What a learned agent tells about itself.
    """

    name: str
    make: Callable
    options: dict = field(default_factory=dict)
    game_options: dict = field(default_factory=dict)
    card: Any = None


def enter(name, make, options=None):
    """An `Entrant`; the agent is made once, to hear how it plays and what is wrong with it."""
    agent = make()
    card = getattr(agent, "card", None)
    return Entrant(name, make, dict(options or {}), dict(agent.game_options), card)


def read_entrant(game, text, more=None):
    """An entrant of a word such as `random` or `greedy:plies=1,size=5`.

    Parameters
    ----------
    game : str
    text : str
        A name or folder as `players.find_player` takes it, then `:` and `key=value` words
        with commas between them.
    more : dict, optional
        Options beside those of the word.

    Raises
    ------
    ValueError
        No such agent (those near are named) or option, or an agent of another game.
    """
    name, has_options, words = text.partition(":")
    own = read_options(re.split(r",(?![^\[]*\])", words)) if has_options else {}
    options = {**(more or {}), **own}
    return enter(text, partial(find_player, game, name, options), options)


def settle(name, options, entrants):
    """The game that all entrants play, and the entrants as they play it.

    Under which value of an option, that is for the tournament to say, then for the first
    entrant that was given one, that was trained under one, that has one at all; the others are
    made again with it. What an agent sees (`observation`) and was trained for (`reward`) is its
    own affair.

    Parameters
    ----------
    name : str
    options : dict
    entrants : sequence of Entrant

    Returns
    -------
    game : Game
    entrants : list of Entrant
    told : list of str
        A sentence for each option in which entrants had to follow another.

    Raises
    ------
    ValueError
        An unknown option, or entrants that cannot play under the same.
    """
    shared, settled, told = dict(options), list(entrants), []
    needed = dict.fromkeys(option for entrant in entrants for option in entrant.game_options)
    for option in needed:
        if option in OWN_OPTIONS:
            continue
        whose = "the tournament"
        if option not in options:
            leader = min((one for one in settled if option in one.game_options), key=rank(option))
            shared[option], whose = leader.game_options[option], leader.name
        before = settled
        settled = [follow(name, one, option, shared[option], whose) for one in settled]
        if option not in options and settled != before:
            told.append(
                f"all play under {option}={shared[option]!r}, as {whose} does; "
                f"--option {option}=VALUE chooses another"
            )
    return make_game(name, **shared), settled, told


def rank(option):
    """A key that sorts entrants by how much their value of an option counts."""
    return lambda entrant: (option not in entrant.options, entrant.card is None)


def follow(game, entrant, option, value, whose):
    """An entrant that plays under a value of an option; ValueError if it cannot."""
    own = entrant.game_options.get(option, value)
    if own == value:
        return entrant
    conflict = f"{entrant.name} plays under {option}={own!r}, {whose} under {option}={value!r}"
    if option in entrant.options:
        raise ValueError(f"{conflict}: give them the same, as in NAME:{option}=VALUE")
    try:
        return read_entrant(game, entrant.name, {**entrant.options, option: value})
    except ValueError as error:
        raise ValueError(
            f"{conflict}, and {entrant.name} cannot follow ({error}): give all {option}={own!r}, "
            f"with --option {option}={own} or as in NAME:{option}={own}"
        ) from error

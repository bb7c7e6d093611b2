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

__all__ = ["Entrant", "enter", "read_entrant", "shared_game"]


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


def read_entrant(game, text):
    """An entrant of a word such as `random` or `greedy:plies=1,size=5`.

    Parameters
    ----------
    game : str
    text : str
        A name or folder as `players.find_player` takes it, then `:` and `key=value` words
        with commas between them.

    Raises
    ------
    ValueError
        No such agent (those near are named) or option, or an agent of another game.
    """
    name, has_options, words = text.partition(":")
    options = read_options(re.split(r",(?![^\[]*\])", words)) if has_options else {}
    return enter(text, partial(find_player, game, name, options), options)


def shared_game(name, options, entrants):
    """The game under the options given and those that the entrants need.

    What an agent sees (`observation`) and was trained for (`reward`) is its own affair.

    Parameters
    ----------
    name : str
    options : dict
    entrants : sequence of Entrant

    Raises
    ------
    ValueError
        An unknown option, or entrants that need different ones.
    """
    shared, owners = dict(options), dict.fromkeys(options, "the tournament")
    for entrant in entrants:
        for option, value in entrant.game_options.items():
            if option in OWN_OPTIONS:
                continue
            if shared.setdefault(option, value) != value:
                raise ValueError(
                    f"{entrant.name} plays under {option}={value!r}, {owners[option]} under "
                    f"{option}={shared[option]!r}: give them the same, as in NAME:{option}=VALUE"
                )
            owners.setdefault(option, entrant.name)
    return make_game(name, **shared)

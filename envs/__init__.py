"""Environments: every game, and the core they share. This is the one place that lists them."""

if __name__ != "parlour.envs":
    raise ImportError("import parlour.envs, not envs: one module must not exist twice")

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo

from .core.game import Game
from .core.opponents import AgainstOpponents, LanesAgainstOpponents
from .core.rounds import RoundsEnv
from .core.solo import SoloEnv
from .core.table import Table, read_replay
from .core.turns import TurnsEnv
from .core.vector import LanesEnv

__all__ = [
    "GAMES",
    "AgainstOpponents",
    "Game",
    "LanesAgainstOpponents",
    "LanesEnv",
    "RoundsEnv",
    "SoloEnv",
    "Table",
    "TurnsEnv",
    "aec_env",
    "against",
    "against_lanes",
    "env_id",
    "games",
    "make_game",
    "parallel_env",
    "read_replay",
    "seat_lanes",
    "table",
]

GAMES = {
    "Stackfall": ".stackfall:game",
    "TwistCube": ".twist_cube:game",
    "Polyfit": ".polyfit:game",
    "Polyfit3D": ".polyfit:game_3d",
    "Orapa": ".orapa:game",
}
"""Name of a game -> module and function that make it; a new game adds its line here."""


def games() -> list[str]:
    """Names of all games."""
    return list(GAMES)


def env_id(name: str) -> str:
    """Gymnasium id of a game's environment."""
    return f"parlour/{name}-v0"


def make_game(name: str, **options: Any) -> Game:
    """A game under a choice of options.

    Parameters
    ----------
    name : str
        One of `games()`.
    **options
        As the game's own module documents them.

    Raises
    ------
    ValueError
        An unknown game or option, or a bad value.
    """
    if name not in GAMES:
        raise ValueError(f"game must be one of {', '.join(GAMES)}, got {name!r}")
    module, _, function = GAMES[name].partition(":")
    make = getattr(import_module(module, __package__), function)
    known = make.__code__.co_varnames[: make.__code__.co_argcount]
    unknown = [option for option in options if option not in known]
    if unknown:
        raise ValueError(f"{name} takes the options {', '.join(known)}, got {', '.join(unknown)}")
    return make(**options)


def solo_env(name, render_mode=None, copy=True, **options):
    """What `gymnasium.make` calls: a game's solo environment."""
    return SoloEnv(make_game(name, **options), render_mode, copy)


def lanes_env(
    name,
    num_envs=1,
    autoreset_mode=gymnasium.vector.AutoresetMode.NEXT_STEP,
    max_episode_steps=None,
    render_mode=None,
    copy=True,
    players=None,
    **options,
):
    """What `gymnasium.make_vec` calls: a game's native vector environment."""
    return LanesEnv(
        make_game(name, **options),
        num_envs,
        players,
        autoreset_mode=autoreset_mode,
        max_episode_steps=max_episode_steps,
        render_mode=render_mode,
        copy=copy,
    )


# `gymnasium.make` reads the render modes off its entry point before it calls it.
for _entry in (solo_env, lanes_env):
    vars(_entry)["metadata"] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}


def table(
    name: str,
    players: int | None = None,
    seed: int | None = None,
    options: dict | None = None,
    **game_options: Any,
) -> Table:
    """One match to be played by the game's documented moves.

    Parameters
    ----------
    name : str
        One of `games()`.
    players : int, optional
        Seats; the game's fewest by default.
    seed : int, optional
        0..2**63 - 1; drawn if None.
    options : dict, optional
        A given position, as for `reset`.
    **game_options
        As for `make_game`.
    """
    return Table(make_game(name, **game_options), players, seed, options)


def parallel_env(
    name: str, players: int = 2, render_mode: str | None = None, **options: Any
) -> pettingzoo.ParallelEnv:
    """A game's environment for simultaneous seats; ValueError where a game has one seat only.

    Parameters
    ----------
    name : str
        One of `games()`.
    players : int
        Seats.
    render_mode : {"ansi", "rgb_array"}, optional
    **options
        As for `make_game`.
    """
    return RoundsEnv(make_game(name, **options), players, render_mode)


def seat_lanes(name: str, players: int = 2, num_matches: int = 1, **arguments: Any) -> LanesEnv:
    """Matches with several seats as a vector environment, a lane a seat, stepped in one call.

    Parameters
    ----------
    name : str
        One of `games()`.
    players : int
        Seats of a match; they lie side by side.
    num_matches : int
        Matches played side by side.
    **arguments
        As for `gymnasium.make_vec`: those of `LanesEnv`, and the game's options.
    """
    return lanes_env(name, players * num_matches, players=players, **arguments)


def against(
    name: str,
    opponents: Sequence[Any],
    seat: int = 0,
    render_mode: str | None = None,
    **options: Any,
) -> AgainstOpponents:
    """A game for several as a Gymnasium environment for one seat; agents play the others.

    Parameters
    ----------
    name : str
        One of `games()`.
    opponents : sequence of agents
        One for each other seat, as `parlour.agents.make` makes them.
    seat : int
        The learner's.
    render_mode : {"ansi", "rgb_array"}, optional
    **options
        As for `make_game`.
    """
    return AgainstOpponents(make_game(name, **options), opponents, seat, render_mode)


def against_lanes(
    name: str,
    opponents: Sequence[Any],
    num_envs: int = 1,
    seat: int | None = 0,
    autoreset_mode: gymnasium.vector.AutoresetMode | str = gymnasium.vector.AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    render_mode: str | None = None,
    copy: bool = True,
    **options: Any,
) -> LanesAgainstOpponents:
    """Many such matches as a vector environment; see `against`.

    Parameters
    ----------
    num_envs : int
        Matches.
    seat : int, optional
        The learner's; None: match m has it in seat m % P.
    autoreset_mode, max_episode_steps, render_mode, copy
        As for `LanesEnv`.
    """
    game = make_game(name, **options)
    return LanesAgainstOpponents(
        game, opponents, num_envs, seat, autoreset_mode, max_episode_steps, render_mode, copy
    )


def aec_env(
    name: str, players: int = 2, render_mode: str | None = None, **options: Any
) -> pettingzoo.AECEnv:
    """A game's environment for alternating seats; ValueError where a game has no turns.

    Parameters
    ----------
    name : str
        One of `games()`.
    players : int
        Seats.
    render_mode : {"ansi", "rgb_array"}, optional
    **options
        As for `make_game`.
    """
    game = make_game(name, **options)
    game.check_players(players)
    return TurnsEnv(game, players, render_mode)


for _name in GAMES:
    gymnasium.register(
        env_id(_name),
        entry_point="parlour.envs:solo_env",
        vector_entry_point="parlour.envs:lanes_env",
        kwargs={"name": _name},
    )

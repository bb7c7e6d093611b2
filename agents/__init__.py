"""Agents: whoever plays, from random to learned, batched over lanes.

An agent has `name`, `game_options` (the options of the environments it plays in),
`reset(seed)` and `act(observations, masks) -> actions`: observations with a leading
axis of M lanes, masks (M, A), actions (M,) int64. An agent sees what its seat sees,
nothing else. Lanes whose mask is all 0 have ended; any action will do there.
"""

if __name__ != "parlour.agents":
    raise ImportError("import parlour.agents, not agents: one module must not exist twice")

from importlib import import_module
from inspect import signature
from typing import Any, Protocol

import numpy as np

__all__ = ["AGENTS", "Agent", "load", "make", "names"]

AGENTS = {
    "Stackfall": {
        "random": ".random:RandomAgent",
        "heuristic": ".stackfall:HeuristicAgent",
        "beam": ".stackfall:BeamAgent",
        "ppo": ".learned:shipped",
    },
    "TwistCube": {
        "random": ".random:RandomAgent",
        "greedy": ".twist_cube:GreedyAgent",
        "annealing": ".twist_cube.annealing:AnnealingAgent",
        "commutators": ".twist_cube.commutators:CommutatorAgent",
        "twophase": ".twist_cube.twophase:TwoPhaseAgent",
        "inverse": ".learned:inverse",
        "ppo": ".learned:shipped",
    },
    "Polyfit": {
        "random": ".random:RandomAgent",
        "greedy": ".polyfit:GreedyAgent",
        "solver": ".polyfit.solver:SolverAgent",
        "ppo": ".learned:shipped",
    },
    "Polyfit3D": {
        "random": ".random:RandomAgent",
        "greedy": ".polyfit:GreedyAgent",
        "solver": ".polyfit.solver:SolverAgent",
    },
    "Orapa": {
        "random": ".random:RandomAgent",
        "belief": ".orapa:BeliefAgent",
        "ppo": ".learned:shipped",
    },
}
"""Game -> name of an agent -> module and maker, called with the game's name and options."""


class Agent(Protocol):
    """What every agent offers.

    Attributes
    ----------
    name : str
    game_options : dict
        Options under which its environments must be made.
    """

    name: str
    game_options: dict

    def reset(self, seed: int | None = None) -> None:
        """Forget all lanes; with a seed, start the agent's own random stream from it."""

    def act(self, observations: Any, masks: np.ndarray) -> np.ndarray:
        """Actions (M,) int64 for observations (M, ...) and masks (M, A)."""


def names(game: str) -> list[str]:
    """Names of the agents that play a game; ValueError for an unknown game."""
    if game not in AGENTS:
        raise ValueError(f"game must be one of {', '.join(AGENTS)}, got {game!r}")
    return list(AGENTS[game])


def make(game: str, name: str, **options: Any) -> Agent:
    """An agent by name.

    Parameters
    ----------
    game : str
        As in `parlour.games()`.
    name : str
        One of `names(game)`, or the path of a folder with `policy.yaml`.
    **options
        As the agent's class documents them.

    Raises
    ------
    ValueError
        An unknown game, agent or option.
    """
    if name not in names(game):
        if "/" in name:
            return load(name, **options)
        raise ValueError(f"agent must be one of {', '.join(names(game))}, got {name!r}")
    module, _, maker = AGENTS[game][name].partition(":")
    build = getattr(import_module(module, __package__), maker)
    check_agent_options(name, build, options)
    return build(game, **options)


def check_agent_options(name, maker, options):
    """ValueError for options of an agent that its maker, a class or a function, does not take."""
    parameters = signature(maker).parameters.values()
    known = [one.name for one in parameters if one.default is not one.empty and one.name != "game"]
    unknown = [option for option in options if option not in known]
    if unknown and not any(one.kind is one.VAR_KEYWORD for one in parameters):
        takes = f"takes the options {', '.join(known)}" if known else "takes no options"
        raise ValueError(f"{name} {takes}, got {', '.join(unknown)}")


def load(path: Any, **options: Any) -> Agent:
    """A learned agent from a folder with `policy.safetensors` and `policy.yaml`; runs no code."""
    from .learned import load as load_learned

    return load_learned(path, **options)

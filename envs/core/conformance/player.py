"""One way to play every kind of environment, so that each check is written once.

A player holds one environment and keeps `returned`, what the last call returned (the very
objects), and `turn`, a deep copy of it read seat by seat. Forms: "solo" (`gymnasium.Env`),
"vector" (`gymnasium.vector.VectorEnv`, a seat is a lane), "parallel" (`pettingzoo.ParallelEnv`)
and "turns" (`pettingzoo.AECEnv`, one seat at a time).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, Space


@dataclass
class Seat:
    """What one seat, lane or agent got, and what it may do.

    Attributes
    ----------
    name : object
        None (solo), the lane's index or the agent's name.
    observation, reward, terminated, truncated, info : object
        As returned; after a reset the reward and both flags are None.
    observation_space, action_space : gymnasium.Space
    mask : (A,) ndarray or None
        The action mask, None if none is offered.
    """

    name: Any
    observation: Any
    reward: Any
    terminated: Any
    truncated: Any
    info: Any
    observation_space: Any
    action_space: Any
    mask: Any = None

    @property
    def is_done(self) -> bool:
        """Whether the seat's episode has ended."""
        return bool(self.terminated) or bool(self.truncated)

    def find_mask(self, method: Any = None) -> None:
        """Take the mask from the info, the observation or the method `action_masks`."""
        if "action_mask" in self.info:
            self.mask = self.info["action_mask"]
        elif isinstance(self.observation, dict) and "action_mask" in self.observation:
            self.mask = self.observation["action_mask"]
        elif method is not None:
            self.mask = np.array(method())


@dataclass
class Turn:
    """A copy of what a call returned, seat by seat.

    Attributes
    ----------
    data : dict
        The copied return values by name; comparisons look at these.
    seats : list of Seat
        Everyone who was told something.
    is_over : bool
        Whether only a reset can follow.
    """

    data: dict[str, Any]
    seats: list[Seat]
    is_over: bool

    def seat(self, name: Any) -> Seat | None:
        """The seat of that name, None if it is not told anything."""
        return next((seat for seat in self.seats if seat.name == name), None)


class Player(ABC):
    """Plays one environment; see the module's docstring.

    Parameters
    ----------
    env : object
        The environment, which the player owns from now on.
    """

    form: str

    def __init__(self, env: Any) -> None:
        self.env = env
        self.returned: dict[str, Any] = {}
        self.turn = Turn({}, [], True)
        self._samplers: dict[Any, Space] = {}

    @abstractmethod
    def _reset(self, **arguments: Any) -> dict[str, Any]:
        """Reset and return what came, by name."""

    @abstractmethod
    def _step(self, action: Any) -> dict[str, Any]:
        """Step and return what came, by name."""

    @abstractmethod
    def read(self, data: dict[str, Any]) -> Turn:
        """Copied return values, seat by seat."""

    @abstractmethod
    def join(self, actions: dict[Any, Any]) -> Any:
        """The native action made of one action a seat."""

    @abstractmethod
    def any_action(self) -> Any:
        """A native action of an environment that may not have been reset."""

    def outcome(self, name: Any) -> Seat | None:
        """What the last step gave to the seat that acted in it."""
        return self.turn.seat(name)

    def reset(self, seed: int | None = None, **arguments: Any) -> Turn:
        """Reset; without a seed the environment goes on with its random stream."""
        self.returned = self._reset(seed=seed, **arguments)
        self.turn = self.read(deepcopy(self.returned))
        return self.turn

    def step(self, action: Any) -> Turn:
        """Make a step with a native action."""
        self.returned = self._step(action)
        self.turn = self.read(deepcopy(self.returned))
        return self.turn

    def choose(self, rng: np.random.Generator) -> Any:
        """A random native action, legal for every seat."""
        return self.join({seat.name: self.pick(seat, rng) for seat in self.turn.seats})

    def advance(self, rng: np.random.Generator) -> Turn:
        """Step with random legal actions, or reset if the episode is over."""
        return self.reset() if self.turn.is_over else self.step(self.choose(rng))

    def replay(self, seed: int, actions: list[Any]) -> Turn:
        """Go to the position that the actions lead to."""
        self.reset(seed)
        for action in actions:
            self.step(action)
        return self.turn

    def pick(self, seat: Seat, rng: np.random.Generator) -> Any:
        """A random action of one seat, legal by its mask as far as there is one."""
        space = seat.action_space
        if isinstance(space, Discrete):
            legal = np.arange(space.n) if seat.mask is None else np.flatnonzero(seat.mask)
            index = rng.choice(legal) if len(legal) else rng.integers(space.n)
            return space.dtype.type(space.start + index)
        sampler = self._samplers.setdefault(seat.name, deepcopy(space))
        sampler.seed(int(rng.integers(2**31)))
        return sampler.sample() if seat.mask is None else sampler.sample(mask=seat.mask)

    def close(self) -> None:
        """Close the environment."""
        self.env.close()


class SoloPlayer(Player):
    """Plays a `gymnasium.Env`."""

    form = "solo"

    def _reset(self, **arguments: Any) -> dict[str, Any]:
        observation, info = self.env.reset(**arguments)
        return {"observation": observation, "info": info}

    def _step(self, action: Any) -> dict[str, Any]:
        names = ("observation", "reward", "terminated", "truncated", "info")
        return dict(zip(names, self.env.step(action), strict=True))

    def read(self, data: dict[str, Any]) -> Turn:
        env = self.env
        reward, *ends = (data.get(name) for name in ("reward", "terminated", "truncated"))
        spaces = env.observation_space, env.action_space
        seat = Seat(None, data["observation"], reward, ends[0], ends[1], data["info"], *spaces)
        seat.find_mask(mask_method(env))
        return Turn(data, [seat], seat.is_done)

    def join(self, actions: dict[Any, Any]) -> Any:
        return actions[None]

    def any_action(self) -> Any:
        return deepcopy(self.env.action_space).sample()


def mask_method(env: Any) -> Any:
    """The environment's `action_masks`, through its wrappers; None if it has none."""
    has_attribute = getattr(env, "has_wrapper_attr", None)
    if has_attribute is None:
        return getattr(env, "action_masks", None)
    return env.get_wrapper_attr("action_masks") if has_attribute("action_masks") else None

"""Players of several seats: lanes of a vector environment, PettingZoo's two kinds."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import concatenate, create_empty_array, iterate

from .player import Player, Seat, SoloPlayer, Turn, mask_method


class VectorPlayer(Player):
    """Plays a `gymnasium.vector.VectorEnv`; lanes that must be reset by hand are."""

    form = "vector"

    @property
    def mode(self) -> Any:
        """The declared autoreset mode."""
        return self.env.metadata.get("autoreset_mode")

    def _reset(self, **arguments: Any) -> dict[str, Any]:
        observation, info = self.env.reset(**arguments)
        return {"observation": observation, "info": info}

    def _step(self, action: Any) -> dict[str, Any]:
        names = ("observation", "reward", "terminated", "truncated", "info")
        return dict(zip(names, self.env.step(action), strict=True))

    def read(self, data: dict[str, Any]) -> Turn:
        lanes = range(self.env.num_envs)
        flags = [data.get(name) for name in ("reward", "terminated", "truncated")]
        masks = mask_method(self.env)
        rows = None if masks is None or "action_mask" in data["info"] else np.array(masks())
        seats = []
        observations = iterate(self.env.observation_space, data["observation"])
        for lane, observation in zip(lanes, observations, strict=True):
            reward, *ends = (None if flag is None else flag[lane] for flag in flags)
            spaces = self.env.single_observation_space, self.env.single_action_space
            info = lane_info(data["info"], lane)
            seat = Seat(lane, observation, reward, ends[0], ends[1], info, *spaces)
            seat.find_mask(None if rows is None else lambda lane=lane: rows[lane])
            seats.append(seat)
        return Turn(data, seats, False)

    def advance(self, rng: np.random.Generator) -> Turn:
        ended = np.array([seat.is_done for seat in self.turn.seats])
        if self.mode == AutoresetMode.DISABLED and ended.any():
            return self.reset(options={"reset_mask": ended})
        return super().advance(rng)

    def join(self, actions: dict[Any, Any]) -> Any:
        space: Any = self.env.single_action_space
        rows = [actions[lane] for lane in range(self.env.num_envs)]
        out: Any = create_empty_array(space, len(rows))
        return concatenate(space, rows, out)

    def any_action(self) -> Any:
        return deepcopy(self.env.action_space).sample()


def lane_info(infos: dict[str, Any], lane: int) -> dict[str, Any]:
    """One lane's part of a vector environment's infos, by Gymnasium's `_key` convention."""
    part = {}
    for name, value in infos.items():
        if name.startswith("_") and name[1:] in infos:
            continue
        is_given = infos.get(f"_{name}")
        if is_given is not None and not is_given[lane]:
            continue
        if isinstance(value, dict):
            part[name] = lane_info(value, lane)
        else:
            part[name] = value[lane] if hasattr(value, "__getitem__") else value
    return part


class ParallelPlayer(Player):
    """Plays a `pettingzoo.ParallelEnv`."""

    form = "parallel"

    def _reset(self, **arguments: Any) -> dict[str, Any]:
        observations, infos = self.env.reset(**arguments)
        return {"observation": observations, "info": infos, "agents": list(self.env.agents)}

    def _step(self, action: Any) -> dict[str, Any]:
        names = ("observation", "reward", "terminated", "truncated", "info")
        data = dict(zip(names, self.env.step(action), strict=True))
        return {**data, "agents": list(self.env.agents)}

    def read(self, data: dict[str, Any]) -> Turn:
        seats = []
        for agent, observation in data["observation"].items():
            names = ("reward", "terminated", "truncated")
            reward, *ends = (data[name].get(agent) if name in data else None for name in names)
            spaces = self.env.observation_space(agent), self.env.action_space(agent)
            info = data["info"].get(agent, {})
            seat = Seat(agent, observation, reward, ends[0], ends[1], info, *spaces)
            seat.find_mask()
            seats.append(seat)
        return Turn(data, seats, not data["agents"])

    def join(self, actions: dict[Any, Any]) -> Any:
        return {agent: actions[agent] for agent in self.env.agents}

    def any_action(self) -> Any:
        agents = self.env.possible_agents
        return {agent: deepcopy(self.env.action_space(agent)).sample() for agent in agents}


class TurnsPlayer(Player):
    """Plays a `pettingzoo.AECEnv`; what `last()` says of the agent to move is what came."""

    form = "turns"

    def _reset(self, **arguments: Any) -> dict[str, Any]:
        self.env.reset(**arguments)
        return self._last()

    def _step(self, action: Any) -> dict[str, Any]:
        self.env.step(action)
        return self._last()

    def _last(self) -> dict[str, Any]:
        if not self.env.agents:
            return {"agent": None}
        names = ("observation", "reward", "terminated", "truncated", "info")
        data = dict(zip(names, self.env.last(), strict=True))
        return {"agent": self.env.agent_selection, **data}

    def read(self, data: dict[str, Any]) -> Turn:
        if data["agent"] is None:
            return Turn(data, [], True)
        agent, observation, reward, terminated, truncated, info = data.values()
        spaces = self.env.observation_space(agent), self.env.action_space(agent)
        seat = Seat(agent, observation, reward, terminated, truncated, info, *spaces)
        seat.find_mask()
        return Turn(data, [seat], False)

    def outcome(self, name: Any) -> Seat | None:
        env = self.env
        if name not in env.rewards:
            return None
        values = env.rewards[name], env.terminations[name], env.truncations[name], env.infos[name]
        spaces = env.observation_space(name), env.action_space(name)
        return Seat(name, env.observe(name), *values, *spaces)

    def join(self, actions: dict[Any, Any]) -> Any:
        seat = self.turn.seats[0]
        return None if seat.is_done else actions[seat.name]

    def any_action(self) -> Any:
        return deepcopy(self.env.action_space(self.env.possible_agents[0])).sample()


PLAYERS: dict[type, Callable[[Any], Player]] = {
    gymnasium.vector.VectorEnv: VectorPlayer,
    gymnasium.Env: SoloPlayer,
    pettingzoo.ParallelEnv: ParallelPlayer,
    pettingzoo.AECEnv: TurnsPlayer,
}


def player_of(env: Any) -> Player:
    """The player that fits an environment.

    Raises
    ------
    TypeError
        If it is none of the four kinds.
    """
    for kind, player in PLAYERS.items():
        if isinstance(env, kind):
            return player(env)
    raise TypeError(
        f"expected a Gymnasium Env or VectorEnv or a PettingZoo ParallelEnv or AECEnv, "
        f"got {type(env).__name__}"
    )

"""Checks of what is returned: spaces, dtypes, rewards, flags, infos and agents."""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np
from gymnasium import spaces as gym_spaces

from .compare import show
from .plays import walk
from .registry import checks
from .report import Fault, NotOffered, expect
from .subject import Subject

ARRAY_SPACES = (gym_spaces.Box, gym_spaces.MultiBinary, gym_spaces.MultiDiscrete)


def misfit(space: gym_spaces.Space, value: Any, where: str = "observation") -> str | None:
    """Why a value is not in a space, exactly: dtype and shape too; None if it is."""
    if isinstance(space, gym_spaces.Dict) and isinstance(value, dict):
        if set(space) != set(value):
            return f"{where}: expected keys {sorted(space)}, got {sorted(value)}"
        found = (misfit(space[name], value[name], f"{where}[{name!r}]") for name in space)
        return next((text for text in found if text), None)
    if isinstance(space, gym_spaces.Tuple) and isinstance(value, tuple):
        pairs = enumerate(zip(space, value, strict=False))
        found = (misfit(inner, item, f"{where}[{i}]") for i, (inner, item) in pairs)
        return next((text for text in found if text), None)
    if isinstance(space, ARRAY_SPACES):
        if not isinstance(value, np.ndarray):
            return f"{where}: expected an array, got {type(value).__name__}"
        if value.dtype != space.dtype:
            return f"{where}: expected dtype {space.dtype}, got {value.dtype}"
        if value.shape != space.shape:
            return f"{where}: expected shape {space.shape}, got {value.shape}"
    if not space.contains(value):
        return f"{where}: expected a member of {show(space)}, got {show(value)}"
    return None


@checks()
def spaces(subject: Subject) -> None:
    """Every observation, the last one too, is in its space, with exact dtype and shape."""
    player = subject.player()
    for step, turn in enumerate(walk(player, subject.settings.seeds[0], subject.settings)):
        if subject.form == "vector":
            text = misfit(player.env.observation_space, turn.data["observation"])
            expect(not text, f"step {step}: batched {text}")
        for seat in turn.seats:
            text = misfit(seat.observation_space, seat.observation)
            end = ", at the end of the episode" if seat.is_done else ""
            expect(not text, f"step {step}, seat {seat.name}{end}: {text}")


@checks()
def rewards(subject: Subject) -> None:
    """Every reward is a finite real number; a vector environment's an array, one a lane."""
    player = subject.player()
    for step, turn in enumerate(walk(player, subject.settings.seeds[0], subject.settings)):
        if "reward" not in turn.data:
            continue
        if subject.form == "vector":
            _expect_lanes(turn.data["reward"], player.env.num_envs, "fiu", f"step {step}: rewards")
        for seat in turn.seats:
            reward = seat.reward
            is_number = isinstance(reward, numbers.Real) and not isinstance(reward, bool)
            expect(
                is_number and math.isfinite(reward),
                f"step {step}, seat {seat.name}: expected a finite number as reward, "
                f"got {show(reward)} ({type(reward).__name__})",
            )


def _expect_lanes(batch: Any, lanes: int, kinds: str, what: str) -> None:
    is_right = isinstance(batch, np.ndarray) and batch.shape == (lanes,)
    expect(
        is_right and batch.dtype.kind in kinds,
        f"{what}: expected an array of shape ({lanes},) and dtype kind in {kinds!r}, "
        f"got {show(batch)} ({getattr(batch, 'dtype', type(batch).__name__)})",
    )


@checks()
def flags(subject: Subject) -> None:
    """terminated and truncated are booleans."""
    player = subject.player()
    for step, turn in enumerate(walk(player, subject.settings.seeds[0], subject.settings)):
        for name in ("terminated", "truncated"):
            if name not in turn.data:
                continue
            if subject.form == "vector":
                _expect_lanes(turn.data[name], player.env.num_envs, "b", f"step {step}: {name}")
            for seat in turn.seats:
                value = getattr(seat, name)
                expect(
                    isinstance(value, bool | np.bool_),
                    f"step {step}, seat {seat.name}: expected a bool as {name}, "
                    f"got {show(value)} ({type(value).__name__})",
                )


@checks("solo", "vector")
def infos(subject: Subject) -> None:
    """Infos hold plain numbers and arrays under the same names (if they offer `action_mask`)."""
    player = subject.player()
    names: dict[Any, set] = {}
    for step, turn in enumerate(walk(player, subject.settings.seeds[0], subject.settings)):
        for seat in turn.seats:
            info = {name: seat.info[name] for name in seat.info if not name.startswith("final_")}
            if "action_mask" not in info:
                raise NotOffered("infos are free: they offer no action_mask")
            for name, value in info.items():
                is_plain = np.asarray(value).dtype.kind in "biuf"
                if not is_plain or isinstance(value, list | tuple | dict):
                    raise Fault(f"step {step}: info[{name!r}] is no number or array: {show(value)}")
            known = names.setdefault(seat.name, set(info))
            expect(
                known == set(info),
                f"step {step}, seat {seat.name}: expected the same info names on every call, "
                f"{sorted(known ^ set(info))} come and go",
            )


@checks("parallel", "turns")
def agents(subject: Subject) -> None:
    """Agents are possible ones, keep their spaces, are all answered, and never return."""
    player = subject.player()
    env, is_new = player.env, True
    gone: set[Any] = set()
    alive: set[Any] = set()
    for step, turn in enumerate(walk(player, subject.settings.seeds[0], subject.settings)):
        present = list(env.agents)
        if is_new:
            gone, alive = set(), set(present)
        _expect_agents(env, present, f"step {step}")
        if subject.form == "parallel":
            _expect_answers(turn.data, alive, gone, step)
            gone |= {seat.name for seat in turn.seats if seat.is_done}
        elif turn.seats:
            mover = turn.seats[0].name
            expect(mover in present, f"step {step}: {mover} is to move but not in {present}")
            gone |= alive - set(present)
        alive = set(present)
        back = alive & gone
        expect(not back, f"step {step}: {sorted(back)} had ended but are in agents")
        is_new = turn.is_over


def _expect_agents(env: Any, present: list, where: str) -> None:
    possible = list(env.possible_agents)
    expect(set(present) <= set(possible), f"{where}: {present} are not all in {possible}")
    expect(len(set(present)) == len(present), f"{where}: agents repeat: {present}")
    for agent in possible:
        for space in (env.observation_space, env.action_space):
            expect(
                space(agent) is space(agent),
                f"expected the same space object on each call for {agent}, got new ones",
            )


def _expect_answers(data: dict[str, Any], alive: set, gone: set, step: int) -> None:
    for name in ("observation", "reward", "terminated", "truncated", "info"):
        if name in data:
            missing = alive - set(data[name])
            expect(not missing, f"step {step}: {name} lacks the agents {sorted(missing)}")
            extra = set(data[name]) & gone
            expect(not extra, f"step {step}: {name} still names {sorted(extra)}, who had ended")

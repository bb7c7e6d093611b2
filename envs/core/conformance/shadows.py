"""Follow every lane of a vector environment with a single environment that must play alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from .compare import difference
from .player import Player, Seat
from .players import VectorPlayer
from .subject import Subject

FINAL = frozenset({"final_obs", "final_info"})


@dataclass
class Event:
    """What one lane returned once.

    Attributes
    ----------
    lane, step : int
    kind : str
        "step"; "final", the last step of an episode told in `final_obs` and `final_info`;
        "reset"; "kept", a lane left alone by a reset of others.
    seat : Seat
        What came.
    fault : str or None
        Where it is not what the single environment returned.
    """

    lane: int
    step: int
    kind: str
    seat: Seat
    fault: str | None


@dataclass
class Follower:
    """Plays a vector environment and, lane by lane, its shadows.

    A shadow is dropped at the first difference from its lane, which is reported; from then on
    the lane is only held to the rules of its autoreset mode.
    """

    player: VectorPlayer
    shadows: dict[int, Player]
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    step: int = 0

    def reset(self, seed: int) -> Iterator[Event]:
        """Reset all, lane i with seed + i."""
        for seat in self.player.reset(seed).seats:
            shadow = self.shadows.get(seat.name)
            expected = shadow.reset(seed + seat.name).seats[0] if shadow else None
            yield self.event("reset", seat, expected)

    def advance(self) -> Iterator[Event]:
        """One call of the vector environment."""
        before = self.player.turn.seats
        self.step += 1
        ended = np.array([seat.is_done for seat in before])
        if self.player.mode == AutoresetMode.DISABLED and ended.any():
            yield from self._reset_by_hand(before, ended)
            return
        actions = {seat.name: self.player.pick(seat, self.rng) for seat in before}
        for seat in self.player.step(self.player.join(actions)).seats:
            if ended[seat.name] and self.player.mode == AutoresetMode.NEXT_STEP:
                yield self._was_reset(seat)
                continue
            shadow = self.shadows.get(seat.name)
            expected = shadow.step(actions[seat.name]).seats[0] if shadow else None
            if seat.is_done and self.player.mode == AutoresetMode.SAME_STEP:
                yield self.event("final", final_seat(seat), expected)
                yield self._was_reset(seat)
            else:
                yield self.event("step", seat, expected)

    def _reset_by_hand(self, before: list[Seat], ended: np.ndarray) -> Iterator[Event]:
        for seat in self.player.reset(options={"reset_mask": ended.copy()}).seats:
            if ended[seat.name]:
                yield self._was_reset(seat)
                continue
            text = difference(before[seat.name].observation, seat.observation, is_strict=False)
            yield Event(seat.name, self.step, "kept", seat, text)

    def _was_reset(self, seat: Seat) -> Event:
        shadow = self.shadows.get(seat.name)
        return self.event("reset", seat, shadow.reset().seats[0] if shadow else None)

    def event(self, kind: str, got: Seat, expected: Seat | None) -> Event:
        """Compare a lane with its shadow, and drop the shadow if they differ."""
        text = unlike(expected, got, kind) if expected is not None else None
        if text:
            del self.shadows[got.name]
        return Event(got.name, self.step, kind, got, text)


def final_seat(seat: Seat) -> Seat:
    """The last step of a lane's episode, from `final_obs` and `final_info`; None if missing."""
    flags = seat.reward, seat.terminated, seat.truncated
    spaces = seat.observation_space, seat.action_space
    observation, info = seat.info.get("final_obs"), seat.info.get("final_info")
    return Seat(seat.name, observation, *flags, info, *spaces)


def unlike(expected: Seat, got: Seat, kind: str) -> str | None:
    """Where a lane's values differ from the single environment's; dtypes may differ."""
    names = ["observation"] if kind == "reset" else ["observation", "terminated", "truncated"]
    wanted: dict[str, Any] = {name: getattr(expected, name) for name in names}
    came: dict[str, Any] = {name: getattr(got, name) for name in names}
    wanted["info"], came["info"] = expected.info, got.info
    if kind != "reset":
        wanted["reward"], came["reward"] = np.float32(expected.reward), np.float32(got.reward)
    return difference(wanted, came, is_strict=False, ignore=FINAL)


def follow(player: VectorPlayer, subject: Subject, seed: int) -> Iterator[Event]:
    """Events of random play until episodes have ended twice, or patience has.

    Parameters
    ----------
    player : VectorPlayer
        Freshly made.
    subject : Subject
        Its `solo` makes the shadows, if it has one.
    seed : int
    """
    lanes = range(player.env.num_envs)
    shadows = {lane: subject.solo.fresh() for lane in lanes} if subject.solo else {}
    follower = Follower(player, shadows)
    yield from follower.reset(seed)
    resets = 0
    for step in range(subject.settings.patience):
        if resets > len(lanes) and step >= subject.settings.steps:
            return
        for event in follower.advance():
            resets += event.kind == "reset"
            yield event

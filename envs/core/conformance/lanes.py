"""Checks of vector environments: solo = lane, the autoreset modes, terminal observations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np
from gymnasium.vector import AutoresetMode

from .compare import difference, show
from .players import VectorPlayer
from .registry import checks
from .report import Fault, NotOffered, Skip, expect
from .shadows import Event, follow, unlike
from .spaces import misfit
from .subject import Subject


def fresh_lanes(subject: Subject, **arguments: Any) -> VectorPlayer:
    """Player of a fresh vector environment."""
    return cast("VectorPlayer", subject.fresh(**arguments))


@checks("vector", needs_native=False)
def solo_is_lane(subject: Subject) -> None:
    """Lane i of a vector environment seeded s plays like a single one seeded s + i, for good."""
    if subject.solo is None:
        raise Skip("pass solo=, a factory of the single environment")
    for seed in subject.settings.seeds:
        for event in follow(fresh_lanes(subject), subject, seed):
            if event.fault and event.kind != "kept":
                raise Fault(
                    f"seed {seed}, {event.kind} {event.step}, lane {event.lane} is not the single "
                    f"environment seeded {seed + event.lane}: {event.fault}"
                )


def in_mode(subject: Subject, mode: AutoresetMode) -> VectorPlayer:
    """A fresh vector environment in an autoreset mode; `Skip` if it has only another."""
    player = fresh_lanes(subject)
    expect(
        isinstance(player.mode, AutoresetMode),
        f"expected an AutoresetMode in metadata['autoreset_mode'], got {player.mode!r}",
    )
    if player.mode == mode:
        return player
    try:
        chosen = fresh_lanes(subject, autoreset_mode=mode)
    except TypeError as error:
        raise NotOffered(f"only {player.mode.name} is offered: {error}") from error
    expect(
        chosen.mode == mode,
        f"made with autoreset_mode={mode.name}, metadata declares {chosen.mode!r}",
    )
    return chosen


def _events(subject: Subject, mode: AutoresetMode) -> Iterator[Event]:
    """Events in a mode, each checked for a reset that is none; `Skip` if nothing ends."""
    has_reset = False
    for event in follow(in_mode(subject, mode), subject, subject.settings.seeds[0]):
        where = f"{mode.name}, step {event.step}, lane {event.lane}"
        if event.kind == "reset" and event.step:
            has_reset = True
            text = event.fault or misfit(event.seat.observation_space, event.seat.observation)
            expect(not text, f"{where}: expected the observation of a reset: {text}")
        yield event
    if not has_reset:
        raise Skip(f"no episode ended within {subject.settings.patience} steps")


@checks("vector", needs_native=False)
def autoreset_next_step(subject: Subject) -> None:
    """NEXT_STEP: the call after the end ignores the action and returns the reset, reward 0."""
    for event in _events(subject, AutoresetMode.NEXT_STEP):
        if event.kind == "reset" and event.step:
            seat = event.seat
            came = [seat.reward, seat.terminated, seat.truncated]
            expect(
                not any(came),
                f"step {event.step}, lane {event.lane}: expected reward 0 and no end at the "
                f"reset, got {show(came)}",
            )
    _expect_ignored_action(subject)


def _expect_ignored_action(subject: Subject) -> None:
    """The action sent to a lane in the call that resets it makes no difference."""
    first, second = (in_mode(subject, AutoresetMode.NEXT_STEP) for _ in "ab")
    rng = np.random.default_rng(0)
    for player in (first, second):
        player.reset(subject.settings.seeds[0])
    for step in range(subject.settings.patience):
        seats = first.turn.seats
        actions = {seat.name: first.pick(seat, rng) for seat in seats}
        others = {
            seat.name: first.pick(replace(seat, mask=None), rng)
            if seat.is_done
            else actions[seat.name]
            for seat in seats
        }
        expected = first.step(first.join(actions)).data
        text = difference(expected, second.step(second.join(others)).data)
        expect(not text, f"step {step}: the action sent to a lane that is reset matters: {text}")
        if step >= subject.settings.steps:
            return


@checks("vector", needs_native=False)
def autoreset_same_step(subject: Subject) -> None:
    """SAME_STEP: the last step returns the reset, and final_obs and final_info of the end."""
    for event in _events(subject, AutoresetMode.SAME_STEP):
        where = f"step {event.step}, lane {event.lane}"
        if event.kind == "final":
            expect(event.seat.observation is not None, f"{where}: infos lack final_obs at the end")
            expect(event.seat.info is not None, f"{where}: infos lack final_info at the end")
        elif event.kind == "step":
            early = event.seat.info.get("final_obs")
            expect(early is None, f"{where}: final_obs without an end: {show(early)}")


@checks("vector", needs_native=False)
def autoreset_disabled(subject: Subject) -> None:
    """DISABLED: reset(options={"reset_mask": mask}) resets the masked lanes and no others."""
    for event in _events(subject, AutoresetMode.DISABLED):
        if event.kind == "kept":
            what = f"step {event.step}, lane {event.lane}: not in reset_mask, yet changed"
            expect(not event.fault, f"{what}: {event.fault}")
        elif event.kind == "step" and event.fault:
            raise Fault(f"step {event.step}, lane {event.lane} plays on wrongly: {event.fault}")
    _expect_others_undisturbed(subject)


def _expect_others_undisturbed(subject: Subject) -> None:
    """A reset of the first match in mid-episode leaves the other lanes' play as it would be.

    A match is one lane, or as many as `metadata["lanes_per_match"]` says.
    """
    touched, untouched = (in_mode(subject, AutoresetMode.DISABLED) for _ in "ab")
    seed, lanes = subject.settings.seeds[0], touched.env.num_envs
    for player in (touched, untouched):
        player.reset(seed)
        player.advance(np.random.default_rng(0))
    own = touched.env.metadata.get("lanes_per_match", 1)
    if lanes <= own or any(seat.is_done for seat in touched.turn.seats):
        return
    touched.reset(options={"reset_mask": np.arange(lanes) < own})
    for player in (touched, untouched):
        rng = np.random.default_rng(0)
        actions = {seat.name: player.pick(seat, rng) for seat in untouched.turn.seats}
        for lane in range(own):
            actions[lane] = player.pick(player.turn.seats[lane], rng)
        player.step(player.join(actions))
    for lane in range(own, lanes):
        text = unlike(untouched.turn.seats[lane], touched.turn.seats[lane], "step")
        expect(not text, f"lane {lane} changed when another match was reset by reset_mask: {text}")


@checks("vector", needs_native=False)
def terminal_observation(subject: Subject) -> None:
    """The end of an episode is told in every autoreset mode as the single environment tells it."""
    reasons = []
    for mode in AutoresetMode:
        try:
            for event in follow(in_mode(subject, mode), subject, subject.settings.seeds[0]):
                _expect_end(event, mode)
        except Skip as skip:
            reasons.append(str(skip))
    if len(reasons) == len(AutoresetMode):
        raise Skip(reasons[0])


def _expect_end(event: Event, mode: AutoresetMode) -> None:
    seat = event.seat
    if event.kind not in ("step", "final") or not seat.is_done:
        return
    where = f"{mode.name}, step {event.step}, lane {event.lane}: end of the episode"
    text = misfit(seat.observation_space, seat.observation) or event.fault
    expect(not text, f"{where}: {text}")

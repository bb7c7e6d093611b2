"""Checks of an environment's life: order of calls, arguments, step limits, rendering."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from gymnasium.wrappers import TimeLimit

from .compare import show
from .player import Player, SoloPlayer
from .plays import agree, journal, walk
from .registry import checks
from .report import Fault, NotOffered, Skip, expect
from .subject import Subject

ACCIDENTS = (TypeError, KeyError, IndexError, NameError, ZeroDivisionError)
LIMIT_NAMES = ("max_episode_steps", "max_cycles", "max_steps")
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def _expect_refusal(action: Any, what: str) -> bool:
    """Whether the call raises; then it must be on purpose, not by accident."""
    try:
        action()
    except Exception as error:
        text = str(error)
        is_accident = isinstance(error, ACCIDENTS)
        if isinstance(error, AttributeError):
            is_accident = "reset" not in text and "close" not in text
        expect(text and not is_accident, f"{what}: expected a clear exception, got {error!r}")
        return True
    return False


@checks()
def step_before_reset(subject: Subject) -> None:
    """A step before the first reset raises a clear exception such as ResetNeeded."""
    player = subject.fresh()
    action = player.any_action()
    is_refused = _expect_refusal(lambda: player.env.step(action), "step before reset")
    expect(is_refused, "step before reset: expected a clear exception, got none")


@checks()
def step_after_close(subject: Subject) -> None:
    """A step after close raises a clear exception; working on fails only with `strict`."""
    player = subject.fresh()
    player.reset(subject.settings.seeds[0])
    action = player.choose(np.random.default_rng(0))
    player.close()
    if not _expect_refusal(lambda: player.env.step(action), "step after close"):
        raise NotOffered("a step after close works as before it")


@checks()
def arguments(subject: Subject) -> None:
    """An unknown constructor argument is refused instead of being swallowed."""
    name = "no_such_argument"
    try:
        subject.fresh(**{name: 1})
    except (TypeError, ValueError) as error:
        is_named = name in str(error)
        expect(is_named, f"refused {name}, but the message does not name it: {error}")
        return
    raise Fault(f"expected TypeError or ValueError for the argument {name}, got an environment")


@checks("solo", "vector")
def truncation(subject: Subject) -> None:
    """An end by the rules is terminated; only a step limit gives truncated."""
    _expect_no_truncation(subject)
    player = _limited(subject, 2)
    for seed in subject.settings.seeds:
        player.reset(seed)
        rng = np.random.default_rng(seed)
        for step in (1, 2):
            turn = player.advance(rng)
            for seat in turn.seats:
                is_due = step == 2
                expect(
                    bool(seat.truncated) == is_due or seat.terminated,
                    f"step limit 2, step {step}, seat {seat.name}: expected truncated {is_due}, "
                    f"got {seat.truncated}",
                )
            if any(seat.is_done for seat in turn.seats):
                break


def _expect_no_truncation(subject: Subject) -> None:
    player = subject.player()
    core = player.env.unwrapped
    limits = [name for name in LIMIT_NAMES if getattr(core, name, None) is not None]
    if limits:
        return
    player = type(player)(core)
    for step, turn in enumerate(walk(player, subject.settings.seeds[0], subject.settings)):
        for seat in turn.seats:
            expect(
                not seat.truncated,
                f"step {step}, seat {seat.name}: truncated without a step limit; an end by the "
                f"rules is terminated",
            )


def _limited(subject: Subject, limit: int) -> Player:
    if subject.form == "solo":
        return SoloPlayer(TimeLimit(subject.fresh().env.unwrapped, limit))
    try:
        return subject.fresh(max_episode_steps=limit)
    except TypeError as error:
        raise NotOffered(f"takes no step limit: {error}") from error


@contextmanager
def _headless() -> Iterator[None]:
    """No display, as on a server."""
    hidden = {name: os.environ.pop(name) for name in DISPLAYS if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(hidden)


def _render_modes(subject: Subject) -> list[str]:
    modes = subject.player().env.metadata.get("render_modes") or []
    modes = [mode for mode in modes if mode not in (None, "human")]
    if not modes:
        raise NotOffered("no render mode besides human declared")
    return modes


def _rendering(subject: Subject, mode: str) -> Player:
    try:
        player = subject.fresh(render_mode=mode)
    except (ImportError, DependencyNotInstalled) as error:
        raise Skip(f"{mode} needs another package: {error}") from error
    except TypeError as error:
        raise Skip(f"the factory takes no render_mode: {error}") from error
    came = player.env.render_mode
    expect(came == mode, f"made with render_mode={mode!r}, render_mode is {came!r}")
    return player


@checks()
def render(subject: Subject) -> None:
    """Every declared mode but human renders without a display: uint8 pictures or text."""
    with _headless():
        for mode in _render_modes(subject):
            player = _rendering(subject, mode)
            for turn in (player.reset(0), player.advance(np.random.default_rng(0))):
                frame = player.env.render()
                frames = frame if subject.form == "vector" or mode.endswith("_list") else [frame]
                expect(
                    subject.form != "vector" or len(frames) == len(turn.seats),
                    f"{mode}: expected {len(turn.seats)} frames, one a lane, got {show(frames)}",
                )
                for one in frames:
                    _expect_frame(mode.removesuffix("_list"), one)


def _expect_frame(mode: str, frame: Any) -> None:
    if mode == "rgb_array":
        is_picture = isinstance(frame, np.ndarray) and frame.dtype == np.uint8 and frame.ndim == 3
        expect(
            is_picture and frame.shape[2] == 3 and frame.size,
            f"rgb_array: expected a uint8 array of shape (H, W, 3), got "
            f"{getattr(frame, 'shape', '')} {getattr(frame, 'dtype', type(frame).__name__)}",
        )
    elif mode == "ansi":
        expect(isinstance(frame, str), f"ansi: expected a str, got {type(frame).__name__}")


@checks()
def render_changes_nothing(subject: Subject) -> None:
    """Play with rendering after every step is the same as play without."""
    seed = subject.settings.seeds[0]
    with _headless():
        for mode in _render_modes(subject):
            expected = journal(_rendering(subject, mode), seed, 20)
            player = _rendering(subject, mode)
            got = journal(player, seed, 20, after=lambda player: player.env.render())
            agree(expected, got, f"rendering in mode {mode} changes the play")

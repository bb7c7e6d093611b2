"""Checks of who owns the returned arrays, and of snapshots, copies and pickles."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np

from .compare import difference, spoil
from .player import Player
from .players import mask_method
from .plays import agree, future, journal
from .registry import checks
from .report import Fault, NotOffered
from .subject import Subject

DEPTHS = (0, 3, 17)


def _owned(player: Player) -> dict[str, Any]:
    """What the caller owns of the last call; an AEC environment's infos are its own attribute."""
    owned = dict(player.returned)
    if player.form == "turns":
        owned.pop("info", None)
    method = mask_method(player.env)
    return owned if method is None else {**owned, "action_masks()": method()}


@checks()
def returned_kept(subject: Subject) -> None:
    """What was returned earlier does not change on later steps and resets."""
    player = subject.player()
    kept: list[tuple[dict, dict]] = []

    def keep(player: Player) -> None:
        owned = _owned(player)
        kept.append((owned, deepcopy(owned)))

    journal(player, subject.settings.seeds[0], subject.settings.steps, after=keep)
    for step, (owned, copy) in enumerate(kept):
        if text := difference(copy, owned):
            raise Fault(f"returned at step {step}, changed by a later call: {text}")


@checks()
def returned_apart(subject: Subject) -> None:
    """Writing into returned arrays does not reach the environment."""
    seed, steps = subject.settings.seeds[0], subject.settings.steps
    expected = journal(subject.fresh(), seed, steps)
    got = journal(subject.fresh(), seed, steps, after=lambda player: spoil(_owned(player)))
    agree(expected, got, "after writing into what was returned it differs")


def _at(player: Player, seed: int, depth: int) -> Player:
    rng = np.random.default_rng(seed)
    player.reset(seed)
    for _ in range(depth):
        player.advance(rng)
    return player


def _copies_agree(subject: Subject, copy: Callable[[Player], Player], what: str) -> None:
    """The copy and its original both have the future of an environment never copied."""
    seed = subject.settings.seeds[0]
    for depth in DEPTHS:
        expected = future(_at(subject.fresh(), seed, depth))
        original = _at(subject.fresh(), seed, depth)
        twin = copy(original)
        agree(expected, future(twin), f"the {what} made after {depth} steps plays on differently")
        agree(expected, future(original), f"making and playing a {what} changes the original")


@checks("solo", "vector", "parallel", "turns")
def snapshot(subject: Subject) -> None:
    """restore(snapshot()) brings back the position, the random stream included, repeatedly."""
    player = subject.player()
    core = player.env.unwrapped
    if not (hasattr(core, "snapshot") and hasattr(core, "restore")):
        raise NotOffered("no snapshot() and restore() offered")
    player = type(player)(core)
    for depth in DEPTHS:
        _at(player, subject.settings.seeds[0], depth)
        turn, saved = player.turn, core.snapshot()
        expected = future(player)
        for time in ("first", "second"):
            core.restore(saved)
            player.turn = turn
            what = f"restored for the {time} time to {depth} steps it plays on differently"
            agree(expected, future(player), what)


def _refuse_ez_pickle(subject: Subject) -> None:
    env = subject.player().env.unwrapped
    if any(kind.__name__ == "EzPickle" for kind in type(env).__mro__):
        raise NotOffered("EzPickle keeps the constructor's arguments, not the position")


@checks()
def deep_copy(subject: Subject) -> None:
    """copy.deepcopy keeps the position, the random stream included, and shares nothing."""
    _refuse_ez_pickle(subject)
    try:
        deepcopy(_at(subject.fresh(), 0, 1).env)
    except Exception as error:
        raise NotOffered(f"cannot be copied: {error!r}") from error
    _copies_agree(subject, deepcopy, "deep copy")


@checks()
def pickled(subject: Subject) -> None:
    """A pickle round trip keeps the position, the random stream included."""
    _refuse_ez_pickle(subject)
    try:
        pickle.dumps(_at(subject.fresh(), 0, 1).env)
    except Exception as error:
        raise NotOffered(f"cannot be pickled: {error!r}") from error

    def round_trip(player: Player) -> Player:
        twin = type(player)(pickle.loads(pickle.dumps(player.env)))
        twin.turn = deepcopy(player.turn)
        return twin

    _copies_agree(subject, round_trip, "pickle")

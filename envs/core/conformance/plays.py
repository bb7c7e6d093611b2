"""Seeded random play that checks compare, and the comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .compare import difference
from .player import Player, Turn
from .report import Fault
from .subject import Settings

Entries = list[dict[str, Any]]


def entries(
    player: Player, seed: int, steps: int, after: Callable[[Player], None] | None = None
) -> Iterator[dict[str, Any]]:
    """Play on demand: yields a copy of what each call returns; see `journal`."""
    rng = np.random.default_rng(seed)
    yield player.reset(seed).data
    for step in range(1, steps + 1):
        if after is not None:
            after(player)
        turn = player.reset() if step == (steps + 1) // 2 else player.advance(rng)
        yield turn.data


def journal(
    player: Player, seed: int, steps: int, after: Callable[[Player], None] | None = None
) -> Entries:
    """Copies of all that a seeded play returns.

    Half-way the episode is broken off by a reset without a seed, so that a second episode is
    seen even where episodes are long.

    Parameters
    ----------
    player : Player
    seed : int
        Also the seed of the actions.
    steps : int
        Calls after the seeded reset.
    after : callable, optional
        Called with the player before every further call.
    """
    return list(entries(player, seed, steps, after))


def future(player: Player, steps: int = 20) -> Entries:
    """Copies of all that random play from the current position returns."""
    rng = np.random.default_rng(1)
    return [player.advance(rng).data for _ in range(steps)]


def agree(expected: Entries, got: Entries, what: str, ignore: frozenset[str] = frozenset()) -> None:
    """Raise `Fault` at the first call where two plays differ.

    Parameters
    ----------
    expected, got : list of dict
    what : str
        What was compared, the beginning of the message.
    ignore : frozenset of str
        Dictionary keys not looked at.
    """
    for step, (a, b) in enumerate(zip(expected, got, strict=True)):
        if text := difference(a, b, ignore=ignore):
            raise Fault(f"{what}: step {step}: {text}")


def walk(player: Player, seed: int, settings: Settings) -> Iterator[Turn]:
    """Turns of random play: `settings.steps`, and on until an episode has ended.

    The wait for an end is given up after `settings.patience` steps.
    """
    rng = np.random.default_rng(seed)
    has_ended = False
    yield player.reset(seed)
    for step in range(settings.patience):
        if step >= settings.steps and has_ended:
            return
        turn = player.advance(rng)
        has_ended |= turn.is_over or any(seat.is_done for seat in turn.seats)
        yield turn

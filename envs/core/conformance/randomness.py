"""Checks of chance: determinism, seeds, the random stream, isolation, global random state."""

from __future__ import annotations

import random

import numpy as np

from .compare import difference
from .player import Player
from .plays import Entries, agree, entries, future, journal
from .registry import checks
from .report import Skip, expect
from .subject import Subject

ALWAYS = (0, 2**31 - 1)
SEVERAL = 8
NO_CHANCE = "; if nothing is left to chance here, pass is_random=False"


@checks()
def determinism(subject: Subject) -> None:
    """Two fresh copies with the same seed and actions return the same, over two episodes."""
    steps = subject.settings.steps
    for seed in subject.settings.seeds:
        first, second = subject.fresh(), subject.fresh()
        what = f"two copies seeded {seed} differ"
        agree(journal(first, seed, steps), journal(second, seed, steps), what)


@checks()
def seeds(subject: Subject) -> None:
    """Every seed, 0 and 2**31 - 1 among them, starts the same play again on a used instance."""
    player = subject.player()
    for seed in sorted({*ALWAYS, *subject.settings.seeds}):
        expected = journal(player, seed, 20)
        journal(player, seed + 100, 7)
        what = f"reset(seed={seed}) started something else the second time"
        agree(expected, journal(player, seed, 20), what)


@checks()
def mid_episode_reset(subject: Subject) -> None:
    """A reset in mid-episode starts as a fresh copy with the same seed does."""
    seed = subject.settings.seeds[-1]
    expected = journal(subject.fresh(), seed, 20)
    player = subject.fresh()
    for played in (0, 1, 2, 5):
        player.reset(seed + 1)
        future(player, played)
        what = f"reset(seed={seed}) after {played} steps of another episode leaves something over"
        agree(expected, journal(player, seed, 20), what)


@checks()
def seeds_differ(subject: Subject) -> None:
    """Different seeds start different episodes, over several seeds."""
    if not subject.settings.is_random:
        raise Skip("declared to leave nothing to chance")
    player = subject.player()
    plays = [_episode(player, seed) for seed in range(SEVERAL)]
    expect(
        any(difference(plays[0], play) for play in plays),
        f"expected seeds 0 to {SEVERAL - 1} to differ somewhere, all play alike{NO_CHANCE}",
    )


@checks()
def seed_stream(subject: Subject) -> None:
    """A reset without a seed goes on with the stream instead of repeating the episode."""
    if not subject.settings.is_random:
        raise Skip("declared to leave nothing to chance")
    player = subject.player()
    plays = [_episode(player, seed) for seed in (subject.settings.seeds[0], *[None] * SEVERAL)]
    expect(
        any(difference(plays[0], play) for play in plays),
        f"expected other episodes after reset() without a seed, {SEVERAL} of them repeat the "
        f"seeded one{NO_CHANCE}",
    )


def _episode(player: Player, seed: int | None) -> Entries:
    return [player.reset(seed).data, *future(player, 5)]


@checks()
def isolation(subject: Subject) -> None:
    """Two instances played in turns play as each does alone: they share nothing."""
    one, other = subject.settings.seeds[0], subject.settings.seeds[0] + 1
    alone = [journal(subject.fresh(), seed, 20) for seed in (one, other)]
    left, right = subject.fresh(), subject.fresh()
    together = zip(entries(left, one, 20), entries(right, other, 20), strict=True)
    for expected, got in zip(alone, zip(*together, strict=True), strict=True):
        agree(expected, list(got), "played beside another instance it differs")


@checks()
def global_random(subject: Subject) -> None:
    """The global random states of `random` and `numpy.random` stay untouched."""
    player = subject.player()
    for what, action in (
        ("reset", lambda: player.reset(subject.settings.seeds[0])),
        ("reset without a seed", player.reset),
        ("step", lambda: future(player, 30)),
    ):
        before = random.getstate(), np.random.get_state()
        action()
        after = random.getstate(), np.random.get_state()
        for name, old, new in zip(("random", "numpy.random"), before, after, strict=True):
            text = difference(old, new)
            expect(not text, f"{what} changed the global state of {name} ({text})")

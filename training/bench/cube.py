"""Twist Cube: random turns in many lanes, and in one contest of a thousand seats."""

import numpy as np
from gymnasium.vector import AutoresetMode

from ...envs import seat_lanes
from .measure import Loop

__all__ = ["loops"]

LANES, SEATS, STEPS = 1024, 1000, 150
"""STEPS ticks of 200 ms are an episode of 30 s, so every run deals each lane anew once."""

TARGETS = {3: 4e6, 5: None, 7: 1e6}
"""Size -> turns a CPU second, observation, mask and resets included."""

REFERENCE = "1,000 lanes of one seat"
TARGET_RATIO = 1 / 1.5
"""A seat of a contest costs at most 1.5 times what a lane of its own does."""


def loops(stack, settings):
    """The loops of this benchmark."""
    lanes = [
        turning(f"1,024 lanes, {size}x{size}x{size}", 1, LANES, size, target=target)
        for size, target in TARGETS.items()
    ]
    contest = turning(
        "one contest of 1,000 seats", SEATS, 1, 3, against=REFERENCE, target_ratio=TARGET_RATIO
    )
    return [*lanes, contest, turning(REFERENCE, 1, SEATS, 3)]


def turning(name, players, matches, size, **figures):
    """`env.step` alone, on random turns drawn beforehand."""
    env = seat_lanes(
        "TwistCube",
        players,
        matches,
        size=size,
        tick_ms=200,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    actions = np.random.default_rng(0).integers(0, 18 * (size - 1), (STEPS, env.num_envs))

    def run():
        for row in actions:
            env.step(row)
        return actions.size

    return Loop(name, "turns", run, lambda: env.reset(seed=0), **figures)

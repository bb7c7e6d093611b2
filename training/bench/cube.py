"""Twist Cube: random turns in many lanes, in one contest of a thousand seats, and of peers."""

import numpy as np
from gymnasium.vector import AutoresetMode

from ...envs import seat_lanes
from .measure import Loop
from .peers import peers

__all__ = ["loops"]

LANES, SEATS, STEPS = 1024, 1000, 150
"""STEPS ticks of 200 ms are an episode of 30 s, so every run deals each lane anew once."""

TARGETS = {3: 4e6, 5: None, 7: 1e6}
"""Size -> turns a CPU second, observation, mask and resets included."""

REFERENCE = "1,000 lanes of one seat"
TARGET_RATIO = 1 / 1.5
"""A seat of a contest costs at most 1.5 times what a lane of its own does."""

LANES_OF = "1,024 lanes, {size}x{size}x{size}"
OURS = LANES_OF.format(size=3)

PEERS = (  # as `peers.LOOPS`
    (
        "Jumanji RubiksCube",
        "Jumanji",
        "jumanji_cube",
        "turns",
        OURS,
        1.0,
        "no mask, jitted and vmapped; no resets",
    ),
    (
        "Jumanji RubiksCube, resets",
        "Jumanji",
        "jumanji_cube_resets",
        "turns",
        OURS,
        1.0,
        "no mask, jitted and vmapped; episodes of 200 turns",
    ),
    (
        "EnvPool RubiksCube",
        "EnvPool",
        "envpool_cube",
        "turns",
        OURS,
        1.0,
        "no mask; one thread; resets as it makes them",
    ),
)


def loops(stack, settings):
    """The loops of this benchmark; a peer that is not installed is `Missing`."""
    lanes = [
        turning(LANES_OF.format(size=size), 1, LANES, size, target=target)
        for size, target in TARGETS.items()
    ]
    contest = turning(
        "one contest of 1,000 seats", SEATS, 1, 3, against=REFERENCE, target_ratio=TARGET_RATIO
    )
    lanes += [contest, turning(REFERENCE, 1, SEATS, 3)]
    return [*lanes, *peers(stack, settings, PEERS)]


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

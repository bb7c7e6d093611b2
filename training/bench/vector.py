"""Lanes stepped by random legal actions, masks and observations included."""

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

from ...agents.random import RandomAgent
from .measure import Loop
from .recording import GAME, Recording, count_placements, make_lanes

__all__ = ["LANES", "loops"]

LANES = 1024
STEPS = {64: 512, LANES: 128, 16384: 16}
"""Lanes -> steps of a recording."""

TARGET = 3e6
"""Placements a CPU second, at 1,024 lanes, mask and "board" observation included."""

REFERENCE = "CartPole-v1"


def loops(stack, settings):
    """The loops of this benchmark."""
    return [
        replayed("1,024 lanes", LANES, target=TARGET),
        replayed("1,024 lanes, copy=False", LANES, copy=False),
        chosen("1,024 lanes, choosing included", LANES),
        replayed("64 lanes", 64),
        replayed("16,384 lanes", 16384),
        replayed("1,024 lanes, SameStep", LANES, AutoresetMode.SAME_STEP),
        replayed("1,024 lanes, Disabled", LANES, AutoresetMode.DISABLED),
        cart_pole(REFERENCE, LANES),
    ]


def replayed(name, lanes, mode=AutoresetMode.NEXT_STEP, target=None, **options):
    """`env.step` alone, on recorded actions."""
    play = Recording(make_lanes(lanes, mode, **options), STEPS[lanes])
    return Loop(name, "placements", play.replay, play.rewind, against=REFERENCE, target=target)


def chosen(name, lanes):
    """`env.step` and the random agent's choice from the mask."""
    env, agent = make_lanes(lanes), RandomAgent(GAME)
    agent.reset(0)
    observations, infos = env.reset(seed=0)
    last = [observations, infos["action_mask"], 0]

    def run():
        placements = 0
        observations, masks, idle_count = last
        for _ in range(STEPS[lanes]):
            actions = agent.act(observations, masks)
            placements += count_placements(actions) - idle_count
            observations, _, terminated, _, infos = env.step(actions)
            masks, idle_count = infos["action_mask"], np.count_nonzero(terminated)
        last[:] = observations, masks, idle_count
        return placements

    return Loop(name, "placements", run, against=REFERENCE, note=lambda: "step and random choice")


def cart_pole(name, lanes):
    """Gymnasium's own native vector environment."""
    env = gym.make_vec("CartPole-v1", num_envs=lanes, vectorization_mode="vector_entry_point")
    actions = np.random.default_rng(0).integers(0, 2, (STEPS[LANES], lanes))
    env.reset(seed=0)

    def run():
        for row in actions:
            env.step(row)
        return actions.size

    return Loop(name, "steps", run, note=lambda: "1,024 of Gymnasium's native lanes, no mask")

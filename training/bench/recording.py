"""Random legal actions, drawn beforehand: a recorded stretch of play that can be replayed."""

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

from ...agents.random import RandomAgent
from ...envs import env_id

__all__ = ["GAME", "Recording", "count_placements", "make_lanes"]

GAME = "Stackfall"
PLACEMENTS = 40
"""Actions below this one place a piece; the last of "moves" holds."""


def make_lanes(lanes, mode=AutoresetMode.NEXT_STEP, **options):
    """Stackfall's native vector environment, as `gymnasium.make_vec` gives it."""
    return gym.make_vec(
        env_id(GAME),
        num_envs=lanes,
        vectorization_mode="vector_entry_point",
        autoreset_mode=mode,
        **options,
    )


def count_placements(actions):
    """How many of legal actions place a piece."""
    return int(np.count_nonzero(actions < PLACEMENTS))


class Recording:
    """Steps of random legal play in all lanes, from a position in mid-game.

    Parameters
    ----------
    env : LanesEnv
    steps : int
    burn_in : int
        Steps before the recording, so that the lanes are at all stages of an episode.

    Attributes
    ----------
    actions : list of (num_envs,) int64
    resets : list of (num_envs,) bool or None
        Lanes reset after a step, under DISABLED autoreset; None: none.
    placements : int
        Pieces placed; holds and steps that only deal anew are none.
    """

    def __init__(self, env, steps, burn_in=64):
        self.env = env
        self.mode = env.metadata["autoreset_mode"]
        self.actions, self.resets, self.placements = [], [], 0
        agent = RandomAgent(GAME)
        agent.reset(0)
        observations, infos = env.reset(seed=0)
        is_idle = np.zeros(env.num_envs, bool)
        for step in range(burn_in + steps):
            if step == burn_in:
                self.start = env.snapshot()
                self.actions, self.resets, self.placements = [], [], 0
            actions = agent.act(observations, infos["action_mask"])
            observations, _, terminated, _, infos = env.step(actions)
            self.actions.append(actions)
            self.placements += count_placements(actions[~is_idle])
            self.resets.append(None)
            if self.mode == AutoresetMode.NEXT_STEP:
                is_idle = terminated
            if self.mode == AutoresetMode.DISABLED and terminated.any():
                self.resets[-1] = terminated
                observations, infos = env.reset(options={"reset_mask": terminated})

    def rewind(self):
        """Go back to where the recording begins."""
        self.env.restore(self.start)

    def replay(self):
        """Play it again; returns the placements."""
        step = self.env.step
        for actions, chosen in zip(self.actions, self.resets, strict=True):
            step(actions)
            if chosen is not None:
                self.env.reset(options={"reset_mask": chosen})
        return self.placements

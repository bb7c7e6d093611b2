"""Matches of Coins, for the tests to play."""

import coins
from gymnasium.vector import AutoresetMode

from parlour.envs.core.matches import Matches


def deal(count=1, players=2, seed=0, mode=AutoresetMode.DISABLED, **options):
    """A batch of matches, freshly dealt."""
    matches = Matches(coins.game(**options), count, players, mode)
    matches.reset(seed)
    return matches


def step(matches, *actions):
    """One step of all seats of all matches; how many matches ended."""
    return matches.step(matches.check_actions(actions))


def set_targets(matches, target):
    """Put every seat's target where it is not reached, or at once."""
    matches.seats["target"] = target

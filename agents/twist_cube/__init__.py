"""Twist Cube's agents that search: one or two turns ahead on the score.

They play on the compiled turns, from the "facelets" observation alone.
"""

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.twist_cube.cube import score, turn
from .planning import read_size

__all__ = ["GreedyAgent"]


class GreedyAgent:
    """Climbs: plays towards the best score within one or two turns, done where none is higher.

    Parameters
    ----------
    game : str
        "TwistCube".
    size : {3, 5, 7}
        N of the cubes it plays.
    plies : {1, 2}
        Turns to look ahead.
    """

    name = "greedy"

    def __init__(self, game="TwistCube", size=3, plies=2):
        self.size = read_size(self.name, game, size)
        if plies not in (1, 2) or isinstance(plies, (bool, float)):
            raise ValueError(f"plies must be 1 or 2, got {plies!r}")
        self.plies = int(plies)
        self.game_options = {"size": self.size, "observation": "facelets"}

    def reset(self, seed=None):
        """Nothing to forget and nothing random."""

    def act(self, observations, masks):
        """Actions (M,) int64 for "facelets" observations (M, ...) and masks (M, A)."""
        masks = np.ascontiguousarray(masks, np.int8)
        cubes = observations["facelets"].reshape(len(masks), -1).copy()
        actions = np.zeros(len(masks), np.int64)
        climb(cubes, masks, self.size, self.plies, actions)
        return actions


@compiled
def climb(cubes, masks, size, plies, actions):
    """Fill `actions` (M,) for cubes (M, 6 * N * N); 0 where the mask (M, A) is all 0."""
    turns = masks.shape[1] - 4
    for index in range(len(cubes)):
        chosen = best_turn(cubes[index], size, turns, plies) if masks[index, 0] else -1
        if chosen >= 0:
            actions[index] = chosen
        elif masks[index].any():
            done, wait = turns + 2, turns + 3
            actions[index] = done if masks[index, done] else wait


@compiled
def best_turn(cube, size, turns, plies):
    """The first turn towards the best score in sight; -1 if that is no higher than now.

    Of equal scores the one in fewer turns counts, of those the first one found.
    """
    best, chosen = score(cube, size), -1
    for first in range(turns):
        turn(cube, size, first)
        reached = score(cube, size)
        if reached > best:
            best, chosen = reached, first
        undo(cube, size, first)
    if plies == 1:
        return chosen
    for first in range(turns):
        turn(cube, size, first)
        for second in range(turns):
            if second // 3 == first // 3:
                continue
            turn(cube, size, second)
            reached = score(cube, size)
            if reached > best:
                best, chosen = reached, first
            undo(cube, size, second)
        undo(cube, size, first)
    return chosen


@compiled
def undo(cube, size, action):
    """Take a turn back."""
    turn(cube, size, action // 3 * 3 + 2 - action % 3)

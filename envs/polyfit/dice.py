"""Many small draws out of few: a puzzle takes dozens of them. Compiled."""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below

__all__ = ["new_dice", "roll", "shuffle"]

SPAN = 2**31


@compiled
def new_dice():
    """Dice for `roll`: (2,) uint32, what is left of a draw and how many values that can have."""
    return np.zeros(2, np.uint32)


@compiled
def roll(match, dice, bound):
    """An integer uniform in 0..bound-1, from what is left of the last draw if that is enough.

    What is left is uniform itself; where it does not divide evenly, the rest is drawn anew,
    so that the result is exactly uniform and independent of those before it.
    """
    sides = np.uint64(np.uint32(bound))
    while True:
        value, share = np.uint64(dice[0]), np.uint64(dice[1]) // sides
        if value < share * sides:
            rest = value // sides
            dice[0], dice[1] = rest, share
            return np.int64(value - rest * sides)
        dice[0] = below(match, SPAN)
        dice[1] = SPAN


@compiled
def shuffle(match, dice, items):
    """Shuffle `items` (N,) in place."""
    for last in range(len(items) - 1, 0, -1):
        other = roll(match, dice, last + 1)
        items[last], items[other] = items[other], items[last]

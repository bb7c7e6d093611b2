"""Many small draws out of few: a puzzle takes dozens of them. Compiled."""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below

__all__ = ["new_dice", "roll", "shuffle"]

SPAN = 2**31


@compiled
def new_dice():
    """Dice for `roll`: (2,) int64, what is left of a draw and how many values that can have."""
    return np.zeros(2, np.int64)


@compiled
def roll(match, dice, bound):
    """An integer uniform in 0..bound-1, from what is left of the last draw if that is enough.

    What is left is uniform itself; where it does not divide evenly, the rest is drawn anew,
    so that the result is exactly uniform and independent of those before it.
    """
    while True:
        share = dice[1] // bound
        if dice[0] < share * bound:
            result = dice[0] % bound
            dice[0] //= bound
            dice[1] = share
            return result
        dice[0] = below(match, SPAN)
        dice[1] = SPAN


@compiled
def shuffle(match, dice, items):
    """Shuffle `items` (N,) in place."""
    for last in range(len(items) - 1, 0, -1):
        other = roll(match, dice, last + 1)
        items[last], items[other] = items[other], items[last]

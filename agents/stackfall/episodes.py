"""Whole episodes of a search, played inside one compiled loop: what tuning spends its time on."""

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.core.matches import Matches
from ...envs.stackfall import game
from ...envs.stackfall.rules import act, legal
from ...envs.stackfall.state import HOLD
from . import scratch
from .beam import best_action

__all__ = ["scores"]


def scores(weights, seeds, depth, width):
    """Final scores of the episodes that environments with these seeds would deal.

    Parameters
    ----------
    weights : (T,) float64
    seeds : sequence of int
    depth, width : int
        As in `BeamAgent`.

    Returns
    -------
    (len(seeds),) int64
    """
    matches = Matches(game(), len(seeds))
    matches.reset([int(seed) for seed in seeds])
    layers, features = scratch(width)
    play_out(matches.matches, matches.seats, depth, np.asarray(weights), layers, features)
    return matches.seats["score"][:, 0].copy()


@compiled
def play_out(matches, seats, depth, weights, layers, features):
    """Play all matches (M,) to their end."""
    mask = np.empty(HOLD + 1, np.int8)
    for index in range(len(matches)):
        match, table = matches[index], seats[index]
        while not match.is_over:
            legal(match, table, 0, mask)
            act(match, table, 0, best_action(table[0], mask, depth, weights, layers, features))

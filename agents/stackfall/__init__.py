"""Stackfall's searching agents: one ply with hold, and a beam over the pieces in sight.

Both play on the compiled rules, from the "board" observation alone. `value` says what
they like in a board, `beam` how they look ahead, `tune` how the weights were found.
"""

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.core.records import allocate
from ...envs.stackfall.board import BOARD_FEATURES
from .beam import NODE, best_action
from .position import positions
from .value import read_weights

__all__ = ["BeamAgent", "HeuristicAgent"]


class BeamAgent:
    """Plays the first action of the best line that a beam search finds.

    Parameters
    ----------
    game : str
        "Stackfall".
    width : int
        Boards kept after each placement, 1-1000.
    depth : int
        Placements to look ahead, 1-5; fewer where fewer pieces are in sight (four and
        the one on hold) or left.
    """

    name = "beam"

    def __init__(self, game="Stackfall", width=8, depth=5):
        for option, value, most in (("width", width, 1000), ("depth", depth, 5)):
            is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            if not is_integer or not 1 <= value <= most:
                raise ValueError(f"{option} must be an integer in 1..{most}, got {value!r}")
        if game != "Stackfall":
            raise ValueError(f"{self.name} plays Stackfall, got {game!r}")
        self.game_options = {"observation": "board", "actions": "moves"}
        self.width, self.depth = int(width), int(depth)
        self.weights = read_weights()
        self._layers, self._features = scratch(self.width)

    def reset(self, seed=None):
        """Nothing to forget and nothing random."""

    def act(self, observations, masks):
        """Actions (M,) int64 for "board" observations (M, ...) and masks (M, 41)."""
        masks = np.ascontiguousarray(masks, np.int8)
        actions = np.zeros(len(masks), np.int64)
        choose(
            positions(observations),
            masks,
            self.depth,
            self.weights,
            self._layers,
            self._features,
            actions,
        )
        return actions


class HeuristicAgent(BeamAgent):
    """Plays the action that leads to the best board, now or after a hold: one ply.

    Parameters
    ----------
    game : str
        "Stackfall".
    """

    name = "heuristic"

    def __init__(self, game="Stackfall"):
        super().__init__(game, width=1, depth=1)


def scratch(width):
    """Memory for a search: two layers of nodes, and the features of one board."""
    return allocate((2, width + 1), NODE), np.zeros(len(BOARD_FEATURES), np.float32)


@compiled
def choose(seats, masks, depth, weights, layers, features, actions):
    """Fill `actions` (M,) for seats (M,) and masks (M, 41); 0 where the mask is all 0."""
    for index in range(len(seats)):
        if masks[index].any():
            actions[index] = best_action(
                seats[index], masks[index], depth, weights, layers, features
            )

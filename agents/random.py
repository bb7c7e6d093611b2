"""The random agent: any legal action, each as likely as the others."""

import numpy as np

__all__ = ["RandomAgent"]


class RandomAgent:
    """Plays a uniformly drawn legal action in every lane.

    Parameters
    ----------
    game : str
        Name of a game; it plays them all.
    **game_options
        Options of the environments it plays in, such as `size=5`.
    """

    name = "random"

    def __init__(self, game, **game_options):
        self.game = game
        self.game_options = game_options
        self.reset()

    def reset(self, seed=None):
        """Start the random stream, from `seed` or from the system's entropy."""
        self._random = np.random.default_rng(seed)

    def act(self, observations, masks):
        """Actions (M,) int64; 0 in lanes that have ended."""
        weights = self._random.random(masks.shape, np.float32) * (np.asarray(masks) != 0)
        return weights.argmax(axis=1)

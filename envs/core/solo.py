"""SoloEnv: one match with one seat as a `gymnasium.Env`."""

import gymnasium as gym
import numpy as np

from .form import Form
from .matches import Matches

__all__ = ["SoloEnv"]


class SoloEnv(Form, gym.Env):
    """A game for one agent.

    Parameters
    ----------
    game : Game
    render_mode : {"ansi", "rgb_array"}, optional
    copy : bool
        False: observations and masks in `info` are the environment's own arrays, which
        the next step overwrites.

    Notes
    -----
    `info` holds plain numbers and small arrays under the names of `game.info`, and
    `action_mask` (A,) int8 of the state returned. A rejected action changes nothing
    and has `info["illegal"]` != 0, an index into `game.illegal`.
    """

    def __init__(self, game, render_mode=None, copy=True):
        self._take(game, Matches(game, 1), render_mode)
        self.copy = copy
        self.action_space = game.action_space
        self.observation_space = game.observation_space
        self._bind()

    def _bind(self):
        """Keep what every step reads; again after unpickling, since it points into records."""
        self._action = np.zeros((1, 1), np.int64)
        self._action_count = self.game.action_count
        self._mask = self.matches.masks[0, 0]
        self._buffer = None
        views = {name: view[0, 0, ...] for name, view in self.matches.info_views.items()}
        self._readers = [
            (name, view.copy if view.ndim else view.item) for name, view in views.items()
        ]
        self._names = dict.fromkeys([*views, "action_mask"])

    def reset(self, *, seed=None, options=None):
        """Start an episode; see `Matches.reset` for seeds, options and errors."""
        self._check_open()
        self.matches.reset(None if seed is None else [seed], options)
        super().reset(seed=None if seed is None else int(seed))
        return self._results()

    def step(self, action):
        """Play one action: an integer in 0..A-1, else ValueError and nothing changes."""
        if self._is_closed:
            self._check_open()
        action = action if type(action) is int else check_action(action)
        if not 0 <= action < self._action_count:
            raise ValueError(f"an action must lie in 0..{self._action_count - 1}, got {action}")
        self._action[0, 0] = action
        matches = self.matches
        matches.step(self._action)
        return (
            self._observation(),
            matches.reward.item(),
            matches.is_over.item() == 1,
            matches.is_truncated.item() == 1,
            self._info(),
        )

    def action_masks(self):
        """The legal actions now, (A,) bool, as sb3-contrib asks for them."""
        return self._mask.astype(bool)

    def _results(self):
        return self._observation(), self._info()

    def _observation(self):
        if self.copy:
            return self.matches.observe()
        self._buffer = self.matches.observe(self._buffer)
        return self._buffer

    def _info(self):
        info = self._names.copy()  # a dict that need not grow
        for name, read in self._readers:
            info[name] = read()
        info["action_mask"] = self._mask.copy() if self.copy else self._mask
        return info

    def __getstate__(self):
        names = ("game", "copy", "render_mode", "matches", "metadata", "spec")
        state = {name: getattr(self, name) for name in names}
        spaces = {"action_space": self.action_space, "observation_space": self.observation_space}
        random = {"_np_random": self._np_random, "_np_random_seed": self._np_random_seed}
        return state | spaces | random | {"_is_closed": self._is_closed}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._bind()


def check_action(action):
    """An action as int; ValueError unless it is one integer."""
    if isinstance(action, np.integer):
        return int(action)
    if isinstance(action, np.ndarray) and action.size == 1 and action.dtype.kind in "iu":
        return int(action.reshape(()))
    raise ValueError(f"action must be an integer, got {action!r}")

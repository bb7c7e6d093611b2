"""LanesEnv: many matches in lockstep as a `gymnasium.vector.VectorEnv`; a seat is a lane."""

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .form import Form
from .matches import Matches, check_count

__all__ = ["LanesEnv"]


class LanesEnv(Form, VectorEnv):
    """M matches with P seats as M * P lanes; the seats of a match lie side by side.

    Parameters
    ----------
    game : Game
    num_envs : int
        Number of lanes, M * P.
    players : int, optional
        P; the game's fewest by default.
    autoreset_mode : AutoresetMode or str
        "NextStep", "SameStep" or "Disabled".
    max_episode_steps : int, optional
        Steps after which an episode is truncated.
    render_mode : {"ansi", "rgb_array"}, optional
        `render()` returns a tuple with one picture a lane.
    copy : bool
        False: observations and masks in `infos` are the environment's own arrays, which
        the next step overwrites.

    Notes
    -----
    Lane i seeded s plays the episodes of a solo environment seeded s + i. `infos` hold
    one array a name, (M * P, ...), and `action_mask` (M * P, A) int8; with several seats also
    `match` and `seat` (M * P,), the numbers of each lane's match and seat. Under SAME_STEP
    `final_obs` (an object array) and `final_info` (a dict of arrays) hold what ended,
    each with its mask `_final_obs`, `_final_info`.
    """

    def __init__(
        self,
        game,
        num_envs=1,
        players=None,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        max_episode_steps=None,
        render_mode=None,
        copy=True,
    ):
        players = game.check_players(game.players[0] if players is None else players)
        num_envs = check_count("num_envs", num_envs)
        if num_envs % players:
            raise ValueError(f"num_envs must be a multiple of {players} players, got {num_envs}")
        matches = Matches(game, num_envs // players, players, autoreset_mode, max_episode_steps)
        self._take(
            game,
            matches,
            render_mode,
            autoreset_mode=matches.autoreset_mode,
            lanes_per_match=matches.players,
        )
        self.copy = copy
        self.num_envs = num_envs
        self.single_action_space = game.action_space
        self.single_observation_space = game.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._buffer = None

    def reset(self, *, seed=None, options=None):
        """Start an episode in every lane, or in those of `options["reset_mask"]`.

        Parameters
        ----------
        seed : int, sequence or None
            See `Matches.seed`: one seed a match.
        options : mapping, optional
            The game's reset options, applied in every lane that is reset, and
            `reset_mask` (num_envs,) bool.
        """
        self._check_open()
        options = dict(options or {})
        chosen = None
        if "reset_mask" in options:
            chosen = np.flatnonzero(self._chosen_matches(options.pop("reset_mask")))
        self.matches.reset(seed, options, chosen)
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        return self._results()

    def _chosen_matches(self, mask):
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"reset_mask must be a NumPy array of bool, got {mask!r:.60}")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must have shape ({self.num_envs},), got {mask.shape}")
        if not mask.any():
            raise ValueError("reset_mask must choose at least one lane, got none")
        seats = mask.reshape(self.matches.count, self.matches.players)
        if (seats.any(axis=1) != seats.all(axis=1)).any():
            raise ValueError("reset_mask must choose all seats of a match or none of them")
        return seats[:, 0]

    def step(self, actions):
        """Play one action a lane.

        Parameters
        ----------
        actions : (num_envs,) array-like of int

        Returns
        -------
        observations, rewards (num_envs,) float64, terminated, truncated (num_envs,) bool, infos
        """
        self._check_open()
        matches = self.matches
        ended = matches.step(matches.check_actions(actions))
        if matches.final is None:
            rewards, terminated, truncated = (
                matches.reward.reshape(-1).copy(),
                self._by_lane(matches.is_over),
                self._by_lane(matches.is_truncated),
            )
            return self._observations(), rewards, terminated, truncated, self._infos()
        return self._step_with_finals(matches.final, ended)

    def _step_with_finals(self, final, ended):
        """Results of a step after which lanes have already been dealt anew."""
        rewards = self.matches.reward.copy()
        rewards[final.where] = final.seats["reward"]
        terminated = np.zeros(self.matches.count, np.uint8)
        truncated = np.zeros(self.matches.count, np.uint8)
        terminated[final.where] = final.matches["is_over"]
        truncated[final.where] = final.matches["is_truncated"]
        infos = self._infos()
        infos |= self._final_infos(final)
        return (
            self._observations(),
            rewards.reshape(-1),
            self._by_lane(terminated),
            self._by_lane(truncated),
            infos,
        )

    def _by_lane(self, flags):
        flags = flags.astype(bool)
        return flags if self.matches.players == 1 else np.repeat(flags, self.matches.players)

    def _final_infos(self, final):
        """`final_obs` and `final_info` with their masks, as Gymnasium's own vectors give them."""
        matches, players = self.matches, self.matches.players
        lanes = (final.where[:, None] * players + np.arange(players)).reshape(-1)
        is_final = np.zeros(self.num_envs, np.bool_)
        is_final[lanes] = True
        observations = np.full(self.num_envs, None, object)
        batch = matches.game.encode(final.matches[:, None], final.seats, None)
        batch = flatten_seats(batch)
        for row, lane in enumerate(lanes):
            observations[lane] = (
                {name: array[row] for name, array in batch.items()}
                if isinstance(batch, dict)
                else batch[row]
            )
        info = {}
        for name, rows in matches.final_info().items():
            full = np.zeros((self.num_envs, *rows.shape[2:]), rows.dtype)
            full[lanes] = rows.reshape(-1, *rows.shape[2:])
            info[name], info["_" + name] = full, is_final.copy()
        return {
            "final_obs": observations,
            "_final_obs": is_final,
            "final_info": info,
            "_final_info": is_final.copy(),
        }

    def action_masks(self):
        """The legal actions now, (num_envs, A) bool."""
        return self.matches.masks.reshape(self.num_envs, -1).astype(bool)

    def render(self):
        """A tuple with the text or picture of every lane; None without a render mode."""
        return self._pictures(self.matches.count, self.matches.players)

    def close(self, **kwargs):
        """Close the environment; every later call but this one is an error."""
        super().close()
        self.closed = True

    def _results(self):
        return self._observations(), self._infos()

    def _observations(self):
        batch = self.matches.observe(self._buffer)
        if not self.copy:
            self._buffer = batch
        if self.num_envs == 1:
            return add_lane_axis(batch)
        return flatten_seats(batch)

    def _infos(self):
        infos = flatten_seats(self.matches.info())
        if not self.copy:
            infos["action_mask"] = self.matches.masks.reshape(self.num_envs, -1)
        if self.matches.players > 1:
            infos["match"], infos["seat"] = np.divmod(
                np.arange(self.num_envs), self.matches.players
            )
        return infos


def flatten_seats(batch):
    """Arrays (M, P, ...) as (M * P, ...), alone or in a dict; no copy."""
    if isinstance(batch, dict):
        return {name: array.reshape(-1, *array.shape[2:]) for name, array in batch.items()}
    return batch.reshape(-1, *batch.shape[2:])


def add_lane_axis(batch):
    """Arrays (...) of a single lane as (1, ...), alone or in a dict; no copy."""
    if isinstance(batch, dict):
        return {name: array[None] for name, array in batch.items()}
    return batch[None]

"""SB3VecEnv: a native vector environment as Stable-Baselines3 expects one."""

import time

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from ..envs import env_id

__all__ = ["SB3VecEnv", "make_sb3_env"]

BY_LANE = ("action_masks", "render")
"""Methods of a `LanesEnv` that answer with one row a lane."""


def make_sb3_env(game, lanes, info_names=(), reward_scale=1.0, **options):
    """An `SB3VecEnv` over a game's native vector environment.

    Parameters
    ----------
    game : str
        As in `parlour.games()`.
    lanes : int
        Number of environments.
    info_names, reward_scale
        As for `SB3VecEnv`.
    **options
        Of the game, `max_episode_steps` and `render_mode`.
    """
    env = gym.make_vec(
        env_id(game),
        num_envs=lanes,
        vectorization_mode="vector_entry_point",
        autoreset_mode=AutoresetMode.SAME_STEP,
        **options,
    )
    return SB3VecEnv(env, info_names, reward_scale)


class SB3VecEnv(VecEnv):
    """Lanes in one process, stepped by one call; MaskablePPO trains on it directly.

    Parameters
    ----------
    lanes : LanesEnv
        With SAME_STEP autoreset, and observations that are copies.
    info_names : iterable of str
        Numbers in `info` to be kept in `info["episode"]` when an episode ends.
    reward_scale : float
        Factor on the rewards that the learner sees; `info["episode"]["r"]` is unscaled.

    Attributes
    ----------
    infos : dict of arrays
        The lanes' own `infos` of the last step or reset, by name: (num_envs, ...).
    seconds : float
        Wall time spent in the environment so far, in seconds.

    Notes
    -----
    The dicts that `step` returns are empty in all lanes but those that ended: there they
    hold the terminal `info`, `terminal_observation`, `TimeLimit.truncated` and `episode`,
    {r, l, t} as `Monitor` gives them and the values of `info_names`. What every lane has
    stands in `infos`.
    """

    def __init__(self, lanes, info_names=(), reward_scale=1.0):
        mode = lanes.metadata.get("autoreset_mode")
        if mode != AutoresetMode.SAME_STEP:
            raise ValueError(f"autoreset_mode must be SAME_STEP, got {mode}")
        if not lanes.copy:
            raise ValueError("the lanes must return copies, got copy=False")
        unknown = [name for name in info_names if name not in lanes.game.info]
        if unknown:
            known = ", ".join(lanes.game.info)
            raise ValueError(f"info_names must be among {known}, got {', '.join(unknown)}")
        self.lanes = lanes
        self.info_names = tuple(info_names)
        self.reward_scale = float(reward_scale)
        self.infos = {}
        self.seconds = 0.0
        self._returns = np.zeros(lanes.num_envs)
        self._lengths = np.zeros(lanes.num_envs, np.int64)
        self._started = time.time()
        super().__init__(lanes.num_envs, lanes.single_observation_space, lanes.single_action_space)

    # Playing

    def reset(self):
        """Start an episode in every lane, with the seeds and options set before."""
        begin = time.perf_counter()
        seeds = self._seeds[:: self.lanes.metadata["lanes_per_match"]]
        for options, chosen in self._option_groups():
            observations, self.infos = self.lanes.reset(
                seed=seeds, options={**options, "reset_mask": chosen}
            )
        self._returns[:] = 0
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self.seconds += time.perf_counter() - begin
        return observations

    def _option_groups(self):
        """Pairs of reset options and the mask (num_envs,) of the lanes that have them."""
        distinct = []
        for options in self._options:
            if options not in distinct:
                distinct.append(options)
        for options in distinct:
            yield options, np.array([own == options for own in self._options])

    def step_async(self, actions):
        """Take the actions (num_envs,) that `step_wait` will play."""
        self._actions = actions

    def step_wait(self):
        """Play the actions: observations, rewards float32, dones, a list of infos."""
        begin = time.perf_counter()
        observations, rewards, terminated, truncated, infos = self.lanes.step(self._actions)
        self.infos = infos
        self._returns += rewards
        self._lengths += 1
        dones = terminated | truncated
        lane_infos = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(dones):
            is_cut = bool(truncated[lane] and not terminated[lane])
            lane_infos[lane] = self._final_info(lane, infos) | {"TimeLimit.truncated": is_cut}
        self._returns[dones] = 0
        self._lengths[dones] = 0
        rewards = (rewards * self.reward_scale).astype(np.float32)
        self.seconds += time.perf_counter() - begin
        return observations, rewards, dones, lane_infos

    def _final_info(self, lane, infos):
        """What SB3 wants to know of an episode that ended."""
        final = infos["final_info"]
        info = {
            name: array[lane].item() if array.ndim == 1 else array[lane].copy()
            for name, array in final.items()
            if not name.startswith("_")
        }
        info["terminal_observation"] = infos["final_obs"][lane]
        info["episode"] = {
            "r": float(self._returns[lane]),
            "l": int(self._lengths[lane]),
            "t": round(time.time() - self._started, 6),
        } | {name: info[name] for name in self.info_names}
        return info

    def close(self):
        """Close the lanes."""
        self.lanes.close()

    def get_images(self):
        """One picture a lane."""
        return list(self.lanes.render())

    # What SB3 asks of the environments behind a VecEnv

    def get_attr(self, attr_name, indices=None):
        """An attribute of the lanes, which all share it."""
        value = getattr(self.lanes, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name, value, indices=None):
        """Set an attribute of the lanes: all at once, since they share it."""
        if indices is not None and len(set(self._get_indices(indices))) < self.num_envs:
            raise ValueError(f"the lanes share {attr_name}: set it for all of them, indices=None")
        setattr(self.lanes, attr_name, value)

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        """Call a method of the lanes, once; each lane's answer, or the answer to them all."""
        answer = getattr(self.lanes, method_name)(*method_args, **method_kwargs)
        if method_name in BY_LANE and answer is not None:
            return [answer[lane] for lane in self._get_indices(indices)]
        return [answer for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class, indices=None):
        """True for `Monitor`, whose episode statistics the lanes report; else False."""
        is_monitor = issubclass(wrapper_class, Monitor)
        return [is_monitor for _ in self._get_indices(indices)]

    # Snapshots

    def snapshot(self):
        """The whole state as arrays by name; `restore` takes it."""
        lanes = self.lanes.snapshot()
        return {
            "matches": lanes.matches,
            "seats": lanes.seats,
            "returns": self._returns.copy(),
            "lengths": self._lengths.copy(),
        }

    def restore(self, arrays):
        """Go back to a `snapshot()`; returns the observations there."""
        own = self.lanes.snapshot()
        state = type(own)(own.game, arrays["matches"], arrays["seats"])
        observations, self.infos = self.lanes.restore(state)
        self._returns[:] = arrays["returns"]
        self._lengths[:] = arrays["lengths"]
        return observations

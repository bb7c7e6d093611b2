"""Episodes: play seeded episodes with an agent, many at a time."""

import time
from dataclasses import asdict, dataclass

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

from ..envs import env_id
from .scores import episode_score

__all__ = ["Episode", "Play", "play_episodes"]


@dataclass
class Episode:
    """One episode that was played to its end.

    Attributes
    ----------
    seed : int
    score : float
        See `scores.SCORES`.
    length : int
        Actions taken.
    end_reason : str or None
        As the game names it; None where a step limit cut it.
    info : dict
        The plain numbers of its last `info`.
    """

    seed: int
    score: float
    length: int
    end_reason: str | None
    info: dict

    def as_dict(self):
        """As JSON holds it."""
        return asdict(self)


@dataclass
class Play:
    """All episodes of an evaluation, in the order of their seeds.

    Attributes
    ----------
    episodes : list of Episode
    ms_per_move : float
        The agent's mean thinking time, in ms of CPU time, a move of one lane.
    """

    episodes: list
    ms_per_move: float


def play_episodes(game, agent, seeds, lanes=64, max_episode_steps=None, on_end=None):
    """Play one episode a seed; the number of lanes changes nothing but the time it takes.

    An agent that draws lots is the exception: its draws are shared out among the lanes.

    Parameters
    ----------
    game : str
    agent : Agent
    seeds : sequence of int
    lanes : int
        Episodes played side by side.
    max_episode_steps : int, optional
        Cuts longer episodes.
    on_end : callable (Episode), optional
        Called when an episode has ended.

    Returns
    -------
    Play

    Raises
    ------
    ValueError
        The agent plays an illegal action.
    """
    seeds = [int(seed) for seed in seeds]
    options = dict(agent.game_options)
    if max_episode_steps is not None:
        options["max_episode_steps"] = max_episode_steps
    env = make_lanes(game, min(lanes, len(seeds)), options)
    playing = np.arange(env.num_envs)  # the episode that each lane plays
    waiting = list(range(env.num_envs, len(seeds)))[::-1]
    episodes = [None] * len(seeds)
    returns, lengths = np.zeros(len(seeds)), np.zeros(len(seeds), np.int64)
    thinking, moves = 0.0, 0
    observations, infos = env.reset(seed=[seeds[episode] for episode in playing])
    agent.reset(seeds[0])
    agent.act(first_lane(observations), infos["action_mask"][:1])  # compiles what is not yet
    agent.reset(seeds[0])
    while True:
        begin = time.process_time()
        actions = agent.act(observations, infos["action_mask"])
        thinking += time.process_time() - begin
        moves += env.num_envs
        observations, rewards, terminated, truncated, infos = env.step(actions)
        check_legal(env.game, agent, actions, infos)
        returns[playing] += rewards
        lengths[playing] += 1
        ended = np.flatnonzero(terminated | truncated)
        for lane in ended:
            seat = playing[lane]
            episodes[seat] = make_episode(
                env.game, seeds[seat], returns[seat], lengths[seat], infos, lane
            )
            if on_end is not None:
                on_end(episodes[seat])
        if ended.size == 0:
            continue
        refilled, emptied = ended[: len(waiting)], ended[len(waiting) :]
        if emptied.size == env.num_envs:
            break
        if refilled.size:
            playing[refilled] = [waiting.pop() for _ in refilled]
            chosen = np.isin(np.arange(env.num_envs), refilled)
            observations, infos = env.reset(
                seed=[seeds[episode] for episode in playing], options={"reset_mask": chosen}
            )
        if emptied.size:
            going_on = np.setdiff1d(np.arange(env.num_envs), emptied)
            playing = playing[going_on]
            env, observations, infos = keep_lanes(game, env, going_on, options)
    return Play(episodes, 1000 * thinking / moves)


def first_lane(observations):
    """The observations of one lane, still with an axis of lanes."""
    if isinstance(observations, dict):
        return {name: array[:1] for name, array in observations.items()}
    return observations[:1]


def make_lanes(game, lanes, options):
    """A native vector environment that never deals a lane anew by itself."""
    return gym.make_vec(
        env_id(game),
        num_envs=lanes,
        vectorization_mode="vector_entry_point",
        autoreset_mode=AutoresetMode.DISABLED,
        **options,
    ).unwrapped


def keep_lanes(game, env, lanes, options):
    """A smaller environment that goes on with some lanes; returns it, observations, infos."""
    state = env.snapshot()
    smaller = make_lanes(game, len(lanes), options)
    kept = type(state)(state.game, state.matches[lanes], state.seats[lanes])
    return smaller, *smaller.restore(kept)


def check_legal(game, agent, actions, infos):
    """ValueError if a lane rejected its action: an agent that is not heard would never end."""
    rejected = np.flatnonzero(infos["illegal"])
    if rejected.size:
        lane = rejected[0]
        reason = game.illegal[infos["illegal"][lane]]
        raise ValueError(f"agent {agent.name} played the illegal action {actions[lane]}: {reason}")


def make_episode(game, seed, episode_return, length, infos, lane):
    """What is kept of the episode that has just ended in a lane."""
    info = {
        name: array[lane].item()
        for name, array in infos.items()
        if array.ndim == 1 and not name.startswith("_")
    }
    reason = info.get("end_reason", 0)
    return Episode(
        seed,
        episode_score(game.name, episode_return, info),
        int(length),
        game.end_reasons[reason] if reason else None,
        info,
    )

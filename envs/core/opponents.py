"""AgainstOpponents: one seat learns, agents hold the others; a Gymnasium environment again."""

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .matches import check_count
from .solo import check_action
from .vector import LanesEnv

__all__ = ["AgainstOpponents", "LanesAgainstOpponents"]

OWN_OPTIONS = ("observation", "reward")
"""Options in which agents of one match may differ: what they see, what they were trained for."""


class LanesAgainstOpponents(VectorEnv):
    """Matches in lockstep in which one seat is the learner's lane and agents play the others.

    Parameters
    ----------
    game : Game
    opponents : sequence of agents
        P - 1 of them, for the other seats in their order; each has `game_options` and
        `act(observations, masks) -> actions (M,)`, and may see another observation of the
        game than the learner does.
    num_envs : int
        M, the number of matches, each a lane.
    seat : int, optional
        The learner's, 0..P-1; None: match m has it in seat m % P.
    autoreset_mode, max_episode_steps, render_mode, copy
        As for `LanesEnv`.

    Notes
    -----
    Everything is as in `LanesEnv`, for the learner's seats alone. Where seats alternate, the
    learner's one legal action off turn is to wait. A snapshot holds the matches, not what
    agents keep in mind; those that plan ahead plan anew where a position is not the one
    that they expect.
    """

    def __init__(
        self,
        game,
        opponents,
        num_envs=1,
        seat=0,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        max_episode_steps=None,
        render_mode=None,
        copy=True,
    ):
        self.opponents = list(opponents)
        players = game.check_players(len(self.opponents) + 1)
        if len({id(agent) for agent in self.opponents}) < len(self.opponents):
            raise ValueError("each opponent must be an agent of its own, got one of them twice")
        self.num_envs = check_count("num_envs", num_envs)
        self._own, self._others = seating(self.num_envs, players, seat)
        self._encoders = [encoder_for(game, agent) for agent in self.opponents]
        self.lanes = LanesEnv(
            game,
            self.num_envs * players,
            players,
            autoreset_mode,
            max_episode_steps,
            render_mode,
            copy,
        )
        self.game, self.copy, self.render_mode = game, copy, render_mode
        self.matches = self.lanes.matches
        self.metadata = self.lanes.metadata | {"lanes_per_match": 1}
        self.single_action_space = self.lanes.single_action_space
        self.single_observation_space = self.lanes.single_observation_space
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._rows = np.arange(self.num_envs)

    def reset(self, *, seed=None, options=None):
        """Start all matches, or those of `options["reset_mask"]`; see `LanesEnv.reset`.

        A whole reset also resets the agents; opponent k gets the seed s + k + 1 of an int s.
        """
        options = dict(options or {})
        if "reset_mask" in options:
            options["reset_mask"] = self._by_seat(options["reset_mask"])
        results = self.lanes.reset(seed=seed, options=options)
        if "reset_mask" not in options:
            is_integer = isinstance(seed, (int, np.integer))
            for index, agent in enumerate(self.opponents):
                agent.reset(int(seed) + index + 1 if is_integer else None)
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        return self._of_learner(results[0]), self._of_learner(results[1])

    def _by_seat(self, mask):
        is_mask = isinstance(mask, np.ndarray) and mask.shape == (self.num_envs,)
        return np.repeat(mask, self.matches.players) if is_mask else mask

    def step(self, actions):
        """Play the learner's actions (num_envs,) and the opponents'; as `LanesEnv.step`."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(
                f"expected {self.num_envs} actions, got an array of shape {given.shape}"
            )
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions must be integers, got {given.dtype} ({actions!r:.60})")
        chosen = np.zeros((self.num_envs, self.matches.players), np.int64)
        chosen[self._rows, self._own] = given
        self.lanes._check_open()
        if self.matches.matches["is_dealt"].all():
            for agent, encode, seats in zip(
                self.opponents, self._encoders, self._others, strict=True
            ):
                chosen[self._rows, seats] = self._ask(agent, encode, seats)
        observations, rewards, terminated, truncated, infos = self.lanes.step(chosen)
        pick = self._of_learner
        return pick(observations), pick(rewards), pick(terminated), pick(truncated), pick(infos)

    def _ask(self, agent, encode, seats):
        """An agent's actions (M,) in the seats that it holds."""
        batch = self.matches
        observations = encode(batch.matches, batch.seats[self._rows, seats], None)
        answer = np.asarray(agent.act(observations, batch.masks[self._rows, seats]))
        if answer.shape != (self.num_envs,) or answer.dtype.kind not in "iu":
            raise ValueError(
                f"{agent.name} must answer {self.num_envs} integers, got {answer.dtype} of "
                f"shape {answer.shape}"
            )
        return answer

    def _of_learner(self, results):
        """The learner's rows of arrays (M * P, ...), alone or in (nested) dicts."""
        if isinstance(results, dict):
            return {name: self._of_learner(value) for name, value in results.items()}
        return results[self._rows * self.matches.players + self._own]

    def action_masks(self):
        """The learner's legal actions now, (num_envs, A) bool."""
        return self._of_learner(self.lanes.action_masks())

    def snapshot(self):
        """The whole state of the matches, random streams included."""
        return self.lanes.snapshot()

    def restore(self, snapshot):
        """Go back to a `snapshot()`; returns observations and infos there."""
        observations, infos = self.lanes.restore(snapshot)
        return self._of_learner(observations), self._of_learner(infos)

    def render(self):
        """A tuple with the text or picture of every lane; None without a render mode."""
        pictures = self.lanes.render()
        players = self.matches.players
        return pictures and tuple(
            pictures[match * players + seat] for match, seat in enumerate(self._own)
        )

    def close(self, **kwargs):
        """Close the environment; every later call but this one is an error."""
        self.lanes.close()
        self.closed = True


class AgainstOpponents(gym.Env):
    """One match in which one seat learns and agents play the others: a `gymnasium.Env`.

    Parameters
    ----------
    game, opponents, render_mode
        As for `LanesAgainstOpponents`.
    seat : int
        The learner's, 0..P-1.
    """

    def __init__(self, game, opponents, seat=0, render_mode=None):
        mode = AutoresetMode.DISABLED
        self.lanes = LanesAgainstOpponents(
            game, opponents, seat=seat, autoreset_mode=mode, render_mode=render_mode
        )
        self.game, self.render_mode = game, render_mode
        self.metadata = {
            name: value
            for name, value in self.lanes.metadata.items()
            if name not in ("autoreset_mode", "lanes_per_match")
        }
        self.action_space = self.lanes.single_action_space
        self.observation_space = self.lanes.single_observation_space

    def reset(self, *, seed=None, options=None):
        """Start a match; see `Matches.reset` for seeds, options and errors."""
        results = self.lanes.reset(seed=seed, options=options)
        super().reset(seed=None if seed is None else int(seed))
        return first(results[0]), first_info(results[1])

    def step(self, action):
        """Play one action: an integer in 0..A-1, else ValueError and nothing changes."""
        observations, rewards, terminated, truncated, infos = self.lanes.step(
            [check_action(action) if type(action) is not int else action]
        )
        ends = bool(terminated[0]), bool(truncated[0])
        return first(observations), float(rewards[0]), *ends, first_info(infos)

    def action_masks(self):
        """The legal actions now, (A,) bool."""
        return self.lanes.action_masks()[0]

    def snapshot(self):
        """The whole state of the match, random stream included."""
        return self.lanes.snapshot()

    def restore(self, snapshot):
        """Go back to a `snapshot()`; returns the observation and info there."""
        observations, infos = self.lanes.restore(snapshot)
        return first(observations), first_info(infos)

    def render(self):
        """The match as the learner sees it, as text or picture; None without a render mode."""
        pictures = self.lanes.render()
        return pictures and pictures[0]

    def close(self):
        """Close the environment; every later call but this one is an error."""
        self.lanes.close()


def first(results):
    """The only lane's part of arrays (1, ...), alone or in a dict."""
    if isinstance(results, dict):
        return {name: value[0] for name, value in results.items()}
    return results[0]


def first_info(infos):
    """The only lane's part of infos: plain numbers and arrays."""
    return {name: value[0].item() if value.ndim == 1 else value[0] for name, value in infos.items()}


def seating(count, players, seat):
    """The learner's seat in each match (M,), and those of each opponent: P - 1 arrays (M,).

    Raises
    ------
    ValueError
        No such seat.
    """
    if seat is None:
        own = np.arange(count) % players
    elif isinstance(seat, (int, np.integer)) and seat in range(players):
        own = np.full(count, int(seat))
    else:
        raise ValueError(f"seat must lie in 0..{players - 1} or be None, got {seat!r}")
    others = [np.where(own <= index, index + 1, index) for index in range(players - 1)]
    return own, others


def encoder_for(game, agent):
    """The encoder of what an agent wants to see of a game.

    Raises
    ------
    ValueError
        The agent plays under another option than the game has.
    """
    for name, value in agent.game_options.items():
        if name not in OWN_OPTIONS and game.options.get(name) != value:
            raise ValueError(
                f"{agent.name} plays under {name}={value!r}, got a game under "
                f"{name}={game.options.get(name)!r}"
            )
    return game.made_by(**{**game.options, **agent.game_options}).encode

"""RoundsEnv: one match whose seats act at the same time, as a `pettingzoo.ParallelEnv`."""

from copy import deepcopy
from operator import itemgetter

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from .form import Form
from .matches import Matches
from .solo import check_action

__all__ = ["RoundsEnv"]


class RoundsEnv(Form, ParallelEnv):
    """A game for several seats that move together.

    Parameters
    ----------
    game : Game
    players : int, optional
        P; the game's fewest by default.
    render_mode : {"ansi", "rgb_array"}, optional
        `render()` shows the match as `seat_0` sees it.

    Attributes
    ----------
    possible_agents : list of str
        `seat_0` to `seat_<P - 1>`.
    agents : list of str
        All of them until the match ends, then none. A seat that is done stays: its one
        legal action is to wait, and its reward 0 but for what the end of the match pays.

    Notes
    -----
    An observation is a dict of `observation`, what the game's solo environment gives, and
    `action_mask` (A,) int8. `infos` hold plain numbers under the names of `game.info`; after
    the last step also `standings`, a list of dicts, where the game has them.
    """

    def __init__(self, game, players=None, render_mode=None):
        name = f"{game.name}-v0"
        matches = Matches(game, 1, players)
        self._take(game, matches, render_mode, name=name, is_parallelizable=True)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.matches.players)]
        self.agents = []
        self._spaces = {}, {}

    def observation_space(self, agent):
        """The space of one agent's observations, always the same object."""
        own = self._spaces[0]
        if agent not in own:
            self._check_agent(agent)
            mask = spaces.Box(0, 1, (self.game.action_count,), np.int8)
            own[agent] = spaces.Dict(
                {"observation": deepcopy(self.game.observation_space), "action_mask": mask}
            )
        return own[agent]

    def action_space(self, agent):
        """The space of one agent's actions, always the same object."""
        own = self._spaces[1]
        if agent not in own:
            self._check_agent(agent)
            own[agent] = self.game.action_space
        return own[agent]

    def _check_agent(self, agent):
        if agent not in self.possible_agents:
            count = len(self.possible_agents)
            raise ValueError(f"agent must be seat_0 to seat_{count - 1}, got {agent!r}")

    def reset(self, seed=None, options=None):
        """Start a match; see `Matches.reset` for seeds, options and errors.

        An option named `options` is left alone: PettingZoo's own API test sends one.

        Returns
        -------
        observations, infos : dict of str to dict
        """
        self._check_open()
        if options:
            options = {name: options[name] for name in options if name != "options"}
        self.matches.reset(None if seed is None else [seed], options)
        self.agents = list(self.possible_agents)
        return self._results()

    def step(self, actions):
        """Play one action a seat, all at the same time.

        Parameters
        ----------
        actions : dict of str to int
            One for every agent, in 0..A-1; else ValueError and nothing changes.

        Returns
        -------
        observations, rewards, terminations, truncations, infos : dict of str
        """
        self._check_open()
        matches = self.matches
        matches.step(matches.check_actions(self._in_order(actions)))
        agents = self.possible_agents
        is_over = bool(matches.is_over[0])
        results = (
            self._observations(),
            dict(zip(agents, matches.reward[0].tolist(), strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            self._infos(),
        )
        if is_over:
            self.agents = []
        return results

    def _in_order(self, actions):
        """Actions by seat, (P,) int64; ValueError unless there is an integer for each."""
        if not self.agents:
            return np.zeros(len(self.possible_agents), np.int64)  # `Matches.step` objects
        missing = [agent for agent in self.agents if agent not in actions]
        if missing or len(actions) > len(self.agents):
            wrong = missing or [agent for agent in actions if agent not in self.agents]
            what = "lack" if missing else "have too many:"
            raise ValueError(
                f"expected an action of each of {len(self.agents)} agents; they {what} {wrong[0]!r}"
            )
        values = itemgetter(*self.agents)(actions) if len(actions) > 1 else [*actions.values()]
        return np.array([v if type(v) is int else check_action(v) for v in values], np.int64)

    def action_masks(self):
        """The legal actions of all seats now, (P, A) bool."""
        return self.matches.masks[0].astype(bool)

    def restore(self, snapshot):
        """Go back to a `snapshot()`; returns the observations and infos there."""
        self._check_open()
        self.matches.restore(snapshot)
        is_ended = self.matches.is_over[0] or self.matches.is_truncated[0]
        self.agents = [] if is_ended else list(self.possible_agents)
        return self._results()

    def _results(self):
        return self._observations(), self._infos()

    def _infos(self):
        return infos_of(self.game, self.matches, self.possible_agents)

    def _observations(self):
        batch = self.matches.observe()
        rows = [batch] if self.matches.players == 1 else split(batch)
        masks = self.matches.masks[0].copy()
        return {
            agent: {"observation": row, "action_mask": mask}
            for agent, row, mask in zip(self.possible_agents, rows, masks, strict=True)
        }


def infos_of(game, matches, agents):
    """What `infos` hold: {agent: {name: number or array}}, after the end with `standings`."""
    views = {name: view[0] for name, view in matches.info_views.items()}
    columns = [view.tolist() if view.ndim == 1 else view.copy() for view in views.values()]
    infos = {
        agent: dict(zip(views, values, strict=True))
        for agent, *values in zip(agents, *columns, strict=True)
    }
    if matches.is_over[0] and game.standings:
        standings = game.standings(matches.matches[0], matches.seats[0])
        for info in infos.values():
            info["standings"] = standings
    return infos


def split(batch):
    """Observations (1, P, ...), an array or a dict of arrays, seat by seat."""
    if not isinstance(batch, dict):
        return list(batch[0])
    parts = zip(*(rows[0] for rows in batch.values()), strict=True)
    return [dict(zip(batch, own, strict=True)) for own in parts]

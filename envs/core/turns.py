"""TurnsEnv: one match whose seats act in turn, as a `pettingzoo.AECEnv`."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from .form import Form
from .matches import Matches
from .rounds import infos_of, split
from .snapshots import Snapshot
from .solo import check_action

__all__ = ["TurnsEnv"]


@dataclass(frozen=True)
class TurnsSnapshot(Snapshot):
    """A snapshot with what each agent that is still there has gathered since it last acted."""

    gathered: Mapping[str, float] = field(default_factory=dict)


class TurnsEnv(Form, AECEnv):
    """A game for several seats that take turns.

    Each step is one step of the match, in which the selected seat plays its action and the
    others wait; selected is the first seat on move. What a rejected action costs is what it
    costs in the game: it changes nothing, where there is a clock the clock runs on.

    Parameters
    ----------
    game : Game
        One that `alternates`.
    players : int, optional
        P; the game's fewest by default.
    render_mode : {"ansi", "rgb_array"}, optional
        `render()` shows the match as `seat_0` sees it.

    Attributes
    ----------
    possible_agents : list of str
        `seat_0` to `seat_<P - 1>`.
    agents : list of str
        All of them until the match has ended; then each leaves by a step of None.

    Raises
    ------
    ValueError
        A game whose seats do not alternate, or a bad number of them.

    Notes
    -----
    An observation is a dict of `observation`, what the game's solo environment gives, and
    `action_mask` (A,) int8. `infos` hold plain numbers under the names of `game.info`; once
    the match has ended also `standings`, a list of dicts, where the game has them.
    """

    def __init__(self, game, players=None, render_mode=None):
        if not game.alternates:
            raise ValueError(f"{game.name} has no alternating turns")
        super().__init__()
        name = f"{game.name}-v0"
        self._take(game, Matches(game, 1, players), render_mode, name=name, is_parallelizable=False)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.matches.players)]
        mask = spaces.Box(0, 1, (game.action_count,), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict(
                {"observation": deepcopy(game.observation_space), "action_mask": deepcopy(mask)}
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: game.action_space for agent in self.possible_agents}
        self.agents = []

    def observation_space(self, agent):
        """The space of one agent's observations, always the same object."""
        return self._observation_spaces[self._known(agent)]

    def action_space(self, agent):
        """The space of one agent's actions, always the same object."""
        return self._action_spaces[self._known(agent)]

    def _known(self, agent):
        if agent not in self.possible_agents:
            count = len(self.possible_agents)
            raise ValueError(f"agent must be seat_0 to seat_{count - 1}, got {agent!r}")
        return agent

    def reset(self, seed=None, options=None):
        """Start a match; see `Matches.reset` for seeds, options and errors.

        An option named `options` is left alone: PettingZoo's own API test sends one.
        """
        self._check_open()
        if options:
            options = {name: options[name] for name in options if name != "options"}
        self.matches.reset(None if seed is None else [seed], options)
        self._look()
        self._clear_rewards()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)

    def _look(self):
        """Take agents, flags, infos and whose turn it is from the match."""
        agents, is_over = list(self.possible_agents), bool(self.matches.is_over[0])
        is_truncated = bool(self.matches.is_truncated[0])
        self.agents = agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, is_over)
        self.truncations = dict.fromkeys(agents, is_truncated)
        self.infos = infos_of(self.game, self.matches, agents)
        if is_over or is_truncated:
            self.agent_selection = agents[0]
        else:
            on_move = np.flatnonzero(self.matches.seats["on_move"][0])
            self.agent_selection = agents[int(on_move[0])]

    def observe(self, agent):
        """What one agent sees now: a dict of `observation` and `action_mask`."""
        self._check_open()
        seat = self.possible_agents.index(self._known(agent))
        rows = self.matches.observe()
        row = rows if self.matches.players == 1 else split(rows)[seat]
        return {"observation": row, "action_mask": self.matches.masks[0, seat].copy()}

    def step(self, action):
        """Play the selected agent's action; None once it is terminated or truncated.

        Parameters
        ----------
        action : int
            In 0..A-1; else ValueError and nothing changes.
        """
        self._check_open()
        if not self.agents:
            raise ResetNeeded("call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actions = np.full((1, self.matches.players), self.game.wait_action, np.int64)
        chosen = action if type(action) is int else check_action(action)
        actions[0, self.possible_agents.index(agent)] = chosen
        self.matches.step(self.matches.check_actions(actions))
        self._cumulative_rewards[agent] = 0.0
        self._look()
        self.rewards = dict(zip(self.agents, self.matches.reward[0].tolist(), strict=True))
        self._accumulate_rewards()

    def action_masks(self):
        """The selected agent's legal actions now, (A,) bool."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.matches.masks[0, seat].astype(bool)

    def snapshot(self):
        """The whole state, random stream and gathered rewards included; for `restore`."""
        saved = super().snapshot()
        gathered = {agent: self._cumulative_rewards[agent] for agent in self.agents}
        return TurnsSnapshot(saved.game, saved.matches, saved.seats, gathered)

    def restore(self, snapshot):
        """Go back to a `snapshot()`; returns the observations and infos there.

        One of another form of the game has no gathered rewards: then they begin at 0, and of a
        match that has ended no agent has left yet.
        """
        self._check_open()
        self.matches.restore(snapshot)
        self._look()
        everybody = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict(getattr(snapshot, "gathered", everybody))
        for agent in self.possible_agents:
            if agent not in self._cumulative_rewards:
                self._let_go(agent)
        return self._results()

    def _let_go(self, agent):
        """Take an agent out of all that is told, as its step of None does."""
        self.agents.remove(agent)
        for told in (self.rewards, self.terminations, self.truncations, self.infos):
            del told[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def _results(self):
        return {agent: self.observe(agent) for agent in self.possible_agents}, self.infos

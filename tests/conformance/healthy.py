"""Healthy environments, one a form: the twins of the broken ones in `gallery.py`.

The game: a row of numbers lies open; take one, collect it, and another one changes by chance.
It ends when all are taken, or enough are collected.
"""

from copy import deepcopy
from typing import ClassVar

import numpy as np
from gymnasium import Env, spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo import AECEnv, ParallelEnv

LENGTH = 5
ENOUGH = 20
AGENTS = ["left", "right"]


def row_space():
    """A row's numbers, and which of them are taken."""
    numbers = spaces.Box(0, 9, (LENGTH,), np.int64)
    return spaces.Dict({"numbers": numbers, "taken": spaces.MultiBinary(LENGTH)})


class Row(Env):
    """The game for one."""

    metadata: ClassVar = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(self, render_mode=None):
        self.render_mode = render_mode
        self.observation_space = row_space()
        self.action_space = spaces.Discrete(LENGTH)
        self.numbers = None
        self.is_closed = False

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.deal()
        return self.observe(), self.tell()

    def deal(self):
        self.numbers = self.np_random.integers(0, 10, LENGTH)
        self.taken = np.zeros(LENGTH, np.int8)
        self.score = 0

    def step(self, action):
        if self.numbers is None or self.is_closed:
            raise ResetNeeded("call reset before step, and never step after close")
        if self.taken[action]:
            return self.observe(), 0.0, False, False, self.tell(illegal=1)
        reward = self.take(action)
        return self.observe(), reward, self.is_over(), False, self.tell()

    def take(self, action):
        points = float(self.numbers[action])
        self.taken[action] = 1
        self.score += int(points)
        self.change()
        return points

    def change(self):
        self.numbers[self.np_random.integers(LENGTH)] = self.np_random.integers(0, 10)

    def is_over(self):
        return bool(self.taken.all() or self.score >= ENOUGH)

    def observe(self):
        return {"numbers": self.numbers.copy(), "taken": self.taken.copy()}

    def mask(self):
        return 1 - self.taken

    def tell(self, illegal=0):
        return {"action_mask": self.mask(), "illegal": illegal, "score": self.score}

    def snapshot(self):
        state = self.np_random.bit_generator.state
        return deepcopy((self.numbers, self.taken, self.score, state))

    def restore(self, saved):
        self.numbers, self.taken, self.score, state = deepcopy(saved)
        self.np_random.bit_generator.state = state

    def render(self):
        if self.render_mode == "ansi":
            return " ".join(map(str, self.numbers))
        return np.repeat(self.numbers.astype(np.uint8), 3).reshape(1, LENGTH, 3)

    def close(self):
        self.is_closed = True


class Lanes(SyncVectorEnv):
    """Several `Row`s in one vector environment."""

    solo = Row

    def __init__(self, num_envs=3, autoreset_mode=AutoresetMode.NEXT_STEP, render_mode=None):
        factories = [lambda: self.solo(render_mode=render_mode)] * num_envs
        super().__init__(factories, autoreset_mode=autoreset_mode)

    def step(self, actions):
        if self.envs[0].is_closed:
            raise ResetNeeded("never step after close")
        return super().step(actions)

    def close(self, **arguments):
        for env in self.envs:
            env.close()


class Duel(ParallelEnv):
    """The game for two at once, each with a row."""

    metadata: ClassVar = {"name": "duel", "render_modes": []}
    render_mode = None

    def __init__(self):
        self.possible_agents = list(AGENTS)
        self.agents = []
        self.rows = {agent: Row() for agent in AGENTS}
        self.row_space = row_space()
        self.choice = spaces.Discrete(LENGTH)

    def observation_space(self, agent):
        return self.row_space

    def action_space(self, agent):
        return self.choice

    def reset(self, seed=None, options=None):
        self.agents = list(AGENTS)
        seeds = [seed, seed if seed is None else seed + 1]
        answers = {
            agent: self.rows[agent].reset(seed=own)
            for agent, own in zip(AGENTS, seeds, strict=True)
        }
        return tuple({agent: part[i] for agent, part in answers.items()} for i in (0, 1))

    def step(self, actions):
        if not self.agents:
            raise ResetNeeded("call reset before step")
        answers = {agent: self.rows[agent].step(actions[agent]) for agent in self.agents}
        self.agents = [agent for agent in self.agents if not answers[agent][2]]
        return tuple({agent: part[i] for agent, part in answers.items()} for i in range(5))


class Alternate(AECEnv):
    """The game for two by turns, each with a row."""

    metadata: ClassVar = {"name": "alternate", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self):
        super().__init__()
        self.possible_agents = list(AGENTS)
        self.agent_selection = None
        self.rows = {agent: Row() for agent in AGENTS}
        self.row_space = row_space()
        self.choice = spaces.Discrete(LENGTH)

    def observation_space(self, agent):
        return self.row_space

    def action_space(self, agent):
        return self.choice

    def observe(self, agent):
        return self.rows[agent].observe()

    def reset(self, seed=None, options=None):
        self.agents = list(AGENTS)
        seeds = [seed, seed if seed is None else seed + 1]
        for agent, own in zip(AGENTS, seeds, strict=True):
            self.rows[agent].reset(seed=own)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: self.rows[agent].tell() for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def step(self, action):
        agent = self.agent_selection
        if agent is None:
            raise ResetNeeded("call reset before step")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        _, reward, _, _, info = self.rows[agent].step(action)
        self.infos[agent] = info
        self._cumulative_rewards[agent] = 0
        self.rewards = {**dict.fromkeys(AGENTS, 0.0), agent: reward}
        self._accumulate_rewards()
        if not info["illegal"]:
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        if any(row.is_over() for row in self.rows.values()):
            self.terminations = dict.fromkeys(AGENTS, True)

"""Faults of action masks and illegal actions."""

from typing import ClassVar

import numpy as np
from broken import fails
from healthy import LENGTH, Alternate, Duel, Row


@fails("mask")
class ShortMask(Row):
    """The mask lacks an entry."""

    def mask(self):
        return super().mask()[1:]


@fails("mask")
class FloatMask(Row):
    """The mask is float64, which `Discrete.sample` refuses."""

    def mask(self):
        return super().mask().astype(float)


@fails("mask")
class NothingLegal(Row):
    """One before the end nothing is legal."""

    def mask(self):
        return super().mask() * (self.taken.sum() < LENGTH - 1)


@fails("mask")
class TwoMasks(Row):
    """action_masks() and info["action_mask"] disagree."""

    def action_masks(self):
        return np.ones(LENGTH, np.int8)


@fails("mask_acceptance")
class StaleMask(Row):
    """The mask is that of the state before the step."""

    def step(self, action):
        before = self.taken.copy()
        *answer, info = super().step(action)
        return *answer, {**info, "action_mask": 1 - before}


@fails("mask_acceptance")
class TooStrictMask(Row):
    """The mask forbids a legal action."""

    def mask(self):
        return super().mask() * (np.arange(LENGTH) != 1) | (self.taken.sum() == LENGTH - 1)


@fails("mask_acceptance")
class AgentMaskTooLoose(Duel):
    """One agent's mask allows everything."""

    def step(self, actions):
        answer = super().step(actions)
        answer[4]["right"]["action_mask"] = np.ones(LENGTH, np.int8)
        return answer


@fails("illegal_action")
class IllegalDraws(Row):
    """An illegal action draws a random number."""

    def step(self, action):
        if self.taken[action]:
            self.np_random.random()
        return super().step(action)


@fails("illegal_action")
class IllegalChanges(Row):
    """An illegal action costs a point of what lies there."""

    def step(self, action):
        if self.taken[action]:
            self.numbers[:] = np.maximum(self.numbers - 1, 0)
        return super().step(action)


@fails("illegal_action")
class IllegalIsNoWait(Row):
    """Action 0 is said to be what an illegal action amounts to, and is not."""

    metadata: ClassVar = {**Row.metadata, "wait_action": 0}


@fails("illegal_action")
class IllegalTurnDraws(Alternate):
    """An illegal action draws a random number of the other agent's."""

    def step(self, action):
        agent = self.agent_selection
        if action is not None and self.rows[agent].taken[action]:
            self.rows["right"].np_random.random()
        super().step(action)

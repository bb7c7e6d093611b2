"""Faults in what is returned: spaces, dtypes, rewards, flags, infos, agents."""

import numpy as np
from broken import fails
from gymnasium import spaces
from healthy import AGENTS, LENGTH, Alternate, Duel, Row


@fails("spaces")
class LastObservationOutside(Row):
    """Only the last observation leaves the space."""

    def observe(self):
        return {"numbers": self.numbers + 10 * self.is_over(), "taken": self.taken.copy()}


@fails("spaces")
class WrongDtype(Row):
    """int32 instead of int64, which `Box.contains` lets pass."""

    def observe(self):
        return {"numbers": self.numbers.astype(np.int32), "taken": self.taken.copy()}


@fails("spaces")
class AgentOutside(Duel):
    """One agent's observation leaves its space on the last step."""

    def step(self, actions):
        answer = super().step(actions)
        if not self.agents:
            answer[0]["right"]["numbers"] += 10
        return answer


@fails("rewards")
class InfiniteReward(Row):
    """The last reward is not a number."""

    def take(self, action):
        return super().take(action) + (float("nan") if self.is_over() else 0.0)


@fails("flags")
class NumberAsFlag(Row):
    """terminated is 0 or 1."""

    def is_over(self):
        return int(super().is_over())


@fails("infos")
class WordsInInfo(Row):
    """The info speaks in words."""

    def tell(self, illegal=0):
        return {**super().tell(illegal), "state": "over" if self.is_over() else "open"}


@fails("infos")
class InfoComesAndGoes(Row):
    """An info name is there only when there is something to tell."""

    def tell(self, illegal=0):
        return {**super().tell(illegal), **({"bonus": 1} if self.score > 9 else {})}


@fails("agents")
class NewSpaceEachCall(Duel):
    """Every call of `action_space` makes another one, which breaks seeded sampling."""

    def action_space(self, agent):
        return spaces.Discrete(LENGTH)


@fails("agents")
class EndedAgentAnswers(Duel):
    """An agent that has ended is still told rewards."""

    def step(self, actions):
        answer = super().step(actions)
        if not self.agents:
            self.agents = ["left"]
        return answer


@fails("agents")
class UnknownAgent(Alternate):
    """An agent that `possible_agents` does not name plays."""

    def __init__(self):
        super().__init__()
        self.possible_agents = AGENTS[:1]

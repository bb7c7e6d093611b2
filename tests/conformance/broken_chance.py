"""Faults of chance: seeds, streams, shared and global state."""

import random

import numpy as np
from broken import fails
from healthy import LENGTH, Alternate, Duel, Lanes, Row


@fails("determinism")
class UnseededFromSecondStep(Row):
    """The second step on draws from an unseeded generator."""

    def change(self):
        if self.taken.sum() > 1:
            self.numbers[0] = np.random.default_rng().integers(0, 10)


@fails("determinism")
class UnseededSecondEpisode(Row):
    """Only later episodes draw from an unseeded generator."""

    def reset(self, *, seed=None, options=None):
        if seed is None:
            self.np_random = np.random.default_rng()
        return super().reset(seed=seed)


@fails("determinism")
class UnseededDuel(Duel):
    """From the second step on one agent's numbers come from an unseeded generator."""

    def step(self, actions):
        if self.rows["right"].taken.any():
            self.rows["right"].np_random = np.random.default_rng()
        return super().step(actions)


@fails("determinism")
class UnseededAlternate(Alternate):
    """From the second step on one agent's numbers come from an unseeded generator."""

    def step(self, action):
        if self.rows["right"].taken.any():
            self.rows["right"].np_random = np.random.default_rng()
        super().step(action)


@fails("determinism")
class UnseededLanes(Lanes):
    """The last lane's numbers come from an unseeded generator from the second step on."""

    def step(self, actions):
        answer = super().step(actions)
        self.envs[-1].np_random = np.random.default_rng()
        return answer


@fails("seeds")
class SeedZeroIgnored(Row):
    """Seed 0 counts as no seed."""

    def reset(self, *, seed=None, options=None):
        return super().reset(seed=seed or None)


@fails("seeds")
class OnlyFirstSeedCounts(Row):
    """Seeds given later are ignored."""

    def reset(self, *, seed=None, options=None):
        return super().reset(seed=None if self.numbers is not None else seed)


@fails("mid_episode_reset")
class LeftOver(Row):
    """The score is cleared at the end of an episode instead of at the reset."""

    def deal(self):
        score = getattr(self, "score", 0)
        super().deal()
        self.score = score

    def tell(self, illegal=0):
        info = super().tell(illegal)
        self.score *= not self.is_over()
        return info


@fails("seeds_differ")
class SeedIgnored(Row):
    """Every seed deals the same."""

    def reset(self, *, seed=None, options=None):
        return super().reset(seed=None if seed is None else 7)


@fails("seed_stream")
class SameEpisodeAgain(Row):
    """A reset without a seed repeats the last seed."""

    seed = None

    def reset(self, *, seed=None, options=None):
        self.seed = self.seed if seed is None else seed
        return super().reset(seed=self.seed)


@fails("isolation")
class SharedState(Row):
    """What is taken lies in the class."""

    taken = np.zeros(LENGTH, np.int8)

    def deal(self):
        self.numbers = self.np_random.integers(0, 10, LENGTH)
        self.score = 0
        self.taken[:] = 0


@fails("global_random")
class GlobalNumpy(Row):
    """A step draws from numpy's global generator."""

    def change(self):
        np.random.random()


@fails("global_random")
class GlobalSeed(Row):
    """A reset seeds Python's global generator."""

    def deal(self):
        random.seed(3)
        super().deal()


@fails("global_random")
class GlobalDuel(Duel):
    """A step draws from Python's global generator."""

    def step(self, actions):
        random.random()
        return super().step(actions)

"""Faults in who owns arrays, and in snapshots, copies and pickles."""

import numpy as np
from broken import fails
from healthy import AGENTS, LENGTH, Alternate, Duel, Row


@fails("returned_kept")
class ReusedBuffer(Row):
    """All observations are the same array, changed in place."""

    def observe(self):
        return {"numbers": self.numbers, "taken": self.taken.copy()}


@fails("returned_kept")
class RingOfBuffers(Row):
    """Eight buffers take turns: an observation holds for seven calls."""

    def __init__(self, render_mode=None):
        super().__init__(render_mode)
        self.ring, self.calls = np.zeros((8, LENGTH), np.int64), 0

    def observe(self):
        self.calls += 1
        buffer = self.ring[self.calls % len(self.ring)]
        buffer[:] = self.numbers
        return {"numbers": buffer, "taken": self.taken.copy()}


@fails("returned_kept")
class ReusedMask(Row):
    """All masks are the same array, changed in place."""

    def mask(self):
        if not hasattr(self, "buffer"):
            self.buffer = np.ones(LENGTH, np.int8)
        self.buffer[:] = 1 - self.taken
        return self.buffer


@fails("returned_kept")
class ReusedDuelBuffer(Duel):
    """All observations of an agent are the same array, changed in place."""

    def __init__(self):
        super().__init__()
        self.rows = {agent: ReusedBuffer() for agent in AGENTS}


@fails("returned_kept")
class ReusedAlternateBuffer(Alternate):
    """All observations of an agent are the same array, changed in place."""

    def observe(self, agent):
        return {**super().observe(agent), "numbers": self.rows[agent].numbers}


@fails("returned_apart")
class LentState(Row):
    """The observation returned by a reset is the state itself."""

    def reset(self, *, seed=None, options=None):
        observation, info = super().reset(seed=seed)
        return {**observation, "taken": self.taken}, info


@fails("snapshot")
class SnapshotWithoutStream(Row):
    """The snapshot lacks the random stream."""

    def restore(self, saved):
        state = self.np_random.bit_generator.state
        super().restore(saved)
        self.np_random.bit_generator.state = state


@fails("snapshot")
class SnapshotShared(Row):
    """The snapshot is the state itself, which goes on changing."""

    def snapshot(self):
        return self.numbers, self.taken, self.score, self.np_random.bit_generator.state


@fails("deep_copy")
class ShallowCopy(Row):
    """A copy shares the state with its original."""

    def __deepcopy__(self, memo):
        twin = type(self)(self.render_mode)
        twin.__dict__.update(self.__dict__)
        return twin


@fails("pickled")
class PickleForgets(Row):
    """A pickle loses the random stream."""

    def __getstate__(self):
        return {**self.__dict__, "_np_random": None}

    def __deepcopy__(self, memo):
        twin = type(self)(self.render_mode)
        if self.numbers is not None:
            twin.np_random = np.random.default_rng()
            twin.restore(self.snapshot())
        return twin

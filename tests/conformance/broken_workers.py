"""Faults that show in other processes alone."""

import multiprocessing

from broken import fails
from gymnasium.error import ResetNeeded
from healthy import Row


def is_worker():
    """Whether this process was started by another one."""
    return multiprocessing.parent_process() is not None


@fails("spawn", "async_lanes")
class OtherInWorker(Row):
    """In a spawned process the game is another one."""

    def take(self, action):
        return super().take(action) + is_worker()


@fails("spawn", "async_lanes")
class RefusesWorker(Row):
    """It cannot be built in a spawned process."""

    def __init__(self, render_mode=None):
        if is_worker():
            raise ResetNeeded("only in the main process")
        super().__init__(render_mode)

"""Contestant: an agent in a process of its own, asked with a time limit and never trusted."""

import multiprocessing
import signal
import time
from dataclasses import dataclass

import numpy as np

__all__ = ["Contestant", "Reply"]

START_S = 300.0
"""Seconds that a process may take to start and to compile, before the time limit holds."""

RAISED, NONSENSE, HUNG, DIED = "raised", "nonsense", "hung", "died"
"""Faults: it raised an exception; its answer is none; it took too long; its process ended."""


@dataclass
class Reply:
    """What came of asking.

    Attributes
    ----------
    actions : (L,) int64 or None
        Not checked for their range; None after a fault.
    fault : str
        One of "raised", "nonsense", "hung", "died"; "" without one.
    detail : str
        The same in words.
    thought_ns : int
        Wall time that the agent thought, in ns.
    """

    actions: np.ndarray | None
    fault: str = ""
    detail: str = ""
    thought_ns: int = 0


class Contestant:
    """An agent behind a pipe: whatever it does, its opponents can play on.

    A process that hangs is ended; the next question starts a new one, but not where the first
    answer never came.

    Parameters
    ----------
    make : callable () -> Agent
        Can be pickled.
    limit_s : float
        Seconds that an answer may take.
    """

    def __init__(self, make, limit_s):
        self.make = make
        self.limit_s = limit_s
        self._process = None
        self._seed = None
        self._hopeless = None

    def start(self):
        """Start the process, unless it runs, and do not wait for it."""
        if self._process is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, far_end = context.Pipe()
            self._process = context.Process(target=serve, args=(self.make, far_end), daemon=True)
            self._process.start()
            far_end.close()
            self._is_ready = self._is_warm = False
            self._is_reset_due = True

    def reset(self, seed):
        """Have the agent forget everything and start its random stream from `seed`."""
        self._seed = seed
        self._is_reset_due = True

    def ask(self, observations, masks):
        """The agent's actions.

        Parameters
        ----------
        observations : array or dict of arrays (L, ...)
        masks : (L, A) int8

        Returns
        -------
        Reply
        """
        if self._hopeless is not None:
            return self._hopeless
        self.start()
        try:
            failure = None if self._is_ready else self._await_start()
            if failure is not None:
                return self._give_up(*failure)
            seed = self._seed if self._is_reset_due else None
            self._pipe.send((self._is_reset_due, seed, observations, masks))
            self._is_reset_due = False
            limit_s = self.limit_s if self._is_warm else self.limit_s + START_S
            if not self._pipe.poll(limit_s):
                return self._give_up(HUNG, f"no answer within {limit_s:g} s", limit_s)
            self._is_warm = True
            return self._pipe.recv()
        except (EOFError, OSError):
            self._process.join(START_S)
            return self._give_up(DIED, f"its process ended with code {self._process.exitcode}")

    def _await_start(self):
        """None once the agent has been made, or the fault and its detail."""
        if not self._pipe.poll(START_S):
            return HUNG, f"not ready within {START_S:g} s"
        failure = self._pipe.recv()
        self._is_ready = failure is None
        return failure

    def _give_up(self, fault, detail, thought_s=0.0):
        reply = Reply(None, fault, detail, int(thought_s * 1e9))
        if fault == HUNG and not self._is_warm:
            self._hopeless = reply
        self.close()
        return reply

    def close(self):
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None


def serve(make, pipe):
    """The process of a contestant: make the agent, then answer until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        agent = make()
    except Exception as error:
        pipe.send((RAISED, in_words(error)))
        return
    pipe.send(None)
    is_warm = False
    while True:
        try:
            is_reset, seed, observations, masks = pipe.recv()
        except EOFError:
            return
        pipe.send(answer(agent, is_reset, seed, observations, masks, is_warm))
        is_warm = True


def answer(agent, is_reset, seed, observations, masks, is_warm):
    """A `Reply` of an agent; its first decision is made twice, as code may be compiled in it."""
    begin = time.perf_counter_ns()
    try:
        if is_reset:
            agent.reset(seed)
        if not is_warm:
            agent.act(observations, masks)
            agent.reset(seed)
        begin = time.perf_counter_ns()
        given = agent.act(observations, masks)
        thought_ns = time.perf_counter_ns() - begin
        actions = np.asarray(given)
    except Exception as error:
        return Reply(None, RAISED, in_words(error), time.perf_counter_ns() - begin)
    if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
        detail = f"expected {len(masks)} integers, got {actions.dtype} of shape {actions.shape}"
        return Reply(None, NONSENSE, detail, thought_ns)
    return Reply(actions.astype(np.int64), thought_ns=thought_ns)


def in_words(error):
    """An exception in one line of at most 200 characters."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]

"""The annealing agent: simulated annealing over whole lists of turns, with restarts."""

import zlib

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.core.random import below, unit
from ...envs.core.records import allocate
from ...envs.twist_cube.cube import score, turn
from ...envs.twist_cube.state import TURN_LIMIT
from .insertion import STREAM
from .planning import PlanningAgent, read_count

__all__ = ["AnnealingAgent"]

ITERATIONS = {3: 1_000_000, 5: 600_000, 7: 400_000}
RESTARTS = {3: 4, 5: 2, 7: 1}
SLOTS = {3: 30, 5: 50, 7: 80}
"""By N, the defaults."""

HOTTEST, COLDEST = 2.0, 0.25
"""Temperature at a restart's beginning and end, in stickers."""

PRICE = 0.02
"""Stickers that a turn costs."""

EMPTY = -1
MOST_ITERATIONS, MOST_RESTARTS = 100_000_000, 10_000


class AnnealingAgent(PlanningAgent):
    """Changes a list of turns at random, ever less willing to lose stickers by it.

    Parameters
    ----------
    game : str
        "TwistCube".
    size : {3, 5, 7}
        N of the cubes it plays.
    iterations : int, optional
        Changes tried in all; by default as many as take less than a second.
    restarts : int, optional
        Lists that the iterations are shared among, the best of which is played; 4, 2 or 1
        by N.
    slots : int, optional
        Most turns of a list, 1-400; 30, 50 or 80 by N.
    tick_ms : int
        Time of an action in its environments.
    """

    name = "annealing"

    def __init__(
        self, game="TwistCube", size=3, iterations=None, restarts=None, slots=None, tick_ms=50
    ):
        super().__init__(game, size, tick_ms)
        iterations = ITERATIONS[self.size] if iterations is None else iterations
        restarts = RESTARTS[self.size] if restarts is None else restarts
        slots = SLOTS[self.size] if slots is None else slots
        self.iterations = read_count("iterations", iterations, MOST_ITERATIONS)
        self.restarts = read_count("restarts", restarts, MOST_RESTARTS)
        self.slots = read_count("slots", slots, TURN_LIMIT)

    def plan(self, cube, most):
        """The best list of turns met, as actions."""
        stream = allocate(1, STREAM)[0]
        stream["key"] = self._seed ^ zlib.crc32(cube.tobytes())
        best, kept = -1.0, []
        turns = np.full(min(self.slots, most), EMPTY, np.int16)
        if not len(turns):
            return kept
        iterations = max(self.iterations // self.restarts, 1)
        for _ in range(self.restarts):
            reached = anneal(cube, self.size, iterations, stream, turns)
            if reached > best:
                best, kept = reached, turns[turns != EMPTY].tolist()
        return kept


@compiled
def anneal(cube, size, iterations, stream, turns):
    """Anneal one list of turns from nothing.

    Parameters
    ----------
    cube : (6 * N * N,) uint8
    size, iterations : int
    stream : record
        Source of the draws.
    turns : (S,) int16
        Filled with the best list met: actions, and -1 where there is none.

    Returns
    -------
    float
        Its score, less `PRICE` a turn.
    """
    slots = len(turns)
    cubes = np.empty((slots + 1, len(cube)), np.uint8)
    cubes[:] = cube
    work = cube.copy()
    current, tried = np.full(slots, EMPTY, np.int16), np.empty(slots, np.int16)
    turns[:] = EMPTY
    now = best = float(score(cube, size))
    cooling = (COLDEST / HOTTEST) ** (1 / iterations)
    temperature = HOTTEST
    for _ in range(iterations):
        temperature *= cooling
        first = change(stream, current, tried, size)
        work[:] = cubes[first]
        count = 0
        for slot in range(slots):
            count += tried[slot] >= 0
            if slot >= first and tried[slot] >= 0:
                turn(work, size, np.int64(tried[slot]))
        reached = score(work, size) - PRICE * count
        if reached < now and unit(stream) >= np.exp((reached - now) / temperature):
            continue
        now = reached
        current[first:] = tried[first:]
        for slot in range(first, slots):
            cubes[slot + 1] = cubes[slot]
            if current[slot] >= 0:
                turn(cubes[slot + 1], size, np.int64(current[slot]))
        if now > best:
            best = now
            turns[:] = current
    return best


@compiled
def change(stream, current, tried, size):
    """Draw a list like `current` but for one turn changed, left out, or moved in between.

    Returns
    -------
    int
        The first slot that may differ.
    """
    slots = len(current)
    tried[:] = current
    place = below(stream, slots)
    drawn = below(stream, 18 * (size - 1))
    kind = below(stream, 4)
    if kind == 0 and tried[place] >= 0:
        tried[place] = EMPTY
        return place
    if kind < 3:
        tried[place] = drawn
        return place
    other = below(stream, slots)
    low, high = min(place, other), max(place, other)
    if place < other:  # what lies between moves up, the last of it is lost
        for slot in range(high, low, -1):
            tried[slot] = current[slot - 1]
    else:
        for slot in range(low, high):
            tried[slot] = current[slot + 1]
    tried[place] = drawn
    return low

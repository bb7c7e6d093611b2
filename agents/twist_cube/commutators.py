"""The commutator agent: brings cubes of all sizes close to solved, and mostly all the way."""

import zlib

import numpy as np

from ...envs.core.records import allocate
from .insertion import STREAM, Search, grow
from .macros import labels, macros, oddness, slices
from .planning import PlanningAgent, read_count

__all__ = ["CommutatorAgent"]

RESTARTS = {3: 8, 5: 2, 7: 1}
"""By N, how often a list of turns is grown, if nothing else is asked for."""

ENOUGH = {3: 40, 5: 150, 7: 300}
"""By N, turns that mostly solve a cube. Who has fewer counts colours: that pays sooner, but
ends where edges of one colour stand in each other's places."""

NOISE = 0.3
"""Of every list but the first."""

MOST_RESTARTS, MOST_PLACES = 10_000, 400


class CommutatorAgent(PlanningAgent):
    """Inserts short commutators and conjugates into its list of turns wherever they pay most.

    Parameters
    ----------
    game : str
        "TwistCube".
    size : {3, 5, 7}
        N of the cubes it plays.
    restarts : int, optional
        Lists that are grown with other draws, the best of which is played; 8, 2 or 1 by N.
    places : int
        Places of a list that are tried for each insertion, on average.
    tick_ms : int
        Time of an action in its environments.
    """

    name = "commutators"

    def __init__(self, game="TwistCube", size=3, restarts=None, places=60, tick_ms=50):
        super().__init__(game, size, tick_ms)
        restarts = RESTARTS[self.size] if restarts is None else restarts
        self.restarts = read_count("restarts", restarts, MOST_RESTARTS)
        self.places = read_count("places", places, MOST_PLACES)

    def plan(self, cube, most):
        """The best list of turns grown, as actions."""
        known, area = slices(self.size), self.size**2
        target = np.repeat(cube[area // 2 :: area], area)
        now, wanted = labels(cube, self.size, target)
        odd = oddness(now, self.size)
        if most < ENOUGH[self.size]:
            now, wanted = cube, target
        stream = allocate(1, STREAM)[0]
        stream["key"] = self._seed ^ zlib.crc32(cube.tobytes())
        turns = np.zeros(most + 32, np.int16)
        best, kept = (-1, 0), turns[:0]
        for restart in range(self.restarts):
            search = Search(
                now,
                wanted,
                self.size,
                known,
                macros(self.size),
                most,
                self.places,
                NOISE if restart else 0.0,
            )
            score, count = grow(search, odd, stream, turns)
            if (score, -count) > best:
                best, kept = (score, -count), turns[:count].copy()
        return known.actions[kept].tolist()

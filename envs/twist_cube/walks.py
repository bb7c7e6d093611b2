"""Random walks from the solved 3x3x3: positions, each with the turn that leads back. Compiled."""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .cube import solved_cube
from .symmetry import distinct_turns, upright_turns

__all__ = ["walk"]

SIZE = 3
COUNT = len(distinct_turns(SIZE))
MAPS, BACK = upright_turns(SIZE)
AXES = distinct_turns(SIZE) // (3 * (SIZE - 1)) % 3
"""The axis about which each distinct turn moves its layer."""


def followers():
    """Which turns may follow each one on its axis: (27, 27) bool.

    Not those that with it come to what one turn does, or none.
    """
    solved = solved_cube(SIZE)
    short = {solved.tobytes()} | {solved[first].tobytes() for first in MAPS}
    twice = [[solved[first][second].tobytes() for second in MAPS] for first in MAPS]
    return np.array([[reached not in short for reached in row] for row in twice])


FOLLOWS = followers()


@compiled
def walk(match, length, cubes, turns_back):
    """Walk from the solved cube at random, again and again.

    No two turns in a row come to a single one, and no more than two in a row are about one
    axis, since the third would be wasted; no two in a row are of one layer, then.

    Parameters
    ----------
    match : record
        Its random stream is drawn from.
    length : int
        Turns of a walk.
    cubes : (W * length, 54) uint8
        Filled: the positions of W walks after each turn, upright.
    turns_back : (W * length,) int64
        Filled: the distinct turn, 0..26, that leads to the position before.
    """
    for start in range(0, len(cubes), length):
        last, in_a_row = -1, 0
        for step in range(length):
            row = start + step
            chosen = below(match, COUNT)
            while not may_follow(last, in_a_row, chosen):
                chosen = below(match, COUNT)
            for cell in range(cubes.shape[1]):
                source = MAPS[chosen, cell]
                cubes[row, cell] = source // 9 if step == 0 else cubes[row - 1, source]
            turns_back[row] = BACK[chosen]
            in_a_row = in_a_row + 1 if last >= 0 and AXES[chosen] == AXES[last] else 1
            last = chosen


@compiled
def may_follow(last, in_a_row, chosen):
    """Whether a walk may go on with a turn: after `last`, -1 at the start, the `in_a_row`-th turn
    about its axis."""
    if last < 0 or AXES[chosen] != AXES[last]:
        return True
    return in_a_row == 1 and FOLLOWS[last, chosen]

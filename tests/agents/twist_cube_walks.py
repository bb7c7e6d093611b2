"""Scrambled 3x3x3 cubes for the tests of agents, lying in any way."""

import numpy as np

from parlour.envs.twist_cube.cube import solved_cube, turn


def scrambled(turns, seed):
    """A cube (54,) after random turns."""
    cube = solved_cube(3)
    for action in np.random.default_rng(seed).integers(0, 36, turns):
        turn(cube, 3, int(action))
    return cube

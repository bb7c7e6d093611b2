"""The two-phase agent: solves the 3x3x3 with the `kociemba` package, in few turns.

The package works in face turns on a cube whose centres stay. The score counts each face
against its own centre, so two opposite faces that turn like one wheel may as well be left and
the slice between them turned back: one turn for two, after which the cube lies another way.
"""

from importlib import import_module

import numpy as np

from ...envs.twist_cube.cube import AXES, clockwise
from ...envs.twist_cube.puzzles import pieces
from ...envs.twist_cube.state import FACES
from ...envs.twist_cube.symmetry import (
    FACE_MAPS,
    INVERSES,
    normalise,
    sticker_maps,
    turn_maps,
)
from .planning import PlanningAgent, read_count

__all__ = ["TwoPhaseAgent", "merge", "solve"]

MOST_SEARCHES = 2 * len(FACE_MAPS)
"""The cube and its inverse, each lying in 24 ways."""

OUTWARDS = AXES[:, 0].tolist()
QUARTERS = [[OUTWARDS.index(clockwise(way, axis)) for way in AXES[:, 0]] for axis in AXES[:, 0]]
"""By face and face: where a quarter turn of the whole cube about the first takes the second."""


class TwoPhaseAgent(PlanningAgent):
    """Plays the shortest of several solutions by the two-phase algorithm.

    Parameters
    ----------
    game : str
        "TwistCube".
    size : {3}
        N of the cubes it plays.
    searches : int
        Solutions to choose from, 1-48, each of the cube or its inverse lying another way.
    tick_ms : int
        Time of an action in its environments.

    Raises
    ------
    ImportError
        Without the `kociemba` package.
    """

    name = "twophase"

    def __init__(self, game="TwistCube", size=3, searches=12, tick_ms=50):
        super().__init__(game, size, tick_ms)
        if self.size != 3:
            raise ValueError(f"{self.name} solves cubes of size 3, got {size!r}")
        self.searches = read_count("searches", searches, MOST_SEARCHES)
        self._solver = find_solver()

    def plan(self, cube, most):
        """A solution, as actions; `most` does not shorten the search."""
        return solve(cube, self.searches, self._solver)


def find_solver():
    """`kociemba.solve`; ImportError that says how to install it."""
    try:
        return import_module("kociemba").solve
    except ImportError as error:
        message = "twophase needs the kociemba package: pip install 'parlour[solvers]'"
        raise ImportError(message) from error


def solve(cube, searches, solver):
    """A short list of turns that solves a cube.

    Parameters
    ----------
    cube : (54,) uint8
        Its centres anywhere that turns can bring them.
    searches : int
        Solutions to choose from, 1-48.
    solver : callable
        `kociemba.solve`.

    Returns
    -------
    list of int
        Actions, none for a solved cube.
    """
    (upright,), (rotation,) = normalise(cube[None])
    if (upright == np.arange(54) // 9).all():
        return []
    homes = find_homes(upright)
    found = (solve_one_way(homes, index, solver) for index in range(searches))
    best = min((merge(turns) for turns in found), key=len)
    return turn_maps(3)[INVERSES[rotation]][best].tolist()


def solve_one_way(homes, index, solver):
    """One of 48 solutions of an upright cube: face turns as (face, quarters).

    Parameters
    ----------
    homes : (54,) int
        As of `find_homes`.
    index : int
        Even: the cube, odd: its inverse; lying in one of 24 ways.
    solver : callable
    """
    way, is_inverse = index // 2, index % 2
    cells = np.argsort(homes) if is_inverse else homes
    colours = FACE_MAPS[way][cells[sticker_maps(3)[way]] // 9]
    words = solver("".join(FACES[colour] for colour in colours)).split()
    turns = [read_word(word) for word in words]
    if is_inverse:
        turns = [(face, 4 - quarters) for face, quarters in reversed(turns)]
    return [(int(FACE_MAPS[INVERSES[way]][face]), quarters) for face, quarters in turns]


def read_word(word):
    """A face turn such as R, R2 or R' as (face, quarters)."""
    return FACES.index(word[0]), {"": 1, "2": 2, "'": 3}[word[1:]]


def find_homes(cube):
    """Where each sticker of an upright 3x3x3 belongs.

    Parameters
    ----------
    cube : (54,) uint8

    Returns
    -------
    (54,) int64
        By cell, the cell of the solved cube that its sticker comes from.
    """
    homes = np.arange(54)
    own = [cells for cells in pieces(3).values() if len(cells) > 1]
    turns = [cells[shift:] + cells[:shift] for cells in own for shift in range(len(cells))]
    places = {tuple(cell // 9 for cell in cells): cells for cells in turns}
    for cells in own:
        homes[list(cells)] = places[tuple(cube[list(cells)].tolist())]
    return homes


def merge(turns):
    """Face turns as documented turns, with a slice for opposite faces that turn as one.

    Parameters
    ----------
    turns : list of (int, int)
        Face and quarter turns, no two in a row on one face.

    Returns
    -------
    list of int
        Actions of N = 3, after which the cube lies in some way.
    """
    actions, index = [], 0
    lies = list(range(6))  # by face of the cube as it was meant to lie, where it now is
    while index < len(turns):
        face, quarters = turns[index]
        there = lies[face]
        following = turns[index + 1] if index + 1 < len(turns) else (-1, 0)
        if following == ((face + 3) % 6, 4 - quarters):
            actions.append(6 * there + 3 + 3 - quarters)
            for _ in range(4 - quarters):
                lies = [QUARTERS[there][at] for at in lies]
            index += 2
        else:
            actions.append(6 * there + quarters - 1)
            index += 1
    return actions

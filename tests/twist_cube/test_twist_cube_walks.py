"""Random walks: every position leads back to the one before, and no turn is wasted."""

import numpy as np
import pytest

from parlour.envs.core.records import allocate
from parlour.envs.twist_cube.cube import solved_cube, turn
from parlour.envs.twist_cube.state import MATCH
from parlour.envs.twist_cube.symmetry import distinct_turns, normalise
from parlour.envs.twist_cube.walks import walk

pytestmark = pytest.mark.nojit
LENGTH = 12


def walks(count, seed=0, length=LENGTH):
    stream = allocate((1,), MATCH)
    stream["key"] = seed
    cubes = np.empty((count * length, 54), np.uint8)
    turns_back = np.empty(count * length, np.int64)
    walk(stream[0], length, cubes, turns_back)
    return cubes.reshape(count, length, 54), turns_back.reshape(count, length)


def upright_after(cube, number):
    cube = cube.copy()
    turn(cube, 3, int(distinct_turns(3)[number]))
    return normalise(cube[None])[0][0]


def axis_of(number):
    return int(distinct_turns(3)[number]) // 6 % 3


def test_the_named_turn_leads_to_the_position_before_and_at_last_to_the_solved_cube():
    for cubes, turns_back in zip(*walks(20), strict=True):
        before = [solved_cube(3), *cubes[:-1]]
        for cube, number, previous in zip(cubes, turns_back, before, strict=True):
            assert (upright_after(cube, number) == previous).all()


def test_no_two_turns_in_a_row_could_have_been_one():
    for cubes, _ in zip(*walks(20), strict=True):
        positions = [solved_cube(3), *cubes]
        for first, last in zip(positions, positions[2:], strict=False):
            reached = [upright_after(first, number) for number in range(27)]
            assert not any((cube == last).all() for cube in [first, *reached])


def test_no_three_turns_in_a_row_are_about_one_axis():
    _, turns_back = walks(200)
    axes = np.vectorize(axis_of)(turns_back)
    is_same = axes[:, 1:] == axes[:, :-1]
    assert is_same.any()
    assert not (is_same[:, 1:] & is_same[:, :-1]).any()


def test_all_turns_are_walked_alike_often_at_first():
    _, turns_back = walks(5400, length=1)
    counts = np.bincount(turns_back[:, 0], minlength=27)
    assert counts.min() > 120
    assert counts.max() < 280


def test_the_stream_decides_the_walk():
    assert (walks(5, seed=1)[0] == walks(5, seed=1)[0]).all()
    assert (walks(5, seed=1)[0] != walks(5, seed=2)[0]).any()

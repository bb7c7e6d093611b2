"""Rotations of the whole cube: against turns, against cubies in space, and turns that are one."""

import numpy as np
import pytest
from twist_cube_reference import every_turn

from parlour.envs.twist_cube.cube import solved_cube, turn
from parlour.envs.twist_cube.symmetry import (
    FACE_MAPS,
    INVERSES,
    canonical_turns,
    distinct_turns,
    normalise,
    sticker_maps,
    turn_maps,
    upright_turns,
)

pytestmark = pytest.mark.nojit
SIZES = (3, 5, 7)


def painted(size):
    """A cube with as many different stickers as a byte can tell apart."""
    return (np.arange(6 * size * size) % 251).astype(np.uint8)


def turned(cube, size, *actions):
    cube = cube.copy()
    for action in actions:
        turn(cube, size, int(action))
    return cube


def by_slices(cube, size, face):
    """The whole cube a quarter turn clockwise as seen from a face, by turning all its layers."""
    listed = every_turn(size)
    opposite = {"U": "D", "R": "L"}[face]
    layers = [listed.index((face, layer, 1)) for layer in range(1, size)]
    return turned(cube, size, *layers, listed.index((opposite, 1, 3)))


def walk(size, seed, length=60):
    """A cube after random turns of all slices."""
    actions = np.random.default_rng(seed).integers(0, 18 * (size - 1), length)
    return turned(solved_cube(size), size, *actions)


@pytest.mark.parametrize("size", SIZES)
def test_the_rotations_are_the_24_that_turning_all_layers_gives(size):
    known = {painted(size).tobytes(): painted(size)}
    front = list(known.values())
    while front:
        reached = [by_slices(cube, size, face) for cube in front for face in "UR"]
        front = [cube for cube in reached if cube.tobytes() not in known]
        known |= {cube.tobytes(): cube for cube in front}
    maps = sticker_maps(size)
    assert {painted(size)[rotation].tobytes() for rotation in maps} == set(known)
    assert len(known) == 24
    assert (maps[0] == np.arange(6 * size * size)).all()


@pytest.mark.parametrize("size", SIZES)
def test_turning_and_rotating_is_rotating_and_turning(size):
    cube = painted(size)
    for rotation, moved in enumerate(sticker_maps(size)):
        for action, mapped in enumerate(turn_maps(size)[rotation]):
            assert (turned(cube, size, action)[moved] == turned(cube[moved], size, mapped)).all()


@pytest.mark.parametrize("size", SIZES)
def test_every_rotation_is_taken_back_by_its_inverse(size):
    maps, turns = sticker_maps(size), turn_maps(size)
    for rotation, back in enumerate(INVERSES):
        assert (painted(size)[maps[rotation]][maps[back]] == painted(size)).all()
        assert (turns[back][turns[rotation]] == np.arange(18 * (size - 1))).all()


@pytest.mark.parametrize("size", SIZES)
def test_the_solved_cube_rotated_and_coloured_anew_is_solved(size):
    for rotation, moved in enumerate(sticker_maps(size)):
        coloured = FACE_MAPS[rotation][solved_cube(size)[moved]]
        assert (coloured == solved_cube(size)).all()


@pytest.mark.parametrize("size", SIZES)
def test_a_normalised_cube_has_the_solved_centres_and_is_the_cube_rotated(size):
    cubes = np.array([walk(size, seed) for seed in range(60)])
    before = cubes.copy()
    normalised, rotations = normalise(cubes)
    assert normalised.dtype == np.uint8
    assert rotations.dtype == np.int64
    assert (normalised.reshape(60, 6, -1)[:, :, size * size // 2] == np.arange(6)).all()
    for cube, upright, rotation in zip(cubes, normalised, rotations, strict=True):
        assert (cube[sticker_maps(size)[rotation]] == upright).all()
    assert len(set(rotations.tolist())) > 12
    assert (cubes == before).all()


def test_a_turn_for_the_normalised_cube_is_mapped_back():
    cubes = np.array([walk(3, seed) for seed in range(40)])
    normalised, rotations = normalise(cubes)
    for cube, upright, rotation in zip(cubes, normalised, rotations, strict=True):
        for action in range(36):
            own = turned(cube, 3, turn_maps(3)[INVERSES[rotation], action])
            assert (normalise(own[None])[0] == normalise(turned(upright, 3, action)[None])[0]).all()


def test_a_whole_cube_that_is_solved_normalises_to_the_solved_cube():
    cubes = solved_cube(3)[sticker_maps(3)]
    normalised, rotations = normalise(cubes)
    assert (normalised == solved_cube(3)).all()
    assert (rotations == INVERSES).all()


@pytest.mark.parametrize("size", SIZES)
def test_distinct_turns_are_one_for_each_thing_that_turns_do(size):
    results = [turned(painted(size), size, action).tobytes() for action in range(18 * (size - 1))]
    chosen = distinct_turns(size)
    assert len(set(results)) == len(chosen) == 9 * size
    assert {results[action] for action in chosen} == set(results)
    for action, canonical in enumerate(canonical_turns(size)):
        assert results[action] == results[canonical]


@pytest.mark.parametrize("size", SIZES)
def test_the_map_of_an_upright_turn_is_that_turn_made_upright(size):
    maps, inverses = upright_turns(size)
    upright = normalise(walk(size, 5)[None])[0][0]
    for number, action in enumerate(distinct_turns(size)):
        after = upright[maps[number]]
        assert (after == normalise(turned(upright, size, action)[None])[0][0]).all()
        assert (after[maps[inverses[number]]] == upright).all()
    assert len(maps) == len(inverses) == 9 * size


@pytest.mark.parametrize(
    "cubes",
    [np.zeros(54, np.uint8), np.zeros((2, 55), np.uint8), np.zeros((2, 54), np.int64)],
    ids=["one cube", "width", "type"],
)
def test_cubes_of_another_shape_or_type_are_refused(cubes):
    with pytest.raises(ValueError, match=r"cubes must be .* uint8, got"):
        normalise(cubes)

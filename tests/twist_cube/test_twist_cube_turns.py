"""Turns: against cubies in space, against published counts, and the laws they keep."""

import numpy as np
import pytest
from twist_cube_reference import ReferenceCube, every_turn
from twist_cube_scenes import cube_after

from parlour.envs.twist_cube.cube import CYCLES, apply_turns, score, solved_cube, turn

pytestmark = pytest.mark.nojit
SIZES = (3, 5, 7)


def painted(size):
    """A cube on which every sticker is different, as far as a byte reaches, twice."""
    cells = np.arange(6 * size * size)
    return (cells % 251).astype(np.uint8), (cells // 2).astype(np.uint8)


@pytest.mark.parametrize("size", SIZES)
def test_every_turn_is_that_of_cubies_in_space(size):
    for number, (face, layer, turns) in enumerate(every_turn(size)):
        for cube in painted(size):
            reference = ReferenceCube(size)
            flat = iter(cube.tolist())
            for key in list(reference.stickers):
                reference.stickers[key] = next(flat)
            turn(cube, size, number)
            expected = np.array(reference.turn(face, layer, turns).grids()).reshape(-1)
            assert (cube == expected).all(), (face, layer, turns)


@pytest.mark.parametrize("size", SIZES)
def test_random_turns_and_scores_are_those_of_cubies_in_space(size):
    rng = np.random.default_rng(size)
    cube, reference = solved_cube(size), ReferenceCube(size)
    listed = every_turn(size)
    for number in rng.integers(0, len(listed), 40):
        turn(cube, size, int(number))
        reference.turn(*listed[number])
        assert score(cube, size) == reference.score()
    assert cube.tolist() == np.array(reference.grids()).reshape(-1).tolist()


def test_positions_by_depth_are_as_many_as_published():
    faces = [number for number in range(36) if number // 3 % 2 == 0]
    known = {solved_cube(3).tobytes()}
    front, counts = list(known), [1]
    for _ in range(4):
        found = set()
        for position in front:
            for number in faces:
                cube = np.frombuffer(position, np.uint8).copy()
                turn(cube, 3, number)
                found.add(cube.tobytes())
        front = list(found - known)
        known |= found
        counts.append(len(front))
    assert counts == [1, 18, 243, 3240, 43239]


KNOWN_ORDERS = [("R", 4), ("R2", 2), ("R U R' U'", 6), ("R U", 105), ("R U'", 63), ("R2 U2", 6)]


@pytest.mark.parametrize(("text", "order"), KNOWN_ORDERS)
def test_the_order_of_a_sequence_is_the_known_one(text, order):
    solved = solved_cube(3).tolist()
    cubes = [cube_after(" ".join([text] * times)).tolist() for times in range(1, order + 1)]
    assert cubes.index(solved) + 1 == order


@pytest.mark.parametrize("size", SIZES)
def test_a_turn_and_its_inverse_cancel(size):
    for number in range(18 * (size - 1)):
        cube = painted(size)[0]
        turn(cube, size, number)
        turn(cube, size, number // 3 * 3 + 2 - number % 3)
        assert (cube == painted(size)[0]).all()


@pytest.mark.parametrize("size", SIZES)
def test_an_inner_layer_is_the_opposite_face_s_turned_the_other_way(size):
    for face, opposite in (("U", "D"), ("R", "L"), ("F", "B")):
        for layer in range(2, size):
            for turns in (1, 2, 3):
                one, other = painted(size)[0], painted(size)[0]
                turn(one, size, every_turn(size).index((face, layer, turns)))
                mirrored = opposite, size + 1 - layer, 4 - turns
                turn(other, size, every_turn(size).index(mirrored))
                assert (one == other).all()


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_cube_rotation_by_slices_keeps_the_full_score(size):
    full = 6 * size * size
    for face, opposite in (("U", "D"), ("R", "L"), ("F", "B")):
        cube = solved_cube(size)
        for layer in range(1, size):
            turn(cube, size, every_turn(size).index((face, layer, 1)))
        assert score(cube, size) < full
        turn(cube, size, every_turn(size).index((opposite, 1, 3)))
        assert score(cube, size) == full
        assert (cube != solved_cube(size)).any()


def test_the_score_reads_the_centres_where_they_are_now():
    cube = cube_after("2R")
    assert score(cube, 3) == 54 - 4 * 6  # four faces keep their middle column alone
    assert ReferenceCube(3).turn("R", 2, 1).score() == 30


def test_a_layer_of_its_own_face_alone_turns_the_face():
    size = 5
    cube = painted(size)[0]
    turn(cube, size, every_turn(size).index(("F", 2, 1)))
    assert (cube.reshape(6, 25)[2] == painted(size)[0].reshape(6, 25)[2]).all()


def test_cycles_never_leave_the_stickers_of_their_size():
    for index, size in enumerate(SIZES):
        assert CYCLES[index].max() < 6 * size * size


def test_a_list_of_turns_is_made_in_order():
    one, other = solved_cube(3), solved_cube(3)
    listed = np.array([0, 7, 13, 35], np.uint8)
    apply_turns(one, 3, listed, 3)
    for number in (0, 7, 13):
        turn(other, 3, number)
    assert (one == other).all()

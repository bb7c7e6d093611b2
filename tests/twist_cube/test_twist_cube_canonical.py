"""One cube for all 48 that look alike, and the observation made of it."""

import numpy as np
import pytest
from twist_cube_scenes import FACES, actions, cube_after, make, turns

from parlour.envs.twist_cube.canonical import SYMMETRIES, canonical, turns_in_hand
from parlour.envs.twist_cube.cube import solved_cube, turn
from parlour.envs.twist_cube.symmetry import distinct_turns

pytestmark = pytest.mark.nojit

ABOUT_U = dict(zip("URFDLB", "UFLDBR", strict=True))
"""Where a quarter turn of the whole cube, clockwise about U, carries each face."""
ABOUT_R = dict(zip("URFDLB", "BRUFLD", strict=True))
LEFT_AND_RIGHT = dict(zip("URFDLB", "ULFDRB", strict=True))

TEXTS = ["R", "R2", "2U", "R U F2", "R 2U' F2 L B'", "2R 2F U2 L' D", "F R U' B2 D 2U R'"]


def renamed(text, faces, is_mirror=False):
    """The turns of a text with other faces, the other way round in a mirror."""
    words = []
    for given in turns(text):
        quarters = 4 - given["turns"] if is_mirror else given["turns"]
        mark = ("", "2", "'")[quarters - 1]
        words.append(f"{given['layer']}{faces[given['face']]}{mark}")
    return " ".join(words)


def canonical_of(text, size=3):
    return canonical(cube_after(text, size)[None])[0][0].tolist()


@pytest.mark.parametrize("size", [3, 5, 7])
@pytest.mark.parametrize("text", TEXTS)
def test_cubes_turned_alike_about_other_axes_or_in_a_mirror_look_alike(text, size):
    expected = canonical_of(text, size)
    for faces in (ABOUT_U, ABOUT_R):
        assert canonical_of(renamed(text, faces), size) == expected
    assert canonical_of(renamed(text, LEFT_AND_RIGHT, is_mirror=True), size) == expected


@pytest.mark.parametrize("text", TEXTS)
def test_a_cube_turned_as_a_whole_is_the_same(text):
    for whole in ("U 2U D'", "R 2R L'", "F2 2F2 B2"):
        assert canonical_of(f"{text} {whole}") == canonical_of(text)


def test_turns_the_other_way_round_do_not_look_alike_without_a_mirror():
    assert canonical_of("R U") != canonical_of("R U'")


def test_there_are_as_many_unlike_positions_as_published():
    """Positions within 0, 1, 2 and 3 face turns, up to symmetry: 1, 2, 9, 75 new ones."""
    faces = [number for number in range(36) if number // 3 % 2 == 0]
    level, seen, counts = [solved_cube(3)], {solved_cube(3).tobytes()}, [1]
    for _ in range(3):
        reached = {}
        for cube in level:
            for number in faces:
                child = cube.copy()
                turn(child, 3, number)
                likeness = canonical(child[None])[0][0]
                reached.setdefault(likeness.tobytes(), likeness)
        level = [cube for key, cube in reached.items() if key not in seen]
        seen |= set(reached)
        counts.append(len(level))
    assert counts == [1, 2, 9, 75]


@pytest.mark.parametrize("size", [3, 5])
def test_a_turn_of_the_canonical_cube_is_made_on_the_cube_in_hand(size):
    chosen, in_hand = distinct_turns(size), turns_in_hand(size)
    random = np.random.default_rng(0)
    for _ in range(20):
        cube = solved_cube(size)
        for number in random.integers(0, 18 * (size - 1), 7):
            turn(cube, size, int(number))
        (likeness,), (symmetry,) = canonical(cube[None])
        for index, number in enumerate(chosen):
            ours, theirs = cube.copy(), likeness.copy()
            turn(ours, size, int(in_hand[symmetry, index]))
            turn(theirs, size, int(number))
            assert (canonical(ours[None])[0] == canonical(theirs[None])[0]).all()


def test_symmetries_are_all_different_and_half_of_them_are_mirrors():
    assert len({matrix.tobytes() for matrix in SYMMETRIES}) == 48
    assert sorted(np.linalg.det(SYMMETRIES).round()) == [-1] * 24 + [1] * 24


@pytest.mark.parametrize("cubes", [np.zeros((2, 53), np.uint8), np.zeros(54, np.uint8)])
def test_cubes_of_another_shape_are_refused(cubes):
    with pytest.raises(ValueError, match="cubes must be"):
        canonical(cubes)


def test_the_observation_is_the_canonical_cube_and_what_made_it_so():
    plain, seen = make(observation="flat"), make(observation="canonical")
    for env in (plain, seen):
        env.reset(seed=3)
    for number in actions("R 2U F"):
        one, other = plain.step(number)[0], seen.step(number)[0]
        cube = one[:-8].reshape(54, 6).argmax(axis=1).astype(np.uint8)
        (likeness,), (symmetry,) = canonical(cube[None])
        assert (other[:54] == likeness).all()
        assert other[54] == symmetry
        assert (one[-8:] == other[-8:]).all()


def test_scrambles_of_one_turn_are_seen_as_four_cubes():
    env = make(observation="canonical")
    seen = {
        tuple(env.reset(options={"scramble": turns(f"{layer}{face}{mark}")})[0][:54])
        for layer in "12"
        for face in FACES
        for mark in ("", "2", "'")
    }
    assert len(seen) == 4  # a quarter or a half turn of a face or of a slice

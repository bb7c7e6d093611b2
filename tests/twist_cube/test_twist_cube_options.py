"""Options, given positions, and which colourings turns can reach."""

import itertools

import numpy as np
import pytest
from twist_cube_reference import ReferenceCube
from twist_cube_scenes import cube_after, make, turns

from parlour.envs.twist_cube.cube import turn

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("size", 4),
        ("size", 9),
        ("size", 3.0),
        ("size", "3"),
        ("tick_ms", 0),
        ("tick_ms", 30_001),
        ("tick_ms", 1.5),
        ("auto_submit", 1),
        ("stop_when_solved", 1),
        ("observation", "pixels"),
        ("reward", "points"),
        ("scramble_turns", -1),
        ("scramble_turns", 1001),
        ("scramble_turns", (5, 3)),
        ("scramble_turns", (1, 2, 3)),
        ("scramble_turns", "20"),
        ("scramble_turns", True),
    ],
)
def test_a_bad_option_is_named(option, value):
    with pytest.raises(ValueError, match=option):
        make(**{option: value})


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_given_scramble_is_made_on_the_solved_cube(size):
    env = make(size=size)
    listed = turns("R 2U' F2 2D L' B")
    observation, info = env.reset(seed=0, options={"scramble": listed})
    reference = ReferenceCube(size)
    for given in listed:
        reference.turn(**given)
    assert observation["facelets"].tolist() == reference.grids()
    assert info["score"] == reference.score()


@pytest.mark.parametrize("size", [3, 5, 7])
def test_scrambles_are_accepted_as_cubes(size):
    env = make(size=size)
    for seed in range(10):
        given = env.reset(seed=seed)[0]["facelets"]
        observation, _ = env.reset(seed=0, options={"cube": given.tolist()})
        assert (observation["facelets"] == given).all()


def test_a_scramble_of_one_turn_is_one_turn_away():
    env = make(scramble_turns=1)
    for seed in range(20):
        cube = env.reset(seed=seed)[0]["facelets"].reshape(-1)
        reached = []
        for number in range(36):
            tried = cube.copy()
            turn(tried, 3, number)
            reached.append(all(len(set(face)) == 1 for face in tried.reshape(6, 9).tolist()))
        assert any(reached)


def test_a_range_of_scramble_turns_is_drawn_from_evenly_enough():
    env = make(scramble_turns=(0, 3))
    solved = sum(env.reset(seed=seed)[1]["score"] == 54 for seed in range(400))
    assert 60 < solved < 150


def test_every_slice_and_amount_is_drawn_but_none_twice_in_a_row():
    env = make(scramble_turns=2)
    cubes = [tuple(env.reset(seed=seed)[0]["facelets"].reshape(-1).tolist()) for seed in range(600)]
    pairs = {
        tuple(cube_after_numbers(first, second))
        for first, second in itertools.product(range(36), repeat=2)
        if first // 3 != second // 3
    }
    assert set(cubes) <= pairs
    assert len(set(cubes)) > 250


def cube_after_numbers(*numbers):
    cube = cube_after("")
    for number in numbers:
        turn(cube, 3, number)
    return cube.tolist()


def exchanged(size, *pairs, text=""):
    cube = cube_after(text, size).copy()
    for one, other in pairs:
        cube[one], cube[other] = cube[other], cube[one]
    return cube


def refused(cube, size):
    env = make(size=size)
    env.reset(seed=4)
    before = env.snapshot()
    with pytest.raises(ValueError, match="cube") as caught:
        env.reset(options={"cube": cube.reshape(6, size, size).tolist()})
    assert before.matches["draws"] == env.snapshot().matches["draws"]
    return str(caught.value)


UFR, FR_CORNER, RU_CORNER = 8, 9 * 2 + 2, 9  # the corner between U, F and R


@pytest.mark.parametrize("text", ["", "R U F2", "2R U 2F'"])
def test_a_twisted_corner_is_refused(text):
    cube = cube_after(text).copy()
    cube[[UFR, FR_CORNER, RU_CORNER]] = cube[[FR_CORNER, RU_CORNER, UFR]]
    assert "twisted" in refused(cube, 3)


@pytest.mark.parametrize("text", ["", "R U F2", "2R U 2F'"])
def test_a_flipped_edge_is_refused(text):
    assert "flipped" in refused(exchanged(3, (7, 9 * 2 + 1), text=text), 3)


def test_two_exchanged_edges_are_refused():
    # UF with UR, stickers on U first
    cube = exchanged(3, (7, 5), (9 * 2 + 1, 9 + 1))
    assert "exchanged" in refused(cube, 3)


def test_a_mirrored_corner_is_refused():
    assert "no corner" in refused(exchanged(3, (FR_CORNER, RU_CORNER)), 3)


def test_mirrored_centres_are_refused():
    assert "centres" in refused(exchanged(3, (9 + 4, 9 * 4 + 4)), 3)


def test_a_piece_that_is_there_twice_is_refused():
    # the edge UR recoloured as UF, and a wrong colour elsewhere to keep the counts
    cube = cube_after("").copy()
    cube[9 + 1], cube[9 * 2 + 5] = 2, 1
    assert refused(cube, 3)


def test_centres_turned_by_slices_are_fine():
    env = make()
    for text in ("2R", "2U 2F", "2R 2U' 2F2 R"):
        cube = cube_after(text).reshape(6, 3, 3)
        env.reset(options={"cube": cube})


@pytest.mark.parametrize("size", [3, 5, 7])
def test_wrong_counts_are_refused(size):
    cube = cube_after("", size).copy()
    cube[0] = 3
    assert "stickers of each colour" in refused(cube, size)


@pytest.mark.parametrize("size", [5, 7])
def test_centre_pieces_of_another_kind_are_refused(size):
    area = size * size
    corner_like, edge_like = size + 1, size + 2  # inside the face: (1, 1) and (1, 2)
    assert "inner" in refused(exchanged(size, (corner_like, area + edge_like)), size)


@pytest.mark.parametrize("size", [5, 7])
def test_a_flipped_wing_is_refused(size):
    area = size * size
    on_u, on_f = size * (size - 1) + 1, 2 * area + 1
    assert "inner" in refused(exchanged(size, (on_u, on_f)), size)


@pytest.mark.parametrize("size", [5, 7])
def test_exchanged_wings_and_inner_centres_can_be_reached(size):
    area = size * size
    on_u, on_f = size * (size - 1) + 1, 2 * area + 1
    beside_u, beside_f = size * (size - 1) + size - 2, 2 * area + size - 2
    cube = exchanged(size, (on_u, beside_f), (on_f, beside_u))
    env = make(size=size)
    env.reset(options={"cube": cube.reshape(6, size, size)})
    inner = exchanged(size, (size + 1, area + size + 1))
    env.reset(options={"cube": inner.reshape(6, size, size)})


@pytest.mark.parametrize(
    "options",
    [
        {"cube": None},
        {"cube": [[0] * 9] * 6},
        {"cube": np.zeros((6, 3, 3))},
        {"cube": np.full((6, 3, 3), 6)},
        {"cube": "WRGYOB"},
        {"scramble": "R U"},
        {"scramble": [{"face": "R", "layer": 3, "turns": 1}]},
        {"scramble": [{"face": "R"}]},
        {"scramble": None},
        {"scramble": [], "cube": []},
        {"board": 1},
    ],
)
def test_bad_reset_options_are_refused_and_change_nothing(options):
    env = make()
    env.reset(seed=0)
    env.step(0)
    before = env.snapshot()
    with pytest.raises(ValueError):
        env.reset(seed=1, options=options)
    after = env.snapshot()
    assert (before.matches["cube"] == after.matches["cube"]).all()
    assert (before.matches["draws"] == after.matches["draws"]).all()


def test_each_size_shares_one_build_and_one_record():
    sizes = [make(size=size) for size in (3, 5, 7)]
    assert len({env.game.seat_dtype for env in sizes}) == 1
    assert len({env.matches._play for env in sizes}) == 1

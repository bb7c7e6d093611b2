"""Exact cover: published numbers of tilings, tilings that tile, budgets, bad input."""

import collections
import itertools

import numpy as np
import pytest
from covers import (
    assert_tiles,
    cells_in,
    flat_pentominoes,
    grown_puzzle,
    pieces,
    plain_count,
    read_region,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.envs.geometry.exact_cover import Search, cells_of, count, solve
from parlour.envs.geometry.polyforms import POLYCUBES, POLYOMINOES

SMALL_FLAT = ("I3", "L3", "I4", "L4", "O4", "S4", "T4", "P5", "U5")
SMALL_SOLID = ("I3", "L3", "L4", "A4", "H4L", "H4R", "S4", "P5", "B5L", "B5R")


# Published numbers of tilings (Haselgrove 1960 for 6 x 10; Bouwkamp 1967 for the boxes),
# up to the symmetries of the rectangle, 4, or the box, 8: none of these tilings has any.


@pytest.mark.parametrize(("box", "published"), [((3, 20), 2), ((4, 15), 368)])
def test_rectangles_have_as_many_pentomino_tilings_as_published(box, published):
    found = count(np.ones(box), flat_pentominoes(POLYOMINOES))
    assert (found.status, found.tilings) == ("counted", 4 * published)


@pytest.mark.slow
@pytest.mark.parametrize(("box", "published"), [((5, 12), 1010), ((6, 10), 2339)])
def test_wide_rectangles_have_as_many_pentomino_tilings_as_published(box, published):
    found = count(np.ones(box), flat_pentominoes(POLYOMINOES))
    assert (found.status, found.tilings) == ("counted", 4 * published)


def test_two_by_three_by_ten_has_as_many_tilings_as_published():
    found = count(np.ones((2, 3, 10)), flat_pentominoes(POLYCUBES))
    assert (found.status, found.tilings) == ("counted", 8 * 12)


@pytest.mark.slow
@pytest.mark.parametrize(("box", "published"), [((2, 5, 6), 264), ((3, 4, 5), 3940)])
def test_boxes_have_as_many_tilings_as_published(box, published):
    others = flat_pentominoes(POLYCUBES)
    others[POLYCUBES.names.index("X5")] = 0
    tilings = 0
    for cross, likenesses in crosses(box).items():
        rest = np.ones(box)
        rest[tuple(np.array(sorted(cross)).T)] = 0
        tilings += likenesses * count(rest, others).tilings
    assert tilings == 8 * published


def crosses(box):
    """Places of the X5 in a box: one of all that mirrors make of it -> how many those are."""
    first = POLYCUBES.first[POLYCUBES.names.index("X5")]
    found = collections.Counter()
    for form in range(first, first + 3):
        for place in np.ndindex(box):
            cells = POLYCUBES.cells[form] + place
            if (cells >= 0).all() and (cells < box).all():
                mirrored = (
                    np.where(flips, np.array(box) - 1 - cells, cells)
                    for flips in itertools.product((False, True), repeat=3)
                )
                found[min(tuple(sorted(map(tuple, image.tolist()))) for image in mirrored)] += 1
    return found


def test_the_soma_cube_has_240_solutions():
    soma = pieces(POLYCUBES, L3=1, L4=1, T4=1, S4=1, A4=1, H4L=1, H4R=1)
    assert count(np.ones((3, 3, 3)), soma).tilings == 240 * 48


# Compared with a plain solver


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("region", "names"),
    [
        ("### ###", {"I3": 2}),
        ("### ###", {"L3": 2}),
        ("#### #### ####", {"L4": 2, "T4": 1}),
        ("#### #### ####", {"L4": 2, "S4": 1}),
        ("##### ##### ##.##", {"P5": 1, "L5": 1, "I4": 1}),
        ("###|### ", {"L3": 2}),
        ("## ##|## ##", {"A4": 2}),
        ("## ##|## ##", {"H4L": 1, "H4R": 1}),
        ("## ##|## ##", {"H4L": 2}),
        ("### ###|### ###", {"L3": 4}),
    ],
)
def test_tiny_regions_have_as_many_tilings_as_a_plain_solver_finds(region, names):
    region = read_region(region)
    forms = POLYOMINOES if region.ndim == 2 else POLYCUBES
    counts = pieces(forms, **names)
    expected = plain_count(cells_in(region), counts.tolist(), forms)
    assert count(region, counts).tilings == expected
    solution = solve(region, counts)
    assert solution.status == ("solved" if expected else "unsolvable")
    if expected:
        assert_tiles(region, counts, solution.placements)


@st.composite
def puzzles(draw):
    """A puzzle cut from a random tiling, in the plane or in space."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    if draw(st.booleans()):
        box = (draw(st.integers(3, 9)), draw(st.integers(3, 9)))
        return grown_puzzle(rng, box, POLYOMINOES.names, draw(st.integers(1, 12)), POLYOMINOES)
    box = (draw(st.integers(1, 5)), draw(st.integers(3, 5)), draw(st.integers(3, 5)))
    return grown_puzzle(rng, box, POLYCUBES.names, draw(st.integers(1, 12)), POLYCUBES)


@settings(max_examples=60, deadline=None)
@given(puzzles(), st.integers(0, 2**63 - 1))
def test_a_puzzle_cut_from_a_tiling_is_solved_and_the_solution_tiles(puzzle, seed):
    region, counts = puzzle
    solution = solve(region, counts, seed)
    assert solution.status == "solved"
    assert_tiles(region, counts, solution.placements)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_small_puzzles_have_as_many_tilings_as_a_plain_solver_finds(seed, is_solid):
    rng = np.random.default_rng(seed)
    if is_solid:
        region, counts = grown_puzzle(rng, (2, 3, 3), SMALL_SOLID, 4, POLYCUBES)
    else:
        region, counts = grown_puzzle(rng, (4, 6), SMALL_FLAT, 5, POLYOMINOES)
    forms = POLYCUBES if is_solid else POLYOMINOES
    expected = plain_count(cells_in(region), counts.tolist(), forms)
    assert expected > 0
    assert count(region, counts).tilings == expected


@pytest.mark.nojit
@pytest.mark.parametrize("seed", range(4))
def test_tiny_puzzles_are_solved_without_the_jit_too(seed):
    rng = np.random.default_rng(seed)
    region, counts = grown_puzzle(rng, (2, 3, 3), SMALL_SOLID, 3, POLYCUBES)
    assert_tiles(region, counts, solve(region, counts).placements)
    region, counts = grown_puzzle(rng, (4, 5), SMALL_FLAT, 4, POLYOMINOES)
    assert_tiles(region, counts, solve(region, counts).placements)


@pytest.mark.parametrize("start", [0, 9, 22])
def test_the_longest_and_widest_regions_are_solved(start):
    region = np.zeros((32, 32), bool)
    region[start : start + 5] = region[:, :5] = region[-5:] = True
    counts = pieces(POLYOMINOES, I5=region.sum() // 5 - 10, P5=10)
    assert_tiles(region, counts, solve(region, counts).placements)


def test_components_far_apart_are_told_apart():
    region = read_region("#####.#### ....#.#### #####.####")
    counts = pieces(POLYOMINOES, I5=2, I4=3, L4=0)
    assert solve(region, counts).status == "unsolvable"


# What ends a search


@pytest.mark.nojit
def test_pieces_of_another_volume_cannot_fill_a_region():
    solution = solve(np.ones((2, 3)), pieces(POLYOMINOES, I3=1))
    assert (solution.status, len(solution.placements), solution.nodes) == ("unsolvable", 0, 0)
    assert count(np.ones((2, 3)), pieces(POLYOMINOES, I3=3)) == ("counted", 0, 0)


@pytest.mark.nojit
def test_nothing_is_filled_by_no_pieces():
    nothing = np.zeros((2, 3))
    assert solve(nothing, pieces(POLYOMINOES)).status == "solved"
    assert count(nothing, pieces(POLYOMINOES)).tilings == 1


def test_that_there_is_no_tiling_is_proven_in_spite_of_restarts(monkeypatch):
    monkeypatch.setattr("parlour.envs.geometry.exact_cover.FIRST_LIMIT", 5)
    square, counts = np.ones((5, 5)), pieces(POLYOMINOES, N5=3, Y5=2)
    solution = solve(square, counts)
    assert solution.status == "unsolvable"
    assert solution.restarts > 0
    assert plain_count(cells_in(square), counts.tolist(), POLYOMINOES) == 0


HARD = np.ones((6, 10)), flat_pentominoes(POLYOMINOES)


def test_a_budget_of_nodes_is_kept():
    assert count(*HARD, max_nodes=12_345)[::2] == ("nodes", 12_345)
    assert solve(*HARD, max_nodes=3)[::2] == ("nodes", 3)
    assert solve(*HARD, max_nodes=0)[::2] == ("nodes", 0)


def test_a_budget_of_time_ends_a_search():
    counted = count(*HARD, max_ms=30)
    assert counted.status == "time"
    assert 0 < counted.nodes < 2_000_000


def test_a_search_can_be_stopped_between_slices():
    seen = []

    def stop(nodes):
        seen.append(nodes)
        return len(seen) == 3

    counted = count(*HARD, on_slice=stop)
    assert counted.status == "stopped"
    assert seen == sorted(set(seen))
    assert counted.nodes == seen[-1]


def test_an_interrupt_passes_through():
    def interrupt(nodes):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(*HARD, on_slice=interrupt)


def test_a_search_by_slices_finds_what_it_finds_at_once():
    rng = np.random.default_rng(5)
    region, counts = grown_puzzle(rng, (9, 9), POLYOMINOES.names, 14, POLYOMINOES)
    at_once = solve(region, counts, seed=7)
    search = Search(region, counts, seed=7)
    slices = 0
    while search.advance(7) == "running":
        slices += 1
        assert search.nodes == 7 * slices
        assert len(search.placements) == 0
    assert search.nodes == at_once.nodes
    assert np.array_equal(search.placements, at_once.placements)
    assert search.advance(7) == "solved"


def test_the_same_seed_restarts_alike_and_another_does_not(monkeypatch):
    monkeypatch.setattr("parlour.envs.geometry.exact_cover.FIRST_LIMIT", 10)
    first, again, other = (solve(*HARD, seed=seed) for seed in (1, 1, 2))
    assert first.restarts > 0
    assert first.nodes == again.nodes
    assert np.array_equal(first.placements, again.placements)
    assert not np.array_equal(first.placements, other.placements)


def test_the_callers_arrays_are_left_alone():
    region, counts = np.ones((3, 4), bool), pieces(POLYOMINOES, L4=2, O4=1)
    before = region.copy(), counts.copy()
    solve(region, counts)
    assert np.array_equal(region, before[0])
    assert np.array_equal(counts, before[1])


@pytest.mark.nojit
def test_the_cells_of_a_placement_are_told():
    solution = solve([[0, 1, 1, 1]], pieces(POLYOMINOES, I3=1))
    (placement,) = solution.placements
    assert cells_of(POLYOMINOES, placement).tolist() == [[0, 0, 1], [0, 0, 2], [0, 0, 3]]


# Bad input


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("region", "counts", "message"),
    [
        (np.ones(6), np.zeros(19, int), r"region must be .* got shape \(6,\)"),
        (np.ones((2, 33)), np.zeros(19, int), r"got shape \(2, 33\)"),
        (np.ones((0, 3)), np.zeros(19, int), r"got shape \(0, 3\)"),
        (np.full((2, 3), 2), np.zeros(19, int), "region must hold only 0 and 1"),
        (np.ones((2, 3)), np.zeros(39, int), "counts must be 19 integers"),
        (np.ones((1, 2, 3)), np.zeros(19, int), "counts must be 39 integers"),
        (np.ones((2, 3)), np.full(19, -1), "counts must be 19 integers of at least 0"),
        (np.ones((2, 3)), np.full(19, 0.5), "counts must be 19 integers"),
    ],
)
def test_what_is_no_puzzle_is_told(region, counts, message):
    for function in (solve, count, Search):
        with pytest.raises(ValueError, match=message):
            function(region, counts)


@pytest.mark.nojit
def test_a_negative_seed_is_told():
    with pytest.raises(ValueError, match="seed must be at least 0, got -1"):
        solve(np.ones((1, 3)), pieces(POLYOMINOES, I3=1), seed=-1)

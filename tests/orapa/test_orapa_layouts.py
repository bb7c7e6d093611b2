"""Layouts: what is valid, all that is wrong with one, random ones, published counts."""

import itertools
from functools import cache

import numpy as np
import orapa_reference as reference
import pytest
from orapa_scenes import SETS, in_words, random_layouts, stream

from parlour.envs.core.compiled import compiled
from parlour.envs.core.random import below
from parlour.envs.orapa.layouts import (
    build,
    fits,
    is_same_board,
    is_symmetric,
    is_valid,
)
from parlour.envs.orapa.pieces import FIRST, ORIENTATIONS, PLACEMENTS, Placement
from parlour.envs.orapa.state import BLUE, PIECES, RED, WHITE1, WHITE2, YELLOW
from parlour.envs.orapa.violations import VIOLATIONS, violations


def any_layout(rng, pieces, margin):
    """Placements at random, up to `margin` cells outside the grid."""
    return [
        Placement(
            piece,
            int(rng.integers(len(ORIENTATIONS[piece]))),
            int(rng.integers(-margin, 8 + margin)),
            int(rng.integers(-margin, 7 + margin)),
        )
        for piece in range(7)
        if pieces >> piece & 1
    ]


def found(placements):
    """Violations as the reference gives them."""
    return {(kind, frozenset(pieces)) for kind, pieces, _ in violations(placements)}


def expected(placements):
    return reference.violations({PIECES[p.piece]: tuple(p[1:]) for p in placements})


@pytest.mark.nojit
@pytest.mark.parametrize("name", SETS)
def test_the_reference_finds_the_same_violations(name):
    rng = np.random.default_rng(1)
    kinds = set()
    for _ in range(300):
        placements = any_layout(rng, SETS[name], margin=int(rng.integers(0, 2)))
        assert found(placements) == expected(placements)
        kinds |= {kind for kind, _ in found(placements)}
    assert kinds >= {"out_of_bounds", "overlap", "edge_contact"}


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_the_reference_finds_the_same_violations_in_many_layouts(name):
    rng = np.random.default_rng(2)
    for _ in range(25_000):
        placements = any_layout(rng, SETS[name], margin=int(rng.integers(0, 2)))
        assert found(placements) == expected(placements)


@pytest.mark.nojit
def test_violations_come_in_order_with_the_cells_concerned():
    red, yellow = Placement(RED, 0, -1, 0), Placement(YELLOW, 0, 1, 0)
    blue, white1 = Placement(BLUE, 0, 3, 0), Placement(WHITE1, 0, 3, 6)
    white2 = Placement(WHITE2, 0, 4, 3)
    result = violations([white2, white1, blue, yellow, red])
    assert result == [
        ("out_of_bounds", ("red",), ((-1, 0),)),
        ("overlap", ("red", "yellow"), ((1, 0),)),
        ("edge_contact", ("red", "yellow"), ((0, 0), (1, 0), (1, 0), (1, 1))),
        ("white_symmetry", ("white1", "white2"), ()),
    ]
    assert [VIOLATIONS.index(violation.kind) for violation in result] == [0, 1, 2, 4]


@compiled
def find_rare(match, layouts):
    """Fill `layouts` with layouts whose pieces all fit together, but which are not valid."""
    board, answers = np.zeros(120, np.uint8), np.zeros(36, np.int64)
    for layout in layouts:
        while True:
            fit = True
            for piece in range(5):
                layout[piece] = FIRST[piece] + below(match, FIRST[piece + 1] - FIRST[piece])
                for other in range(piece):
                    fit = fit and fits(layout[piece], layout[other])
                if not fit:
                    break
            fit = fit and not is_symmetric(layout[3], layout[4])
            if fit and not is_valid(layout, 31, board, answers):
                break


def test_a_piece_that_no_wave_reaches_is_told():
    layouts = np.full((8, 7), -1)
    find_rare(stream(3), layouts)
    for layout in layouts:
        placements = [PLACEMENTS[number] for number in layout[:5]]
        assert {kind for kind, _ in expected(placements)} == {"unreachable"}
        assert found(placements) == expected(placements)


@pytest.mark.nojit
@pytest.mark.parametrize("name", SETS)
def test_random_layouts_are_valid_and_whole(name):
    layouts, boards, _ = random_layouts(30, SETS[name], seed=4)
    for layout, board in zip(layouts, boards, strict=True):
        assert sum(1 << piece for piece in range(7) if layout[piece] >= 0) == SETS[name]
        assert not reference.violations(in_words(layout))
        again = np.zeros(120, np.uint8)
        build(again, layout)
        assert (again == board).all()


@pytest.mark.nojit
def test_valid_says_what_the_violations_say():
    rng = np.random.default_rng(5)
    board, answers = np.zeros(120, np.uint8), np.zeros(36, np.int64)
    for _ in range(150):
        layout = np.array([rng.integers(FIRST[p], FIRST[p + 1]) for p in range(7)])
        layout[5:] = -1
        placements = [PLACEMENTS[number] for number in layout[:5]]
        assert is_valid(layout, 31, board, answers) == (not violations(placements))
    layout = random_layouts(1)[0][0]
    assert is_valid(layout, 31, board, answers)
    assert not is_valid(layout, 63, board, answers)  # the diamond is missing


def pair_table():
    """(1144, 1144) bool: the pairs that fit."""
    table = np.zeros((len(PLACEMENTS), len(PLACEMENTS)), np.bool_)
    fill_pairs(table)
    return table


@compiled
def fill_pairs(table):
    for one in range(len(table)):
        for other in range(len(table)):
            table[one, other] = fits(one, other)


def block(table, one, other):
    return table[FIRST[one] : FIRST[one + 1], FIRST[other] : FIRST[other + 1]].astype(np.float32)


@cache
def base_counts():
    """Pairwise legal base layouts by the placement of red, and of white2; by pair tables."""
    table = pair_table()
    legal = {(a, b): block(table, a, b) for a, b in itertools.combinations(range(5), 2)}
    red, white2 = np.zeros(248), np.zeros(63)
    for row, column in zip(*np.nonzero(legal[WHITE1, WHITE2]), strict=True):
        if is_symmetric(FIRST[WHITE1] + row, FIRST[WHITE2] + column):
            continue
        allowed = [legal[p, WHITE1][:, row] * legal[p, WHITE2][:, column] for p in range(3)]
        r, y, b = (np.flatnonzero(one) for one in allowed)
        third = legal[RED, BLUE][np.ix_(r, b)] @ legal[YELLOW, BLUE][np.ix_(y, b)].T
        by_red = (legal[RED, YELLOW][np.ix_(r, y)] * third).sum(axis=1, dtype=np.float64)
        red[r] += by_red
        white2[column] += by_red.sum()
    return {RED: red, WHITE2: white2}


@pytest.mark.slow
def test_about_16_8_billion_base_layouts_are_pairwise_legal():
    by_red, by_white = (counts.sum() for counts in base_counts().values())
    assert by_red == by_white
    assert by_red == pytest.approx(1.680e10, rel=5e-4)


@pytest.mark.slow
def test_random_layouts_are_drawn_evenly():
    layouts = random_layouts(500_000, seed=6)[0]
    for piece, counts in base_counts().items():
        drawn = np.bincount(layouts[:, piece] - FIRST[piece], minlength=len(counts))
        share = counts / counts.sum() * len(layouts)
        excess = ((drawn - share) ** 2 / share).sum() - (len(share) - 1)
        assert abs(excess) < 5 * np.sqrt(2 * len(share))  # chi-square: five deviations


@pytest.mark.nojit
def test_172_otherwise_legal_pairs_of_whites_are_symmetric():
    count = 0
    for one in range(FIRST[WHITE1], FIRST[WHITE1 + 1]):
        for other in range(FIRST[WHITE2], FIRST[WHITE2 + 1]):
            if is_symmetric(one, other) and fits(one, other):
                count += 1
                whites = [PLACEMENTS[one], PLACEMENTS[other]]
                names = {kind for kind, _ in expected(whites)}
                assert names == {"white_symmetry"}
    assert count == 172


@pytest.mark.nojit
def test_boards_are_the_same_where_every_cell_looks_the_same():
    layout = random_layouts(1, 63, seed=8)[0][0]
    one, other = np.zeros(120, np.uint8), np.zeros(120, np.uint8)
    build(one, layout)
    build(other, layout)
    assert is_same_board(one, other)
    swapped = layout.copy()
    swapped[BLUE], swapped[WHITE1] = (
        layout[WHITE1] - FIRST[WHITE1] + FIRST[BLUE],
        layout[BLUE] - FIRST[BLUE] + FIRST[WHITE1],
    )
    build(other, swapped)
    assert not is_same_board(one, other)  # other colours
    exchanged = layout.copy()
    exchanged[5] = layout[WHITE2] + 63
    exchanged[WHITE2] = layout[5] - 63
    build(other, exchanged)
    assert not is_same_board(one, other)  # diamond and white

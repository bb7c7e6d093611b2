"""Waves: held against the reference, both ways round, in all mixes; loops."""

import numpy as np
import orapa_reference as reference
import pytest
from orapa_scenes import (
    SETS,
    board_from,
    cells_of_board,
    in_words,
    random_layouts,
)

from parlour.envs.orapa.state import ABSORBED, KINDS, LABELS, LOST, MIXES, PIECES
from parlour.envs.orapa.waves import EMPTY_BOARD, HEADING, MIX_OF_HITS, START, fire, fire_all, run

KINDS_OF_END = {ABSORBED: "Absorbed", LOST: "Lost"}


def in_short(answer):
    """An answer as the reference gives it, without the pieces hit."""
    end, mix = int(answer) & 63, int(answer) >> 6
    if end in KINDS_OF_END:
        assert mix == 0
        return KINDS_OF_END[end], None, None
    return "Exit", LABELS[end], MIXES[mix]


def disagreements(count, pieces, seed):
    """Waves of random valid layouts on which reference and kernel say different things."""
    layouts, _, answers = random_layouts(count, pieces, seed)
    for layout, own in zip(layouts, answers, strict=True):
        board = reference.board_of(in_words(layout))
        for entry, label in enumerate(LABELS):
            if in_short(own[entry]) != reference.fire(board, label)[:3]:
                yield in_words(layout), label


@pytest.mark.nojit
@pytest.mark.parametrize("name", SETS)
def test_the_reference_gives_the_same_answers_on_random_layouts(name):
    assert not list(disagreements(40, SETS[name], seed=1))


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_the_reference_gives_the_same_answers_on_a_hundred_thousand_layouts(name):
    assert not list(disagreements(25_000, SETS[name], seed=2))


@pytest.mark.nojit
def test_the_reference_gives_the_same_answers_on_boards_that_no_layout_makes():
    rng = np.random.default_rng(3)
    for _ in range(60):
        board = EMPTY_BOARD.copy()
        grid = board.reshape(10, 12)[1:-1, 1:-1]
        codes = rng.integers(1, 6, grid.shape) | rng.integers(1, 8, grid.shape) << 3
        grid[...] = np.where(rng.random(grid.shape) < 0.4, codes, 0)
        cells = cells_of_board(board)
        for entry, label in enumerate(LABELS):
            kind, point, mix, pieces = reference.fire(cells, label)
            assert in_short(fire(board, entry)) == (kind, point, mix)
            _, hits = run(board, START[entry], HEADING[entry])
            assert {PIECES[piece] for piece in range(7) if hits >> piece & 1} == pieces


@pytest.mark.nojit
def test_firing_all_says_what_firing_each_says():
    _, boards, answers = random_layouts(50, 127, seed=4)
    for board, own in zip(boards, answers, strict=True):
        assert own.tolist() == [fire(board, entry) for entry in range(36)]


def test_from_its_exit_a_wave_comes_back_with_the_same_colour():
    _, boards, _ = random_layouts(3000, 63, seed=5)
    for board in boards:
        for entry in range(36):
            answer = fire(board, entry)
            assert fire(board, answer & 63) == entry | answer >> 6 << 6


def test_no_wave_from_the_border_is_ever_lost():
    rng = np.random.default_rng(6)
    board, answers = EMPTY_BOARD.copy(), np.zeros(36, np.int64)
    grid = board.reshape(10, 12)[1:-1, 1:-1]
    for _ in range(5000):
        codes = rng.integers(1, 6, grid.shape) | 1 << 3
        grid[...] = np.where(rng.random(grid.shape) < rng.random(), codes, 0)
        fire_all(board, answers)
        assert (answers & 63 < ABSORBED).all()


@pytest.mark.nojit
def test_a_wave_in_a_ring_of_mirrors_is_lost():
    board = board_from("··········", "··◤·◥·····", "··········", "··◣·◢·····")
    top = 2 * 12 + 4  # between the upper two
    assert run(board, top, 0) == (LOST, 1 << PIECES.index("red"))
    assert run(board, top, 2) == (LOST, 1 << PIECES.index("red"))
    assert reference.wave(cells_of_board(board), (3, 1), (1, 0))[0] == "Lost"


@pytest.mark.nojit
@pytest.mark.parametrize("letters", reference.MIXES)
def test_each_mix_has_its_name(letters):
    pieces = {"R": "red", "B": "blue", "Y": "yellow", "W": "white2"}
    board = EMPTY_BOARD.copy()
    grid = board.reshape(10, 12)[1:-1, 1:-1]
    for place, letter in enumerate(letters[::-1]):  # a staircase of half cells
        kind = "tri_sw" if place % 2 else "tri_ne"
        code = KINDS.index(kind) | (PIECES.index(pieces[letter]) + 1) << 3
        grid[(place + 1) // 2, place // 2] = code
    assert MIXES[fire(board, 0) >> 6] == reference.MIXES[letters]


@pytest.mark.nojit
def test_a_colour_counts_once_and_the_diamond_not_at_all():
    white1, white2, diamond = (1 << PIECES.index(p) for p in ("white1", "white2", "diamond"))
    assert MIX_OF_HITS[white1 | white2 | diamond] == MIX_OF_HITS[white1] == MIX_OF_HITS[white2]
    assert MIXES[MIX_OF_HITS[diamond]] == "transparent"

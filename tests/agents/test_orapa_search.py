"""The search for layouts that agree with clues, and the choice of questions."""

import itertools
from collections import Counter

import numpy as np
import pytest

from parlour.agents.orapa.choosing import best_question
from parlour.agents.orapa.forecast import cost_tables
from parlour.agents.orapa.rating import ANSWER_LIMIT, cost, rate_questions, weight_of
from parlour.agents.orapa.sampling import black_share, draw_share, read_clues
from parlour.envs.orapa.clues import WORDS, possible_placements, suspects
from parlour.envs.orapa.hypothesis import BASE_SET
from parlour.envs.orapa.layouts import is_valid
from parlour.envs.orapa.pieces import FIRST, PLACEMENTS
from parlour.envs.orapa.search import search
from parlour.envs.orapa.state import (
    BLACK,
    BOARD_CELLS,
    DIAMOND,
    GEM_OF_PIECE,
    POINTS,
    PROBED_OF_GEM,
)

BOTH = BASE_SET | 1 << DIAMOND | 1 << BLACK
ALL_SHARES = np.ones(7)


def draw(random, pieces, choices=None):
    """A valid layout (7,) and its answers, of the placements in `choices` if given."""
    board, answers = np.zeros(BOARD_CELLS, np.uint8), np.zeros(POINTS, np.int64)
    while True:
        layout = np.full(7, -1)
        for piece in range(7):
            if pieces >> piece & 1:
                numbers = choices[piece] if choices else range(FIRST[piece], FIRST[piece + 1])
                layout[piece] = random.choice(numbers)
        if is_valid(layout, pieces, board, answers):
            return layout, answers


def as_bits(choices):
    """Placements of each piece as the words that the search takes."""
    words = np.zeros((7, WORDS), np.uint64)
    for piece, numbers in choices.items():
        for number in numbers:
            index = number - int(FIRST[piece])
            words[piece, index // 64] |= np.uint64(1 << index % 64)
    return words


def has(words, piece, index):
    """Whether a placement, counted within its piece, is among words of bits."""
    return bool(int(words[piece, index // 64]) >> int(index % 64) & 1)


def find_all(pieces, is_open, entries, answers, order=None, shares=ALL_SHARES, seed=1):
    """What a search finds, as a list of tuples."""
    present = [piece for piece in range(7) if pieces >> piece & 1]
    order = np.array(order if order is not None else present)
    told = answers[entries]
    needs = np.array([suspects(int(answer), pieces) for answer in told], np.int64)
    found = np.empty((100_000, 7), np.int16)
    shares, probed = shares[: len(order)], (np.zeros(0, np.int64), np.zeros(0, np.uint8))
    count = search(
        order, is_open, entries, told, needs, *probed, shares, np.uint64(seed), 10**9, found
    )
    return [tuple(row) for row in found[:count].tolist()]


def reachable(layouts, pieces):
    """Those of them in which a wave hits every piece."""
    board, answers = np.zeros(BOARD_CELLS, np.uint8), np.zeros(POINTS, np.int64)
    return {row for row in layouts if is_valid(np.array(row), pieces, board, answers)}


@pytest.mark.parametrize("pieces", [BASE_SET, BASE_SET | 1 << DIAMOND, BASE_SET | 1 << BLACK, BOTH])
def test_it_finds_exactly_the_layouts_that_trying_all_of_them_finds(pieces):
    random = np.random.default_rng(pieces)
    board, answers = np.zeros(BOARD_CELLS, np.uint8), np.zeros(POINTS, np.int64)
    several = 0
    for wave_count in (0, 1, 2, 3, 5):
        truth, told = draw(random, pieces)
        present = [piece for piece in range(7) if pieces >> piece & 1]
        some = 6 if len(present) == 5 else 4
        choices = {
            piece: set(range(truth[piece] - 2, truth[piece] - 2 + some))
            & set(range(FIRST[piece], FIRST[piece + 1]))
            for piece in present
        }
        entries = random.choice(POINTS, wave_count, replace=False)
        expected = set()
        for numbers in itertools.product(*(choices[piece] for piece in present)):
            layout = np.full(7, -1)
            layout[present] = numbers
            is_right = is_valid(layout, pieces, board, answers)
            if is_right and (answers[entries] == told[entries]).all():
                expected.add(tuple(layout.tolist()))
        order = [*random.permutation([piece for piece in present if piece != BLACK])]
        order += [BLACK] if BLACK in present else []
        found = find_all(pieces, as_bits(choices), entries, told, order)
        assert len(set(found)) == len(found)
        assert reachable(found, pieces) == expected
        assert tuple(truth.tolist()) in expected
        several += len(expected) > 1
    assert several >= 2


def test_a_share_of_the_placements_finds_about_that_share_of_the_layouts():
    random = np.random.default_rng(5)
    _, told = draw(random, BASE_SET)
    is_open = possible_placements(np.zeros(80, int), BASE_SET)
    for count in range(7, POINTS):
        entries = np.arange(count)
        everything = set(find_all(BASE_SET, is_open, entries, told))
        if len(everything) < 2000:
            break
    shares = np.array([1, 0.6, 0.7, 0.8, 1])
    counts = []
    for seed in range(1, 40):
        found = find_all(BASE_SET, is_open, entries, told, None, shares, seed)
        assert set(found) <= everything
        counts.append(len(found))
    assert len(everything) > 20
    assert np.mean(counts) == pytest.approx(0.336 * len(everything), rel=0.25)


def test_a_share_holds_a_larger_share_of_a_few_groups_that_differ_in_black_alone():
    random = np.random.default_rng(11)
    pieces = BASE_SET | 1 << BLACK
    _, told = draw(random, pieces)
    for count in range(12, 0, -1):
        known = np.full(POINTS, -1)
        known[:count] = told[:count]
        wanted = read_clues(known, np.zeros(80, int), pieces)
        found = draw_share(wanted, 1.0, 0, 100_000)
        if len({tuple(row) for row in found[:, :BLACK].tolist()}) > 200:
            break
    everything = [tuple(row) for row in found.tolist()]
    sizes = Counter(row[:BLACK] for row in everything)
    counts, shares = [], []
    for seed in range(1, 40):
        found = [tuple(row) for row in draw_share(wanted, 0.01, seed, 100_000).tolist()]
        assert set(found) <= set(everything)
        drawn = [group for group, _ in itertools.groupby(row[:BLACK] for row in found)]
        assert len(set(drawn)) == len(drawn)
        counts.append(len(found))
        shares += [len(found) / sum(sizes[group] for group in drawn)] if drawn else []
    assert np.mean(counts) == pytest.approx(0.01 * len(everything), rel=0.25)
    assert np.mean(shares) == pytest.approx(black_share(0.01), rel=0.25)
    assert draw_share(wanted, 1.0, 0, len(everything) - 1) is None


def test_a_search_that_lays_too_many_pieces_gives_up():
    _, told = draw(np.random.default_rng(5), BASE_SET)
    entries, found = np.arange(30), np.empty((9, 7), np.int16)
    needs = np.array([suspects(int(answer), BASE_SET) for answer in told[entries]], np.int64)
    is_open = possible_placements(np.zeros(80, int), BASE_SET)
    probed = np.zeros(0, np.int64), np.zeros(0, np.uint8)
    clues = np.arange(5), is_open, entries, told[entries], needs, *probed
    counts = [search(*clues, ALL_SHARES, np.uint64(1), most, found) for most in (1, 10**9)]
    assert counts[0] == 10
    assert 1 <= counts[1] < 10


def test_probes_leave_only_placements_that_agree_with_them():
    random = np.random.default_rng(7)
    truth, _ = draw(random, BOTH)
    shown = {}
    for piece, number in enumerate(truth):
        for x, y, _ in PLACEMENTS[number].cells:
            shown[x, y] = GEM_OF_PIECE[piece]
    for cell in range(80):
        x, y = cell % 10, cell // 10
        told = PROBED_OF_GEM[shown.get((x, y), 0)]
        probes = np.zeros(80, int)
        probes[cell] = told
        bits = possible_placements(probes, BOTH)
        for number, placement in enumerate(PLACEMENTS):
            index = number - int(FIRST[placement.piece])
            is_open = has(bits, placement.piece, index)
            covers = (x, y) in {(at[0], at[1]) for at in placement.cells}
            gem = GEM_OF_PIECE[placement.piece]
            if covers:
                assert is_open == (PROBED_OF_GEM[gem] == told)
            elif PROBED_OF_GEM[gem] != told:
                assert is_open
        assert all(has(bits, piece, number - FIRST[piece]) for piece, number in enumerate(truth))


def fewest_turns(table, members):
    """Turns to the right solution, summed over a set, by trying every question everywhere."""
    if len(members) == 1:
        return 1.0
    found = [3.0 * len(members)]
    for row in table:
        parts = {}
        for member in members:
            parts.setdefault(row[member], []).append(member)
        if len(parts) > 1:
            turns = len(members) + sum(fewest_turns(table, part) for part in parts.values())
            found.append(turns)
    return min(found[1:] or found)


def test_with_full_width_the_choice_is_the_best_there_is():
    random = np.random.default_rng(3)
    for _ in range(200):
        count = int(random.integers(1, 8))
        table = random.integers(0, 3, (4, count)).astype(np.int16)
        groups = np.sort(random.integers(0, 4, count)).astype(np.int32)
        costs = cost_tables(count, 1.0)
        question, turns = best_question(table, groups, *costs, 0, np.array([4]))
        assert turns * count == pytest.approx(fewest_turns(table, range(count)))
        tells = [len(set(row)) > 1 for row in table.tolist()]
        assert (question >= 0) == any(tells)
        assert question < 0 or tells[question]


def test_of_two_questions_in_a_sample_the_one_that_tells_about_black_is_asked():
    """Both make two parts of 40: of half the groups, or of all of them with half their layouts."""
    groups = np.repeat(np.arange(40), 2).astype(np.int32)
    by_group, by_place = groups // 20, np.arange(80) % 2
    costs = cost_tables(80, 0.01)
    for table in ([by_group, by_place], [by_place, by_group]):
        rows = np.array(table, np.int16)
        question, _ = best_question(rows, groups, *costs, 1, np.array([1]))
        assert table[question] is by_place


def test_one_layout_costs_one_turn_and_more_of_them_or_bits_about_black_cost_more():
    costs = cost_tables(64, 1.0)
    assert cost(1, 0.0, *costs) == pytest.approx(1.0)
    for layouts in (2, 8, 64):
        assert cost(layouts, 0.0, *costs) > cost(layouts // 2, 0.0, *costs) * 2
    assert cost(64, 0.0, *costs) < cost(64, 64 * 3.0, *costs) < cost(64, 64 * 6.0, *costs)
    assert cost(8, 8.0, *cost_tables(8, 0.1)) > cost(8, 8.0, *cost_tables(8, 1.0))


def bits_about_black(groups):
    """The weight of a set, by the sizes of its groups."""
    return sum(size * np.log2(size) for size in Counter(groups).values())


def test_a_question_costs_what_the_parts_of_its_answers_cost():
    random = np.random.default_rng(4)
    sizes, turns = cost_tables(40, 0.1)
    tally, weights = np.zeros((ANSWER_LIMIT, 3), np.int64), np.empty(ANSWER_LIMIT)
    seen, rates, bounds = np.empty(ANSWER_LIMIT, np.int64), np.empty(3), np.empty(3)
    table = random.integers(0, 4, (3, 40)).astype(np.int16)
    groups = np.sort(random.integers(0, 6, 40)).astype(np.int32)
    members = np.sort(random.choice(40, 30, replace=False)).astype(np.int32)
    rate_questions(table, members, groups, sizes, turns, 1, tally, weights, seen, rates, bounds)
    for row, rate in zip(table, rates, strict=True):
        expected = 0.0
        for answer in range(4):
            part = [int(groups[member]) for member in members if row[member] == answer]
            expected += cost(len(part), bits_about_black(part), sizes, turns)
        assert rate == pytest.approx(expected)
    everything = weight_of(members, groups, sizes)
    assert everything == pytest.approx(bits_about_black(groups[members].tolist()))


def test_a_share_of_each_group_tells_about_how_large_the_groups_are():
    random = np.random.default_rng(6)
    for size in (1, 4, 16, 60):
        groups = np.repeat(np.arange(4000), random.binomial(size, 0.25, 4000)).astype(np.int32)
        sizes, _ = cost_tables(len(groups), 0.01, 0.25)
        members = np.arange(len(groups), dtype=np.int32)
        bits = weight_of(members, groups, sizes) / len(groups)
        assert bits == pytest.approx(np.log2(size), abs=0.6)

"""The random numbers of a match: Philox4x32-10, uniform, and moved by drawing alone."""

import math
from itertools import pairwise

import numpy as np
import pytest

from parlour.envs.core.random import DRAWS, INDEXED, below, philox, shuffled, unit, word_at
from parlour.envs.core.records import allocate, match_dtype

pytestmark = pytest.mark.nojit

VECTORS = [
    (
        "00000000 00000000 00000000 00000000 00000000 00000000",
        "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    ),
    (
        "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff",
        "408f276d 41c83b0e a20bc7c6 6d5451fd",
    ),
    (
        "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]
"""Counter and key, and what comes of them: published by the generator's authors."""

MASK = 2**32 - 1


def words(text):
    return [np.uint64(int(word, 16)) for word in text.split()]


def fresh(key=0):
    """A match's record with a seed."""
    match = allocate((1,), match_dtype([("own", "i2")]))[0]
    match["key"] = key
    return match


def reference(c0, c1, c2, c3, k0, k1):
    """Philox4x32-10 once more, in Python's own integers."""
    for _ in range(10):
        left, right = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (right >> 32) ^ c1 ^ k0, right & MASK, (left >> 32) ^ c3 ^ k1, left & MASK
        k0, k1 = (k0 + 0x9E3779B9) & MASK, (k1 + 0xBB67AE85) & MASK
    return c0, c1, c2, c3


def chi_square(counts):
    """Sum of squared deviations from equal counts, in units of what is expected."""
    share = sum(counts) / len(counts)
    return sum((count - share) ** 2 for count in counts) / share


def limit(cells):
    """What a chi-square of `cells` equally likely cells exceeds once in a million cases."""
    free = cells - 1
    return free * (1 - 2 / (9 * free) + 4.75 * math.sqrt(2 / (9 * free))) ** 3


@pytest.mark.parametrize(("given", "expected"), VECTORS)
def test_the_published_test_vectors(given, expected):
    assert [int(word) for word in philox(*words(given))] == [int(word) for word in words(expected)]


def test_random_counters_and_keys_agree_with_the_reference():
    rng = np.random.default_rng(0)
    for given in rng.integers(0, 2**32, (50, 6), np.uint64):
        assert tuple(map(int, philox(*given))) == reference(*map(int, given))


@pytest.mark.parametrize("key", [0, 1, 2**31 - 1, 2**32, 2**63 - 1])
@pytest.mark.parametrize("index", [0, 1, 2**32 - 1, 2**32, 2**40 + 7])
def test_a_word_s_counter_is_index_sub_and_stream(key, index):
    match = fresh(key)
    for sub, stream in ((0, DRAWS), (3, INDEXED)):
        expected = reference(index & MASK, index >> 32, sub, stream, key & MASK, key >> 32)[0]
        assert int(word_at(match, index, sub, stream)) == expected


def test_looking_at_a_word_moves_nothing():
    match = fresh(7)
    before = match.tolist()
    word_at(match, 5, 1, INDEXED)
    assert match.tolist() == before


@pytest.mark.parametrize(
    "draw", [lambda match: below(match, 6), unit, lambda match: shuffled(match, np.arange(2))]
)
def test_drawing_moves_the_count_of_draws_alone(draw):
    match = fresh(7)
    before = match.tolist()
    draw(match)
    assert int(match["draws"]) == 1
    match["draws"] = 0
    assert match.tolist() == before


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 100])
def test_below_is_uniform(bound):
    match = fresh(bound)
    count = 2000 if bound < 100 else 10_000
    values = [int(below(match, bound)) for _ in range(count)]
    counts = np.bincount(values, minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or chi_square(counts) < limit(bound)


def test_successive_numbers_are_independent():
    match = fresh(3)
    values = [int(below(match, 6)) for _ in range(6000)]
    pairs = [6 * first + second for first, second in pairwise(values)]
    assert chi_square(np.bincount(pairs[::2], minlength=36)) < limit(36)


@pytest.mark.parametrize("bound", [3, 7, 5040, 2**31 - 1, 2**31])
def test_below_scales_a_word_and_rejects_what_would_favour_some(bound):
    match, index = fresh(5), 0
    for _ in range(200):
        word = reference(index & MASK, 0, 0, DRAWS, 5, 0)[0]
        while (word * bound) & MASK < 2**32 % bound:
            index += 1
            word = reference(index & MASK, 0, 0, DRAWS, 5, 0)[0]
        index += 1
        assert int(below(match, bound)) == word * bound >> 32
        assert int(match["draws"]) == index


def test_rejection_happens_for_a_bound_that_does_not_fit():
    match, bound = fresh(11), 3 * 2**29  # of 2**32 words a third is rejected
    for _ in range(300):
        assert 0 <= below(match, bound) < bound
    assert 350 < int(match["draws"]) < 600


def test_bound_one_needs_no_luck():
    match = fresh(11)
    assert {int(below(match, 1)) for _ in range(50)} == {0}


def test_unit_lies_in_zero_to_one_and_is_uniform():
    match = fresh(2)
    values = [float(unit(match)) for _ in range(4000)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1
    assert chi_square(np.histogram(values, bins=16, range=(0, 1))[0]) < limit(16)


def test_every_order_of_a_shuffle_is_as_likely():
    match, counts = fresh(9), {}
    for _ in range(4800):
        items = np.arange(4)
        shuffled(match, items)
        counts[tuple(items.tolist())] = counts.get(tuple(items.tolist()), 0) + 1
    assert len(counts) == 24
    assert chi_square(list(counts.values())) < limit(24)


def test_a_shuffle_draws_one_number_less_than_there_are_items():
    match = fresh(9)
    shuffled(match, np.arange(12))
    assert int(match["draws"]) >= 11


def test_neighbouring_seeds_share_nothing():
    streams = [[int(word_at(fresh(key), i, 0, DRAWS)) for i in range(100)] for key in range(20)]
    assert len({word for stream in streams for word in stream}) == 2000


@pytest.mark.parametrize("name", ["round", "size", "copy", "max"])
def test_no_field_takes_the_name_of_something_that_records_have(name):
    with pytest.raises(ValueError, match=f"'{name}'"):
        match_dtype([(name, "i2")])

"""The random numbers of a match: Philox4x32-10, a counter-based generator.

A match's record holds a key (its seed) and a count of the numbers drawn. Number
`n` is a function of key and `n` alone, so a copied record continues exactly, and
nothing is drawn by looking. A second stream, indexed by hand, serves what must
not move the first (the moments inside a tick).

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3"
(SC 2011); its published test vectors are in `tests/core/test_random.py`.
"""

import numpy as np

from .compiled import compiled

__all__ = ["below", "philox", "shuffled", "unit", "word_at"]

MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
WEYL = (np.uint64(0x9E3779B9), np.uint64(0xBB67AE85))
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
DRAWS, INDEXED = 0, 1
"""Streams: numbers drawn in sequence, numbers addressed by index."""


@compiled
def philox(c0, c1, c2, c3, k0, k1):
    """Ten rounds of Philox4x32 on a counter and a key.

    Parameters
    ----------
    c0, c1, c2, c3, k0, k1 : uint64
        Counter and key words, each below 2**32.

    Returns
    -------
    tuple of 4 uint64
        Random words, each below 2**32.
    """
    for _ in range(10):
        left = MULTIPLIERS[0] * c0
        right = MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (
            (right >> HALF) ^ c1 ^ k0,
            right & LOW,
            (left >> HALF) ^ c3 ^ k1,
            left & LOW,
        )
        k0 = (k0 + WEYL[0]) & LOW
        k1 = (k1 + WEYL[1]) & LOW
    return c0, c1, c2, c3


@compiled
def word_at(match, index, sub, stream):
    """The random word of `match` at (`index`, `sub`) of a stream; moves nothing.

    Parameters
    ----------
    match : record
        Its `key` is read.
    index, sub, stream : int
        Non-negative; `sub` and `stream` below 2**32.

    Returns
    -------
    uint64
        Below 2**32.
    """
    key = np.uint64(match.key)
    at = np.uint64(index)
    words = philox(at & LOW, at >> HALF, np.uint64(sub), np.uint64(stream), key & LOW, key >> HALF)
    return words[0]


@compiled
def below(match, bound):
    """Draw the next integer of a match, uniform in 0..bound-1.

    Parameters
    ----------
    match : record
        `draws` moves on by one, seldom more (rejection keeps the draw exactly uniform).
    bound : int
        1 to 2**31.

    Returns
    -------
    int
    """
    span = np.uint64(bound)
    threshold = ((LOW + np.uint64(1)) - span) % span
    while True:
        word = word_at(match, match.draws, 0, DRAWS)
        match.draws = np.uint64(match.draws + np.uint64(1))
        product = word * span
        if (product & LOW) >= threshold:
            return np.int64(product >> HALF)


@compiled
def unit(match):
    """Draw the next float of a match, uniform in [0, 1) in steps of 2**-32."""
    word = word_at(match, match.draws, 0, DRAWS)
    match.draws = np.uint64(match.draws + np.uint64(1))
    return np.float64(word) / 4294967296.0


@compiled
def shuffled(match, items):
    """Shuffle `items` (N,) in place with N - 1 draws of the match; returns nothing."""
    for last in range(len(items) - 1, 0, -1):
        other = below(match, last + 1)
        items[last], items[other] = items[other], items[last]

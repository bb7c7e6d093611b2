"""Seeds as users give them, checked: one for a batch, or one a match."""

import numpy as np

__all__ = ["KEYS", "read_seeds"]

KEYS = 2**63
"""Seeds lie below it."""


def read_seeds(seed, count):
    """The seeds of all matches.

    Parameters
    ----------
    seed : int, sequence of (int or None), or None
        An int s gives match i the seed s + i; a sequence holds one a match.
    count : int
        M.

    Returns
    -------
    list of (int or None)
        M of them; None for a match whose stream goes on as it is.

    Raises
    ------
    ValueError
        A negative or non-integer seed, one above 2**63 - 1, or a wrong number of them.
    """
    if seed is None:
        return [None] * count
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        return [check_key(int(seed) + index) for index in range(count)]
    if isinstance(seed, (str, bytes, bool, float)) or not hasattr(seed, "__len__"):
        raise ValueError(f"seed must be an integer, a sequence of them or None, got {seed!r}")
    if len(seed) != count:
        raise ValueError(f"expected {count} seeds, got {len(seed)}")
    return [None if key is None else check_key(key) for key in seed]


def check_key(key):
    """A seed as int; ValueError unless it is an integer in 0..2**63-1."""
    if isinstance(key, bool) or not isinstance(key, (int, np.integer)):
        raise ValueError(f"a seed must be an integer, got {key!r}")
    if not 0 <= key < KEYS:
        raise ValueError(f"a seed must lie in 0..2**63 - 1, got {key}")
    return int(key)

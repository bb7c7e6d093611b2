"""How many turns are left, about, by the layouts that are left: what questions are rated by.

Layouts that differ only in where black lies form a group. Which group it is, a wave tells by its
exit and colours; where black lies, most waves tell only by being absorbed or not. So a bit of
information about black costs more turns than one about the group, the more so towards the end.
"""

import numpy as np

from ...envs.orapa.state import BLACK, DIAMOND, LAYOUT_COUNTS

__all__ = ["GRID", "LOWEST", "cost_tables", "layout_count", "turns_left"]

TURNS_LEFT = np.array(
    [
        [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 24.0, 28.0, 34.0, 45.0],
        [1.0, 2.02, 2.4, 2.8, 3.15, 3.5, 3.8, 4.2, 4.75, 5.2, 5.9, 6.7, 7.4, 8.1, 9.0, 10.7],
    ]
)
"""Bits missing about the group, and turns that it then took on average, submission included."""

TURNS_A_BLACK_BIT = np.array(
    [[0.0, 2.0, 6.0, 10.0, 16.0, 22.0], [1.0, 0.88, 0.74, 0.65, 0.56, 0.5]]
)
"""Bits missing about the group, and turns more for each bit missing about black."""

GRID, LOWEST, HIGHEST = 16, -8, 20
"""Tables of turns left: entries a bit, and the bits from the first to after the last."""


def layout_count(pieces):
    """Valid layouts of a game, about, by the bits of its pieces."""
    return LAYOUT_COUNTS[pieces >> DIAMOND & 1][pieces >> BLACK & 1]


def turns_left(counts):
    """Turns to the right solution, about, where so many groups (...) of one layout are left."""
    return np.interp(np.log2(np.maximum(counts, 1.0)), *TURNS_LEFT)


def cost_tables(most, share, black_share=1.0):
    """What the turns left by a set of layouts are worked out from, in the form of `rating.cost`.

    Of a group of which k layouts are in a set, `1 + (k - 1) / black_share` are expected to be in
    the whole set, the one that is looked at and those of the others that were not drawn.

    Parameters
    ----------
    most : int
        Layouts in the largest set.
    share : float
        Share of all layouts that are in the sets.
    black_share : float
        Share of each group that was drawn, of the groups of which any layout was.

    Returns
    -------
    sizes : (2, most + 1) float
        By the number of layouts: its doublings; what the last of so many layouts of a group adds
        to the weight of a set (see `rating`).
    turns : (2, K) float
        By the doublings of a set without those about black, from `LOWEST` on in steps of
        1 / `GRID`: turns left if nothing is missing about black; turns more a bit about black.
    """
    counts = np.arange(most + 1)
    doublings = np.log2(np.maximum(counts, 1.0))
    weights = counts * np.log2(1 + np.maximum(counts - 1, 0) / black_share)
    missing = LOWEST + np.arange(GRID * (HIGHEST - LOWEST)) / GRID - np.log2(share)
    turns = np.interp(missing, *TURNS_LEFT), np.interp(missing, *TURNS_A_BLACK_BIT)
    return np.array([doublings, np.diff(weights, prepend=0.0)]), np.array(turns)

"""How many turns are left, about, by the layouts that are left: what questions are rated by.

Layouts that differ only in where black lies form a group. Which group it is, a wave tells by its
exit and colours; where black lies, most waves tell only by being absorbed or not. So a bit of
information about black costs more turns than one about the group, the more so towards the end.
"""

import numpy as np

from ...envs.orapa.state import BLACK, DIAMOND, LAYOUT_COUNTS

__all__ = ["cost_tables", "layout_count", "turns_left"]

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


def layout_count(pieces):
    """Valid layouts of a game, about, by the bits of its pieces."""
    return LAYOUT_COUNTS[pieces >> DIAMOND & 1][pieces >> BLACK & 1]


def turns_left(counts):
    """Turns to the right solution, about, where so many groups (...) of one layout are left."""
    return np.interp(np.log2(np.maximum(counts, 1.0)), *TURNS_LEFT)


def cost_tables(most, share):
    """Turns left by the size of a set of layouts, in the form that `choosing.cost` takes.

    Parameters
    ----------
    most : int
        Layouts in the largest set.
    share : float
        Share of all groups that are in the sets.

    Returns
    -------
    (3, most + 1) float
        By the number of groups: turns without what comes next; turns for each doubling of the
        number of layouts. By the number of layouts: its doublings.
    """
    doublings = np.log2(np.maximum(np.arange(most + 1), 1.0))
    missing = doublings - np.log2(share)
    slopes = np.interp(missing, *TURNS_A_BLACK_BIT)
    return np.array([np.interp(missing, *TURNS_LEFT) - slopes * doublings, slopes, doublings])

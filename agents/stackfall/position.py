"""From observations back to records that the rules can play on."""

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.core.records import allocate
from ...envs.stackfall.board import measure_heights
from ...envs.stackfall.state import HEIGHT, SEAT, WIDTH

__all__ = ["positions"]

COLUMNS = 2.0 ** np.arange(WIDTH, dtype=np.float32)
NUMBERS = ("hold", "hold_used", "level", "lines", "combo", "back_to_back", "pieces_left", "current")


def positions(observations):
    """Seats as far as their players see them.

    Parameters
    ----------
    observations : dict of arrays (M, ...)
        Stackfall's "board" observation.

    Returns
    -------
    (M,) SEAT records
        The bag, which no player sees, is all 0.
    """
    boards = observations["board"]
    seats = allocate((len(boards),), SEAT)
    seats["rows"] = boards.astype(np.float32) @ COLUMNS
    seats["next"] = observations["next"]
    for name in NUMBERS:
        seats[name] = observations[name][:, 0]
    measure(seats)
    return seats


@compiled
def measure(seats):
    """Fill in the heights of seats (M,) from their rows."""
    for index in range(len(seats)):
        seats[index].heights[:] = HEIGHT
        measure_heights(seats[index].rows, seats[index].heights, 0)

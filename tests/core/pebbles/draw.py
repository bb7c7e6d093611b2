"""Pebbles as a picture."""

import numpy as np

CELL = 8
"""Pixels from pebble to pebble."""

STONE = (200, 180, 120)


def draw(match, seats, seat_index=0):
    """A row of pebbles: (16, 8 * full pile, 3) uint8."""
    picture = np.zeros((2 * CELL, CELL * max(int(match["full_pile"]), 1), 3), np.uint8)
    for pebble in range(match["pile"]):
        picture[4:-4, pebble * CELL + 1 : (pebble + 1) * CELL - 1] = STONE
    return picture

"""The shapes and their names, drawn: rows from top to bottom, layers parted by `|`."""

import numpy as np

__all__ = ["POLYCUBE_NAMES", "POLYOMINO_NAMES", "handedness", "read_picture"]

POLYOMINO_NAMES = {
    "I3": "###",
    "L3": "#. ##",
    "I4": "####",
    "L4": "#. #. ##",
    "O4": "## ##",
    "S4": ".## ##.",
    "T4": "### .#.",
    "F5": ".## ##. .#.",
    "I5": "#####",
    "L5": "#. #. #. ##",
    "N5": ".# .# ## #.",
    "P5": "## ## #.",
    "T5": "### .#. .#.",
    "U5": "#.# ###",
    "V5": "#.. #.. ###",
    "W5": "#.. ##. .##",
    "X5": ".#. ### .#.",
    "Y5": ".# ## .# .#",
    "Z5": "##. .#. .##",
}
"""Name -> picture; pieces may be turned over. The letters are Golomb's usual ones."""

SOLID_NAMES = {
    "A4": "## #.|#. ..",  # three arms from one corner
    "H4": "## #.|.# ..",  # a helix
    "A5": "### #..|#.. ...",
    "B5": "### #..|.#. ...",
    "C5": "### #..|..# ...",
    "D5": "### #..|... #..",
    "E5": "### .#.|.#. ...",
    "G5": "### .#.|... .#.",
    "H5": "##. .#.|... .##",
    "J5": ".## ##.|..# ...",
    "K5": ".## ##.|.#. ...",
    "M5": "## #.|.# #.",
    "Q5": "## ##|#. ..",
}
"""Polycubes that are not flat, by letters that no flat one has; of a mirror pair, either one."""

POLYCUBE_NAMES = {
    name: picture
    for size in "345"
    for names in (POLYOMINO_NAMES, SOLID_NAMES)
    for name, picture in names.items()
    if name[1] == size
}
"""Name -> picture; in a mirror pair `L` or `R` is added to the name, see `handedness`."""


def read_picture(picture):
    """Cells of a picture, (K, 3) int64 of layer, row, column."""
    return np.array(
        [
            (layer, row, column)
            for layer, rows in enumerate(picture.split("|"))
            for row, line in enumerate(rows.split())
            for column, mark in enumerate(line)
            if mark == "#"
        ]
    )


def handedness(cells):
    """Which way the paths through a polycube wind: +1 or more right, -1 or less left.

    Parameters
    ----------
    cells : iterable of (int, int, int)
        Layer (upwards), row (towards the viewer), column (to the right).

    Returns
    -------
    int
        Over all paths from cell to cell, every bend that follows on two bends in other
        directions counts 1 if the three turn like a right-handed screw, else -1. Turning
        the shape changes nothing, a mirror changes the sign; no chiral polycube of up to
        5 cells has 0.
    """
    cells = {tuple(cell) for cell in cells}

    def wind(path, bends):
        total = 0
        for step in STEPS:
            cell = tuple(a + b for a, b in zip(path[-1], step, strict=True))
            if cell not in cells or cell in path:
                continue
            is_straight = bends[-1:] == [step]
            if not is_straight and len(bends) > 1:
                total += screw(*bends[-2:], step)
            total += wind([*path, cell], bends if is_straight else [*bends, step])
        return total

    return sum(wind([cell], []) for cell in cells)


STEPS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def screw(a, b, c):
    """The determinant of three directions: 1 right-handed, -1 left-handed, 0 in a plane."""
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )

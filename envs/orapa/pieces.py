"""The pieces: orientations made from pictures of the base shapes, and tables of all placements.

A placement is one piece in one orientation at one anchor, inside the grid: a number, counted
piece by piece in the order of `PIECES`, then by orientation, anchor y, anchor x.

Source: the Orapa rules, "Pieces".
"""

from typing import NamedTuple

import numpy as np

from .state import HEIGHT, NE, NW, PIECES, SE, SQUARE, STRIDE, SW, WIDTH

__all__ = [
    "CELLS",
    "CELL_COUNTS",
    "CODES",
    "FIRST",
    "FOOTPRINTS",
    "ORIENTATIONS",
    "PLACEMENTS",
    "Placement",
    "extent",
    "placement_number",
]

PICTURES = {
    "red": ("◥■◣",),
    "yellow": ("■◤", "◤·"),
    "blue": ("◥■■◤", "·◥◤·"),
    "white1": ("◥■■◤", "·◥◤·"),
    "white2": ("◢◣", "◥◤"),
    "diamond": ("◢◣", "◥◤"),
    "black": ("■■",),
}
"""Base shapes, orientation 0; `·` is no part of the piece."""

GLYPHS = {"■": SQUARE, "◤": NW, "◥": NE, "◢": SE, "◣": SW}
CLOCKWISE = {SQUARE: SQUARE, NW: NE, NE: SE, SE: SW, SW: NW}
MIRRORED = {SQUARE: SQUARE, NW: NE, NE: NW, SE: SW, SW: SE}
SIDES = {SQUARE: "NESW", NW: "NW", NE: "NE", SE: "ES", SW: "SW"}
"""Sides of its cell that a kind covers in full."""


def read_picture(rows):
    """A shape (x, y, kind), ... of its picture, sorted by y, then x."""
    return tuple(
        (x, y, GLYPHS[glyph])
        for y, row in enumerate(rows)
        for x, glyph in enumerate(row)
        if glyph in GLYPHS
    )


def extent(shape):
    """Width and height of a shape's bounding box."""
    return max(x for x, _, _ in shape) + 1, max(y for _, y, _ in shape) + 1


def by_rows(cells):
    """Cells in the order of a shape."""
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def turned(shape):
    """A shape after a quarter turn clockwise."""
    _, height = extent(shape)
    return by_rows((height - 1 - y, x, CLOCKWISE[kind]) for x, y, kind in shape)


def mirrored(shape):
    """A shape with left and right exchanged."""
    width, _ = extent(shape)
    return by_rows((width - 1 - x, y, MIRRORED[kind]) for x, y, kind in shape)


def orientations(shape):
    """All orientations of a base shape, orientation 0 first.

    The four quarter turns clockwise, then those of the mirror image; duplicates dropped.
    """
    images = []
    for image in (shape, mirrored(shape)):
        for _ in range(4):
            images.append(image)
            image = turned(image)
    return tuple(dict.fromkeys(images))


ORIENTATIONS = tuple(orientations(read_picture(PICTURES[piece])) for piece in PIECES)
"""The shapes of each piece by orientation: ORIENTATIONS[piece][orientation] = (x, y, kind), ..."""


class Placement(NamedTuple):
    """A piece in an orientation, the top left of its bounding box at (x, y)."""

    piece: int
    orientation: int
    x: int
    y: int

    @property
    def cells(self):
        """(x, y, kind), ... on the grid."""
        shape = ORIENTATIONS[self.piece][self.orientation]
        return tuple((self.x + x, self.y + y, kind) for x, y, kind in shape)


def all_placements():
    """Every placement inside the grid, in the order of their numbers."""
    for piece, shapes in enumerate(ORIENTATIONS):
        for orientation, shape in enumerate(shapes):
            width, height = extent(shape)
            for y in range(HEIGHT - height + 1):
                for x in range(WIDTH - width + 1):
                    yield Placement(piece, orientation, x, y)


PLACEMENTS = tuple(all_placements())
"""All placements by number."""

NUMBERS = {placement: number for number, placement in enumerate(PLACEMENTS)}
FIRST = np.searchsorted([placement.piece for placement in PLACEMENTS], np.arange(len(PIECES) + 1))
"""(8,) int64: the placements of piece p are FIRST[p] to FIRST[p + 1] - 1."""

MOST_CELLS = 6
CELL_COUNTS = np.array([len(placement.cells) for placement in PLACEMENTS], np.uint8)
CELLS = np.zeros((len(PLACEMENTS), MOST_CELLS), np.uint8)
"""Cells of a stored board that a placement covers, the first CELL_COUNTS of them."""
CODES = np.zeros((len(PLACEMENTS), MOST_CELLS), np.uint8)
"""What a stored board holds there."""


def placement_number(piece, orientation, x, y):
    """The number of a placement; -1 if there is none inside the grid."""
    return NUMBERS.get(Placement(piece, orientation, x, y), -1)


# Footprints: two placements that share a bit of these are no legal pair

AREA = WIDTH * HEIGHT
FLOORS = AREA + (WIDTH + 1) * HEIGHT


def footprint(placement):
    """A placement's cells and the sides that it covers in full, as the bits of one int.

    Two pieces overlap where they share a cell; where they do not, they touch along a fully
    covered edge exactly if they share a side. Bits: cells `y * 10 + x`; sides left of a cell,
    from bit 80 on `y * 11 + x`; sides on top of a cell, from bit 168 on `y * 10 + x`.
    """
    bits = 0
    for x, y, kind in placement.cells:
        sides = {
            "N": FLOORS + y * WIDTH + x,
            "S": FLOORS + (y + 1) * WIDTH + x,
            "W": AREA + y * (WIDTH + 1) + x,
            "E": AREA + y * (WIDTH + 1) + x + 1,
        }
        bits |= 1 << (y * WIDTH + x)
        for side in SIDES[kind]:
            bits |= 1 << sides[side]
    return bits


FOOTPRINT_WORDS = 5
FOOTPRINTS = np.zeros((len(PLACEMENTS), FOOTPRINT_WORDS), np.uint64)
"""`footprint` of every placement, 64 bits a word, the lowest word first."""

for _number, _placement in enumerate(PLACEMENTS):
    for _place, (_x, _y, _kind) in enumerate(_placement.cells):
        CELLS[_number, _place] = (_y + 1) * STRIDE + _x + 1
        CODES[_number, _place] = _kind | (_placement.piece + 1) << 3
    _bits = footprint(_placement)
    for _word in range(FOOTPRINT_WORDS):
        FOOTPRINTS[_number, _word] = _bits >> (64 * _word) & (2**64 - 1)

"""Orapa's board, kinds of cells, colours and entry points: what all other modules count by."""

WIDTH, HEIGHT = 10, 8
STRIDE = WIDTH + 2
BOARD_CELLS = STRIDE * (HEIGHT + 2)
"""Cells of a stored board: the grid with a border of one cell, row by row.

Cell (x, y) of the grid is number `(y + 1) * STRIDE + x + 1`. It holds 0 where it is empty,
else `kind | piece << 3`, where piece is 1 + its index in `PIECES`. The border holds `EDGE`.
"""
EDGE = 255

KINDS = ("empty", "square", "tri_nw", "tri_ne", "tri_se", "tri_sw")
EMPTY, SQUARE, NW, NE, SE, SW = range(6)
"""A triangle fills the half of its cell at one corner."""

PIECES = ("red", "yellow", "blue", "white1", "white2", "diamond", "black")
RED, YELLOW, BLUE, WHITE1, WHITE2, DIAMOND, BLACK = range(7)
BASE_PIECES = 5
"""The first five are always there; diamond and black are options."""

GEMS = ("none", "red", "blue", "yellow", "white", "diamond", "black")
GEM_OF_PIECE = (1, 3, 2, 4, 4, 5, 6)
"""What a cell shows of its piece: an index into `GEMS`; the two white pieces look alike."""

COLOUR_BITS = (1, 4, 2, 8, 8, 0, 0)
"""What a hit piece adds to the mix: red 1, blue 2, yellow 4, white 8."""

MIXES = (
    "transparent",
    "red",
    "blue",
    "purple",
    "yellow",
    "orange",
    "green",
    "black",
    "white",
    "pink",
    "sky_blue",
    "light_purple",
    "lemon",
    "light_orange",
    "light_green",
    "gray",
)
"""Name of a mix by its `COLOUR_BITS`."""

LABELS = tuple("ABCDEFGHIJKLMNOPQR") + tuple(str(number) for number in range(1, 19))
"""The 36 entry points: left side and right side from top to bottom (A-H, 11-18), bottom and top
side from left to right (I-R, 1-10). Entry i of the waves is `LABELS[i]`."""

POINTS = len(LABELS)
ABSORBED, LOST = POINTS, POINTS + 1
"""Where a wave ends that leaves the grid nowhere."""

"""Stackfall's state: the pieces, drawn as pictures and turned into tables, and the records."""

import numpy as np

from ..core.records import match_dtype, seat_dtype

HEIGHT, WIDTH = 20, 10
LETTERS = "IOTSZJL"
"""Pieces by number: 0 I, 1 O, 2 T, 3 S, 4 Z, 5 J, 6 L; -1 stands for none."""

PIECES, ROTATIONS = len(LETTERS), 4
PREVIEW = 3
PIECE_LIMIT = 150
GIVEN_LIMIT = 160
"""Longest piece sequence that can be given: the limit, the preview and a hold."""

GIVEN_LINES = 1000
"""Most lines that a position given at reset may have behind it."""

PICTURES = {
    "I": ("####", "#/#/#/#", "####", "#/#/#/#"),
    "O": ("##/##", "##/##", "##/##", "##/##"),
    "T": (".#./###", "#./##/#.", "###/.#.", ".#/##/.#"),
    "S": (".##/##.", "#./##/.#", ".##/##.", "#./##/.#"),
    "Z": ("##./.##", ".#/##/#.", "##./.##", ".#/##/#."),
    "J": ("#../###", "##/#./#.", "###/..#", ".#/.#/##"),
    "L": ("..#/###", "#./#./##", "###/#..", "##/.#/.#"),
}
"""Each piece in rotations 0-3, rows from the top; rotation 1 is a quarter turn clockwise."""


def piece_tables():
    """Tables (7, 4, ...) int8 of every piece in every rotation, and its rows as bit masks.

    Returns
    -------
    dict of str to numpy.ndarray
        `width`, `height` (7, 4) in cells; `bottom`, `top` (7, 4, 4): a column's lowest
        cell, and one above its highest, counted from the piece's lowest row; `rows`
        (7, 4, 4) uint16: the rows from the lowest up, bit c = column c of the piece;
        `distinct` (7, 4) uint8: 1 where no lower rotation looks the same.
    """
    shape = (PIECES, ROTATIONS)
    tables = {
        "width": np.zeros(shape, np.int8),
        "height": np.zeros(shape, np.int8),
        "bottom": np.zeros((*shape, 4), np.int8),
        "top": np.zeros((*shape, 4), np.int8),
        "rows": np.zeros((*shape, 4), np.uint16),
        "distinct": np.zeros(shape, np.uint8),
    }
    for piece, letter in enumerate(LETTERS):
        for rotation, picture in enumerate(PICTURES[letter]):
            rows = picture.split("/")[::-1]
            cells = np.array([[cell == "#" for cell in row] for row in rows])
            height, width = cells.shape
            at = piece, rotation
            tables["height"][at], tables["width"][at] = height, width
            tables["bottom"][at][:width] = cells.argmax(axis=0)
            tables["top"][at][:width] = height - cells[::-1].argmax(axis=0)
            tables["rows"][at][:height] = cells @ (1 << np.arange(width))
            tables["distinct"][at] = picture not in PICTURES[letter][:rotation]
    return tables


TABLES = piece_tables()

MATCH = match_dtype(
    [
        ("reward_kind", "u1"),  # index into REWARDS
        ("action_kind", "u1"),  # index into ACTIONS
    ]
)

SEAT = seat_dtype(
    [
        ("score", "i8"),  # points
        ("rows", "u2", (HEIGHT,)),  # row bit masks, row 0 at the bottom, bit c = column c
        # The player's other knowledge, side by side in one type: an observation is one copy.
        ("current", "i2"),  # piece to be placed, 0-6
        ("next", "i2", (PREVIEW,)),  # the pieces after it, soonest first
        ("hold", "i2"),  # piece on hold, -1: none
        ("hold_used", "i2"),  # 1: the current piece came out of the hold
        ("level", "i2"),  # 1 + lines // 10
        ("lines", "i2"),  # lines cleared since the start
        ("combo", "i2"),  # clears in a row less one, -1: the last placement cleared nothing
        ("back_to_back", "i2"),  # 1: the last clear was a Tetris
        ("pieces_left", "i2"),  # pieces until the limit
        ("heights", "i1", (WIDTH,)),  # height of each column's highest filled cell, 0-20
        ("pieces", "i2"),  # pieces placed
        ("cleared", "i2"),  # lines cleared by the last action
        ("perfect_clear", "i2"),  # 1: the last action left an empty board
        ("points", "i4"),  # points of the last action
        ("potential", "f8"),  # how good the board looks to the reward "shaped"
        ("bag", "i1", (PIECES,)),  # the bag being drawn from, in order
        ("bag_used", "i1"),  # pieces of it already drawn, 7: a new bag is next
        ("given", "i1", (GIVEN_LIMIT,)),  # pieces prescribed at reset
        ("given_count", "i2"),  # how many were prescribed
        ("given_used", "i2"),  # how many of them have been drawn
    ]
)

REWARDS = ("points", "lines", "survival", "shaped")
ACTIONS = ("moves", "placements")
ACTION_COUNTS = {"moves": ROTATIONS * WIDTH + 1, "placements": 2 * ROTATIONS * WIDTH}
HOLD = ROTATIONS * WIDTH
"""The action that holds, among "moves"."""

ILLEGAL = (
    "none",
    "not_on_move",
    "outside the columns",
    "above row 20",
    "hold already used",
    "game over",
)
OUTSIDE, TOO_HIGH, HOLD_USED, GAME_OVER = 2, 3, 4, 5

END_REASONS = ("none", "top_out", "pieces", "resigned")
TOP_OUT, PIECES_PLACED, RESIGNED = 1, 2, 3

"""Stackfall as a picture: the board with the piece above it and its ghost, hold, next, score."""

import numpy as np

from ..core.picture import canvas
from .board import PIECE_HEIGHT, PIECE_WIDTH, landing_row
from .notation import letter
from .state import HEIGHT, LETTERS, PICTURES, WIDTH

CELL = 16
HEADROOM = 3  # rows above the board, for the piece to be placed
PANEL = 6 * CELL
COLOURS = {
    "I": "#35b6c8",
    "O": "#e0bb3c",
    "T": "#9a5bb8",
    "S": "#5aa845",
    "Z": "#cf4b43",
    "J": "#3f66c0",
    "L": "#e08a35",
}
BACKGROUND, WELL, GRID, FILLED, TEXT = "#14161c", "#1d2029", "#2a2e3a", "#aab2c4", "#e8ebf2"


def draw(match, seats, seat_index=0):
    """The position as an image.

    Returns
    -------
    (400, 272, 3) uint8
    """
    seat = seats[seat_index]
    size = (WIDTH * CELL + PANEL + CELL, (HEIGHT + HEADROOM + 2) * CELL)
    image, pen = canvas(size, BACKGROUND)
    for row in range(HEIGHT):
        for column in range(WIDTH):
            filled = (int(seat["rows"][row]) >> column) & 1
            pen.rectangle(box(row, column), FILLED if filled else WELL, GRID)
    if not match["is_over"]:
        draw_current(pen, seat)
    draw_panel(pen, match, seat)
    return np.asarray(image)


def box(row, column):
    """Pixels (left, top, right, bottom) of a board cell, row 0 at the bottom."""
    top = (HEADROOM + HEIGHT - row) * CELL
    return column * CELL + CELL // 2, top, column * CELL + CELL // 2 + CELL - 1, top + CELL - 1


def piece_cells(name):
    """(row, column) of the cells of a piece in rotation 0, row 0 lowest."""
    picture = PICTURES[name][0].split("/")[::-1]
    return [
        (row, column)
        for row, line in enumerate(picture)
        for column, cell in enumerate(line)
        if cell == "#"
    ]


def draw_current(pen, seat):
    """The current piece above the middle of the board, and where it would fall as a ghost."""
    piece = int(seat["current"])
    colour = COLOURS[LETTERS[piece]]
    left = (WIDTH - int(PIECE_WIDTH[piece, 0])) // 2
    landing = int(landing_row(seat["heights"], piece, 0, left))
    fits = landing + PIECE_HEIGHT[piece, 0] <= HEIGHT
    for row, column in piece_cells(LETTERS[piece]):
        pen.rectangle(box(HEIGHT + row, left + column), colour, BACKGROUND)
        if fits:
            pen.rectangle(box(landing + row, left + column), None, colour)


def draw_panel(pen, match, seat):
    """Hold, next pieces and counters, right of the board."""
    left = (WIDTH + 1) * CELL + CELL // 2
    pen.text((left, CELL), "hold", TEXT)
    if seat["hold"] >= 0:
        draw_small(pen, left, 2 * CELL + 4, letter(seat["hold"]))
    pen.text((left, 5 * CELL), "next", TEXT)
    for place, piece in enumerate(seat["next"]):
        draw_small(pen, left, 6 * CELL + 4 + place * 3 * CELL, LETTERS[piece])
    rows = ("score", "level", "lines", "pieces")
    for place, name in enumerate(rows):
        top = (16 + 2 * place) * CELL
        pen.text((left, top), name, TEXT)
        pen.text((left, top + 13), str(seat[name]), TEXT)
    if match["is_over"]:
        pen.text((left, 3 * CELL + 14), "over", TEXT)


def draw_small(pen, left, top, name):
    """A piece in rotation 0 in the panel."""
    for row, column in piece_cells(name):
        x, y = left + column * CELL, top + (1 - row) * CELL
        pen.rectangle((x, y, x + CELL - 1, y + CELL - 1), COLOURS[name], BACKGROUND)

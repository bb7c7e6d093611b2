"""Twist Cube as a picture, the unfolded net and the cube in space; and the net as text."""

import numpy as np

from ..core.picture import canvas
from .state import END_REASONS, FACES

COLOURS = ("#f2f2ee", "#c8322f", "#2f9e57", "#f0cf3a", "#ea8a2b", "#2f5fc4")
BACKGROUND, LINE, TEXT = "#14161c", "#14161c", "#e8ebf2"
PAINT = (231, 160, 34, 226, 208, 21)
"""Colours of the faces on a terminal, as its 256-colour palette numbers them."""

NET = ((0, 1), (1, 2), (1, 1), (2, 1), (1, 0), (1, 3))
"""Row and column of each face in the unfolded net."""

FACE_PIXELS = 63  # divisible by 3 and 7; by 5 nearly
GAP = 6
MARGIN = 12
NET_WIDTH = 4 * FACE_PIXELS + 3 * GAP
NET_HEIGHT = 3 * FACE_PIXELS + 2 * GAP
SOLID_WIDTH = 180
WIDTH = NET_WIDTH + SOLID_WIDTH + 3 * MARGIN
HEIGHT = NET_HEIGHT + 2 * MARGIN + 30

SIDES = {  # face: corner, right, down, of the three faces in sight; in edges of 1
    0: ((0.0, -1.0), (0.866, 0.5), (-0.866, 0.5)),  # U: its row 0 is at the back
    2: ((-0.866, -0.5), (0.866, 0.5), (0.0, 1.0)),  # F, on the left
    1: ((0.0, 0.0), (0.866, -0.5), (0.0, 1.0)),  # R, on the right
}


def faces_of(match, seat):
    """The cube in hand: (6, N, N) uint8."""
    size = int(match["cube_size"])
    return np.asarray(seat["cube"])[: 6 * size * size].reshape(6, size, size)


def caption(match, seat):
    """The counts of a seat in two lines."""
    best = f"{seat['best_score']} in {seat['best_length']}" if seat["accepted"] else "none"
    first = f"score {seat['score']} in {seat['length']}   best {best}"
    seconds = match["time_left_ms"] / 1000
    second = f"{seconds:.1f} s left"
    if match["leader_score"] >= 0 and match["leader_seat"] != seat["number"]:
        second += f"   seat {match['leader_seat']} leads with "
        second += f"{match['leader_score']} in {match['leader_length']}"
    if match["is_over"]:
        second = f"over: {END_REASONS[match['end_reason']]}, place {seat['place']}"
    return first, second


def draw(match, seats, seat_index=0):
    """The position as an image: net, isometric cube, counts.

    Returns
    -------
    (255, 486, 3) uint8
    """
    seat = seats[seat_index]
    faces = faces_of(match, seat)
    image, pen = canvas((WIDTH, HEIGHT), BACKGROUND)
    for face in range(6):
        draw_face(pen, faces[face], NET[face])
    for face in SIDES:
        draw_side(pen, faces[face], SIDES[face])
    for index, line in enumerate(caption(match, seat)):
        pen.text((MARGIN, NET_HEIGHT + MARGIN + 6 + 14 * index), line, TEXT)
    return np.asarray(image)


def draw_face(pen, stickers, place):
    """One face of the net."""
    top, left = (MARGIN + at * (FACE_PIXELS + GAP) for at in place)
    edges = np.linspace(0, FACE_PIXELS, len(stickers) + 1).round().astype(int).tolist()
    for row, colours in enumerate(stickers):
        for column, colour in enumerate(colours):
            box = (left + edges[column], top + edges[row])
            end = (left + edges[column + 1] - 1, top + edges[row + 1] - 1)
            pen.rectangle((*box, *end), COLOURS[colour], LINE)


def draw_side(pen, stickers, side):
    """One face of the cube in space, a parallelogram."""
    corner, right, down = np.array(side) * (SOLID_WIDTH - MARGIN) / 2
    middle = np.array([2 * MARGIN + NET_WIDTH + SOLID_WIDTH / 2, MARGIN + NET_HEIGHT / 2])
    count = len(stickers)
    for row, colours in enumerate(stickers):
        for column, colour in enumerate(colours):
            ends = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
            points = [middle + corner + (x * right + y * down) / count for x, y in ends]
            pen.polygon([tuple(point) for point in points], COLOURS[colour], LINE)


def show(match, seats, seat_index=0):
    """The position as text: the net, letters on their colours, and the counts."""
    seat = seats[seat_index]
    faces = faces_of(match, seat)
    size = faces.shape[-1]
    blank = " " * (2 * size + 1)
    lines = []
    for band in range(3):
        for row in range(size):
            cells = [blank] * 4
            for face, (down, right) in enumerate(NET):
                if down == band:
                    cells[right] = paint(faces[face, row]) + " "
            lines.append("".join(cells).rstrip())
    return "\n".join([*lines, *caption(match, seat)]) + "\n"


def paint(colours):
    """A row of stickers for a terminal, each a letter on its colour."""
    row = "".join(f"\033[30;48;5;{PAINT[colour]}m{FACES[colour]} " for colour in colours)
    return row + "\033[0m"

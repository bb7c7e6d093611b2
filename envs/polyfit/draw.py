"""Polyfit as a picture and as text: the tiling, a solid's by layers and in space, and the tray."""

import colorsys

import numpy as np

from ..core.picture import canvas
from .board import cell_in
from .pieces import POLYFORMS, SHAPE, SHAPE_COUNTS
from .solutions import cells_in, form_cells
from .state import ANSWERS, COLOURS, END_REASONS, PIECE_COUNTS

BACKGROUND, BOARD, OPEN, NEXT, TEXT = "#14161c", "#20242e", "#dfe3ea", "#ffffff", "#e8ebf2"
USED, LINE = "#2c313d", "#14161c"
GEM_PAINT = ("#d8314f", "#f0a92b", "#3aa76d", "#3b6fd4")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
MARGIN = 12
BOARD_PIXELS = 360
CAPTION = 34
LARGEST_CELL = 40


def paint(shape, solid, light=0.62):
    """The colour of a shape, as Pillow takes it."""
    count = SHAPE_COUNTS[solid]
    red, green, blue = colorsys.hls_to_rgb(shape * 7 % count / count, light, 0.62)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def owners(match, seat):
    """Covered cells (layer, row, column) -> number of the piece there, in the order of laying."""
    solid = int(match["solid"])
    stride, layer_stride = int(match["stride"]), int(match["layer_stride"])
    found = {}
    for number in range(seat["laid"]):
        form, first = int(seat["laid_form"][number]), int(seat["laid_cell"][number])
        for index in range(POLYFORMS[solid].size[form]):
            layer, rest = divmod(int(cell_in(match, form, first, index)), layer_stride)
            found[(layer, *divmod(rest, stride))] = number
    return found


def is_used(match, seat):
    """Which pieces of the tray have been laid; of identical ones the first."""
    solid = int(match["solid"])
    laid = np.asarray(match["counts"]).astype(int) - seat["left"]
    marks = []
    for number in range(match["piece_count"]):
        shape = SHAPE[solid, match["tray"][number]]
        marks.append(laid[shape] > 0)
        laid[shape] -= 1
    return marks


def caption(match, seat, players):
    """The counts of a seat in two lines."""
    first = f"round {match['round_number']} of {match['round_count']}"
    first += f"   {match['time_left_ms'] / 1000:.1f} s left"
    first += f"   {ANSWERS[seat['answer']] or str(seat['open_count']) + ' cells open'}"
    if match["is_over"]:
        first = f"over: {END_REASONS[match['end_reason']]}, place {seat['place']}"
    second = f"{seat['solved']} solved   {seat['gem_count']} gems"
    if players > 1:
        others = int(match["done"].sum()) - int(match["done"][seat["number"]])
        second += f"   {others} of {players - 1} others have answered"
    return first, second


# Pictures


def mini_pixels(match):
    """Pixels of a piece's cell in the tray, and of a piece's place there."""
    most = PIECE_COUNTS[match["solid"]][match["difficulty"]][1]
    mini = 6 if most > 20 else 9
    return mini, 5 * mini + 8


def picture_size(match):
    """Pixels of a cell, and of the picture: width, height, top of the tray."""
    solid, layers = int(match["solid"]), int(match["layers"])
    rows, columns = int(match["box_rows"]), int(match["box_columns"])
    side = layers * (columns + 1) - 1
    cell = min(LARGEST_CELL, BOARD_PIXELS // side) if solid else min(LARGEST_CELL, 456 // columns)
    cell = max(cell, 9)
    width = max(side * cell, BOARD_PIXELS)
    height = rows * cell + (space_height(match, cell) if solid else 0)
    most = PIECE_COUNTS[solid][match["difficulty"]][1]
    slot = mini_pixels(match)[1]
    tray_rows = -(-most // (width // slot))
    top = MARGIN + height + 10
    return cell, width + 2 * MARGIN, top + tray_rows * slot + CAPTION + MARGIN, top


def space_height(match, cell):
    """Pixels that the view in space is high."""
    box = int(match["box_rows"]) + int(match["box_columns"])
    return round(box * cell * 0.5) + int(match["layers"]) * cell + 10


def draw(match, seats, seat_index=0):
    """The position as an image: the tiling, the tray below it, the counts.

    A solid is shown layer by layer, the bottom one on the left, and below that in space.

    Returns
    -------
    (height, width, 3) uint8
        The same size for every position of a game's options.
    """
    seat = seats[seat_index]
    cell, width, height, top = picture_size(match)
    image, pen = canvas((width, height), BACKGROUND)
    region, covered = cells_in(match, match["region"]), owners(match, seat)
    paints = [
        paint(int(SHAPE[match["solid"], seat["laid_form"][number]]), int(match["solid"]))
        for number in range(seat["laid"])
    ]
    open_cells = region - set(covered)
    next_cell = min(open_cells, default=None)
    for place in sorted(region):
        colour = paints[covered[place]] if place in covered else OPEN
        draw_cell(pen, match, cell, place, colour, covered, place == next_cell)
    if match["solid"]:
        at = (width // 2, MARGIN + int(match["box_rows"]) * cell + 10)
        draw_space(pen, match, cell, at, region, covered, paints)
    draw_tray(pen, match, seat, top, width)
    draw_gems(pen, match, len(seats), width, height)
    for index, line in enumerate(caption(match, seat, len(seats))):
        pen.text((MARGIN, height - CAPTION - 6 + 14 * index), line, TEXT)
    return np.asarray(image)


def draw_cell(pen, match, cell, place, colour, covered, is_next):
    """One cell of the flat view, with lines where its piece ends."""
    layer, row, column = place
    left = MARGIN + (layer * (int(match["box_columns"]) + 1) + column) * cell
    top = MARGIN + row * cell
    pen.rectangle((left, top, left + cell - 1, top + cell - 1), colour)
    owner = covered.get(place)
    edges = {
        (layer, row - 1, column): (left, top, left + cell - 1, top),
        (layer, row, column - 1): (left, top, left, top + cell - 1),
    }
    for beside, line in edges.items():
        if owner is None or covered.get(beside) != owner:
            pen.line(line, LINE)
    if is_next:
        inner = cell // 4
        pen.ellipse((left + inner, top + inner, left + cell - inner, top + cell - inner), USED)


def draw_space(pen, match, cell, at, region, covered, paints):
    """The solid in space: its ground, and the cubes that are covered."""
    middle = (int(match["rows"]) - int(match["columns"])) * 0.433 * cell
    x, y = at[0] + middle, at[1] + int(match["layers"]) * cell
    for place in sorted(region):
        if place[0] == 0:
            pen.polygon(corners(x, y, cell, place, "top", 0), BOARD, "#3a4150")
    for place in sorted(covered):
        draw_cube(pen, x, y, cell, place, paints[covered[place]])


def corners(x, y, cell, place, side, height):
    """The corners of one face of a cube in space, rows to the front left, columns to the right."""
    layer, row, column = place

    def point(down, right, up):
        across = (column + right - row - down) * 0.866 * cell
        return x + across, y + (column + right + row + down) * 0.5 * cell - (
            layer + up
        ) * cell * 0.9

    faces = {
        "top": ((0, 0), (0, 1), (1, 1), (1, 0)),
        "left": ((1, 0), (1, 1)),
        "right": ((1, 1), (0, 1)),
    }
    if side == "top":
        return [point(*corner, height) for corner in faces[side]]
    one, other = faces[side]
    return [point(*one, 0), point(*other, 0), point(*other, 1), point(*one, 1)]


def draw_cube(pen, x, y, cell, place, colour):
    """One cube, its three sides in sight."""
    for side, light in (("left", 0.8), ("right", 0.65), ("top", 1.0)):
        shade = "#" + "".join(
            f"{round(int(colour[index : index + 2], 16) * light):02x}" for index in (1, 3, 5)
        )
        pen.polygon(corners(x, y, cell, place, side, 1), shade, LINE)


def draw_tray(pen, match, seat, top, width):
    """The pieces as they lie in the tray, those that are laid darkened."""
    solid = int(match["solid"])
    mini, slot = mini_pixels(match)
    across = (width - 2 * MARGIN) // slot
    for number, used in enumerate(is_used(match, seat)):
        form = int(match["tray"][number])
        colour = USED if used else paint(int(SHAPE[solid, form]), solid)
        left = MARGIN + number % across * slot
        above = top + number // across * slot
        for cell in form_cells(solid, form):
            if solid:
                draw_cube(pen, left + slot // 2 - 4, above + slot // 3, mini - 1, cell, colour)
            else:
                corner = left + cell[2] * mini, above + cell[1] * mini
                pen.rectangle((*corner, corner[0] + mini - 2, corner[1] + mini - 2), colour)


def draw_gems(pen, match, players, width, height):
    """The round's row of gems, at the lower right."""
    for place in range(players + 3):
        left = width - MARGIN - (players + 3 - place) * 14
        top = height - CAPTION - 4
        pen.ellipse((left, top, left + 10, top + 10), GEM_PAINT[match["gem_row"][place]])


# Text


def show(match, seats, seat_index=0):
    """The position as text: a letter for each piece laid, `+` the next cell, `o` open ones.

    Layers of a solid stand side by side, the bottom one on the left.
    """
    seat, solid = seats[seat_index], int(match["solid"])
    region, covered = cells_in(match, match["region"]), owners(match, seat)
    next_cell = min(region - set(covered), default=None)

    def mark(cell):
        if cell in covered:
            return LETTERS[covered[cell]]
        return " " if cell not in region else "+" if cell == next_cell else "o"

    lines = [
        "   ".join(
            " ".join(mark((layer, row, column)) for column in range(match["columns"]))
            for layer in range(match["layers"])
        ).rstrip()
        for row in range(match["rows"])
    ]
    names = POLYFORMS[solid].names
    left = [
        f"{name} x{count}" if count > 1 else name
        for name, count in zip(names, seat["left"].tolist(), strict=False)
        if count
    ]
    gems = " ".join(COLOURS[colour] for colour in match["gem_row"][: len(seats) + 3])
    told = ["left: " + (", ".join(left) or "nothing"), f"gems: {gems}"]
    return "\n".join([*lines, *told, *caption(match, seat, len(seats))]) + "\n"

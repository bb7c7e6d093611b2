"""Orapa as a picture, gems as polygons and waves as coloured paths; and as text with half cells."""

import numpy as np

from ..core.picture import canvas
from .hypothesis import AREA
from .layouts import LOOKS
from .state import (
    EDGE,
    FIRED,
    GEMS,
    HEIGHT,
    LABELS,
    LAYOUT,
    MIXES,
    NE,
    NW,
    OVER,
    PHASES,
    POINTS,
    PROBED,
    SE,
    SQUARE,
    STRIDE,
    SW,
    UNKNOWN,
    WIDTH,
)
from .waves import HEADING, START, STEPS, TURNS, fire

CELL, MARGIN, GAP, FOOT = 34, 30, 16, 46
PANEL_WIDTH, PANEL_HEIGHT = WIDTH * CELL + 2 * MARGIN, HEIGHT * CELL + 2 * MARGIN
BACKGROUND, FIELD, LINE, TEXT, FAINT = "#14161c", "#1d2029", "#2b303c", "#e8ebf2", "#7d8596"

GEM_COLOURS = ("", "#d6423f", "#3f76e0", "#e8c53a", "#eef0f4", "#9fe0e6", "#000000")
MIX_COLOURS = (
    *("#aab3c2", "#e2504d", "#5588f0", "#9a58d8", "#efd04a", "#ee9034", "#4fb35e", "#4a4a52"),
    *("#ffffff", "#f2a3bd", "#8fcdf5", "#c3a6ee", "#f6f09a", "#f8c58d", "#a8e0a4", "#9b9b9b"),
)
"""Colour in which a wave is drawn, by its mix; transparent is bluish gray."""

CORNERS = {"nw": (0, 0), "ne": (1, 0), "se": (1, 1), "sw": (0, 1)}
SHAPES = {
    SQUARE: ("nw", "ne", "se", "sw"),
    NW: ("sw", "nw", "ne"),
    NE: ("nw", "ne", "se"),
    SE: ("ne", "se", "sw"),
    SW: ("se", "sw", "nw"),
}
GLYPHS = ("·", "■", "◤", "◥", "◢", "◣")
PAINT = ("", "31", "34", "33", "97", "96", "90")
"""Terminal colours of the gems."""


def panels(match, seats, seat_index):
    """What is drawn side by side: title, board, waves (36, 4), probes (80,), has paths.

    The grid that the seat looks for: its hypothesis, once it is over the truth. In a duel
    also its own layout, with what the other seat has been told of it.
    """
    seat = seats[seat_index]
    is_over, is_duel = match["phase"] == OVER, len(seats) == 2
    truth = seats[1 - seat_index]["board"] if is_duel else match["board"]
    sought = truth if is_over else seat["hypothesis_board"]
    title = "solution" if is_over else "hypothesis"
    yield title, sought, seat["waves"], seat["probes"]
    if is_duel:
        yield "own layout", seat["board"], seat["rival_waves"], seat["rival_probes"]


def caption(match, seats, seat_index):
    """The numbers of a seat in two lines."""
    seat = seats[seat_index]
    first = f"turn {seat['turns']}   lives {seat['lives']}   edits left {seat['edits_left']}"
    if match["help_mode"]:
        first += f"   contradictions {seat['contradictions']}"
    if match["phase"] == OVER:
        winner = match["winner"]
        return first, "over: nobody has won" if winner < 0 else f"over: seat {winner} has won"
    second = PHASES[match["phase"]]
    if len(seats) == 2 and match["phase"] != LAYOUT:
        second = f"seat {match['turn']} is on turn"
        if match["turn_limit_ms"]:
            second += f", {seat['time_left_ms'] / 1000:.0f} s left"
        if match["is_last_turn"]:
            second += ", the last one"
    return first, second


# The picture


def draw(match, seats, seat_index=0):
    """The position as an image: in a duel two grids, the sought one and the own.

    Returns
    -------
    (height, width, 3) uint8
        (378, 400, 3) for one seat, (378, 816, 3) for two.
    """
    width = len(seats) * PANEL_WIDTH + (len(seats) - 1) * GAP
    image, pen = canvas((width, PANEL_HEIGHT + FOOT), BACKGROUND)
    for place, panel in enumerate(panels(match, seats, seat_index)):
        draw_panel(pen, place * (PANEL_WIDTH + GAP), *panel)
    for index, line in enumerate(caption(match, seats, seat_index)):
        pen.text((MARGIN, PANEL_HEIGHT + 6 + 16 * index), line, TEXT)
    return np.asarray(image)


def draw_panel(pen, left, title, board, waves, probes):
    """One grid with its gems, clues and labels."""
    corner = np.array([left + MARGIN, MARGIN])
    end = corner + np.array([WIDTH * CELL, HEIGHT * CELL])
    pen.rectangle((*corner, *end), FIELD, LINE)
    for column in range(1, WIDTH):
        x = corner[0] + column * CELL
        pen.line((x, corner[1], x, end[1]), LINE)
    for row in range(1, HEIGHT):
        y = corner[1] + row * CELL
        pen.line((corner[0], y, end[0], y), LINE)
    for cell in range(AREA):
        draw_cell(pen, corner, cell, board, probes)
    for entry in range(POINTS):
        draw_wave(pen, corner, entry, board, waves)
    for entry in range(POINTS):
        draw_label(pen, corner, entry, waves)
    pen.text((left + 2, 2), title, FAINT)


def draw_cell(pen, corner, cell, board, probes):
    """A cell: its gem as a polygon, its probe as a dot."""
    x, y = cell % WIDTH, cell // WIDTH
    look = int(LOOKS[board[(y + 1) * STRIDE + x + 1]])
    top_left = corner + np.array([x * CELL, y * CELL])
    if look:
        points = [
            tuple(int(value) for value in top_left + np.array(CORNERS[name]) * CELL)
            for name in SHAPES[look & 7]
        ]
        pen.polygon(points, GEM_COLOURS[look >> 3], BACKGROUND)
    told = int(probes[cell])
    if told:
        middle = top_left + CELL // 2
        gem = GEMS.index(PROBED[told]) if PROBED[told] in GEMS else 0
        fill = GEM_COLOURS[gem] or (FIELD if PROBED[told] == "empty" else FAINT)
        pen.ellipse((*(middle - 5), *(middle + 5)), fill, TEXT)


def path(board, entry):
    """The cells of a wave on its way, border cells at both ends, as numbers of a stored board."""
    cell, direction = int(START[entry]), int(HEADING[entry])
    cells, seen = [cell], set()
    while (cell, direction) not in seen:
        seen.add((cell, direction))
        cell += int(STEPS[direction])
        cells.append(cell)
        code = int(board[cell])
        if code == EDGE or GEMS[LOOKS[code] >> 3] == "black":
            break
        direction = int(TURNS[code & 7, direction])
    return cells


def draw_wave(pen, corner, entry, board, waves):
    """A wave's path where the board shown sends it as it was told."""
    state, end, mix, is_absorbed = (int(value) for value in waves[entry])
    answer = fire(board, entry)
    told = POINTS if is_absorbed else end | mix << 6
    if state != FIRED or answer != told:
        return
    points = [
        (
            int(corner[0] + (cell % STRIDE - 1) * CELL + CELL // 2),
            int(corner[1] + (cell // STRIDE - 1) * CELL + CELL // 2),
        )
        for cell in path(board, entry)
    ]
    pen.line(points, MIX_COLOURS[mix], 3)


def draw_label(pen, corner, entry, waves):
    """An entry point's label, on the colour that left there."""
    cell = int(START[entry])
    x = int(corner[0] + (cell % STRIDE - 1) * CELL + CELL // 2)
    y = int(corner[1] + (cell // STRIDE - 1) * CELL + CELL // 2)
    x += (cell % STRIDE == 0) * 8 - (cell % STRIDE == STRIDE - 1) * 8
    y += (cell < STRIDE) * 8 - (cell > STRIDE * (HEIGHT + 1)) * 8
    state, _, mix, is_absorbed = (int(value) for value in waves[entry])
    colour = TEXT
    if state != UNKNOWN:
        fill = "#000000" if is_absorbed else MIX_COLOURS[mix]
        pen.ellipse((x - 9, y - 9, x + 9, y + 9), fill, FAINT)
        colour = TEXT if is_absorbed or MIXES[mix] in ("black", "purple", "blue") else BACKGROUND
    label = LABELS[entry]
    pen.text((x - 3 * len(label), y - 6), label, colour)


# Text


def show(match, seats, seat_index=0):
    """The position as text: grids with half cells, the answers to waves, the numbers."""
    lines = []
    for title, board, waves, probes in panels(match, seats, seat_index):
        lines += [title, *show_panel(board, waves, probes)]
    return "\n".join([*lines, *caption(match, seats, seat_index)]) + "\n"


def show_panel(board, waves, probes):
    """One grid as lines; a probed cell without a piece shows what was told."""
    yield "   " + " ".join(f"{label:>2}" for label in LABELS[18:28])
    for y in range(HEIGHT):
        cells = [show_cell(board, probes, x, y) for x in range(WIDTH)]
        yield f" {LABELS[y]} " + " ".join(f" {cell}" for cell in cells) + f"  {LABELS[28 + y]}"
    yield "   " + " ".join(f"{label:>2}" for label in LABELS[8:18])
    told = [show_wave(waves, entry) for entry in range(POINTS) if waves[entry, 0] == FIRED]
    for start in range(0, len(told), 4):
        yield "   ".join(told[start : start + 4])


def show_cell(board, probes, x, y):
    """One cell: the glyph of its half, or a letter of its probe."""
    look = int(LOOKS[board[(y + 1) * STRIDE + x + 1]])
    told = PROBED[probes[y * WIDTH + x]]
    if look == 0 and told not in ("unknown", "empty"):
        return told[0]
    if look == 0:
        return "o" if told == "empty" else GLYPHS[0]
    return f"\033[{PAINT[look >> 3]}m{GLYPHS[look & 7]}\033[0m"


def show_wave(waves, entry):
    """A fired wave and its answer, such as "C > 12 purple"."""
    _, end, mix, is_absorbed = (int(value) for value in waves[entry])
    return f"{LABELS[entry]} > " + ("absorbed" if is_absorbed else f"{LABELS[end]} {MIXES[mix]}")

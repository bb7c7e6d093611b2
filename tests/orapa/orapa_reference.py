"""A slow Orapa in plain Python, from the rules alone: shapes, constraints, waves.

A layout is {piece: (orientation, x, y)}, a board {(x, y): (kind, piece)}. Nothing here comes
from the package.
"""

COLUMNS, ROWS = 10, 8
BIG = [
    *[(0, 0, "ne"), (1, 0, "square"), (2, 0, "square"), (3, 0, "nw")],
    *[(1, 1, "ne"), (2, 1, "nw")],
]
SMALL = [(0, 0, "se"), (1, 0, "sw"), (0, 1, "ne"), (1, 1, "nw")]
BASE = {
    "red": [(0, 0, "ne"), (1, 0, "square"), (2, 0, "sw")],
    "yellow": [(0, 0, "square"), (1, 0, "nw"), (0, 1, "nw")],
    "blue": BIG,
    "white1": BIG,
    "white2": SMALL,
    "diamond": SMALL,
    "black": [(0, 0, "square"), (1, 0, "square")],
}
COLOUR = {"red": "R", "yellow": "Y", "blue": "B", "white1": "W", "white2": "W"}
MIXES = {
    "": "transparent",
    **{"R": "red", "B": "blue", "Y": "yellow", "W": "white"},
    **{"RB": "purple", "RY": "orange", "BY": "green"},
    **{"RW": "pink", "BW": "sky_blue", "YW": "lemon"},
    **{"RBY": "black", "RBW": "light_purple", "BYW": "light_green", "RYW": "light_orange"},
    "RBYW": "gray",
}
CORNERS = ["nw", "ne", "se", "sw"]
LEGS = {"nw": "NW", "ne": "NE", "se": "SE", "sw": "SW", "square": "NESW"}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


def quarter_turn(cells):
    low = max(y for _, y, _ in cells)
    turned = []
    for x, y, kind in cells:
        if kind != "square":
            kind = CORNERS[(CORNERS.index(kind) + 1) % 4]
        turned.append((low - y, x, kind))
    return turned


def mirror(cells):
    right = max(x for x, _, _ in cells)
    swap = {"nw": "ne", "ne": "nw", "sw": "se", "se": "sw", "square": "square"}
    return [(right - x, y, swap[kind]) for x, y, kind in cells]


def orientations(piece):
    images = []
    for cells in (BASE[piece], mirror(BASE[piece])):
        for _ in range(4):
            if not any(sorted(cells) == sorted(image) for image in images):
                images.append(cells)
            cells = quarter_turn(cells)
    return images


def cells_of(piece, placed):
    orientation, left, top = placed
    return [(left + x, top + y, kind) for x, y, kind in orientations(piece)[orientation]]


def board_of(layout):
    board = {}
    for piece, placed in layout.items():
        for x, y, kind in cells_of(piece, placed):
            board[x, y] = kind, piece
    return board


def entry_points():
    """Label -> (cell that the wave enters first, direction)."""
    points = {}
    for row in range(ROWS):
        points["ABCDEFGH"[row]] = (0, row), (1, 0)
        points[str(11 + row)] = (COLUMNS - 1, row), (-1, 0)
    for column in range(COLUMNS):
        points["IJKLMNOPQR"[column]] = (column, ROWS - 1), (0, -1)
        points[str(1 + column)] = (column, 0), (0, 1)
    return points


POINTS = entry_points()


def label_of(cell, direction):
    """The point at which a wave leaves from a border cell: where one would enter against it."""
    against = -direction[0], -direction[1]
    return next(label for label, point in POINTS.items() if point == (cell, against))


def wave(board, cell, direction):
    """A wave about to enter `cell`: (kind of end, point or None, mix or None, pieces hit)."""
    hit, seen = [], set()
    while True:
        x, y = cell
        if not (0 <= x < COLUMNS and 0 <= y < ROWS):
            last = x - direction[0], y - direction[1]
            letters = {COLOUR.get(piece, "") for piece in hit}
            mix = "".join(letter for letter in "RBYW" if letter in letters)
            return "Exit", label_of(last, direction), MIXES[mix], set(hit)
        if (cell, direction) in seen:
            return "Lost", None, None, set(hit)
        seen.add((cell, direction))
        if cell in board:
            kind, piece = board[cell]
            hit.append(piece)
            if piece == "black":
                return "Absorbed", None, None, set(hit)
            dx, dy = direction
            entered = next(side for side, step in STEP.items() if step == (-dx, -dy))
            if entered in LEGS[kind]:
                direction = -dx, -dy
            elif kind in ("ne", "sw"):  # the hypotenuse runs from north-west to south-east
                direction = dy, dx
            else:
                direction = -dy, -dx
        cell = x + direction[0], y + direction[1]


def fire(board, label):
    return wave(board, *POINTS[label])


def violations(layout):
    """All broken constraints, as a set of (name, set of pieces)."""
    found = set()
    cells = {piece: cells_of(piece, placed) for piece, placed in layout.items()}
    sets = {piece: {(x, y) for x, y, _ in own} for piece, own in cells.items()}
    pieces = list(layout)
    for piece in pieces:
        if any(not (0 <= x < COLUMNS and 0 <= y < ROWS) for x, y in sets[piece]):
            found.add(("out_of_bounds", frozenset([piece])))
    for one in pieces:
        for other in pieces:
            if one < other and sets[one] & sets[other]:
                found.add(("overlap", frozenset([one, other])))
    if not found:
        board = board_of(layout)
        hit = set().union(*(fire(board, label)[3] for label in POINTS))
        found |= {("unreachable", frozenset([piece])) for piece in pieces if piece not in hit}
    for one in pieces:
        for other in pieces:
            if one < other and touch(cells[one], cells[other]):
                found.add(("edge_contact", frozenset([one, other])))
    whites = sets["white1"] | sets["white2"]
    flipped = [{(COLUMNS - 1 - x, y) for x, y in whites}, {(x, ROWS - 1 - y) for x, y in whites}]
    if whites in flipped:
        found.add(("white_symmetry", frozenset(["white1", "white2"])))
    return found


def touch(one, other):
    for x, y, kind in one:
        for side in LEGS[kind]:
            dx, dy = STEP[side]
            for a, b, kind_there in other:
                if (a, b) == (x + dx, y + dy) and OPPOSITE[side] in LEGS[kind_there]:
                    return True
    return False

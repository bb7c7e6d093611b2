"""What every action of "scan" leads to, in numbers: compiled, for policies that rate actions."""

import numpy as np

from ..core.bits import bit_count
from ..core.compiled import compiled
from .board import cell_in, first_cell, fits, flip, has, toggle, view
from .pieces import FIRST, FORM_COUNTS, SHAPE, SHAPE_COUNTS, SHAPE_SIZE, SIZE
from .reach import dead_cells
from .rules import PASS, UNDO, WAIT, seat_mask
from .state import WORDS

FEATURES = (
    "is_legal",  # 1 where the action is legal; all other features are 0 where it is not
    "lays",  # 1: lays a piece
    "undoes",
    "passes",
    "waits",
    "size",  # cells of the piece, of 5
    "orientations",  # of its shape, of 24
    "copies_left",  # pieces of its shape left afterwards, of 4
    # The position afterwards:
    "contact",  # share of the piece's sides that lie against no open cell
    "open",  # open cells, of the region's
    "pieces_left",  # of the puzzle's
    "is_solved",
    "next_shapes",  # shapes left that fit at the next cell, of those that are left
    "next_fits",  # their orientations that fit there, of 8
    "dead",  # open cells that no piece left can cover, of 5
    "corridor_ends",  # open cells with one open neighbour, of 5
    "parts",  # connected parts of the open cells, of 4
    "smallest_part",  # cells, of 10
    "impossible_parts",  # parts whose volume no choice of the pieces left has
    # The position itself:
    "laid",  # pieces laid, of the puzzle's
    "dead_now",
    "time_left",  # of the window
    "rounds_left",  # of all
)
COUNT = len(FEATURES)
(
    IS_LEGAL,
    LAYS,
    UNDOES,
    PASSES,
    WAITS,
    PIECE_SIZE,
    ORIENTATIONS,
    COPIES,
    CONTACT,
    OPEN,
    PIECES,
    IS_SOLVED,
    NEXT_SHAPES,
    NEXT_FITS,
    DEAD,
    ENDS,
    PARTS,
    SMALLEST,
    IMPOSSIBLE,
    LAID,
    DEAD_NOW,
    TIME,
    ROUNDS,
) = range(COUNT)

SHAPES_OF = np.array(SHAPE_COUNTS)
FORMS_OF = np.array(FORM_COUNTS)


@compiled
def size_of_set(cells):
    """Cells of a set."""
    total = 0
    for place in range(len(cells)):
        total += bit_count(cells[place])
    return total


@compiled
def neighbour(match, cell, side):
    """Number of a cell's neighbour: 0-3 in its layer, 4 and 5 above and below; -1 outside."""
    if side < 2:
        found = cell - 1 + 2 * side
    elif side < 4:
        found = cell + (2 * side - 5) * np.int64(match.stride)
    else:
        found = cell + (2 * side - 9) * np.int64(match.layer_stride)
    return found if found < WORDS * 64 else -1


@compiled
def open_neighbours(match, cells, cell):
    """How many of a cell's neighbours are in a set."""
    total = 0
    for side in range(6 if match.solid else 4):
        other = neighbour(match, cell, side)
        if other >= 0:
            total += has(cells, other)
    return total


@compiled
def contact(match, cells, form, cell):
    """Share of a laid form's sides that lie against no cell of `cells`."""
    count = SIZE[match.solid, form]
    sides, free, inside = 0, 0, 0
    for index in range(count):
        own = cell_in(match, form, cell, index)
        sides += 6 if match.solid else 4
        free += open_neighbours(match, cells, own)
        for other in range(count):
            step = abs(own - cell_in(match, form, cell, other))
            is_beside = step == 1 or step == match.stride
            inside += is_beside or (match.solid and step == match.layer_stride)
    return 1.0 - free / (sides - inside)


@compiled
def reachable_volumes(match, left, low_bits):
    """Fill (WORDS,) with the volumes that choices of the pieces left have: bit v for v cells."""
    low_bits[:] = 0
    flip(low_bits, 0)
    for shape in range(SHAPES_OF[match.solid]):
        size = np.uint64(SHAPE_SIZE[match.solid, shape])
        for _ in range(left[shape]):
            carry = np.uint64(0)
            for place in range(WORDS):
                word = low_bits[place]
                low_bits[place] = word | (word << size) | carry
                carry = word >> (np.uint64(64) - size)


@compiled
def describe_parts(match, cells, left, features):
    """Fill in the connected parts of the open cells."""
    rest, volumes = cells.copy(), np.empty(WORDS, np.uint64)
    queue = np.empty(size_of_set(cells) + 1, np.int64)
    reachable_volumes(match, left, volumes)
    parts, smallest, impossible = 0, 0, 0
    while True:
        cell = first_cell(rest, 0)
        if cell < 0:
            break
        flip(rest, cell)
        queue[0] = cell
        done, seen = 0, 1
        while done < seen:
            for side in range(6 if match.solid else 4):
                other = neighbour(match, queue[done], side)
                if other >= 0 and has(rest, other):
                    flip(rest, other)
                    queue[seen] = other
                    seen += 1
            done += 1
        parts += 1
        smallest = seen if parts == 1 else min(smallest, seen)
        impossible += 1 - has(volumes, seen)
    features[PARTS] = parts / 4
    features[SMALLEST] = smallest / 10
    features[IMPOSSIBLE] = impossible


@compiled
def describe_next(match, cells, left, features):
    """Fill in what fits at the first open cell."""
    cell = first_cell(cells, 0)
    if cell < 0:
        return
    around = view(match, cells, cell)
    shapes, kinds, forms = 0, 0, 0
    for shape in range(SHAPES_OF[match.solid]):
        if left[shape]:
            fitting = 0
            for form in range(FIRST[match.solid, shape], FIRST[match.solid, shape + 1]):
                fitting += fits(match.solid, around, form)
            kinds += 1
            shapes += fitting > 0
            forms += fitting
    features[NEXT_SHAPES] = shapes / max(kinds, 1)
    features[NEXT_FITS] = forms / 8


@compiled
def describe_after(match, cells, left, pieces, dead, features):
    """Fill in the features of the position afterwards, all but `contact`."""
    open_count = size_of_set(cells)
    features[OPEN] = open_count / max(match.volume, 1)
    features[PIECES] = pieces / match.piece_count
    features[IS_SOLVED] = open_count == 0
    describe_next(match, cells, left, features)
    describe_parts(match, cells, left, features)
    dead_cells(match, cells, left, dead)
    features[DEAD] = size_of_set(dead) / 5
    ends, cell = 0, first_cell(cells, 0)
    while cell >= 0:
        ends += open_neighbours(match, cells, cell) == 1
        cell = next_cell(cells, cell)
    features[ENDS] = ends / 5


@compiled
def next_cell(cells, cell):
    """The first cell of a set after another one; -1 if there is none."""
    for later in range(cell + 1, (cell | 63) + 1):
        if has(cells, later):
            return later
    return first_cell(cells, (cell | 63) + 1)


@compiled
def describe_piece(match, seat, form, cells, left, dead, features):
    """Fill in the features of laying a form on the first open cell."""
    shape = SHAPE[match.solid, form]
    cells[:] = seat.open
    left[:] = seat.left
    toggle(match, cells, form, np.int64(seat.next_cell))
    left[shape] -= 1
    features[LAYS] = 1
    features[PIECE_SIZE] = SIZE[match.solid, form] / 5
    features[ORIENTATIONS] = (FIRST[match.solid, shape + 1] - FIRST[match.solid, shape]) / 24
    features[COPIES] = left[shape] / 4
    features[CONTACT] = contact(match, cells, form, np.int64(seat.next_cell))
    describe_after(match, cells, left, match.piece_count - seat.laid - 1, dead, features)


@compiled
def describe_rest(match, seat, choice, cells, left, dead, features):
    """Fill in the features of undo, pass or wait."""
    features[UNDOES] = choice == UNDO
    features[PASSES] = choice == PASS
    features[WAITS] = choice == WAIT
    cells[:] = seat.open
    left[:] = seat.left
    pieces = match.piece_count - seat.laid
    if choice == UNDO:
        form = np.int64(seat.laid_form[seat.laid - 1])
        toggle(match, cells, form, np.int64(seat.laid_cell[seat.laid - 1]))
        left[SHAPE[match.solid, form]] += 1
        pieces += 1
    describe_after(match, cells, left, pieces, dead, features)


@compiled
def describe_actions(match, seat, shapes):
    """Fill `shapes` (A, F) float32 with the features of every action of one seat."""
    shapes[:] = 0
    forms = FORMS_OF[match.solid]
    mask = np.zeros(len(shapes), np.int8)
    seat_mask(match, seat, mask)
    cells, dead = np.empty(WORDS, np.uint64), np.empty(WORDS, np.uint64)
    left = seat.left.copy()
    dead_cells(match, seat.open, seat.left, dead)
    dead_now = size_of_set(dead) / 5
    for action in range(len(shapes)):
        if mask[action]:
            features = shapes[action]
            features[IS_LEGAL] = 1
            if action < forms:
                describe_piece(match, seat, action, cells, left, dead, features)
            else:
                describe_rest(match, seat, action - forms, cells, left, dead, features)
            features[LAID] = seat.laid / match.piece_count
            features[DEAD_NOW] = dead_now
            features[TIME] = match.time_left_ms / match.window_ms
            features[ROUNDS] = (match.round_count - match.round_number) / match.round_count

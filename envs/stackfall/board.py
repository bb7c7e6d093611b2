"""A board by itself: where pieces fit, what putting one there does, how even it is. Compiled.

A board is `rows` (H,) uint16 bit masks, row 0 at the bottom, bit c = column c, and
`heights` (W,) int8, each column's highest filled cell.
"""

import numpy as np

from ..core.compiled import compiled
from .state import HEIGHT, HOLD, PIECES, ROTATIONS, TABLES, WIDTH

PIECE_WIDTH, PIECE_HEIGHT = TABLES["width"], TABLES["height"]
BOTTOM, TOP, ROWS = TABLES["bottom"], TABLES["top"], TABLES["rows"]
FULL = np.uint16(2**WIDTH - 1)
EVERY_COLUMN = 2**WIDTH - 1
TALLEST_PIECE = 4

BOARD_FEATURES = (
    "holes",  # empty cells with a filled cell above them
    "tallest",  # height of the highest filled cell, 0-20
    "bumpiness",  # sum of height differences between neighbouring columns
    "wells",  # sum over columns of 1 + 2 + ... + depth below both neighbours
    "row_transitions",  # changes filled/empty along the rows up to the tallest, walls filled
    "column_transitions",  # changes filled/empty up the columns, floor filled
    "hole_depth",  # filled cells above holes, summed over the columns' highest holes
    "hole_rows",  # rows with a hole
    "tetris_rows",  # rows from the lowest column's top on that are full but for that column
    "steps_of_1",  # neighbouring columns, the lowest column left out, that differ by 1
    "steps_of_2",  # ... by 2
    "steps_of_3",  # ... by 3 or more
    "step_excess",  # what those of 3 or more exceed 3 by, summed
    "side_wells",  # cells of wells deeper than 2, the lowest column left out
    "well",  # the lowest column, of several the first: 0-9
)
(
    HOLES,
    TALLEST,
    BUMPINESS,
    WELLS,
    ROW_CHANGES,
    COLUMN_CHANGES,
    HOLE_DEPTH,
    HOLE_ROWS,
    TETRIS_ROWS,
    STEPS_OF_1,
    STEPS_OF_2,
    STEPS_OF_3,
    STEP_EXCESS,
    SIDE_WELLS,
    WELL,
) = range(len(BOARD_FEATURES))


def column_table():
    """(7, 40) int8: 1 where rotation * 10 + column keeps the piece inside the columns."""
    columns = np.arange(WIDTH) + PIECE_WIDTH[..., None]
    return (columns <= WIDTH).astype(np.int8).reshape(PIECES, ROTATIONS * WIDTH)


IN_COLUMNS = column_table()


def bit_counts():
    """(1024,) int8: filled cells of every row mask."""
    rows = np.arange(2**WIDTH)
    return ((rows[:, None] >> np.arange(WIDTH)) & 1).sum(axis=1).astype(np.int8)


BITS = bit_counts()


@compiled(forceinline=True)
def landing_row(heights, piece, rotation, column):
    """Row on which the lowest row of a dropped piece comes to rest, counted from 0.

    Only the columns' heights matter, since a piece falls straight down from above.
    """
    row = 0
    for offset in range(PIECE_WIDTH[piece, rotation]):
        row = max(row, heights[column + offset] - BOTTOM[piece, rotation, offset])
    return row


@compiled
def tallest(heights):
    """Height of the highest filled cell, 0-20."""
    height = 0
    for column in range(WIDTH):
        height = max(height, heights[column])
    return height


@compiled(forceinline=True)
def low_columns(rows):
    """For each limit 16, 17 ... 20 the columns no higher than that: (5,) tuple of bit masks.

    A column is higher than 16 where one of the rows from 16 on is filled.
    """
    above_19 = np.int64(rows[19])
    above_18 = above_19 | rows[18]
    above_17 = above_18 | rows[17]
    above_16 = above_17 | rows[16]
    return (
        EVERY_COLUMN & ~above_16,
        EVERY_COLUMN & ~above_17,
        EVERY_COLUMN & ~above_18,
        EVERY_COLUMN & ~above_19,
        EVERY_COLUMN,
    )


@compiled(forceinline=True)
def fitting_columns(low, piece, rotation):
    """Bit mask of the columns at which a piece ends up inside the rows; `low_columns` is given.

    A piece fits where each of its columns stands on one that is low enough for it, so the
    masks of its columns, shifted onto each other, are all set.
    """
    columns = EVERY_COLUMN
    spare = TALLEST_PIECE - PIECE_HEIGHT[piece, rotation]
    for offset in range(PIECE_WIDTH[piece, rotation]):
        columns &= low[spare + BOTTOM[piece, rotation, offset]] >> offset
    return columns


@compiled(forceinline=True)
def fitting(rows, piece, mask):
    """Fill mask[0:40] with 1 for every rotation * 10 + column at which `piece` can be placed."""
    low = low_columns(rows)
    if low[0] == EVERY_COLUMN:
        for action in range(HOLD):
            mask[action] = IN_COLUMNS[piece, action]
        return
    for rotation in range(ROTATIONS):
        columns = fitting_columns(low, piece, rotation)
        for column in range(WIDTH):
            mask[rotation * WIDTH + column] = (columns >> column) & 1


@compiled(forceinline=True)
def fits_anywhere(rows, piece):
    """True if `piece` has at least one valid placement."""
    low = low_columns(rows)
    if low[0] & (low[0] >> 1):  # two neighbours with four rows of room: any piece stands there
        return True
    for rotation in range(ROTATIONS):
        if fitting_columns(low, piece, rotation):
            return True
    return False


@compiled(forceinline=True)
def put(rows, heights, piece, rotation, column, row):
    """Add a piece to a board and clear full rows.

    Parameters
    ----------
    rows : (H,) uint16
    heights : (W,) int8
        Both changed in place.
    piece, rotation, column, row : int
        A valid placement and its `landing_row`.

    Returns
    -------
    int
        Lines cleared, 0-4.
    """
    height = PIECE_HEIGHT[piece, rotation]
    cleared = 0
    for offset in range(height):
        rows[row + offset] |= ROWS[piece, rotation, offset] << column
        cleared += rows[row + offset] == FULL
    for offset in range(PIECE_WIDTH[piece, rotation]):
        heights[column + offset] = row + TOP[piece, rotation, offset]
    if cleared:
        drop_full_rows(rows, row)
        measure_heights(rows, heights, cleared)
    return cleared


@compiled
def drop_full_rows(rows, lowest):
    """Take out full rows from `lowest` upwards and let what lies above come down."""
    target = lowest
    for row in range(lowest, HEIGHT):
        if rows[row] != FULL:
            rows[target] = rows[row]
            target += 1
    for row in range(target, HEIGHT):
        rows[row] = 0


@compiled
def measure_heights(rows, heights, cleared):
    """Heights after `cleared` rows went: at most the old ones less that, lower over holes."""
    for column in range(WIDTH):
        height = heights[column] - cleared
        while height > 0 and not (rows[height - 1] >> column) & 1:
            height -= 1
        heights[column] = height


@compiled
def lowest_column(heights):
    """The lowest column; of several the first."""
    lowest = 0
    for column in range(1, WIDTH):
        if heights[column] < heights[lowest]:
            lowest = column
    return lowest


@compiled
def tetris_rows(rows, heights, well):
    """Rows, from the top of the column `well` on, that lack only a cell in that column."""
    wanted = EVERY_COLUMN ^ (1 << well)
    row = heights[well]
    count = 0
    while row < HEIGHT and rows[row] == wanted:
        row += 1
        count += 1
    return count


@compiled
def describe_surface(heights, well, features):
    """Fill in the features that the columns' heights decide."""
    roughness = depths = side_wells = excess = 0
    steps_of_1 = steps_of_2 = steps_of_3 = 0
    before = -1
    for column in range(WIDTH):
        height = np.int64(heights[column])
        left = np.int64(heights[column - 1]) if column > 0 else HEIGHT
        right = np.int64(heights[column + 1]) if column + 1 < WIDTH else HEIGHT
        if column > 0:
            roughness += abs(height - left)
        depth = min(left, right) - height
        if depth > 0:
            depths += depth * (depth + 1) // 2
        if column == well:
            continue
        if depth > 2:
            side_wells += depth - 2
        step = abs(height - before) if before >= 0 else 0
        steps_of_1 += step == 1
        steps_of_2 += step == 2
        steps_of_3 += step > 2
        excess += max(step - 3, 0)
        before = height
    features[BUMPINESS] = roughness
    features[WELLS] = depths
    features[STEPS_OF_1] = steps_of_1
    features[STEPS_OF_2] = steps_of_2
    features[STEPS_OF_3] = steps_of_3
    features[STEP_EXCESS] = excess
    features[SIDE_WELLS] = side_wells


@compiled
def describe(rows, heights, features):
    """Fill in the `BOARD_FEATURES` of a board.

    Parameters
    ----------
    rows, heights : (H,) uint16, (W,) int8
        The board.
    features : (15,) float32
        Overwritten.
    """
    top = tallest(heights)
    holes = depth = hole_rows = row_changes = column_changes = 0
    covered = above = known_holes = 0
    for row in range(top - 1, -1, -1):
        filled = np.int64(rows[row])
        walled = (filled << 1) | 1 | (1 << (WIDTH + 1))
        row_changes += BITS[(walled ^ (walled >> 1)) & EVERY_COLUMN]
        row_changes += ((walled >> WIDTH) ^ (walled >> (WIDTH + 1))) & 1
        column_changes += BITS[filled ^ above]
        covered |= above
        buried = covered & ~filled
        if buried:
            holes += BITS[buried]
            hole_rows += 1
            fresh = buried & ~known_holes
            for column in range(WIDTH):
                if (fresh >> column) & 1:
                    depth += heights[column] - row - 1
            known_holes |= buried
        above = filled
    column_changes += BITS[above ^ EVERY_COLUMN]
    features[HOLES] = holes
    features[TALLEST] = top
    features[ROW_CHANGES] = row_changes
    features[COLUMN_CHANGES] = column_changes
    features[HOLE_DEPTH] = depth
    features[HOLE_ROWS] = hole_rows
    well = lowest_column(heights)
    features[WELL] = well
    features[TETRIS_ROWS] = tetris_rows(rows, heights, well)
    describe_surface(heights, well, features)

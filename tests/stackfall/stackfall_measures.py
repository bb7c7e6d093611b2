"""How even a board is, measured slowly in plain Python, a feature at a time.

A board is a set of filled cells `(row, column)`, row 1 at the bottom.
"""

from itertools import pairwise

from stackfall_reference import measure


def transitions(board):
    """Changes between filled and empty along rows up to the tallest, and up the columns."""
    tallest = measure(board)[1]

    def cell(row, column):
        return row == 0 or column in (-1, 10) or (row, column) in board

    rows = sum(
        cell(row, column) != cell(row, column + 1)
        for row in range(1, tallest + 1)
        for column in range(-1, 10)
    )
    columns = sum(
        cell(row, column) != cell(row + 1, column) for row in range(21) for column in range(10)
    )
    return rows, columns


def heights(board):
    return [max((row for row, at in board if at == column), default=0) for column in range(10)]


def wells(board):
    """Every cell of a well counts as deep as it lies below the lower of its two walls."""
    walls = [20, *heights(board), 20]
    depths = [min(walls[at - 1], walls[at + 1]) - walls[at] for at in range(1, 11)]
    return sum(sum(range(1, depth + 1)) for depth in depths)


def holes_in(board, column):
    """Rows of a column's holes."""
    return [row for row in range(1, heights(board)[column]) if (row, column) not in board]


def hole_depth(board):
    found = [(column, holes_in(board, column)) for column in range(10)]
    return sum(heights(board)[column] - max(rows) for column, rows in found if rows)


def hole_rows(board):
    return len({row for column in range(10) for row in holes_in(board, column)})


def lowest_column(board):
    """Of several the first."""
    return heights(board).index(min(heights(board)))


def tetris_rows(board):
    """Rows from the top of the lowest column on that are full but for that column."""
    lowest = lowest_column(board)
    count = 0
    for row in range(heights(board)[lowest] + 1, 21):
        if any(((row, column) in board) == (column == lowest) for column in range(10)):
            break
        count += 1
    return count


def steps(board):
    """Height differences of neighbours, once the lowest column has been taken out."""
    kept = [height for at, height in enumerate(heights(board)) if at != lowest_column(board)]
    return [abs(left - right) for left, right in pairwise(kept)]


def side_wells(board):
    """Cells of wells, but for the top two of each; the lowest column is no side well."""
    walls = [20, *heights(board), 20]
    depths = [min(walls[at], walls[at + 2]) - walls[at + 1] for at in range(10)]
    return sum(max(0, depth - 2) for at, depth in enumerate(depths) if at != lowest_column(board))


def describe(board):
    """The features of a board by itself, by name."""
    holes, tallest, bumpiness = measure(board)
    row_transitions, column_transitions = transitions(board)
    return {
        "holes": holes,
        "tallest": tallest,
        "bumpiness": bumpiness,
        "wells": wells(board),
        "row_transitions": row_transitions,
        "column_transitions": column_transitions,
        "hole_depth": hole_depth(board),
        "hole_rows": hole_rows(board),
        "tetris_rows": tetris_rows(board),
        "steps_of_1": steps(board).count(1),
        "steps_of_2": steps(board).count(2),
        "steps_of_3": sum(step >= 3 for step in steps(board)),
        "step_excess": sum(max(0, step - 3) for step in steps(board)),
        "side_wells": side_wells(board),
        "well": lowest_column(board),
        **{f"height_{column}": height for column, height in enumerate(heights(board))},
    }

"""Two players for the reference game: one at random, one good enough to chain Tetrises."""

from stackfall_reference import (
    HOLD_ACTION,
    ROW_COUNT,
    drop_full_rows,
    measure,
    rest_cells,
    valid_placements,
)

WELL = 9  # the column that good play keeps empty for the I piece
SAFE_HEIGHT = 12


def random_action(game, actions, rng):
    """A legal action, holds as likely as any placement; ends come soon."""
    mask = game.moves_mask() if actions == "moves" else game.placements_mask()
    return rng.choice([action for action, is_legal in enumerate(mask) if is_legal])


def good_action(game, actions, rng):
    """The best placement one ply ahead, now or after a hold; now and then any legal action."""
    if rng.random() < 0.02:
        return random_action(game, actions, rng)
    candidates = rated(game.board, game.current, False)
    if not game.hold_used:
        candidates += rated(game.board, game.swapped_in(), True)
    _, rotation, column, needs_hold = max(candidates)
    action = rotation * 10 + column
    if not needs_hold:
        return action
    return HOLD_ACTION if actions == "moves" else HOLD_ACTION + action


def rated(board, letter, needs_hold):
    """Each distinct placement of a piece as (rating, rotation, column, needs_hold)."""
    spots = {
        rest_cells(board, letter, rotation, column): (rotation, column)
        for rotation, column in valid_placements(board, letter)
    }
    return [(rate(board | cells), *spot, needs_hold) for cells, spot in spots.items()]


def rate(board):
    """How good a board looks after a placement: flat, without holes, its well open."""
    after, lines = drop_full_rows(board)
    holes, tallest, _ = measure(after)
    tops = [0] * 10
    for row, filled in after:
        tops[filled] = max(tops[filled], row)
    steps = sum(abs(tops[left] - tops[left + 1]) for left in range(WELL - 1))
    rating = -8 * holes - steps - sum(tops) / 10
    if lines == 4 or not after:
        return rating + 100
    if tallest > SAFE_HEIGHT:
        return rating + 5 * lines - 2 * (tallest - SAFE_HEIGHT)
    return rating - 3 * lines - 5 * (tops[WELL] > 0)


def random_board(rng):
    """A drawn board with gaps, some rows of it nearly complete; never a complete row."""
    lines = []
    for _ in range(rng.randrange(0, ROW_COUNT - 1)):
        gaps = set(rng.sample(range(10), rng.choice([1, 1, 1, 2, 4, 7])))
        lines.append("".join("." if column in gaps else "#" for column in range(10)))
    return ["." * 10] * (ROW_COUNT - len(lines)) + lines


def well_board(rng):
    """A drawn board that a few vertical I pieces clear completely."""
    column = rng.randrange(10)
    lines = ["#" * column + "." + "#" * (9 - column)] * rng.choice([1, 2, 3, 4, 4, 8, 8])
    return ["." * 10] * (ROW_COUNT - len(lines)) + lines

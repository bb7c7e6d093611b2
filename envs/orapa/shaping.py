"""The reward "shaped": the same game, in which laying is paid by the cells it puts right. Compiled.

It looks at the layout looked for, which no seat sees, and is for training alone. What it pays on
the way comes to the share that the last hypothesis shows right, so that nobody who finds the
solution gives any of it up.
"""

from ..core.compiled import compiled
from . import rules
from .asking import target
from .layouts import LOOKS
from .state import BOARD_CELLS, EDGE, EMPTY, PLAY


@compiled
def act(match, seats, index, action):
    """Apply an action as the rules do, and add the change of `likeness` to the reward."""
    seat = seats[index]
    if match.phase != PLAY:
        return rules.act(match, seats, index, action)
    board = target(match, seats, index)
    count = match.history_count
    before = likeness(seat.hypothesis_board, board)
    code = rules.act(match, seats, index, action)
    if match.history_count == count:
        seat.reward += likeness(seat.hypothesis_board, board) - before
    return code


@compiled
def likeness(hypothesis, board):
    """How far a hypothesis (120,) shows a board (120,): -1 to 1, 0 if it is empty.

    The cells of pieces that it shows as they are, less the empty cells on which it has a piece,
    as a share of the cells of the board's pieces.
    """
    right, cells = 0, 0
    for cell in range(BOARD_CELLS):
        if board[cell] == EDGE:
            continue
        if board[cell] == EMPTY:
            right -= hypothesis[cell] != EMPTY
        else:
            cells += 1
            right += LOOKS[hypothesis[cell]] == LOOKS[board[cell]]
    return right / cells

"""Polyfit's agents that search by laying and taking back: the most constrained piece first.

They play from the "planes" observation alone, in both games.
"""

import numpy as np

from ...envs.core.bits import bit_count
from ...envs.core.compiled import compiled
from ...envs.core.records import allocate
from ...envs.polyfit.board import flip
from ...envs.polyfit.pieces import FIRST, FORM_COUNTS, SIZE
from ...envs.polyfit.reach import first_cells, word_count
from ...envs.polyfit.state import DIFFICULTIES, MATCH, MOST_PIECES, WORDS

__all__ = ["GreedyAgent"]

GAMES = ("Polyfit", "Polyfit3D")
UNDO, PASS, WAIT = 0, 1, 2
"""Actions after the forms."""

ROUND, TIME = 0, 2
"""Places of the round and of the time left in an observation's status."""


class GreedyAgent:
    """Lays, of the forms that fit, one of the shape with the fewest places left on the board.

    A cell that no piece can cover any more, or a first open cell at which nothing untried
    fits, takes the last piece back. It passes when everything has been tried, and when the
    window is over.

    Parameters
    ----------
    game : {"Polyfit", "Polyfit3D"}
    difficulty : {"easy", "normal", "hard", "extreme"}
        Of the environments it plays in.
    undo : bool
        False: it never takes a piece back, and passes where it is stuck.
    """

    name = "greedy"

    def __init__(self, game="Polyfit", difficulty="normal", undo=True):
        if game not in GAMES:
            raise ValueError(f"{self.name} plays {' and '.join(GAMES)}, got {game!r}")
        if difficulty not in DIFFICULTIES:
            known = ", ".join(DIFFICULTIES)
            raise ValueError(f"difficulty must be one of {known}, got {difficulty!r}")
        if not isinstance(undo, bool):
            raise ValueError(f"undo must be True or False, got {undo!r}")
        self.solid = GAMES.index(game)
        self.undo = undo
        self.game_options = {"difficulty": difficulty, "observation": "planes"}
        self.reset()

    def reset(self, seed=None):
        """Forget all lanes; nothing is random."""
        self._memory = None

    def _remember(self, lanes):
        """Memory of `lanes` lanes: what has been tried at each depth, round, pieces in all."""
        forms = FORM_COUNTS[self.solid]
        self._memory = (
            np.zeros((lanes, MOST_PIECES, forms), np.uint8),
            np.full(lanes, -1.0, np.float32),
            np.zeros(lanes, np.int64),
        )

    def act(self, observations, masks):
        """Actions (M,) int64 for "planes" observations (M, ...) and masks (M, A)."""
        masks = np.ascontiguousarray(masks, np.int8)
        if self._memory is None or len(self._memory[1]) != len(masks):
            self._remember(len(masks))
        planes = observations["planes"]
        board = allocate((1,), MATCH)
        rows, columns = planes.shape[2:]
        board["solid"], board["layers"] = self.solid, planes.shape[1] // 4
        board["rows"], board["columns"] = rows, columns
        board["stride"], board["layer_stride"] = columns + 1, (columns + 1) * (rows + 1)
        actions = np.zeros(len(masks), np.int64)
        counts, status = observations["counts"], observations["status"]
        choose_all(board[0], planes, counts, status, masks, self.undo, *self._memory, actions)
        return actions


@compiled
def choose_all(board, planes, counts, status, masks, undo, tried, rounds, totals, actions):
    """Fill `actions` (M,); `tried`, `rounds`, `totals` are the lanes' memory."""
    for lane in range(len(masks)):
        left = np.int64(counts[lane].sum())
        if status[lane, ROUND] != rounds[lane]:
            rounds[lane] = status[lane, ROUND]
            totals[lane] = left
            tried[lane] = 0
        depth = max(totals[lane] - left, 0)
        actions[lane] = choose(
            board, planes[lane], counts[lane], status[lane], masks[lane], undo, tried[lane], depth
        )


@compiled
def choose(board, planes, counts, status, mask, undo, tried, depth):
    """The action of one lane; `tried` (depths, forms) is brought up to date."""
    forms = len(mask) - 3
    if not mask[forms + PASS]:
        return forms + WAIT
    if status[TIME] <= 0:
        return forms + PASS
    form = -1
    if not planes[3::4].any():
        form = most_constrained(board, planes, counts, mask, tried[depth])
    if form >= 0:
        tried[depth, form] = 1
        return form
    tried[depth] = 0
    if mask[forms + UNDO] and undo:
        return forms + UNDO
    return forms + PASS


@compiled
def most_constrained(board, planes, counts, mask, tried):
    """The untried legal form whose shape has the fewest places; of equal ones the largest piece."""
    open_cells, found = np.zeros(WORDS, np.uint64), np.zeros(WORDS, np.uint64)
    for layer in range(board.layers):
        for row in range(planes.shape[1]):
            for column in range(planes.shape[2]):
                if planes[4 * layer, row, column] and not planes[4 * layer + 1, row, column]:
                    cell = layer * board.layer_stride + row * board.stride + column
                    flip(open_cells, cell)
    words = word_count(board)
    best, chosen = np.int64(1) << 60, -1
    for shape in range(len(counts)):
        low, high = FIRST[board.solid, shape], FIRST[board.solid, shape + 1]
        candidate = -1
        for form in range(low, high):
            if candidate < 0 and mask[form] and not tried[form]:
                candidate = form
        if candidate < 0:
            continue
        places = 0
        for form in range(low, high):
            first_cells(board, open_cells, form, words, found)
            for place in range(words):
                places += bit_count(found[place])
        rating = 8 * (places + np.int64(counts[shape]) - 1) - SIZE[board.solid, candidate]
        if rating < best:
            best, chosen = rating, candidate
    return chosen

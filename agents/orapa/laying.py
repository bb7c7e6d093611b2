"""Laying a layout on the own grid, an edit at a time, and drawing one to hide in a duel."""

import numpy as np

from ...envs.orapa.hypothesis import GRID_CELLS, action_count
from ...envs.orapa.layouts import LOOKS, fits, is_valid
from ...envs.orapa.pieces import CELL_COUNTS, CELLS, CODES, FIRST
from ...envs.orapa.state import BOARD_CELLS, DIAMOND, PIECES, PLACES, POINTS

__all__ = ["Bench", "draw_layout"]

PIECE_COUNT = len(PIECES)


class Bench:
    """The actions by which the pieces of a game are laid, taken back and submitted.

    Parameters
    ----------
    pieces : int
        Bits of the pieces in the game.
    """

    def __init__(self, pieces):
        self.present = [piece for piece in range(PIECE_COUNT) if pieces >> piece & 1]
        self.skipped = 0 if pieces >> DIAMOND & 1 else int(FIRST[DIAMOND + 1] - FIRST[DIAMOND])
        self.submit = action_count(pieces) - 2
        self.wait = self.submit + 1
        self.first_back = self.submit - len(self.present)

    def place(self, placement):
        """The action that lays a placement."""
        skipped = self.skipped if placement >= FIRST[DIAMOND] else 0
        return PLACES + int(placement) - skipped

    def back(self, piece):
        """The action that takes a piece back."""
        return self.first_back + self.present.index(piece)

    def next_edit(self, layout, grid, mask):
        """The next action on the way to a layout and its submission.

        Parameters
        ----------
        layout : (7,) int
        grid : (80, 2) int
            Kind and gem of what lies on the own grid.
        mask : (A,) int
            Legal actions.

        Returns
        -------
        int
            -1: no edits are left in this turn.
        """
        wrong = [piece for piece in self.present if not is_laid(layout[piece], grid)]
        if not wrong:
            return self.submit if mask[self.submit] else -1
        for piece in wrong:
            if mask[self.place(layout[piece])]:
                return self.place(layout[piece])
        for piece in wrong:
            if mask[self.back(piece)]:
                return self.back(piece)
        return -1


def is_laid(placement, grid):
    """Whether a grid (80, 2) shows a placement."""
    for index in range(CELL_COUNTS[placement]):
        look = LOOKS[CODES[placement, index]]
        kind, gem = grid[GRID_CELLS[CELLS[placement, index]]]
        if kind != look & 7 or gem != look >> 3:
            return False
    return True


def draw_layout(pieces, random):
    """Draw a valid layout, each as likely as the others.

    Parameters
    ----------
    pieces : int
        Bits of the pieces in the game.
    random : numpy.random.Generator

    Returns
    -------
    (7,) int64
    """
    board, answers = np.empty(BOARD_CELLS, np.uint8), np.empty(POINTS, np.int64)
    present = [piece for piece in range(PIECE_COUNT) if pieces >> piece & 1]
    while True:
        layout = np.full(PIECE_COUNT, -1, np.int64)
        for piece in present:
            layout[piece] = random.integers(FIRST[piece], FIRST[piece + 1])
            if not all(fits(layout[piece], layout[other]) for other in present if other < piece):
                break
        else:
            if is_valid(layout, pieces, board, answers):
                return layout

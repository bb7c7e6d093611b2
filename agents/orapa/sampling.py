"""Layouts that agree with clues: all of them, or a random share, and what they answer.

Source: the Orapa rules, "A wave", "Actions on a turn".
"""

from typing import NamedTuple

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.orapa.clues import possible_placements, search_order, spread_share, suspects
from ...envs.orapa.layouts import LOOKS, build
from ...envs.orapa.search import search
from ...envs.orapa.state import BLACK, BOARD_CELLS, HEIGHT, PIECES, POINTS, STRIDE, WIDTH
from ...envs.orapa.waves import fire_all

__all__ = ["Wanted", "answer_all", "black_share", "draw_share", "read_clues", "with_exits"]

PIECE_COUNT = len(PIECES)

GOLDEN = 0x9E3779B97F4A7C15
"""An odd number that spreads small seeds over 64 bits."""


MOST_LAID = 10_000_000
"""Pieces laid in a search at the most: it gives up after two seconds or so."""

LEAST_OF_GROUP = 1 / 8
"""Share of a group in a draw at the least: enough to tell how many places black has left."""


class Wanted(NamedTuple):
    """What the layouts looked for must agree with, as `search.search` takes it."""

    order: np.ndarray
    is_open: np.ndarray
    entries: np.ndarray
    answers: np.ndarray
    needs: np.ndarray
    cells: np.ndarray
    told: np.ndarray


def read_clues(known, probes, pieces):
    """What clues ask of a layout.

    Parameters
    ----------
    known : (36,) int
        Answers by entry, -1 where unknown, those that follow included.
    probes : (80,) int
        What each cell's probe told, 0: not probed.
    pieces : int
        Bits of the pieces in the game.

    Returns
    -------
    Wanted
        Of a wave that was answered from both ends, one is left.
    """
    entries = np.array([entry for entry in range(POINTS) if known[entry] & 63 >= entry], int)
    entries = entries[known[entries] >= 0]
    answers = known[entries].astype(np.int64)
    needs = np.array([suspects(int(answer), pieces) for answer in answers], int)
    is_open = possible_placements(probes, pieces)
    order = search_order(pieces, is_open, needs)
    cells = np.flatnonzero(probes)
    return Wanted(order, is_open, entries, answers, needs, cells, np.asarray(probes)[cells])


def draw_share(wanted, share, seed, most):
    """Search for a share of the layouts.

    Parameters
    ----------
    wanted : Wanted
    share : float
        Probability of each layout to be found; 1: all are. With black in the game, of a group
        either none is found, or each with probability `black_share`.
    seed : int
        Of the draw.
    most : int
        Layouts to be found at the most.

    Returns
    -------
    (n, 7) int16 or None
        None if there are more, or it takes too long. Layouts of a group follow one another. Some
        may hold a piece that no wave hits.
    """
    found = np.empty((most, PIECE_COUNT), np.int16)
    depths = len(wanted.order)
    if wanted.order[-1] == BLACK:
        of_group = black_share(share)
        shares = spread_share(share / of_group, depths, depths - 1, 1.6)
        shares[-1] = of_group
    else:
        shares = spread_share(share, depths, depths, 1.6)
    seed = np.uint64(seed * GOLDEN % 2**64)
    count = search(*wanted, shares, seed, MOST_LAID, found)
    return None if count > most else found[:count].copy()


def black_share(share):
    """Share of a group that a draw takes where it takes any, by the share of all layouts."""
    return min(1.0, max(LEAST_OF_GROUP, share**0.3))


def with_exits(known):
    """Answers (36,) with those that follow: fired from its exit, a wave comes back."""
    known = known.copy()
    for entry in np.flatnonzero(known >= 0):
        answer = known[entry]
        if answer & 63 < POINTS:
            known[answer & 63] = entry | answer >> 6 << 6
    return known


@compiled
def answer_all(layouts, pieces, answers, looks, is_valid):
    """Work out what layouts look like and answer.

    Parameters
    ----------
    layouts : (N, 7) int16
    pieces : int
        Bits of the pieces in the game.
    answers : (N, 36) int16
        Filled with the answers to all waves.
    looks : (N, 80) uint8
        Filled with what each cell shows, as `layouts.LOOKS`.
    is_valid : (N,) bool
        Filled: whether every piece is hit by some wave.
    """
    board, told = np.empty(BOARD_CELLS, np.uint8), np.empty(POINTS, np.int64)
    for index in range(len(layouts)):
        build(board, layouts[index])
        is_valid[index] = fire_all(board, told) == pieces
        for entry in range(POINTS):
            answers[index, entry] = told[entry]
        for y in range(HEIGHT):
            for x in range(WIDTH):
                looks[index, y * WIDTH + x] = LOOKS[board[(y + 1) * STRIDE + x + 1]]

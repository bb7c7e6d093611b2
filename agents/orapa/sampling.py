"""Layouts that agree with clues: all of them, or a random share, and what they answer.

Source: the Orapa rules, "A wave", "Actions on a turn".
"""

import itertools
from typing import NamedTuple

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.orapa.layouts import LOOKS, build
from ...envs.orapa.state import BLACK, BOARD_CELLS, HEIGHT, PIECES, POINTS, STRIDE, WIDTH
from ...envs.orapa.waves import fire_all
from .clues import possible_placements, suspects
from .search import search

__all__ = ["Wanted", "answer_all", "draw_share", "read_clues"]

PIECE_COUNT = len(PIECES)

GOLDEN = 0x9E3779B97F4A7C15
"""An odd number that spreads small seeds over 64 bits."""


class Wanted(NamedTuple):
    """What the layouts looked for must agree with, as `search.search` takes it."""

    order: np.ndarray
    is_open: np.ndarray
    entries: np.ndarray
    answers: np.ndarray
    needs: np.ndarray


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
    sizes = np.unpackbits(is_open.view(np.uint8), axis=1).sum(1)
    order = search_order(sizes.tolist(), needs.tolist())
    return Wanted(order, is_open, entries, answers, needs)


def draw_share(wanted, share, seed, most):
    """Search for a share of the layouts.

    Parameters
    ----------
    wanted : Wanted
    share : float
        Probability of each layout to be found; 1: all are. With black in the game it is that
        of each group: all of its layouts are found, or none.
    seed : int
        Of the draw.
    most : int
        Layouts to be found at the most.

    Returns
    -------
    (n, 7) int16 or None
        None if there are more. Layouts of a group follow one another. Some may hold a piece that
        no wave hits.
    """
    found = np.empty((most, PIECE_COUNT), np.int16)
    shares = spread_share(share, wanted.order)
    seed = np.uint64(seed * GOLDEN % 2**64)
    count = search(*wanted, shares, seed, found)
    return None if count > most else found[:count].copy()


def spread_share(share, order):
    """What share to try at each depth (D,) so that of the groups `share` is found.

    Parameters
    ----------
    share : float
    order : (D,) int
        Of the pieces, black last if it is in the game.
    """
    depths = len(order) - (order[-1] == BLACK)
    shares = np.ones(len(order))
    shares[1] = share**0.1
    shares[2:depths] = (share / shares[1]) ** (1 / (depths - 2))
    return shares


def search_order(sizes, needs):
    """The order of laying pieces in which a search is likely to be short.

    Parameters
    ----------
    sizes : (7,) int
        Placements that each piece still has; 0: it is not in the game.
    needs : sequence of int
        Bits of the pieces that each wave may have met.

    Returns
    -------
    (D,) int64
        Black comes last: it changes no wave that leaves the grid.
    """
    present = [piece for piece in range(PIECE_COUNT) if sizes[piece]]
    last = [BLACK] if BLACK in present else []
    best, chosen = np.inf, present
    for order in itertools.permutations([piece for piece in present if piece != BLACK]):
        effort = search_effort((*order, *last), sizes, needs, best)
        if effort < best:
            best, chosen = effort, [*order, *last]
    return np.array(chosen)


def search_effort(order, sizes, needs, most):
    """Pieces laid in a search, by a rough guess: what a wave rules out; given up at `most`."""
    laid, boards, total = 0, 1.0, 0.0
    for piece in order:
        laid |= 1 << piece
        boards *= sizes[piece]
        total += boards
        if total >= most:
            break
        for need in needs:
            missing = need & ~laid
            if need >> piece & 1 and not missing & (missing - 1):
                boards /= 4.0 if missing else 6.0
    return total


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

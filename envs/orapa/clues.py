"""What clues leave open: placements as bits, suspected pieces, an order to lay in.

Source: the Orapa rules, "A wave", "Actions on a turn".
"""

import itertools

import numpy as np

from ..core.bits import bit_count
from ..core.compiled import compiled
from .pieces import CELL_COUNTS, CELLS, FIRST, FOOTPRINTS, PLACEMENTS
from .state import (
    ABSORBED,
    BLACK,
    BOARD_CELLS,
    COLOUR_BITS,
    DIAMOND,
    GEM_OF_PIECE,
    HEIGHT,
    PIECES,
    PROBED_OF_GEM,
    STRIDE,
    WIDTH,
)

__all__ = [
    "COMPANIONS",
    "COVERING",
    "PROBED",
    "WORDS",
    "possible_placements",
    "search_order",
    "spread_share",
    "suspects",
]

PIECE_COUNT = len(PIECES)
PROBED = np.array(PROBED_OF_GEM)
TOLD = PROBED[list(GEM_OF_PIECE)]
"""What a probe tells of each piece, an index into `state.PROBED`."""
COLOURS = np.array(COLOUR_BITS)
WORDS = 4
"""64-bit words that hold one bit a placement of one piece, lowest first."""


def pack(flags):
    """Truth values (..., n) as bits of words (..., WORDS) uint64."""
    words = np.zeros((*flags.shape[:-1], WORDS), np.uint64)
    for index in range(flags.shape[-1]):
        words[..., index // 64] |= flags[..., index].astype(np.uint64) << np.uint64(index % 64)
    return words


def by_piece(table):
    """Truth values (..., all placements) as words (..., 7, WORDS), piece by piece."""
    parts = [pack(table[..., FIRST[piece] : FIRST[piece + 1]]) for piece in range(PIECE_COUNT)]
    return np.stack(parts, axis=-2)


def companions():
    """(N, 7, WORDS): the placements of each piece that fit a placement, as `layouts.fits`."""
    collide = np.zeros((len(PLACEMENTS), len(PLACEMENTS)), bool)
    for bits in FOOTPRINTS.T:
        collide |= (bits[:, None] & bits) != 0
    return by_piece(~collide)


COVERS = np.zeros((BOARD_CELLS, len(PLACEMENTS)), bool)
"""Whether a placement covers a cell of a stored board."""
for _number in range(len(PLACEMENTS)):
    COVERS[CELLS[_number, : CELL_COUNTS[_number]], _number] = True
COVERING = by_piece(COVERS)
"""(120, 7, WORDS): the same as bits, piece by piece."""
COMPANIONS = companions()
ALL_PLACEMENTS = by_piece(np.ones(len(PLACEMENTS), bool))
"""(7, WORDS): every placement of every piece."""

ORDERS = np.array(list(itertools.permutations(range(BLACK))))
"""(720, 6): the orders in which all pieces but black can be laid."""


@compiled
def suspects(answer, pieces):
    """The pieces, as bits, that a wave with an answer may have met."""
    end, mix = answer & 63, answer >> 6
    if end == ABSORBED:
        return pieces
    found = 0
    for piece in range(BLACK):
        if COLOURS[piece] & mix == COLOURS[piece]:
            found |= 1 << piece
    return found & pieces


@compiled
def possible_placements(probes, pieces):
    """The placements that probes leave open, each by itself.

    Parameters
    ----------
    probes : (80,) int
        What each cell's probe told, an index into `state.PROBED`, 0: not probed.
    pieces : int
        Bits of the pieces in the game.

    Returns
    -------
    (7, WORDS) uint64
        Where one of two pieces lies in a cell, each keeps its placements elsewhere.
    """
    open_ = np.zeros((PIECE_COUNT, WORDS), np.uint64)
    for piece in range(PIECE_COUNT):
        if pieces >> piece & 1:
            open_[piece] = ALL_PLACEMENTS[piece]
    for cell in range(WIDTH * HEIGHT):
        told = probes[cell]
        if told == 0:
            continue
        named = 0
        for piece in range(PIECE_COUNT):
            if TOLD[piece] == told:
                named |= pieces & 1 << piece
        covering = COVERING[(cell // WIDTH + 1) * STRIDE + cell % WIDTH + 1]
        for piece in range(PIECE_COUNT):
            for word in range(WORDS):
                if not named >> piece & 1:
                    open_[piece, word] &= ~covering[piece, word]
                elif named == 1 << piece:
                    open_[piece, word] &= covering[piece, word]
    return open_


@compiled
def count_bits(words):
    """Bits set in words (n,) uint64."""
    count = 0
    for word in words:
        count += bit_count(word)
    return count


@compiled
def search_order(pieces, open_, needs):
    """The order of laying pieces in which a search is likely to be short.

    Parameters
    ----------
    pieces : int
        Bits of the pieces in the game.
    open_ : (7, WORDS) uint64
        Placements that each piece still has.
    needs : (W,) int
        Bits of the pieces that each wave may have met.

    Returns
    -------
    (D,) int64
        Black comes last: it changes no wave that leaves the grid.
    """
    sizes = np.zeros(PIECE_COUNT, np.int64)
    depths = 0
    for piece in range(PIECE_COUNT):
        sizes[piece] = count_bits(open_[piece])
        depths += pieces >> piece & 1
    order, chosen = np.empty(depths, np.int64), np.empty(depths, np.int64)
    order[depths - 1] = BLACK  # stays there if it is in the game
    best = np.inf
    has_diamond = pieces >> DIAMOND & 1
    for row in range(len(ORDERS)):
        if not has_diamond and ORDERS[row, -1] != DIAMOND:
            continue  # one of all orders that differ by a piece that is not there
        for depth in range(DIAMOND + has_diamond):
            order[depth] = ORDERS[row, depth]
        effort = search_effort(order, sizes, needs, best)
        if effort < best:
            best = effort
            chosen[:] = order
    return chosen


@compiled
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
def spread_share(share, depths, thinned, growth):
    """What share to try at each depth (D,), so that of all layouts `share` is found.

    Only the first `thinned` depths, 2 or more, leave any out, each `growth` times as much as the
    one before: above 1, layouts that share most of their pieces are seldom found together, but
    a search for a small share takes longer.
    """
    shares = np.ones(depths)
    powers = growth ** np.arange(thinned - 1)
    shares[1:thinned] = share ** (powers / powers.sum())
    return shares

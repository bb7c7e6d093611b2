"""What clues say at once: of answers to waves, and of single placements. Plain NumPy.

Source: the Orapa rules, "A wave", "Actions on a turn".
"""

import numpy as np

from ...envs.orapa.pieces import CELL_COUNTS, CELLS, FIRST, FOOTPRINTS, PLACEMENTS
from ...envs.orapa.state import (
    ABSORBED,
    BLACK,
    BOARD_CELLS,
    COLOUR_BITS,
    GEM_OF_PIECE,
    PIECES,
    POINTS,
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
    "suspects",
    "with_exits",
]

PIECE_COUNT = len(PIECES)
PROBED = np.array(PROBED_OF_GEM)
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


PIECE_OF = np.array([placement.piece for placement in PLACEMENTS])
COVERS = np.zeros((BOARD_CELLS, len(PLACEMENTS)), bool)
"""Whether a placement covers a cell of a stored board."""
for _number in range(len(PLACEMENTS)):
    COVERS[CELLS[_number, : CELL_COUNTS[_number]], _number] = True
COVERING = by_piece(COVERS)
"""(120, 7, WORDS): the same as bits, piece by piece."""
COMPANIONS = companions()


def suspects(answer, pieces):
    """The pieces, as bits, that a wave with an answer may have met."""
    end, mix = answer & 63, answer >> 6
    if end == ABSORBED:
        return pieces
    found = 0
    for piece, colour in enumerate(COLOUR_BITS):
        if piece != BLACK and colour & mix == colour:
            found |= 1 << piece
    return found & pieces


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
    probes = np.asarray(probes)
    is_open = np.array([bool(pieces >> placement.piece & 1) for placement in PLACEMENTS])
    for cell in np.flatnonzero(probes):
        told = probes[cell]
        covers = COVERS[(cell // WIDTH + 1) * STRIDE + cell % WIDTH + 1]
        named = [piece for piece in range(PIECE_COUNT) if told == PROBED[GEM_OF_PIECE[piece]]]
        named = [piece for piece in named if pieces >> piece & 1]
        is_open &= ~covers | np.isin(PIECE_OF, named)
        if len(named) == 1:
            is_open &= covers | (named[0] != PIECE_OF)
    return by_piece(is_open)


def with_exits(known):
    """Answers (36,) with those that follow: fired from its exit, a wave comes back."""
    known = known.copy()
    for entry in np.flatnonzero(known >= 0):
        answer = known[entry]
        if answer & 63 < POINTS:
            known[answer & 63] = entry | answer >> 6 << 6
    return known

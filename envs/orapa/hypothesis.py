"""The hypothesis grid: laying and taking back pieces, and the clues that it contradicts. Compiled.

Source: the Orapa rules, "Help mode".
"""

import numpy as np

from ..core.compiled import compiled
from .layouts import LOOKS, fits
from .pieces import CELL_COUNTS, CELLS, CODES, FIRST, FOOTPRINTS
from .state import (
    BASE_PIECES,
    BOARD_CELLS,
    DIAMOND,
    EMPTY,
    HEIGHT,
    LAYOUT,
    PIECES,
    PLACES,
    POINTS,
    PROBED_OF_GEM,
    STRIDE,
    WIDTH,
)
from .waves import EMPTY_BOARD, fire

PIECE_COUNT = len(PIECES)
AREA = WIDTH * HEIGHT
CELL_BITS = (FOOTPRINTS[:, 0].copy(), FOOTPRINTS[:, 1] & np.uint64(2 ** (AREA - 64) - 1))
"""The cells that each placement covers: two words of bits, without its sides."""
LOW, HIGH = CELL_BITS

GRID_CELLS = np.full(BOARD_CELLS, -1)
"""Cell `y * 10 + x` of the grid by its number in a stored board; -1 on the border."""
for _y in range(HEIGHT):
    for _x in range(WIDTH):
        GRID_CELLS[(_y + 1) * STRIDE + _x + 1] = _y * WIDTH + _x

PROBED = np.array(PROBED_OF_GEM)
MOST_PROBED = int(PROBED[-1])
"""What a gem tells is its number plus 1, but no more than this."""
SKIPPED = int(FIRST[DIAMOND + 1] - FIRST[DIAMOND])


# Placements as actions


@compiled
def placement_of(pieces, place):
    """The placement behind the `place`-th placement action of a game with these pieces."""
    if place >= FIRST[DIAMOND] and not pieces >> DIAMOND & 1:
        return place + SKIPPED
    return place


@compiled
def piece_of(placement):
    """The piece of a placement."""
    piece = 0
    while placement >= FIRST[piece + 1]:
        piece += 1
    return piece


@compiled
def place_count(pieces):
    """Placement actions of a game with these pieces."""
    count = 0
    for piece in range(PIECE_COUNT):
        if pieces >> piece & 1:
            count += FIRST[piece + 1] - FIRST[piece]
    return count


# Laying


@compiled
def clear_grid(board, grid):
    """Empty a stored board (120,) and its grid (80, 2)."""
    for cell in range(BOARD_CELLS):
        board[cell] = EMPTY_BOARD[cell]
    for cell in range(AREA):
        grid[cell, 0] = EMPTY
        grid[cell, 1] = 0


@compiled
def draw_on(board, grid, placement):
    """Lay a placement on a stored board and its grid."""
    for index in range(CELL_COUNTS[placement]):
        cell, code = CELLS[placement, index], CODES[placement, index]
        board[cell] = code
        grid[GRID_CELLS[cell], 0] = code & 7
        grid[GRID_CELLS[cell], 1] = LOOKS[code] >> 3


@compiled
def take_back(seat, piece):
    """Take a laid piece off the hypothesis."""
    placement = seat.hypothesis[piece]
    for index in range(CELL_COUNTS[placement]):
        cell = CELLS[placement, index]
        seat.hypothesis_board[cell] = EMPTY
        seat.hypothesis_grid[GRID_CELLS[cell], 0] = EMPTY
        seat.hypothesis_grid[GRID_CELLS[cell], 1] = 0
    seat.hypothesis[piece] = -1


@compiled
def put(seat, piece, placement):
    """Lay a piece on the hypothesis; one that lies there already moves."""
    if seat.hypothesis[piece] >= 0:
        take_back(seat, piece)
    seat.hypothesis[piece] = placement
    draw_on(seat.hypothesis_board, seat.hypothesis_grid, placement)


@compiled
def clear(seat):
    """Take all pieces off the hypothesis, of which then nothing is contradicted."""
    for piece in range(PIECE_COUNT):
        seat.hypothesis[piece] = -1
    clear_grid(seat.hypothesis_board, seat.hypothesis_grid)
    seat.contradictions = 0
    for entry in range(POINTS):
        seat.contradicted_waves[entry] = 0
    for cell in range(AREA):
        seat.contradicted_probes[cell] = 0


@compiled
def is_complete(pieces, seat):
    """Whether every piece of the game is laid."""
    for piece in range(PIECE_COUNT):
        if pieces >> piece & 1 and seat.hypothesis[piece] < 0:
            return False
    return True


@compiled
def is_free(match, seat, piece, placement):
    """Whether a placement overlaps no other laid piece; in the layout phase, fits them all."""
    for other in range(PIECE_COUNT):
        laid = np.int64(seat.hypothesis[other])
        if laid >= 0 and other != piece:
            if match.phase == LAYOUT:
                if not fits(placement, laid):
                    return False
            elif (LOW[placement] & LOW[laid]) | (HIGH[placement] & HIGH[laid]):
                return False
    return True


@compiled
def mark_placements(match, seat, mask):
    """Set 1 in the mask at the placements that can be laid, and at the pieces to take back."""
    back = PLACES + place_count(match.pieces)
    place = PLACES
    for piece in range(PIECE_COUNT):
        if not match.pieces >> piece & 1:
            continue
        mask[back] = seat.hypothesis[piece] >= 0
        back += 1
        first, last = FIRST[piece], FIRST[piece + 1]
        if match.phase == LAYOUT:
            for placement in range(first, last):
                mask[place + placement - first] = is_free(match, seat, piece, placement)
        else:
            mark_free(seat, piece, mask[place : place + last - first])
        if seat.hypothesis[piece] >= 0:
            mask[place + seat.hypothesis[piece] - first] = 0
        place += last - first


@compiled
def mark_free(seat, piece, mask):
    """Mark the placements of a piece that overlap no other laid piece."""
    low, high = np.uint64(0), np.uint64(0)
    for other in range(PIECE_COUNT):
        laid = np.int64(seat.hypothesis[other])
        if laid >= 0 and other != piece:
            low |= LOW[laid]
            high |= HIGH[laid]
    lows, highs = LOW[FIRST[piece] : FIRST[piece + 1]], HIGH[FIRST[piece] : FIRST[piece + 1]]
    for index in range(len(mask)):  # over slices, so that it is vectorised
        mask[index] = ((lows[index] & low) | (highs[index] & high)) == 0


# Help mode


@compiled
def probed(board, cell):
    """What a probe of cell `y * 10 + x` of a stored board tells, an index into `PROBED`."""
    code = board[(cell // WIDTH + 1) * STRIDE + cell % WIDTH + 1]
    return PROBED[LOOKS[code] >> 3]


@compiled
def check_wave(seat, entry):
    """Find out whether the hypothesis contradicts the wave fired from an entry."""
    is_wrong = fire(seat.hypothesis_board, entry) != seat.answers[entry]
    seat.contradictions += np.int64(is_wrong) - seat.contradicted_waves[entry]
    seat.contradicted_waves[entry] = is_wrong


@compiled
def check_probe(seat, cell):
    """Find out whether the hypothesis contradicts the probe of a cell."""
    is_wrong = PROBED[seat.hypothesis_grid[cell, 1]] != seat.probes[cell]
    seat.contradictions += np.int64(is_wrong) - seat.contradicted_probes[cell]
    seat.contradicted_probes[cell] = is_wrong


@compiled
def check_all(seat):
    """Replay all own waves and probes against the hypothesis."""
    count = 0
    for place in range(seat.fired_count):
        entry = np.int64(seat.fired[place])
        is_wrong = fire(seat.hypothesis_board, entry) != seat.answers[entry]
        seat.contradicted_waves[entry] = is_wrong
        count += is_wrong
    for cell in range(AREA):  # without a look-up, so that it is vectorised
        told, expected = seat.probes[cell], min(seat.hypothesis_grid[cell, 1] + 1, MOST_PROBED)
        is_wrong = (told != 0) & (told != expected)
        seat.contradicted_probes[cell] = is_wrong
        count += is_wrong
    seat.contradictions = count


BASE_SET = (1 << BASE_PIECES) - 1
"""The base pieces as bits."""


def action_count(pieces):
    """A: waves, probes, placements, a take-back a piece, submit, wait."""
    return PLACES + int(place_count(pieces)) + bin(pieces).count("1") + 2

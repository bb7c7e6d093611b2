"""Candidates: which placements nothing that a seat has been told rules out. Compiled.

A piece is tried where it might lie, together with the others that lie on the hypothesis. A clue
judges it once all pieces that may have had a part in it lie there: of a wave those whose colours
came out, of a probe those that show what it told. So waves of one colour sift a piece by itself,
and what is laid well makes the rest certain. The two whites, which no clue tells apart, are tried
together.
"""

import numpy as np

from ..core.compiled import compiled
from .hypothesis import GRID_CELLS, PIECE_COUNT, PROBED, probed
from .layouts import fits, is_symmetric, lay, lift
from .pieces import CELL_COUNTS, CELLS, FIRST, FOOTPRINT_WORDS, FOOTPRINTS, PLACEMENTS
from .state import (
    ABSORBED,
    COLOUR_BITS,
    DIAMOND,
    GEM_OF_PIECE,
    POINTS,
    WHITE1,
    WHITE2,
)
from .waves import fire

PLACEMENT_COUNT = len(PLACEMENTS)
COLOURS = np.array(COLOUR_BITS)
GEMS = np.array(GEM_OF_PIECE)


@compiled
def encode_candidates(pieces, seats, marks):
    """Fill `marks` (N, 1144) uint8 for the pieces (N,) in the game and the seats (N,)."""
    board = np.empty(seats[0].hypothesis_board.shape, np.uint8)
    waves, shared = np.empty(POINTS, np.int64), np.empty(FOOTPRINT_WORDS, np.uint64)
    for lane in range(len(seats)):
        for piece in range(PIECE_COUNT):
            first, last = FIRST[piece], FIRST[piece + 1]
            if pieces[lane] >> piece & 1:
                fill_piece(pieces[lane], seats[lane], piece, marks[lane], board, waves, shared)
            else:
                for placement in range(first, last):
                    marks[lane, placement] = 0
        if seats[lane].hypothesis[WHITE1] < 0 and seats[lane].hypothesis[WHITE2] < 0:
            sift_whites(pieces[lane], seats[lane], marks[lane], board, waves)


@compiled
def fill_piece(pieces, seat, piece, marks, board, waves, shared):
    """Fill the marks of one piece's placements.

    Parameters
    ----------
    pieces : int
        Bit p set: piece p is in the game.
    seat : record
    piece : int
    marks : (1144,) uint8
    board : (120,) uint8, waves : (36,) int64, shared : (5,) uint64
        Overwritten.
    """
    for cell in range(len(board)):
        board[cell] = seat.hypothesis_board[cell]
    if seat.hypothesis[piece] >= 0:
        lift(board, np.int64(seat.hypothesis[piece]))
    laid = 1 << piece
    for word in range(FOOTPRINT_WORDS):
        shared[word] = 0
    for other in range(PIECE_COUNT):
        if other != piece and seat.hypothesis[other] >= 0:
            laid |= 1 << other
            for word in range(FOOTPRINT_WORDS):
                shared[word] |= FOOTPRINTS[seat.hypothesis[other], word]
    count = find_judges(pieces, laid, seat, waves)
    told = PROBED[GEMS[piece]]
    missing = -1
    if is_all_laid(pieces, laid, told):
        missing = count_missing(seat, board, told)
    for placement in range(FIRST[piece], FIRST[piece + 1]):
        marks[placement] = (
            has_room(placement, shared)
            and not is_mirrored(seat, laid, piece, placement)
            and agrees_with_probes(seat, placement, told, missing)
            and agrees_with_waves(seat, board, placement, waves, count)
        )


@compiled
def sift_whites(pieces, seat, marks, board, waves):
    """Of the marked placements of both whites, leave those that agree with one of the other's."""
    for cell in range(len(board)):
        board[cell] = seat.hypothesis_board[cell]
    laid = (1 << WHITE1) | (1 << WHITE2)
    for piece in range(PIECE_COUNT):
        laid |= np.int64(seat.hypothesis[piece] >= 0) << piece
    count, judges = find_judges(pieces, laid, seat, waves), 0
    for place in range(count):
        answer = seat.answers[waves[place]]
        if answer >> 6 & COLOURS[WHITE1] or answer & 63 == ABSORBED:
            waves[judges] = waves[place]
            judges += 1
    told = PROBED[GEMS[WHITE1]]
    if judges == 0 and count_missing(seat, board, told) == 0:
        return
    has_partner = np.zeros(FIRST[WHITE2 + 1], np.uint8)
    for one in range(FIRST[WHITE1], FIRST[WHITE1 + 1]):
        if not marks[one]:
            continue
        lay(board, one)
        missing = count_missing(seat, board, told)
        for other in range(FIRST[WHITE2], FIRST[WHITE2 + 1]):
            if not marks[other] or (has_partner[one] and has_partner[other]):
                continue
            if (
                fits(one, other)
                and not is_symmetric(one, other)
                and agrees_with_probes(seat, other, told, missing)
                and agrees_with_waves(seat, board, other, waves, judges)
            ):
                has_partner[one], has_partner[other] = 1, 1
        lift(board, one)
    for placement in range(FIRST[WHITE1], FIRST[WHITE2 + 1]):
        marks[placement] &= has_partner[placement]


@compiled
def find_judges(pieces, laid, seat, waves):
    """List the entries of own waves in which only laid pieces can have had a part: their count."""
    count = 0
    for place in range(seat.fired_count):
        entry = np.int64(seat.fired[place])
        end, mix = seat.answers[entry] & 63, seat.answers[entry] >> 6
        is_judge = True
        for piece in range(PIECE_COUNT):
            has_part = end == ABSORBED or piece == DIAMOND or (COLOURS[piece] & mix) != 0
            if pieces >> piece & 1 and has_part and not laid >> piece & 1:
                is_judge = False
        if is_judge:
            waves[count] = entry
            count += 1
    return count


@compiled
def is_all_laid(pieces, laid, told):
    """Whether all pieces that make a probe tell `told` are laid."""
    for piece in range(PIECE_COUNT):
        if pieces >> piece & 1 and PROBED[GEMS[piece]] == told and not laid >> piece & 1:
            return False
    return True


@compiled
def count_missing(seat, board, told):
    """Cells of which a probe told `told` and a board (120,) tells something else."""
    missing = 0
    for cell in range(len(seat.probes)):
        if seat.probes[cell] == told:
            missing += probed(board, cell) != told
    return missing


@compiled
def has_room(placement, shared):
    """Whether a placement neither overlaps the pieces of a footprint (5,) nor touches an edge."""
    for word in range(FOOTPRINT_WORDS):
        if FOOTPRINTS[placement, word] & shared[word]:
            return False
    return True


@compiled
def is_mirrored(seat, laid, piece, placement):
    """Whether a placement of one white makes the two, both laid, their own mirror image."""
    if piece == WHITE1 and laid >> WHITE2 & 1:
        return is_symmetric(placement, np.int64(seat.hypothesis[WHITE2]))
    if piece == WHITE2 and laid >> WHITE1 & 1:
        return is_symmetric(np.int64(seat.hypothesis[WHITE1]), placement)
    return False


@compiled
def agrees_with_probes(seat, placement, told, missing):
    """Whether a placement's probed cells told `told` and are the `missing` ones; -1: any number."""
    inside = 0
    for index in range(CELL_COUNTS[placement]):
        known = seat.probes[GRID_CELLS[CELLS[placement, index]]]
        if known != 0 and known != told:
            return False
        inside += known != 0
    return missing < 0 or inside == missing


@compiled
def agrees_with_waves(seat, board, placement, waves, count):
    """Whether a board (120,) with a placement answers the first `count` of `waves` as told.

    A wave that it answers otherwise moves to the front: it is likely to rule out the next one.
    """
    lay(board, placement)
    is_right = True
    for place in range(count):
        entry = waves[place]
        if fire(board, entry) != seat.answers[entry]:
            waves[place], waves[0] = waves[0], entry
            is_right = False
            break
    lift(board, placement)
    return is_right

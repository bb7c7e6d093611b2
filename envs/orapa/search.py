"""Every layout that agrees with what has been told, or a random share of them. Compiled.

A depth-first search lays one piece after the other. What the clues say is used as early as
possible: once all pieces that a wave may have met are laid, the wave is fired and, if its answer
is right, its way stays empty of the others; while one of them is missing and the answer is not
right without it, that piece must lie on the wave's way, from both ends.

Source: the Orapa rules, "A wave", "Actions on a turn".
"""

import numpy as np

from ..core.compiled import compiled
from .clues import COMPANIONS, COVERING, WORDS
from .hypothesis import probed
from .layouts import is_symmetric, lay, lift
from .pieces import FIRST
from .state import BLACK, EDGE, EMPTY, PIECES, POINTS, WHITE1, WHITE2
from .waves import EMPTY_BOARD, HEADING, START, STEPS, TURNS, answer_of, run

__all__ = ["search"]

PIECE_COUNT = len(PIECES)
ONE = np.uint64(1)
MODULUS = np.uint64(67)
BIT_OF = np.zeros(67, np.int64)
"""Number of a word's only bit, by the word modulo 67: 64 powers of 2, no two alike."""
for _bit in range(64):
    BIT_OF[(1 << _bit) % 67] = _bit


@compiled
def must_meet(board, cell, direction, piece, need, met):
    """Gather in `met` the placements of a missing piece that a wave meets on its way.

    Parameters
    ----------
    board : (120,) uint8
    cell, direction : int
        Where the wave sets out.
    piece : int
        The piece looked for.
    need : int
        Bits of the pieces that the wave may meet; it has to meet `piece` before any other.
    met : (WORDS,) uint64
    """
    step = STEPS[direction]
    while True:
        cell += step
        code = np.int64(board[cell])
        if code == EDGE:
            return
        if code == EMPTY:
            for word in range(WORDS):
                met[word] |= COVERING[cell, piece, word]
        else:
            hit = (code >> 3) - 1
            if hit == BLACK or not need >> hit & 1:
                return
            direction = TURNS[code & 7, direction]
            step = STEPS[direction]


@compiled
def keep_clear(board, cell, direction, laid, open_):
    """Strike all placements of pieces not `laid` that lie on the way of a wave."""
    step = STEPS[direction]
    while True:
        cell += step
        code = np.int64(board[cell])
        if code == EDGE:
            return
        if code == EMPTY:
            for piece in range(PIECE_COUNT):
                if not laid >> piece & 1:
                    for word in range(WORDS):
                        open_[piece, word] &= ~COVERING[cell, piece, word]
        else:
            if (code >> 3) - 1 == BLACK:
                return
            direction = TURNS[code & 7, direction]
            step = STEPS[direction]


@compiled
def agree(board, laid, last, entries, answers, needs, open_, met):
    """Hold a board in the making against the waves whose pieces are laid, but for one at most.

    Parameters
    ----------
    board : (120,) uint8
    laid, last : int
        Bits of the pieces on the board, and of the one laid last.
    entries, answers, needs : (W,) int
        Waves fired, their answers, bits of the pieces that they may have met.
    open_ : (7, WORDS) uint64
        Placements still possible; what the waves rule out is struck.
    met : (WORDS,) uint64
        Scratch.

    Returns
    -------
    bool
        False if a wave is contradicted.
    """
    for wave in range(len(entries)):
        missing = needs[wave] & ~laid
        if missing & (missing - 1) or (laid and not needs[wave] & last):
            continue
        entry = entries[wave]
        end, hits = run(board, START[entry], HEADING[entry])
        is_right = answer_of(end, hits) == answers[wave]
        if missing == 0:
            if not is_right:
                return False
            keep_clear(board, START[entry], HEADING[entry], laid, open_)
        elif not is_right:
            piece = 0
            while not missing >> piece & 1:
                piece += 1
            exit_ = answers[wave] & 63
            for side in range(2):
                at = entry if side == 0 else exit_
                if at >= POINTS:
                    break
                met[:] = 0
                must_meet(board, START[at], HEADING[at], piece, needs[wave], met)
                left = np.uint64(0)
                for word in range(WORDS):
                    open_[piece, word] &= met[word]
                    left |= open_[piece, word]
                if left == 0:
                    return False
    return True


@compiled
def shows(board, cells, told):
    """Whether probes of some cells (C,) would tell what they told (C,)."""
    for index in range(len(cells)):
        if probed(board, cells[index]) != told[index]:
            return False
    return True


@compiled
def coin(state):
    """Next state of a 64-bit xorshift generator."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@compiled
def search(order, first_open, entries, answers, needs, cells, told, shares, seed, most_laid, found):
    """Find the layouts that agree with all waves and probes.

    Parameters
    ----------
    order : (D,) int
        The pieces of the game in the order in which they are laid.
    first_open : (7, WORDS) uint64
        Placements possible before anything is laid.
    entries, answers, needs : (W,) int
        As of `agree`.
    cells, told : (C,) int
        Cells probed, `y * 10 + x`, and what they told; `first_open` leaves out what it can.
    shares : (D,) float
        Share of the placements tried at each depth, drawn at random; 1.0: all.
    seed : uint64
        Of the draw, not 0.
    most_laid : int
        Pieces laid at the most; then the search gives up.
    found : (K, 7) int16
        Filled with layouts, -1 for pieces that are not in the game.

    Returns
    -------
    int
        Layouts found; K + 1 if there are more than K, or if it gave up. Some may hold a piece that
        no wave hits.
    """
    depths = len(order)
    board = EMPTY_BOARD.copy()
    layout = np.full(PIECE_COUNT, -1, np.int16)
    open_ = np.zeros((depths + 1, PIECE_COUNT, WORDS), np.uint64)
    rest = np.zeros((depths, WORDS), np.uint64)
    met = np.zeros(WORDS, np.uint64)
    open_[0] = first_open
    limits = np.empty(depths, np.uint64)
    for depth in range(depths):
        limits[depth] = np.uint64(shares[depth] * 4294967295.0)
    state = np.uint64(seed)
    laid, depth, count, tried = 0, 0, 0, 0
    if not agree(board, 0, 0, entries, answers, needs, open_[0], met):
        return 0
    rest[0] = open_[0, order[0]]
    while depth >= 0:
        piece = order[depth]
        if layout[piece] >= 0:
            lift(board, layout[piece])
            layout[piece] = -1
            laid &= ~(1 << piece)
        word = 0
        while word < WORDS and rest[depth, word] == 0:
            word += 1
        if word == WORDS:
            depth -= 1
            continue
        bits = rest[depth, word]
        low = bits & (~bits + ONE)
        rest[depth, word] = bits ^ low
        if shares[depth] < 1.0:
            state = coin(state)
            if state >> np.uint64(32) > limits[depth]:
                continue
        if tried == most_laid:
            return len(found) + 1
        tried += 1
        placement = FIRST[piece] + 64 * word + BIT_OF[low % MODULUS]
        lay(board, placement)
        layout[piece] = placement
        laid |= 1 << piece
        is_dead = False
        for later in range(depth + 1, depths):
            other = order[later]
            left = np.uint64(0)
            for place in range(WORDS):
                both = open_[depth, other, place] & COMPANIONS[placement, other, place]
                open_[depth + 1, other, place] = both
                left |= both
            if left == 0:
                is_dead = True
                break
        if is_dead:
            continue
        if not agree(board, laid, 1 << piece, entries, answers, needs, open_[depth + 1], met):
            continue
        if depth + 1 < depths:
            depth += 1
            rest[depth] = open_[depth, order[depth]]
            continue
        if is_symmetric(layout[WHITE1], layout[WHITE2]) or not shows(board, cells, told):
            continue
        if count == len(found):
            return count + 1
        found[count] = layout
        count += 1
    return count

"""A sample of the layouts that fit what a seat knows, by which information is measured. Compiled.

It starts as random valid layouts. An answer leaves those that agree with it: the bits of
information are the logarithm of the share that went. The rest is filled up with copies, which
then walk at random, a piece at a time, among the layouts that agree with all answers so far.
That walk is what makes the measure an estimate; a wrong solution is no obstacle to it. It is one
from below: answers rarer than one in the sample count as that rare, so that all waves of a base
layout come to about 27 bits, of the 34 that there are.
"""

import numpy as np

from ..core.compiled import compiled
from ..core.random import below
from .hypothesis import AREA, PIECE_COUNT, probed
from .layouts import build, fits, is_same_board, is_symmetric, random_layout
from .pieces import FIRST
from .state import BOARD_CELLS, GUESS, POINTS, WAVE, WHITE1, WHITE2
from .waves import fire

WALK = 60
"""Moves tried a layout after an answer."""


@compiled
def draw_sample(match, seat):
    """Fill the sample with random valid layouts."""
    board, answers = np.empty(BOARD_CELLS, np.uint8), np.empty(POINTS, np.int64)
    for index in range(len(seat.sample)):
        random_layout(match, match.pieces, seat.sample[index], board, answers)


@compiled
def copy_layout(layout, source):
    """Copy a layout (7,)."""
    for piece in range(PIECE_COUNT):
        layout[piece] = source[piece]


@compiled
def reply(board, kind, argument, guessed):
    """What a board answers to a wave, a probe, or to `guessed` (120,) as the solution."""
    if kind == WAVE:
        return np.int64(fire(board, argument))
    if kind == GUESS:
        return np.int64(is_same_board(board, guessed))
    return np.int64(probed(board, argument))


@compiled
def agrees(seat, board):
    """Whether a board gives all the answers that a seat has got."""
    for place in range(seat.fired_count):
        entry = np.int64(seat.fired[place])
        if fire(board, entry) != seat.answers[entry]:
            return False
    for cell in range(AREA):
        if seat.probes[cell] and probed(board, cell) != seat.probes[cell]:
            return False
    return True


@compiled
def try_move(match, seat, layout, board):
    """Move a random piece of a layout anywhere, unless that is not allowed or not consistent."""
    piece = below(match, PIECE_COUNT)
    if layout[piece] < 0:
        return
    old = layout[piece]
    new = FIRST[piece] + below(match, FIRST[piece + 1] - FIRST[piece])
    for other in range(PIECE_COUNT):
        if other != piece and layout[other] >= 0 and not fits(new, np.int64(layout[other])):
            return
    layout[piece] = new
    build(board, layout)
    is_bad = is_symmetric(np.int64(layout[WHITE1]), np.int64(layout[WHITE2]))
    if is_bad or not agrees(seat, board):
        layout[piece] = old


@compiled
def learn(match, seat, truth, kind, argument, answer, guessed):
    """Measure an answer, which is already among the seat's clues, in bits; moves the sample.

    Parameters
    ----------
    match, seat : records
    truth : (7,) int
        The layout looked for; the walk starts there if no layout of the sample agrees.
    kind, argument, answer : int
        As the history has them.
    guessed : (120,) uint8
        The solution given, where `kind` is `GUESS`.

    Returns
    -------
    float
        Bits; at most log2(N + 1) for a sample of N.
    """
    count, kept = len(seat.sample), 0
    board = np.empty(BOARD_CELLS, np.uint8)
    for index in range(count):
        build(board, seat.sample[index])
        if reply(board, kind, argument, guessed) == answer:
            copy_layout(seat.sample[kept], seat.sample[index])
            kept += 1
    bits = np.log2((count + 1) / (kept + 1))
    if kept == 0:
        copy_layout(seat.sample[0], truth)
        kept = 1
    for index in range(kept, count):
        copy_layout(seat.sample[index], seat.sample[index % kept])
    for index in range(count):
        for _ in range(WALK):
            try_move(match, seat, seat.sample[index], board)
    return bits


TRIES, LONG_WALK = 20_000, 20_000


@compiled
def draw_consistent(match, seat, layout, board):
    """Draw a layout that agrees with all that a seat has been told.

    Random valid layouts are tried first, so that each consistent one is as likely as the
    others; where 20,000 of them are in vain, `layout` walks 20,000 steps among the consistent
    ones, which may leave it nearer to where it started than chance would.

    Parameters
    ----------
    match, seat : records
    layout : (7,) int
        One that agrees; overwritten.
    board : (120,) uint8
        Filled with the new layout's board.
    """
    drawn, answers = np.empty(PIECE_COUNT, np.int16), np.empty(POINTS, np.int64)
    for _ in range(TRIES):
        random_layout(match, match.pieces, drawn, board, answers)
        if agrees(seat, board):
            copy_layout(layout, drawn)
            return
    for _ in range(LONG_WALK):
        try_move(match, seat, layout, board)
    build(board, layout)

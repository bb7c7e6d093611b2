"""What is dealt: pieces of which sizes, a region they tile, a tray, a row of gems. Compiled.

The tiling that shows a puzzle to be solvable is never kept.
"""

import numpy as np

from ..core.compiled import compiled
from .cut import cut
from .dice import roll, shuffle
from .grow import grow
from .outline import MARGIN, stamp
from .pieces import FIRST, SHAPE, SHAPE_COUNTS, SHAPE_SIZE
from .state import COLOURS, EASY, EXTREME, FLAT, HARD, PIECE_COUNTS, SOLID

PALETTE = ((4, 3), (5, 9))
"""Size, and how many shapes of it an extreme solid's pieces are drawn from.
Source: Polyfit rules, "about a dozen"."""

SIZE_STARTS = np.array(
    [
        np.searchsorted(sizes[:count], range(7))
        for sizes, count in zip(SHAPE_SIZE, SHAPE_COUNTS, strict=True)
    ]
)
"""(2, 7): the shapes of k cells are SIZE_STARTS[game, k] to SIZE_STARTS[game, k + 1] - 1."""

COUNTS = np.array(PIECE_COUNTS)


@compiled
def pieces_in_round(match):
    """How many pieces this round's puzzle has: linear from the first round to the last."""
    low, high = COUNTS[match.solid, match.difficulty, 0], COUNTS[match.solid, match.difficulty, 1]
    steps = np.int64(match.round_count) - 1
    return low + (2 * (high - low) * (match.round_number - 1) + steps) // (2 * steps)


@compiled
def large_counts(match, pieces):
    """Fewest and most pieces of the larger size, as a rule; then the same at the utmost.

    Source: Polyfit rules, "mostly" and "nearly all".
    """
    if match.difficulty == HARD:
        return (2 * pieces + 2) // 3, pieces, (2 * pieces + 2) // 3, pieces
    if match.difficulty == EXTREME and match.solid == FLAT:
        return pieces - 2, pieces, pieces - 2, pieces
    if match.difficulty == EXTREME:
        return (pieces + 1) // 2, pieces - 1, 0, pieces
    return 1, pieces - 1, 0, pieces


@compiled
def draw_sizes(match, dice, pieces, wanted):
    """Fill `wanted` (6,) with the pieces of each size, their volume a multiple of the layers.

    Two neighbouring sizes, both of them where that can be; where a hard solid's layers
    rule it out, one piece of 3 cubes too.
    """
    wanted[:] = 0
    small = 3 if match.difficulty == EASY else 4
    layers = np.int64(match.layers)
    low, high, lowest, highest = large_counts(match, pieces)
    for attempt in range(3):
        threes = attempt // 2
        if attempt > 0:
            low, high = lowest, highest - threes
        fitting = 0
        for large in range(low, high + 1):
            fitting += (small * pieces + large - threes) % layers == 0
        if fitting == 0:
            continue
        chosen = roll(match, dice, fitting)
        for large in range(low, high + 1):
            if (small * pieces + large - threes) % layers == 0:
                if chosen == 0:
                    wanted[3] = threes
                    wanted[small] += pieces - large - threes
                    wanted[small + 1] = large
                    return
                chosen -= 1


@compiled
def draw_shapes(match, dice, wanted, shapes):
    """Fill `shapes` (K,): each of a size as likely; extreme has every pentomino at least twice."""
    place = 0
    for size in range(3, 6):
        low, high = SIZE_STARTS[FLAT, size], SIZE_STARTS[FLAT, size + 1]
        fixed = 2 * (high - low) if match.difficulty == EXTREME and size == 5 else 0
        for index in range(wanted[size]):
            if index < fixed:
                shapes[place] = low + index // 2
            else:
                shapes[place] = low + roll(match, dice, high - low)
            place += 1


@compiled
def draw_palette(match, dice, palette):
    """Mark in `palette` (S,) the shapes that a solid's pieces may have."""
    if match.difficulty != EXTREME:
        palette[:] = 1
        return
    palette[:] = 0
    for size, wanted in PALETTE:
        low, high = SIZE_STARTS[SOLID, size], SIZE_STARTS[SOLID, size + 1]
        for _ in range(wanted):
            shape = low + roll(match, dice, high - low)
            while palette[shape]:
                shape = low + roll(match, dice, high - low)
            palette[shape] = 1


@compiled
def fill_tray(match, dice, shapes):
    """Put pieces into the tray in a random order, each in a random orientation."""
    shuffle(match, dice, shapes)
    match.piece_count = len(shapes)
    match.counts[:] = 0
    for index in range(len(shapes)):
        low, high = FIRST[match.solid, shapes[index]], FIRST[match.solid, shapes[index] + 1]
        form = low + roll(match, dice, high - low) if match.rotates_tray else low
        match.tray[index] = form
        match.counts[shapes[index]] += 1


@compiled
def draw_puzzle(match, dice):
    """Deal a puzzle for the match's round: seeded by its stream, solvable by construction."""
    pieces = pieces_in_round(match)
    wanted = np.zeros(6, np.int64)
    shapes = np.zeros(pieces, np.int64)
    draw_sizes(match, dice, pieces, wanted)
    if match.solid:
        palette = np.zeros(SHAPE_COUNTS[SOLID], np.uint8)
        draw_palette(match, dice, palette)
        side = max(np.int64(match.box_rows), np.int64(match.box_columns))
        cut(match, dice, palette, wanted, shapes, np.zeros(side + 2 * MARGIN, np.uint64))
    else:
        draw_shapes(match, dice, wanted, shapes)
        rows = np.zeros(np.int64(match.box_rows) + 2 * MARGIN, np.uint64)
        grow(match, dice, shapes, rows)
        stamp(match, rows)
    fill_tray(match, dice, shapes)


@compiled
def take_given(match, index):
    """Deal the puzzle that was given for a round, from 0."""
    match.rows = match.given_rows[index]
    match.columns = match.given_columns[index]
    match.region[:] = match.given_region[index]
    match.piece_count = match.given_pieces[index]
    match.counts[:] = 0
    match.volume = 0
    for piece in range(match.piece_count):
        form = match.given_tray[index, piece]
        shape = SHAPE[match.solid, form]
        match.tray[piece] = form
        match.counts[shape] += 1
        match.volume += SHAPE_SIZE[match.solid, shape]


@compiled
def draw_gems(match, dice, players):
    """Draw the round's row of gems: players + 3."""
    match.gem_row[:] = 0
    for place in range(players + 3):
        match.gem_row[place] = roll(match, dice, len(COLOURS))

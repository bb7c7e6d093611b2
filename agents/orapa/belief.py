"""A belief: the layouts that agree with what a player has been told, and what it asks next.

Source: the Orapa rules, "Actions on a turn", "Known facts".
"""

import itertools
import zlib

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.orapa.layouts import LOOKS, build
from ...envs.orapa.state import (
    BLACK,
    BOARD_CELLS,
    DIAMOND,
    HEIGHT,
    PIECES,
    POINTS,
    STRIDE,
    WIDTH,
)
from ...envs.orapa.waves import fire_all
from .choosing import best_question
from .search import PROBED, possible_placements, search, suspects

__all__ = ["FIRST_WAVE", "Belief", "layout_count", "turns_left"]

AREA = WIDTH * HEIGHT
PIECE_COUNT = len(PIECES)

LAYOUT_COUNTS = {
    (False, False): 1.68e10,
    (True, False): 4.33e11,
    (False, True): 1.05e12,
    (True, True): 2.39e13,
}
"""Valid layouts by whether diamond and black are in the game."""

FIRST_WAVE = 1
"""From B, or another point next to a corner on a long side of the board: of all waves on an
unknown layout, its answer tells most, with every set of pieces."""

BITS_A_WAVE = 4.5
"""Rough information in an answer, for a first guess of how many layouts are left."""

FEW_ENOUGH_FOR_PROBES = 100
"""Up to so many layouts, probes are looked at too; among more, waves tell more."""

GOLDEN = 0x9E3779B97F4A7C15
"""An odd number that spreads small seeds over 64 bits."""

FLOOR = 30
"""Parts of a sample of this size or less are too small to look into."""

TURNS_LEFT = np.array(
    [
        [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 24.0, 45.0],
        [1.0, 2.05, 2.45, 2.9, 3.3, 3.6, 3.95, 4.4, 4.8, 5.2, 5.7, 6.2, 6.7, 7.2, 8.0, 11.5],
    ]
)
"""Bits of information missing, and turns that it then took on average, submission included."""


def layout_count(pieces):
    """Valid layouts of a game, about, by the bits of its pieces."""
    return LAYOUT_COUNTS[bool(pieces >> DIAMOND & 1), bool(pieces >> BLACK & 1)]


def turns_left(counts):
    """Turns to the right solution, about, where so many layouts (...) are left."""
    return np.interp(np.log2(np.maximum(counts, 1.0)), *TURNS_LEFT)


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


class Belief:
    """All layouts that agree with a player's clues, or a random sample where they are many.

    Parameters
    ----------
    pieces : int
        Bits of the pieces in the game.
    sample : int
        Layouts in a sample, about; up to twice as many are kept where that is all of them.
    seed : int
        Of the sample; the same clues in the same order then make the same sample.

    Attributes
    ----------
    layouts : (n, 7) int16
        No two look alike if `is_exact`. Empty before the first clue.
    count : float
        Layouts that agree; an estimate unless `is_exact`.
    is_exact : bool
        `layouts` are all of them.
    """

    def __init__(self, pieces, sample=4000, seed=0):
        self.pieces, self.sample, self.seed = pieces, sample, seed
        self.known = np.full(POINTS, -1, np.int16)
        self.probes = np.zeros(AREA, np.uint8)
        self.wrong = []
        self.count = layout_count(pieces)
        self.is_exact = False
        self._keep(np.empty((0, PIECE_COUNT), np.int16), 1.0)

    # What is told

    def learn(self, known, probes):
        """Take in clues.

        Parameters
        ----------
        known : (36,) int
            Answers by entry, -1 where unknown; those told earlier must stand there too.
        probes : (80,) int
            What each cell's probe told, an index into `state.PROBED`; 0: not probed.

        Raises
        ------
        ValueError
            A clue told earlier is missing or another, or no layout agrees with all clues;
            the belief is then as it was.
        """
        known = with_exits(np.asarray(known))
        probes = np.asarray(probes)
        changed = (self.known >= 0) & (known != self.known)
        if changed.any() or ((self.probes > 0) & (probes != self.probes)).any():
            raise ValueError("clues must include all those told before, got others")
        before = self.known, self.probes
        entries = np.flatnonzero(known != self.known)
        cells = np.flatnonzero(probes != self.probes)
        if not len(entries) and not len(cells):
            return
        self.known, self.probes = known.astype(np.int16), probes.astype(np.uint8)
        told = PROBED[self.looks[:, cells] >> 3] == probes[cells]
        is_right = (self.answers[:, entries] == known[entries]).all(1) & told.all(1)
        try:
            self._narrow(is_right)
        except ValueError:
            self.known, self.probes = before
            raise

    def exclude(self, looks):
        """Take in that a solution was wrong.

        Parameters
        ----------
        looks : (80,) int
            What its cells show, as `layouts.LOOKS`.
        """
        self.wrong.append(np.array(looks, np.uint8))
        others = (self.looks != self.wrong[-1]).any(1)
        if others.any():
            self._keep(self.layouts[others], self.share)

    # What follows

    def candidates(self, most):
        """Layouts that agree, up to `most` of them, (k, 7) int16."""
        return self.layouts[:most].copy()

    def question(self, widths=(8, 3, 1)):
        """What to ask next, and how many turns are left then.

        Parameters
        ----------
        widths : sequence of int
            See `choosing.best_question`.

        Returns
        -------
        question : int
            0..35 a wave, `36 + y * 10 + x` a probe; -1: nothing tells the layouts apart.
        turns : float
            Mean turns to the right solution, this question and the submission included.
        """
        if not len(self.layouts):
            return FIRST_WAVE, float(turns_left(self.count))
        questions = np.flatnonzero(self.known < 0)
        table = self.answers[:, questions].T
        if len(self.layouts) <= FEW_ENOUGH_FOR_PROBES or not len(questions):
            cells = np.flatnonzero(self.probes == 0)
            questions = np.concatenate([questions, POINTS + cells])
            table = np.concatenate([table, PROBED[self.looks[:, cells].T >> 3]])
        sizes = np.arange(len(self.layouts) + 1)
        costs = sizes * turns_left(sizes / self.share)
        floor = 0 if self.is_exact else FLOOR
        table = np.ascontiguousarray(table, np.int16)
        index, turns = best_question(table, costs, floor, np.array(widths))
        return (int(questions[index]) if index >= 0 else -1), turns

    # How it is done

    def _keep(self, layouts, share):
        """Hold layouts, each kept with a probability of `share`, and what they answer."""
        self.share = share
        answers = np.empty((len(layouts), POINTS), np.int16)
        looks = np.empty((len(layouts), AREA), np.uint8)
        is_valid = np.empty(len(layouts), bool)
        answer_all(layouts, self.pieces, answers, looks, is_valid)
        cells = np.flatnonzero(self.probes)
        is_valid &= (PROBED[looks[:, cells] >> 3] == self.probes[cells]).all(1)
        for wrong in self.wrong:
            is_valid &= (looks != wrong).any(1)
        if self.is_exact:
            _, first = np.unique(looks, axis=0, return_index=True)
            is_first = np.zeros(len(layouts), bool)
            is_first[first] = True
            is_valid &= is_first
        self.layouts, self.answers, self.looks = (
            rows[is_valid] for rows in (layouts, answers, looks)
        )
        if len(layouts):
            self.count = len(self.layouts) / share

    def _narrow(self, is_right):
        """Go on with those layouts that gave the right answers, or search anew."""
        kept = np.count_nonzero(is_right)
        if self.is_exact or kept > self.sample:
            if not kept:
                raise ValueError("no layout agrees with all clues")
            self.layouts, self.answers, self.looks = (
                rows[is_right] for rows in (self.layouts, self.answers, self.looks)
            )
            self.count = kept / self.share
            return
        if len(is_right):
            expected = self.count * max(kept, 0.5) / len(is_right)
        else:
            waves = np.count_nonzero(self.known >= 0) / 2
            expected = layout_count(self.pieces) / 2 ** (BITS_A_WAVE * waves)
        self._search(min(1.0, 1.3 * self.sample / expected))

    def _search(self, share):
        """Search for layouts: all of them if they are few, else a share that suits the sample."""
        entries = np.array([entry for entry in range(POINTS) if self._is_told_first(entry)], int)
        answers = self.known[entries].astype(np.int64)
        needs = np.array([suspects(int(answer), self.pieces) for answer in answers], int)
        is_open = possible_placements(self.probes, self.pieces)
        sizes = np.unpackbits(is_open.view(np.uint8), axis=1).sum(1)
        order = search_order(sizes.tolist(), needs.tolist())
        found = np.empty((2 * self.sample, PIECE_COUNT), np.int16)
        clues = self.known.tobytes() + self.probes.tobytes()
        start = zlib.crc32(clues, self.seed & 0xFFFFFFFF)
        was_too_much = False
        while True:
            shares = spread_share(share, len(order))
            start += 1
            seed = np.uint64(start * GOLDEN % 2**64)
            count = search(order, is_open, entries, answers, needs, shares, seed, found)
            if count > len(found):
                share /= 2
                was_too_much = True
                continue
            if share == 1 and count == 0:
                raise ValueError("no layout agrees with all clues")
            self.is_exact = share == 1
            self._keep(found[:count].copy(), share)
            count = len(self.layouts)
            least = 4 * FLOOR if was_too_much else self.sample / 2
            if self.is_exact or count >= min(least, self.sample / 2):
                return
            share = min(1.0, share * min(64.0, 1.2 * self.sample / max(count, 1)))

    def _is_told_first(self, entry):
        """Whether an entry's answer is known, and says more than that to the wave from its exit."""
        answer = self.known[entry]
        return answer >= 0 and answer & 63 >= entry


def with_exits(known):
    """Answers (36,) with those that follow: fired from its exit, a wave comes back."""
    known = known.copy()
    for entry in np.flatnonzero(known >= 0):
        answer = known[entry]
        if answer & 63 < POINTS:
            known[answer & 63] = entry | answer >> 6 << 6
    return known


def spread_share(share, depths):
    """What share to try at each depth (D,) so that of the layouts `share` is found."""
    shares = np.ones(depths)
    shares[1] = share**0.1
    shares[2:] = (share / shares[1]) ** (1 / (depths - 2))
    return shares

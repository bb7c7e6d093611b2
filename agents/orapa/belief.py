"""A belief: the layouts that agree with what a player has been told, and what it asks next.

Source: the Orapa rules, "Actions on a turn", "Known facts".
"""

import zlib

import numpy as np

from ...envs.orapa.clues import PROBED
from ...envs.orapa.state import BLACK, HEIGHT, PIECES, POINTS, WIDTH
from .choosing import best_question
from .forecast import cost_tables, layout_count, turns_left
from .sampling import answer_all, black_share, draw_share, read_clues, with_exits

__all__ = ["FIRST_WAVE", "Belief"]

AREA = WIDTH * HEIGHT
PIECE_COUNT = len(PIECES)

FIRST_WAVE = 1
"""From B, or another point next to a corner on a long side of the board: of all waves on an
unknown layout, its answer tells most, with every set of pieces."""

BITS_A_WAVE = 4.5
"""Rough information in an answer, for a first guess of how many layouts are left."""

FEW_ENOUGH_FOR_PROBES = 300
"""Up to so many layouts, probes are looked at too; among more, waves tell more."""

MOST_DRAWS = 12
"""Draws of a sample, one after the other, until one is neither too large nor too small."""

FEW_ENOUGH_FOR_ALL = 1500
"""Up to so many layouts, if these are all, the search goes on until each is told apart."""

FLOOR = 30
"""Parts with this many groups or fewer are too small to look into, if not all is looked into."""


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

    def __init__(self, pieces, sample=15000, seed=0):
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
            See `choosing.best_question`; where all layouts are looked into, three times as many
            questions as the first number says are tried, and these numbers are for greater depths.

        Returns
        -------
        question : int
            0..35 a wave, `36 + y * 10 + x` a probe; -1: nothing tells the layouts apart.
        turns : float
            Mean turns to the right solution, this question and the submission included.
        """
        questions = np.flatnonzero(self.known < 0)
        if not len(self.layouts):
            wave = questions[0] if self.known[FIRST_WAVE] >= 0 and len(questions) else FIRST_WAVE
            return int(wave), float(turns_left(self.count))
        table = self.answers[:, questions].T
        if len(self.layouts) <= FEW_ENOUGH_FOR_PROBES or not len(questions):
            cells = np.flatnonzero(self.probes == 0)
            questions = np.concatenate([questions, POINTS + cells])
            table = np.concatenate([table, PROBED[self.looks[:, cells].T >> 3]])
        table = np.ascontiguousarray(table, np.int16)
        of_group = black_share(self.share) if self.pieces >> BLACK & 1 else 1.0
        costs = cost_tables(len(self.layouts), self.share, of_group)
        groups = group_numbers(self.layouts)
        floor = FLOOR
        if self.is_exact and len(self.layouts) <= FEW_ENOUGH_FOR_ALL:
            floor, widths = 0, (3 * widths[0], *widths)
        index, turns = best_question(table, groups, *costs, floor, np.array(widths))
        return (int(questions[index]) if index >= 0 else -1), turns

    # How it is done

    def _keep(self, layouts, share):
        """Hold layouts, a share of all, and what they answer."""
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
            is_valid &= is_first_alike(looks)
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
        """Search for layouts: all of them if they are few, else a share that suits the sample.

        Of at most `MOST_DRAWS` draws the last one that came to an end is kept; none, if each was
        given up.
        """
        wanted = read_clues(self.known, self.probes, self.pieces)
        clues = self.known.tobytes() + self.probes.tobytes()
        seed = zlib.crc32(clues, self.seed & 0xFFFFFFFF)
        enough = self.sample / 2
        drawn, drawn_share, halvings = np.empty((0, PIECE_COUNT), np.int16), share, 0
        for draw in range(1, MOST_DRAWS + 1):
            found = draw_share(wanted, share, seed + draw, 2 * self.sample)
            if found is None:
                halvings += 1
                share /= 2**halvings
                enough = min(enough, 4 * FLOOR)
                continue
            if share == 1 and not len(found):
                raise ValueError("no layout agrees with all clues")
            drawn, drawn_share = found, share
            if share == 1 or len(found) >= enough:
                break
            share = min(1.0, share * min(64.0, 1.2 * self.sample / max(len(found), 1)))
        self.is_exact = drawn_share == 1 and len(drawn) > 0
        self._keep(drawn, drawn_share)


def group_numbers(layouts):
    """The group of each layout (n,), from 0 on: those that differ only in black are neighbours."""
    groups = np.zeros(len(layouts), np.int32)
    is_new = (layouts[1:, :BLACK] != layouts[:-1, :BLACK]).any(1)
    groups[1:] = is_new.cumsum()
    return groups


def is_first_alike(looks):
    """Whether each row (n,) of looks (n, 80) is the first one like it."""
    _, first = np.unique(looks, axis=0, return_index=True)
    is_first = np.zeros(len(looks), bool)
    is_first[first] = True
    return is_first

"""Greedy insertion: a list of turns grows wherever a short sequence pays most. Compiled.

A sequence inserted before the end of a list does to the final cube what its conjugate by the
rest of the list would do, and where it meets turns of the same slices it merges with them. So
the short sequences of `macros` reach everything, often at half their length or less.
"""

from typing import NamedTuple

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.core.random import below, unit
from .macros import ORBIT, Macros, Slices
from .merging import inserted, inserted_length

__all__ = ["STREAM", "Search", "grow"]

STREAM = np.dtype([("key", "u8"), ("draws", "u8")], align=True)
"""A stream of random numbers, as `core.random` reads it."""

EVEN_FROM = 0.5
"""Share of the stickers in place from which odd permutations are put right, then left right."""

FAIR_RATE = 0.7
"""Stickers that a turn is worth while odd permutations are put right."""

FREE = 1000.0
"""Rate of what takes no turn."""

SPARED = 6
"""Turns that merging saves at most on a good day; where it saves more, that goes unseen."""


class Search(NamedTuple):
    """What one search is about.

    Attributes
    ----------
    cube, target : (6 * N * N,) uint8
        The scramble and what is wanted, as `macros.labels`; or plain colours.
    size : int
        N.
    slices : Slices
    macros : Macros
    most : int
        Turns of the longest list allowed.
    places : int
        Places of the list that are tried for each insertion, drawn anew each time.
    noise : float
        By what share a rate may be overrated by chance.
    """

    cube: np.ndarray
    target: np.ndarray
    size: int
    slices: Slices
    macros: Macros
    most: int
    places: int
    noise: float


@compiled
def grow(search, odd, stream, turns):
    """Grow a list of turns from nothing until no insertion pays any more.

    Parameters
    ----------
    search : Search
    odd : int
        `macros.oddness` of the scramble.
    stream : record
        Source of the draws.
    turns : (most + 32,) int16
        Filled with the list.

    Returns
    -------
    score, count : int
        Stickers in place after it, and its length.
    """
    macros = search.macros
    now = 0
    for cell in range(len(search.cube)):
        now += search.cube[cell] == search.target[cell]
    count = 0
    grown = np.empty_like(turns)
    is_even = False
    while now < len(search.cube):
        is_even = is_even or now >= EVEN_FROM * len(search.cube)
        at, chosen, gain = best_insertion(search, odd, is_even, stream, turns, count, False)
        if chosen < 0:
            at, chosen, gain = best_insertion(search, odd, is_even, stream, turns, count, True)
        if chosen < 0:
            break
        length = macros.lengths[chosen]
        count = inserted(grown, turns, count, at, macros.turns[chosen], length, search.size)
        turns[:count] = grown[:count]
        odd ^= macros.odd[chosen]
        now += gain
    return now, count


@compiled
def best_insertion(search, odd, is_even, stream, turns, count, is_complete):
    """The insertion that brings most stickers a turn.

    Parameters
    ----------
    search, odd, stream, turns, count
        As in `grow`; `odd` as after those turns.
    is_even : bool
        Only sequences that make fewer orbits odd, and none that makes one odd.
    is_complete : bool
        Try all places of the list.

    Returns
    -------
    at, chosen, gain : int
        Place in the list, index into the macros, stickers; `chosen` is -1 if none pays.
    """
    macros, size = search.macros, search.size
    cells = len(search.cube)
    cubes = np.empty((count + 1, cells), np.uint8)
    cubes[0] = search.cube
    for index in range(count):
        for cell in range(cells):
            cubes[index + 1, cell] = cubes[index, search.slices.sources[turns[index], cell]]
    target, earlier = search.target.copy(), search.target.copy()
    matches = np.empty(len(search.slices.cells) * ORBIT * ORBIT, np.int8)
    scratch = np.empty(80, np.int16)
    is_repair = is_even and odd != 0
    best, best_at, chosen, best_gain = -FREE if is_repair else 0.0, -1, -1, 0
    for at in range(count, -1, -1):
        if at < count:
            sources = search.slices.sources[turns[at]]
            for cell in range(cells):
                earlier[sources[cell]] = target[cell]
            target, earlier = earlier, target
        if not is_complete and below(stream, count + 1) >= search.places:
            continue
        fill_matches(search.slices.cells, cubes[at], target, matches)
        for index in range(len(macros.lengths)):
            if is_repair and (macros.odd[index] == 0 or macros.odd[index] & ~odd):
                continue
            if is_even and not is_repair and macros.odd[index]:
                continue
            gain = 0
            for move in range(macros.starts[index], macros.starts[index + 1]):
                gain += matches[macros.moves[move]]
            length = macros.lengths[index]
            if not is_repair and (gain <= 0 or gain <= best * max(length - SPARED, 1)):
                continue
            merged = inserted_length(scratch, turns, count, at, macros.turns[index], length, size)
            if merged > search.most:
                continue
            rate = gain - FAIR_RATE * (merged - count)
            if not is_repair:
                rate = gain / (merged - count) if merged > count else FREE + gain + count - merged
                rate *= 1 + search.noise * unit(stream)
            if rate > best:
                best, best_at, chosen, best_gain = rate, at, index, gain
    return best_at, chosen, best_gain


@compiled
def fill_matches(cells, cube, target, matches):
    """What every move of one sticker inside its orbit would change in the score.

    Parameters
    ----------
    cells : (O, 24) int16
    cube, target : (6 * N * N,) uint8
        Labels.
    matches : (O * 24 * 24,) int8
        By move: 1 if it puts the right label where a wrong one is, -1 the reverse, else 0.
    """
    index = 0
    for orbit in range(len(cells)):
        for come in range(ORBIT):
            label = cube[cells[orbit, come]]
            for place in range(ORBIT):
                cell = cells[orbit, place]
                wanted = target[cell]
                matches[index] = np.int8(label == wanted) - np.int8(cube[cell] == wanted)
                index += 1

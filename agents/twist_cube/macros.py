"""Short sequences of turns and the few stickers each moves: what the commutator search inserts.

Turns are counted here by the slice that moves, `(axis * N + layer) * 3 + quarters - 1`, with
the axes U R F and layers 0..N - 1 from that face, clockwise as seen from it: every turn once.
A sequence is worth having where it leaves the centres of the faces in place. Stickers outside
those fall into orbits of 24 that turns never mix.

Axes: T turns (9 * N), O orbits, K sequences.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.twist_cube.cube import turn
from ...envs.twist_cube.puzzles import orbits, pieces
from .merging import inverse, push

__all__ = ["ORBIT", "Macros", "Slices", "labels", "macros", "oddness", "slices"]

ORBIT = 24
"""Stickers of an orbit."""

LONGEST = 16
"""Most turns of a sequence."""


class Slices(NamedTuple):
    """A cube's turns and orbits.

    Attributes
    ----------
    sources : (T, 6 * N * N) int16
        By turn and cell, the cell whose sticker comes there.
    actions : (T,) int64
        The turns as actions.
    orbit, place : (6 * N * N,) int16
        By cell, its orbit, -1 for the centre of a face, and its place there, 0-23.
    cells : (O, 24) int16
        The cell at each place.
    has_pieces : (O,) bool
        Stickers of corners and edges, which are all different; False for those of centres.
    """

    sources: np.ndarray
    actions: np.ndarray
    orbit: np.ndarray
    place: np.ndarray
    cells: np.ndarray
    has_pieces: np.ndarray


class Macros(NamedTuple):
    """Sequences of turns, no two of which do the same.

    Attributes
    ----------
    turns : (K, 16) int16
    lengths : (K,) int16
    starts : (K + 1,) int64
        Where in `moves` a sequence's own begin and end.
    moves : (n,) int16
        A sticker that moves, as `(orbit * 24 + place it comes from) * 24 + place it goes to`.
    odd : (K,) int16
        Bit o: it exchanges the pieces of orbit o an odd number of times.
    """

    turns: np.ndarray
    lengths: np.ndarray
    starts: np.ndarray
    moves: np.ndarray
    odd: np.ndarray


@cache
def slices(size):
    """The `Slices` of a cube of size N."""
    turns = [(axis, layer, by) for axis in range(3) for layer in range(size) for by in range(3)]
    actions = np.array(
        [
            (axis * (size - 1) + layer) * 3 + by
            if layer < size - 1
            else (axis + 3) * (size - 1) * 3 + 2 - by
            for axis, layer, by in turns
        ]
    )
    sources = np.tile(np.arange(6 * size * size, dtype=np.int16), (len(turns), 1))
    for row, action in zip(sources, actions, strict=True):
        turn(row, size, action)
    numbers, counts = np.unique(orbits(size), return_counts=True)
    cells = np.array(
        [np.flatnonzero(orbits(size) == number) for number in numbers[counts == ORBIT]], np.int16
    )
    orbit = np.full(6 * size * size, -1, np.int16)
    place = np.zeros(6 * size * size, np.int16)
    orbit[cells], place[cells] = np.arange(len(cells))[:, None], np.arange(ORBIT)
    alone = {own[0] for own in pieces(size).values() if len(own) == 1}
    has_pieces = np.array([row[0] not in alone for row in cells.tolist()])
    return Slices(sources, actions, orbit, place, cells, has_pieces)


def labels(cube, size, target):
    """Stickers by where they belong: what has the same label may change places.

    Parameters
    ----------
    cube, target : (6 * N * N,) uint8
        Colours, as they are and as they should be.
    size : int
        N.

    Returns
    -------
    now, wanted : (6 * N * N,) uint8
        Of a corner's or an edge's sticker the place in its orbit, of any other the colour.
    """
    known = slices(size)
    beside = np.zeros(len(cube), np.int64)
    for own in pieces(size).values():
        beside[list(own)] = own[1:] + own[:1]
    now, wanted = cube.copy(), target.copy()
    for cells in known.cells[known.has_pieces].astype(int):
        here, there = (6 * kind[cells].astype(int) + kind[beside[cells]] for kind in (cube, target))
        now[cells] = np.argsort(there)[np.searchsorted(np.sort(there), here)]
        wanted[cells] = np.arange(ORBIT)
    return now, wanted


def oddness(now, size):
    """Which orbits of pieces are an odd number of exchanges away from solved.

    Parameters
    ----------
    now : (6 * N * N,) uint8
        As of `labels`.
    size : int
        N.

    Returns
    -------
    int
        Bit o is set for orbit o, as in `Macros.odd`.
    """
    known = slices(size)
    bits = 0
    for orbit in np.flatnonzero(known.has_pieces).tolist():
        bits |= is_odd(now[known.cells[orbit]]) << orbit
    return bits


def is_odd(order):
    """1 if a permutation takes an odd number of exchanges, else 0."""
    seen, exchanges = np.zeros(len(order), np.bool_), 0
    for start in range(len(order)):
        at = start
        while not seen[at]:
            seen[at] = True
            at = order[at]
            exchanges += at != start
    return int(exchanges % 2)


FAMILIES = {  # name: most stickers that may move
    "turn": 76,
    "conjugate": 76,  # A B A'
    "commutator": 30,  # [A, B]
    "conjugated commutator": 16,  # C [A, B] C'
    "double commutator": 16,  # [A, B C], B and C about the same axis
    "commutator of a conjugate": 16,  # [A B A', C]
}


@cache
def macros(size):
    """The `Macros` of a cube of size N; takes under a second."""
    known = slices(size)
    most = np.array(list(FAMILIES.values()))
    room = Macros(
        np.zeros((120_000, LONGEST), np.int16),
        np.zeros(120_000, np.int16),
        np.zeros(120_001, np.int64),
        np.zeros(2_000_000, np.int16),
        np.zeros(120_000, np.int16),
    )
    hashes = np.zeros(1 << 19, np.uint64)
    count = collect(known, size, most, room, hashes)
    count = collect_pairs(known, size, room, hashes, count)
    fields = [getattr(room, name)[:count].copy() for name in ("turns", "lengths")]
    starts = room.starts[: count + 1].copy()
    return Macros(*fields, starts, room.moves[: starts[-1]].copy(), room.odd[:count].copy())


@compiled
def collect(known, size, most, room, hashes):
    """Fill `room` with the sequences of all `FAMILIES`; returns how many there are."""
    count = 0
    turns = 9 * size
    by_axis = 3 * size
    sequence = np.zeros(LONGEST, np.int16)
    for a in range(turns):
        sequence[0] = a
        count = offer(known, sequence, 1, most[0], room, hashes, count)
    for family in range(1, len(most)):
        for a in range(turns):
            for b in range(turns):
                if a // by_axis == b // by_axis:
                    continue
                if family < 3:
                    length = spell(sequence, family, a, b, 0)
                    count = offer(known, sequence, length, most[family], room, hashes, count)
                    continue
                for c in range(turns):
                    is_wanted = c // 3 != a // 3
                    if family == 3:
                        is_wanted = c // by_axis != a // by_axis and c // 3 != b // 3
                    elif family == 4:
                        is_wanted = c // by_axis == b // by_axis and c // 3 > b // 3
                    if is_wanted:
                        length = spell(sequence, family, a, b, c)
                        count = offer(known, sequence, length, most[family], room, hashes, count)
    return count


@compiled
def spell(sequence, family, a, b, c):
    """Write a sequence of a family out of its turns; returns its length."""
    if family == 1:
        return write(sequence, (a, b, inverse(a)))
    if family == 2:
        return write(sequence, (a, b, inverse(a), inverse(b)))
    if family == 3:
        return write(sequence, (c, a, b, inverse(a), inverse(b), inverse(c)))
    if family == 4:
        return write(sequence, (a, b, c, inverse(a), inverse(c), inverse(b)))
    return write(sequence, (a, b, inverse(a), c, a, inverse(b), inverse(a), inverse(c)))


@compiled
def write(sequence, turns):
    """Copy turns to the front of a sequence; returns how many they are."""
    for index in range(len(turns)):
        sequence[index] = turns[index]
    return len(turns)


@compiled
def offer(known, sequence, length, most, room, hashes, count):
    """Keep a sequence if it does something new to few stickers; returns how many are kept."""
    cells = known.sources.shape[1]
    effect = np.empty(cells, np.int16)
    for cell in range(cells):
        came = cell
        for index in range(length - 1, -1, -1):
            came = known.sources[sequence[index], came]
        if came != cell and known.orbit[cell] < 0:
            return count
        effect[cell] = came
    return keep(known, effect, sequence, length, most, room, hashes, count)


@compiled
def keep(known, effect, sequence, length, most, room, hashes, count):
    """Book a sequence whose effect (6 * N * N,), the cell that comes to each, is known."""
    moved = 0
    code = np.uint64(1469598103934665603)
    for cell in range(len(effect)):
        if effect[cell] != cell:
            moved += 1
            code = (code ^ np.uint64(cell * 512 + effect[cell])) * np.uint64(1099511628211)
    if moved == 0 or moved > most or count == len(room.lengths):
        return count
    code ^= code >> np.uint64(29)
    last = np.uint64(len(hashes) - 1)
    slot = code & last
    while hashes[slot] != 0:
        if hashes[slot] == code:
            return count
        slot = (slot + np.uint64(1)) & last
    hashes[slot] = code
    fill = room.starts[count]
    for cell in range(len(effect)):
        if effect[cell] != cell:
            come = known.orbit[cell] * ORBIT + known.place[effect[cell]]
            room.moves[fill] = come * ORBIT + known.place[cell]
            fill += 1
    room.turns[count] = sequence
    room.lengths[count] = length
    room.starts[count + 1] = fill
    room.odd[count] = odd_orbits(known, effect)
    return count + 1


@compiled
def odd_orbits(known, effect):
    """Bits of the orbits of pieces in which an effect is an odd permutation."""
    bits = 0
    seen = np.zeros(len(effect), np.uint8)
    for start in range(len(effect)):
        at = start
        while seen[at] == 0:
            seen[at] = 1
            at = effect[at]
            if at != start and known.has_pieces[known.orbit[start]]:
                bits ^= 1 << known.orbit[start]
    return bits


def collect_pairs(known, size, room, hashes, count):
    """Add what two 3-cycles of corners, or of middle edges, together do to two pieces alone.

    Corners that are twisted and edges that are flipped, two of each, in the fewest turns.
    """
    for stickers in (9, 6):
        cycles = single_orbit(known, room, count, stickers)
        effects = np.tile(np.arange(ORBIT, dtype=np.int8), (len(cycles), 1))
        for effect, index in zip(effects, cycles, strict=True):
            moves = room.moves[room.starts[index] : room.starts[index + 1]]
            effect[moves % ORBIT] = moves // ORBIT % ORBIT
        here = known.cells[room.moves[room.starts[cycles[0]]] // ORBIT**2]
        shortest = {}
        for first, effect in zip(cycles, effects, strict=True):
            products = effect[effects]
            moved = (products != np.arange(ORBIT)).sum(axis=1)
            for second in np.flatnonzero((moved > 0) & (moved <= stickers * 2 // 3)):
                turns = joined(room, first, cycles[second], size)
                before = shortest.get(products[second].tobytes(), [0] * 2 * LONGEST)
                if len(turns) < len(before):
                    shortest[products[second].tobytes()] = turns
        for product, turns in shortest.items():
            effect = np.arange(known.sources.shape[1], dtype=np.int16)
            effect[here] = here[np.frombuffer(product, np.int8)]
            sequence = np.zeros(LONGEST, np.int16)
            sequence[: len(turns)] = turns
            count = keep(known, effect, sequence, len(turns), 2 * stickers, room, hashes, count)
    return count


def single_orbit(known, room, count, stickers):
    """Sequences that move so many stickers of pieces, all of one orbit: a list of indices."""
    found = []
    for index in np.flatnonzero(np.diff(room.starts[: count + 1]) == stickers).tolist():
        own = room.moves[room.starts[index] : room.starts[index + 1]] // ORBIT**2
        if (own == own[0]).all() and known.has_pieces[own[0]]:
            found.append(index)
    return found


def joined(room, first, second, size):
    """The turns of two sequences behind each other, merged: a list."""
    sequence, length = np.zeros(2 * LONGEST, np.int16), 0
    for index in (first, second):
        for made in room.turns[index, : room.lengths[index]]:
            length = push(sequence, length, made, size)
    return sequence[:length].tolist()

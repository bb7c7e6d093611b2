"""What is dealt: random scrambles, and which given colourings turns can reach at all."""

import itertools
from functools import cache

import numpy as np

from ..core.compiled import compiled
from ..core.given import is_integer
from ..core.random import below
from .cube import CYCLE_COUNTS, CYCLES, solved_cube, stickers, turn
from .state import MOST_SCRAMBLE

__all__ = ["check_reachable", "read_scramble_turns", "scramble", "set_deal_options"]

COLOURS = ("white", "red", "green", "yellow", "orange", "blue")


@compiled
def scramble(match, cube, size, count):
    """Turn a cube `count` times at random, no two in a row on the same face and layer.

    Draws one number a turn from the match's stream.
    """
    slices = 6 * (size - 1)
    last = -1
    for _ in range(count):
        drawn = below(match, 3 * (slices if last < 0 else slices - 1))
        chosen = drawn // 3
        if 0 <= last <= chosen:
            chosen += 1
        turn(cube, size, 3 * chosen + drawn % 3)
        last = chosen


def read_scramble_turns(turns, count=None):
    """The fewest and most turns of a scramble.

    Parameters
    ----------
    turns : int, (int, int), or array of int
        0 to `MOST_SCRAMBLE`, or a range with its ends; with a `count` also an array (count,)
        or (count, 2) of them, one a match.
    count : int, optional
        M.

    Returns
    -------
    (2,) or (count, 2) int64

    Raises
    ------
    ValueError
        What was expected and what came.
    """
    is_array = count is not None and isinstance(turns, np.ndarray) and turns.ndim > 0
    parts = turns if isinstance(turns, (tuple, list)) else [turns]
    lead = (count,) if is_array else ()
    if is_array or all(is_integer(part) for part in parts):
        given = np.array(turns)
        if given.dtype.kind in "iu" and given.shape in (lead, (*lead, 2)):
            given = given.astype(np.int64).reshape(*lead, -1)
            low, high = given[..., 0], given[..., -1]
            if (low >= 0).all() and (low <= high).all() and (high <= MOST_SCRAMBLE).all():
                return np.stack([low, high], axis=-1)
    arrays = "" if count is None else f", or an array of {count} of these"
    raise ValueError(
        f"scramble_turns must be an integer in 0..{MOST_SCRAMBLE} or a range of two{arrays}, "
        f"got {turns!r:.80}"
    )


def set_deal_options(matches, options):
    """Change how coming deals scramble; what is being played stays as it is.

    Parameters
    ----------
    matches : (M,) records
    options : mapping
        `scramble_turns`: see `read_scramble_turns`.

    Raises
    ------
    ValueError
        Another option or a bad value; then nothing has changed.
    """
    if set(options) != {"scramble_turns"}:
        given = ", ".join(map(str, options))
        raise ValueError(f"deals take the option scramble_turns, got {given or 'none'}")
    turns = read_scramble_turns(options["scramble_turns"], len(matches))
    matches["scramble_low"], matches["scramble_high"] = turns[..., 0], turns[..., 1]


def check_reachable(cube, size):
    """ValueError unless some turns lead from the solved cube to this colouring.

    Parameters
    ----------
    cube : (6 * N * N,) uint8
        Colours 0-5.
    size : int
        N.

    Notes
    -----
    Complete for all three sizes: corners, middle edges and face centres make a 3x3x3,
    which is held to its known laws. All other edge pieces are told apart but free to be
    in any order, and other centre pieces only keep to their kind.
    """
    counts = np.bincount(cube, minlength=6)
    if (counts != size * size).any():
        found = ", ".join(
            f"{count} {name}" for name, count in zip(COLOURS, counts.tolist(), strict=True)
        )
        raise ValueError(f"cube must have {size * size} stickers of each colour, got {found}")
    skeleton = cube.reshape(6, size, size)[:, :: size // 2, :: size // 2].reshape(-1)
    check_skeleton(upright(skeleton))
    check_other_pieces(cube, size)


def unreachable(why):
    """The error of a colouring that no turns reach."""
    return ValueError(f"cube cannot be reached by turns: {why}")


@cache
def whole_turns():
    """Quarter turns of a whole 3x3x3 about U and about R: the sticker that comes to each place."""
    rotations = []
    for face in (0, 1):
        stickers_there = np.arange(54, dtype=np.uint8)
        turn(stickers_there, 3, 3 * (2 * face))
        turn(stickers_there, 3, 3 * (2 * face + 1))
        turn(stickers_there, 3, 3 * (2 * (face + 3)) + 2)
        rotations.append(stickers_there)
    return rotations


def upright(skeleton):
    """A 3x3x3 turned as a whole until every centre has its own face's colour."""
    about_u, about_r = whole_turns()
    for first, second, third in itertools.product(range(4), repeat=3):
        turned = skeleton
        for rotation, times in ((about_u, first), (about_r, second), (about_u, third)):
            for _ in range(times):
                turned = turned[rotation]
        if (turned[4::9] == np.arange(6)).all():
            return turned
    centres = [COLOURS[colour] for colour in skeleton[4::9]]
    raise unreachable(f"no cube has the centres {', '.join(centres)} of U R F D L B")


@cache
def pieces(size):
    """The stickers of each cubie: {place: (sticker, ...)}, of a corner clockwise."""
    places, directions = stickers(size)
    found = {}
    for index, place in enumerate(places.tolist()):
        found.setdefault(tuple(place), []).append(index)
    for own in found.values():
        if len(own) == 3 and np.linalg.det(directions[own]) > 0:
            own.reverse()  # they ran against the clock, seen from outside
    return {place: tuple(own) for place, own in found.items()}


def check_skeleton(cube):
    """Hold an upright 3x3x3 to its laws: real pieces, each once; twist, flip and order."""
    solved = solved_cube(3)
    parities = []
    for kind, count in (("corner", 3), ("edge", 2)):
        own = [cells for cells in pieces(3).values() if len(cells) == count]
        home = [solved[list(cells)].tolist() for cells in own]
        order, turned = [], 0
        for cells in own:
            colours = cube[list(cells)].tolist()
            turns = [colours[shift:] + colours[:shift] for shift in range(count)]
            found = [(home.index(way), shift) for shift, way in enumerate(turns) if way in home]
            if not found:
                names = "-".join(COLOURS[colour] for colour in colours)
                raise unreachable(f"there is no {kind} {names}")
            order.append(found[0][0])
            turned += twist(own[found[0][0]], found[0][1]) - twist(cells, 0)
        if len(set(order)) < len(own):
            raise unreachable(f"one {kind} is there twice, another is missing")
        if turned % count:
            raise unreachable(f"{'a corner is twisted' if count == 3 else 'an edge is flipped'}")
        parities.append(parity(order))
    if parities[0] != parities[1]:
        raise unreachable("two pieces are exchanged")


@cache
def marked():
    """(54,) bool: the sticker of each cubie that its orientation is read from.

    Of a corner the one on U or D, of an edge that on U or D, else that on F or B.
    """
    is_marked = np.zeros(54, np.bool_)
    for cells in pieces(3).values():
        for faces in ((0, 3), (2, 5)):
            chosen = [cell for cell in cells if cell // 9 in faces]
            if chosen:
                is_marked[chosen] = True
                break
    return is_marked


def twist(cells, shift):
    """How far, along `cells`, the marked sticker lies behind the one at `shift`."""
    place = [bool(marked()[cell]) for cell in cells].index(True)
    return place + shift


def parity(order):
    """0 or 1: whether a permutation takes an even or odd number of exchanges."""
    return sum(a > b for a, b in itertools.combinations(order, 2)) % 2


@cache
def orbits(size):
    """(6 * N * N,) int: stickers that turns can bring to each other's place share a number."""
    number = np.arange(6 * size * size)
    tables, counts = CYCLES[size // 2 - 1], CYCLE_COUNTS[size // 2 - 1]
    cycles = np.concatenate(
        [table[:count] for table, count in zip(tables, counts, strict=True)]
    ).astype(int)
    while True:
        lowest = number[cycles].min(axis=1)
        before = number.copy()
        np.minimum.at(number, cycles.reshape(-1), np.repeat(lowest, 4))
        if (number == before).all():
            return number


def check_other_pieces(cube, size):
    """Compare the pieces beside the skeleton with those of the solved cube, kind by kind."""
    if kinds(cube, size) != kinds(solved_cube(size), size):
        raise unreachable("its inner edge and centre pieces are not those of a cube")


def kinds(cube, size):
    """Every piece as the kinds of its places and its colours; a sorted list."""
    orbit = orbits(size)
    return sorted(
        sorted((int(orbit[cell]), int(cube[cell])) for cell in cells)
        for cells in pieces(size).values()
    )

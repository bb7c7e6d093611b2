"""Late positions of the solo game, and all layouts that agree, each tried by the reference."""

from itertools import product

import numpy as np
from orapa_reference import board_of, fire, violations
from orapa_scenes import in_words

from parlour.envs.orapa.notation import show_outcome
from parlour.envs.orapa.pieces import FIRST, PLACEMENTS
from parlour.envs.orapa.state import LABELS, PIECES, PROBED


def cells_of(number):
    """The cells (x, y) of a placement."""
    return {(x, y) for x, y, _ in PLACEMENTS[number].cells}


def play_late(env, seed, waves=2):
    """Probe all cells of red, yellow and blue and two of white1, and fire some waves."""
    env.reset(seed=seed)
    layout = env.matches.matches[0]["layout"].copy()
    probed = [cell for number in layout[:3] for cell in sorted(cells_of(number))]
    for x, y in [*probed, *sorted(cells_of(layout[3]))[:2]]:
        env.step(36 + 10 * y + x)
    fired = 0
    for entry in np.random.default_rng(seed).permutation(36):
        if fired < waves and env.action_masks()[entry]:
            env.step(int(entry))
            fired += 1


def agreeing(seat):
    """The layouts of the base pieces, as tuples, that agree with the clues of a late position."""
    cells = np.flatnonzero(seat["probes"])
    told = {(int(cell % 10), int(cell // 10)): PROBED[seat["probes"][cell]] for cell in cells}
    whites = {cell for cell, colour in told.items() if colour == "white"}
    choices = []
    for piece, name in enumerate(PIECES[:3]):
        own = {cell for cell, colour in told.items() if colour == name}
        numbers = range(FIRST[piece], FIRST[piece + 1])
        choices.append([number for number in numbers if cells_of(number) == own])
    ones, others = (
        [n for n in range(FIRST[piece], FIRST[piece + 1]) if not cells_of(n) & (set(told) - whites)]
        for piece in (3, 4)
    )
    found = set()
    for one, other in product(ones, others):
        if cells_of(one) & cells_of(other) or not whites <= cells_of(one) | cells_of(other):
            continue
        for numbers in product(*choices):
            layout = (*numbers, one, other, -1, -1)
            words = in_words(layout)
            if answers_alike(seat, words) and not violations(words):
                found.add(layout)
    return found


def answers_alike(seat, words):
    """Whether a layout in words gives the answers to all waves that a seat has fired."""
    board = board_of(words)
    for entry in np.flatnonzero(seat["waves"][:, 0] == 1):
        kind, point, colour, _ = fire(board, LABELS[entry])
        expected = {"kind": kind, "point": point, "color": colour}
        told = show_outcome(seat["answers"][entry])
        if told != {name: value for name, value in expected.items() if value is not None}:
            return False
    return True

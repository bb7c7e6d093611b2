"""Given positions: `reset(options=...)`, and what a seat cannot know of the others."""

import numpy as np

from ..core.random import below
from .cube import apply_turns, score, solved_cube, turn
from .notation import read_turn
from .puzzles import check_reachable
from .rules import begin_from, restart
from .state import turn_count
from .submissions import is_better

OPTIONS = ("scramble", "cube")
MOST_WALK = 20
"""Most turns that a redrawn seat has made: enough to look scrambled anew."""


def parse_options(size, options, players):
    """Read `reset(options=...)`.

    Parameters
    ----------
    size : int
        N.
    options : mapping
        One of `scramble`: a list of turns in their documented form, made on the solved
        cube; `cube`: 6 x N x N colours 0-5, faces in the order U R F D L B.
    players : int
        Any number: every seat gets the same cube.

    Returns
    -------
    dict
        `cube` (6 * N * N,) uint8.

    Raises
    ------
    ValueError
        What was expected and what came; a colouring that no turns can reach.
    """
    unknown = set(options) - set(OPTIONS)
    if unknown:
        known = ", ".join(OPTIONS)
        raise ValueError(f"options must be among {known}, got {', '.join(map(str, unknown))}")
    if len(options) > 1:
        raise ValueError("give a scramble or a cube, not both")
    read = read_scramble if "scramble" in options else read_cube
    return {"cube": read(next(iter(options.values())), size)}


def read_scramble(turns, size):
    """The cube that a list of documented turns leads to."""
    if not isinstance(turns, (list, tuple)):
        raise ValueError(f"scramble must be a list of turns, got {turns!r:.80}")
    actions = np.zeros(len(turns), np.uint8)
    for index, given in enumerate(turns):
        action, _, detail = read_turn(given, size)
        if action < 0:
            raise ValueError(f"scramble, turn {index + 1}: {detail}")
        actions[index] = action
    cube = solved_cube(size)
    apply_turns(cube, size, actions, len(actions))
    return cube


def read_cube(colours, size):
    """A colouring as (6 * N * N,) uint8, checked."""
    shape = (6, size, size)
    try:
        given = np.array(colours)
    except ValueError:
        given = np.array(None)
    if given.shape != shape or given.dtype.kind not in "iu":
        raise ValueError(f"cube must be {shape} integers 0..5, got {colours!r:.80}")
    if given.min() < 0 or given.max() > 5:
        raise ValueError(f"a colour must lie in 0..5, got {given.min()}..{given.max()}")
    cube = given.astype(np.uint8).reshape(-1)
    check_reachable(cube, size)
    return cube


def arrange(match, seats, setup):
    """Give a freshly dealt match the cube of `setup`."""
    match["cube"][: len(setup["cube"])] = setup["cube"]
    match["scramble_turns"] = -1
    begin_from(match, seats)


def redraw(match, seats, seat_index):
    """Draw anew what one seat cannot know: the cubes and submissions of the others.

    Every other seat makes 0 to 20 random turns from the scramble, and has sent the cube
    they lead to where that does not beat the leader; of the leader, what is public stays.
    Who has closed its window stays as it is.
    """
    for index, seat in enumerate(seats):
        if index == seat_index:
            continue
        walk_at_random(match, seat)
        seat["kept_score"], seat["kept_length"] = -1, 0
        if index != match["leader_seat"]:
            send_quietly(match, seat)


def walk_at_random(match, seat):
    """Make 0 to 20 random turns on the scrambled cube."""
    restart(match, seat)
    size = int(match["cube_size"])
    count = below(match, MOST_WALK + 1)
    for index in range(count):
        action = below(match, turn_count(size))
        turn(seat["cube"], size, action)
        seat["turns"][index] = action
    seat["length"], seat["score"] = count, score(seat["cube"], size)


def send_quietly(match, seat):
    """Make the cube in hand the seat's only submission; none where it would take the lead."""
    length = int(seat["length"])
    leads = is_better(seat["score"], length, match["leader_score"], match["leader_length"])
    is_sent = length > 0 and not leads
    seat["accepted"] = is_sent
    seat["best_score"] = seat["score"] if is_sent else -1
    seat["best_length"] = length if is_sent else 0
    seat["best_ms"] = below(match, int(match["time_ms"]) + 1) if is_sent else 0
    seat["best_turns"][:length] = seat["turns"][:length]
    seat["solved"] = is_sent and seat["score"] == 6 * int(match["cube_size"]) ** 2

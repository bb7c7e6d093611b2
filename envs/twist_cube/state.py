"""Twist Cube's state: sizes, limits, reasons, and the records, one layout for all sizes."""

from ..core.records import match_dtype, seat_dtype

SIZES = (3, 5, 7)
FACES = "URFDLB"
"""Faces, and colours of the solved cube, by number: U 0 white, R 1 red, F 2 green, D 3 yellow,
L 4 orange, B 5 blue."""

CELLS = 6 * SIZES[-1] ** 2
"""Stickers that a record has room for; a cube of size N uses the first 6 * N * N.

Sticker `face * N * N + row * N + column`, as the unfolded net shows them: U with B at its top
edge, D with F, the others with U.

          U
        L F R B
          D
"""

TURN_LIMIT = 400
SUBMISSION_LIMIT = 50
CLOCK_MS = 30_000
MOST_SCRAMBLE = 1000
"""Longest scramble that `scramble_turns` can ask for."""

REWARDS = ("improvement", "score", "solved", "pot")

MATCH = match_dtype(
    [
        ("cube_size", "i2"),  # N: 3, 5 or 7
        ("reward_kind", "u1"),  # index into REWARDS
        ("auto_submit", "u1"),  # 1: every new best is submitted by itself
        ("stop_when_solved", "u1"),  # 1: an accepted solution closes its seat's window
        ("scramble_low", "i2"),  # fewest turns of a scramble
        ("scramble_high", "i2"),  # most turns of a scramble
        ("scramble_turns", "i2"),  # turns of this scramble, -1: a given position
        # What every seat sees.
        ("cube", "u1", (CELLS,)),  # the scrambled cube: colour of each sticker
        ("start_score", "i4"),  # its score
        ("time_left_ms", "i4"),  # of the clock that all windows share
        ("leader_score", "i4"),  # best submission over all seats, -1: none yet
        ("leader_length", "i4"),  # its turns
        ("leader_seat", "i4"),  # who sent it, -1: none yet
        # What no seat sees before the end.
        ("open_count", "i4"),  # windows that are still open
        ("is_draw", "u1"),  # 1: over without any accepted submission
    ]
)

SEAT = seat_dtype(
    [
        ("number", "i4"),  # which seat this is, from 0
        ("score", "i4"),  # stickers in place on the cube in hand
        # An observation is one copy of these four.
        ("length", "i4"),  # turns made since the scramble
        ("best_score", "i4"),  # best accepted submission, -1: none
        ("best_length", "i4"),  # its turns, 0: none
        ("accepted", "i4"),  # accepted submissions
        ("best_ms", "i4"),  # when the best one was accepted, from the start
        ("place", "i4"),  # place in the final standings, 0 before the end
        ("solved", "u1"),  # 1: the best accepted submission solves the cube
        ("is_forfeited", "u1"),  # 1: resigned, or missed its first move
        ("cube", "u1", (CELLS,)),  # the cube in hand: colour of each sticker
        ("turns", "u1", (TURN_LIMIT,)),  # the `length` turns since the scramble, as actions
        ("best_turns", "u1", (TURN_LIMIT,)),  # the `best_length` turns of the best submission
        ("kept_score", "i4"),  # kept for the close by auto_submit, -1: nothing
        ("kept_length", "i4"),  # its turns
        ("kept_turns", "u1", (TURN_LIMIT,)),  # those turns
    ]
)

ILLEGAL = (
    "none",
    "not_on_move",
    "not_better",
    "too_long",
    "submission_limit",
    "empty_solution",
)
NOT_BETTER, TOO_LONG, LIMIT_REACHED, EMPTY = 2, 3, 4, 5

END_REASONS = ("none", "closed", "clock", "solved")
"""What closed the last window: its seat's own wish, the clock, or under `stop_when_solved` a
solved cube."""
CLOSED, CLOCK, SOLVED = 1, 2, 3


def turn_count(size):
    """Distinct turns of a cube of size N: 6 faces, N - 1 layers, 1 to 3 quarter turns."""
    return 6 * (size - 1) * 3


def action_count(size):
    """A: the turns, then submit, restart, done, wait."""
    return turn_count(size) + 4

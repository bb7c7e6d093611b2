"""Orapa's board, colours, entry points, actions and records: what all other modules count by."""

from ..core.records import match_dtype, seat_dtype

WIDTH, HEIGHT = 10, 8
STRIDE = WIDTH + 2
BOARD_CELLS = STRIDE * (HEIGHT + 2)
"""Cells of a stored board: the grid with a border of one cell, row by row.

Cell (x, y) of the grid is number `(y + 1) * STRIDE + x + 1`. It holds 0 where it is empty,
else `kind | piece << 3`, where piece is 1 + its index in `PIECES`. The border holds `EDGE`.
"""
EDGE = 255

KINDS = ("empty", "square", "tri_nw", "tri_ne", "tri_se", "tri_sw")
EMPTY, SQUARE, NW, NE, SE, SW = range(6)
"""A triangle fills the half of its cell at one corner."""

PIECES = ("red", "yellow", "blue", "white1", "white2", "diamond", "black")
RED, YELLOW, BLUE, WHITE1, WHITE2, DIAMOND, BLACK = range(7)
BASE_PIECES = 5
"""The first five are always there; diamond and black are options."""

GEMS = ("none", "red", "blue", "yellow", "white", "diamond", "black")
GEM_OF_PIECE = (1, 3, 2, 4, 4, 5, 6)
"""What a cell shows of its piece: an index into `GEMS`; the two white pieces look alike."""

COLOUR_BITS = (1, 4, 2, 8, 8, 0, 0)
"""What a hit piece adds to the mix: red 1, blue 2, yellow 4, white 8."""

MIXES = (
    "transparent",
    "red",
    "blue",
    "purple",
    "yellow",
    "orange",
    "green",
    "black",
    "white",
    "pink",
    "sky_blue",
    "light_purple",
    "lemon",
    "light_orange",
    "light_green",
    "gray",
)
"""Name of a mix by its `COLOUR_BITS`."""

LABELS = tuple("ABCDEFGHIJKLMNOPQR") + tuple(str(number) for number in range(1, 19))
"""The 36 entry points: left side and right side from top to bottom (A-H, 11-18), bottom and top
side from left to right (I-R, 1-10). Entry i of the waves is `LABELS[i]`."""

POINTS = len(LABELS)
ABSORBED, LOST = POINTS, POINTS + 1
"""Where a wave ends that leaves the grid nowhere."""

PROBED = ("unknown", "empty", "red", "blue", "yellow", "white", "occupied_no_color")
PROBED_OF_GEM = (1, 2, 3, 4, 5, 6, 6)
"""What a probe of a cell tells, an index into `PROBED`, by what the cell shows (`GEMS`)."""

UNKNOWN, FIRED, KNOWN = 0, 1, 2
"""What a seat knows of an entry: nothing; its wave's answer; the same from the wave's exit."""

# Actions

PROBES = POINTS
PLACES = PROBES + WIDTH * HEIGHT
"""Actions: waves from the 36 points, probes `36 + y * 10 + x`, placements from 116 on, of the
pieces in the game in their order; then a take-back a piece, submit, wait."""

LAYOUT, PLAY, OVER = 0, 1, 2
PHASES = ("layout", "play", "over")
REWARDS = ("win", "information", "shaped")
WIN, INFORMATION, SHAPED = 0, 1, 2

ILLEGAL = (
    "none",
    "not_on_move",
    "wrong_phase",
    "known_already",
    "overlap",
    "no_edits_left",
    "not_laid",
    "laid_already",
    "incomplete",
    "invalid_layout",
    "no_turn_limit",
)
(
    WRONG_PHASE,
    KNOWN_ALREADY,
    OVERLAP,
    NO_EDITS_LEFT,
    NOT_LAID,
    LAID_ALREADY,
    INCOMPLETE,
    INVALID_LAYOUT,
    NO_TURN_LIMIT,
) = range(2, 11)

END_REASONS = ("none", "solution", "draw", "lives", "resignation")
SOLUTION, DRAW, LIVES, RESIGNATION = 1, 2, 3, 4
"""A right solution stood; both found it; a seat's lives were spent; a seat gave up."""

OUTCOMES = ("none", "won", "lost", "nobody_won")

WAVE, PROBE, GUESS, TIMEOUT = 0, 1, 2, 3
"""Kinds of entries in the history."""

HISTORY = 512
"""Entries that the history holds; of a longer match the oldest are dropped."""

LAYOUT_COUNTS = (1.680e10, 1.05e12), (4.33e11, 2.39e13)
"""Valid layouts, about: LAYOUT_COUNTS[diamond in the game][black in the game]."""

LISTED = 128
"""Layouts still possible that the reward "information" keeps in a list."""

MATCH = match_dtype(
    [
        # Options.
        ("pieces", "u1"),  # bit p set: piece p is in the game
        ("most_lives", "u1"),  # 1 or 2
        ("help_mode", "u1"),  # 1: contradicted clues are told
        ("allow_repeats", "u1"),  # 1: what is known may always be asked again
        ("lays_by_hand", "u1"),  # 1: each seat of a duel lays its own pieces
        ("reward_kind", "u1"),  # index into REWARDS
        ("edits_per_turn", "i4"),
        ("turn_limit_ms", "i8"),  # 0: none
        ("turn_cost", "f8"),  # taken off the reward each turn
        # What every seat sees.
        ("phase", "u1"),  # LAYOUT, PLAY or OVER
        ("turn", "u1"),  # whose turn it is
        ("first", "u1"),  # who began
        ("is_last_turn", "u1"),  # 1: the first player has found the solution
        ("winner", "i1"),  # -1: nobody, or not over
        ("rematch", "u1"),  # bit s set: seat s asks for another match
        ("deadline_ms", "i8"),  # when the turn runs out, where there is a limit
        ("history_count", "i8"),  # entries ever written; entry n stands at n % HISTORY
        ("history", "i4", (HISTORY,)),  # seat | kind << 1 | argument << 4 | answer << 11
        ("reactions", "u1", (2,)),  # last reaction of each seat, 0: none
        # What no seat sees before the end: the layout of the solo game.
        ("layout", "i2", (len(PIECES),)),
        ("board", "u1", (BOARD_CELLS,)),
    ]
)

STATUS = {  # name: (lowest, highest)
    "phase": (0, 2),  # index into PHASES
    "is_on_turn": (0, 1),
    "is_first": (0, 1),  # this seat began
    "is_last_turn": (0, 1),  # the first player has found the solution
    "turns": (0, 2**31 - 1),  # own waves, probes and solutions
    "lives": (0, 2),
    "solved": (0, 1),  # this seat has given the right solution
    "rival_turns": (0, 2**31 - 1),
    "rival_lives": (0, 2),
    "rival_solved": (0, 1),
    "edits_left": (0, 2**31 - 1),  # in this turn
    "contradictions": (0, POINTS + WIDTH * HEIGHT),  # own clues that the hypothesis contradicts
    "time_left_ms": (0, 2**31 - 1),  # of the turn; 0 without a limit
    "outcome": (0, 3),  # index into OUTCOMES
}
"""The numbers of a seat, in this order in its record and in its observations."""

SEAT = [
    ("number", "u1"),  # which seat this is
    ("unknown_count", "u1"),  # waves and probes whose answers it does not know
    ("fired_count", "u1"),  # entries from which it has fired
    *((name, "i4") for name in STATUS),
    # What it has asked, and what the other seat has asked about its own grid.
    ("waves", "i1", (POINTS, 4)),  # UNKNOWN, FIRED or KNOWN; exit, -1: none; mix; absorbed
    ("fired", "u1", (POINTS,)),  # those entries, in the order of their first waves
    ("answers", "i2", (POINTS,)),  # the same as answers; -1: unknown
    ("probes", "u1", (WIDTH * HEIGHT,)),  # index into PROBED
    ("rival_waves", "i1", (POINTS, 4)),
    ("rival_probes", "u1", (WIDTH * HEIGHT,)),
    ("wrong", "u1", (BOARD_CELLS,)),  # the board of its last wrong solution; empty: none
    # The hypothesis; in the layout phase the own layout while it is being laid.
    ("hypothesis", "i2", (len(PIECES),)),  # placement of each piece, -1: not laid
    ("hypothesis_board", "u1", (BOARD_CELLS,)),
    ("hypothesis_grid", "u1", (WIDTH * HEIGHT, 2)),  # kind and gem of each cell
    ("contradicted_waves", "u1", (POINTS,)),
    ("contradicted_probes", "u1", (WIDTH * HEIGHT,)),
    # The own layout in a duel: what the other seat is after.
    ("layout", "i2", (len(PIECES),)),  # -1: not laid
    ("board", "u1", (BOARD_CELLS,)),
    ("own_grid", "u1", (WIDTH * HEIGHT, 2)),
]


def seat_record(listed):
    """Record type of a seat that keeps a list of so many layouts (see `information`)."""
    return seat_dtype(
        [
            *SEAT,
            ("missing_bits", "f8"),  # log2 of the layouts that agree with its clues
            ("listed_count", "i4"),  # -1: too many to list
            ("listed", "i2", (listed, len(PIECES))),
        ]
    )

"""Polyfit's state, flat and solid: difficulties, limits, reasons, and one record layout for all."""

from ..core.records import match_dtype, seat_dtype

FLAT, SOLID = 0, 1
"""Polyfit and Polyfit 3D; the first index of every table below."""

DIFFICULTIES = ("easy", "normal", "hard", "extreme")
EASY, NORMAL, HARD, EXTREME = range(4)

PIECE_COUNTS = (
    ((3, 5), (4, 7), (7, 12), (32, 56)),
    ((3, 5), (4, 7), (7, 11), (16, 28)),
)
"""Pieces in the first and in the last round. Source: Polyfit and Polyfit 3D rules."""

BOXES = (
    ((6, 6), (7, 8), (7, 11), (16, 24)),
    ((4, 4), (5, 5), (6, 6), (10, 10)),
)
"""Rows and columns that a region, or a footprint, lies in. Source: Polyfit rules (hard and
extreme of the flat game); the others leave room for the largest puzzle in many outlines.
Those of solids are square, since a footprint may be turned once it is cut."""

LAYERS = 2, 4
"""Fewest and most layers of a solid; a flat region has 1."""

ROUNDS = 3, 9
ROUND_SECONDS = 10, 30
PLAYERS = 1, 8
MOST_ROUNDS, MOST_PLAYERS = ROUNDS[1], PLAYERS[1]
SLACK_MS = 5000
"""A bank has this beyond each round's window, and once more. Source: Polyfit rules, clock."""

BONUS_MS = 1000
"""What an answer adds to its seat's bank. Source: Polyfit rules, clock."""

COLOURS = ("ruby", "amber", "jade", "sapphire")
WORDS = 10
"""Words of a set of cells: one bit a cell, the largest box and a border; see `board`."""

SHAPES = 39
"""Shapes of the game that has more of them."""

MOST_PIECES = 56
REWARDS = ("solved", "time", "gems")
ACTIONS = ("scan", "free")

ANSWERS = (None, "solved", "passed", "late")
SOLVED, PASSED, LATE = 1, 2, 3

ILLEGAL = (
    "none",
    "not_on_move",
    "no_piece_left",
    "does_not_fit",
    "nothing_to_take_back",
)
NO_PIECE, NO_FIT, NOTHING = 2, 3, 4

END_REASONS = (
    "none",
    "finished",
    "most_gems",
    "most_of_one_colour",
    "least_time",
    "tie",
    "timeout",
    "resignation",
)
"""A single seat has played all rounds; what told the first seat from the next; too few left."""
FINISHED, MOST_GEMS, MOST_OF_ONE_COLOUR, LEAST_TIME, TIE, TIMEOUT, RESIGNATION = range(1, 8)

MATCH = match_dtype(
    [
        # Options.
        ("solid", "u1"),  # 0 Polyfit, 1 Polyfit 3D
        ("difficulty", "u1"),  # index into DIFFICULTIES
        ("layers", "u1"),  # of every puzzle; 1 if flat
        ("round_count", "u1"),
        ("window_ms", "i4"),  # answer window of a round
        ("rotates_tray", "u1"),  # 1: pieces lie in the tray in a random orientation
        ("reward_kind", "u1"),  # index into REWARDS
        ("is_free", "u1"),  # 1: pieces are laid in any order
        ("may_undo", "u1"),  # 1: pieces may be taken back
        ("player_count", "u1"),
        ("box_rows", "u1"),  # the box of the difficulty: rows and columns
        ("box_columns", "u1"),
        ("stride", "i4"),  # cell number of the next row; see `board`
        ("layer_stride", "i4"),  # cell number of the next layer
        # What every seat sees: the round.
        ("round_number", "i4"),  # from 1
        ("opened_ms", "i8"),  # when it opened
        ("time_left_ms", "i4"),  # of its window
        ("rows", "u1"),  # rows and columns of the region's own box
        ("columns", "u1"),
        ("volume", "i4"),  # cells of the region
        ("region", "u8", (WORDS,)),  # its cells
        ("counts", "u1", (SHAPES,)),  # pieces in the tray by shape
        ("piece_count", "u1"),
        ("tray", "u2", (MOST_PIECES,)),  # orientation in which each piece lies there
        ("gem_row", "u1", (MOST_PLAYERS + 3,)),  # colours
        ("done", "u1", (MOST_PLAYERS,)),  # 1: the seat has answered this round
        # What every seat sees: the match.
        ("gems", "u1", (MOST_PLAYERS, len(COLOURS))),  # of closed rounds, by seat and colour
        ("is_out", "u1", (MOST_PLAYERS,)),  # 1: ran out of clock; of two seats also: resigned
        ("is_forfeited", "u1", (MOST_PLAYERS,)),  # 1: missed its first move, or resigned
        ("closed_count", "u1"),  # closed rounds; the fields below tell of them
        ("answers", "u1", (MOST_ROUNDS, MOST_PLAYERS)),  # index into ANSWERS
        ("times_ms", "i4", (MOST_ROUNDS, MOST_PLAYERS)),  # from opening to answer
        ("won", "u1", (MOST_ROUNDS, MOST_PLAYERS, len(COLOURS))),  # gems
        # What no seat sees.
        ("next_out_ms", "i8"),  # when the first of the running banks will be empty
        ("given_count", "u1"),  # rounds whose puzzles were given, from the first on
        ("given_rows", "u1", (MOST_ROUNDS,)),
        ("given_columns", "u1", (MOST_ROUNDS,)),
        ("given_pieces", "u1", (MOST_ROUNDS,)),
        ("given_region", "u8", (MOST_ROUNDS, WORDS)),
        ("given_tray", "u2", (MOST_ROUNDS, MOST_PIECES)),
    ]
)

SEAT = seat_dtype(
    [
        ("number", "i4"),  # which seat this is, from 0
        ("answer", "u1"),  # to this round, index into ANSWERS, 0: none yet
        ("answer_ms", "i4"),  # from opening to answer
        ("solver_rank", "u1"),  # 1: first to solve this round, ...; 0: has not solved it
        ("has_answered", "u1"),  # 1 from its first answer on
        ("bank_ms", "i8"),  # left of its bank when it was last off move
        ("deadline_ms", "i8"),  # on move: when its bank will be empty
        ("solved", "i4"),  # rounds solved
        ("gem_count", "i4"),  # gems of closed rounds
        ("total_ms", "i8"),  # solving times, and the whole window for any other closed round
        ("place", "i4"),  # place in the final standings, 0 before the end
        # Its own tiling.
        ("open", "u8", (WORDS,)),  # cells of the region that are not covered yet
        ("open_count", "i4"),  # how many
        ("next_cell", "i4"),  # the first of them in scan order, -1: none
        ("left", "u1", (SHAPES,)),  # pieces not laid yet, by shape
        ("laid", "i4"),  # pieces laid
        ("laid_form", "u2", (MOST_PIECES,)),  # orientations of those, in the order of laying
        ("laid_cell", "u2", (MOST_PIECES,)),  # their first cells
    ]
)

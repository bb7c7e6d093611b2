"""Given positions: `reset(options=...)`, and the futures a player cannot know."""

import numpy as np

from ..core.random import shuffled
from .rewards import potential
from .rules import end_if_topped_out, fill_queue
from .state import GIVEN_LIMIT, GIVEN_LINES, HEIGHT, LETTERS, PIECES, WIDTH

OPTIONS = ("pieces", "board", "hold", "lines", "score")
MOST_SCORE = 10**12


def parse_options(options, players):
    """Read `reset(options=...)`.

    Parameters
    ----------
    options : mapping
        `pieces`: a string of letters, the current piece first, after which fresh bags
        follow; `board`: 20 strings of `.` and `#`, top row first, no row full; `hold`:
        a letter; `lines`, `score`: non-negative integers.
    players : int
        1.

    Returns
    -------
    dict
        The setup that `arrange` takes.

    Raises
    ------
    ValueError
        What was expected and what came.
    """
    unknown = set(options) - set(OPTIONS)
    if unknown:
        known = ", ".join(OPTIONS)
        raise ValueError(f"options must be among {known}, got {', '.join(map(str, unknown))}")
    readers = {
        "pieces": read_pieces,
        "board": read_board,
        "hold": read_piece,
        "lines": lambda value: read_count("lines", value, GIVEN_LINES),
        "score": lambda value: read_count("score", value, MOST_SCORE),
    }
    return {name: readers[name](value) for name, value in options.items()}


def read_piece(letter):
    """Number 0-6 of a piece's letter."""
    if not isinstance(letter, str) or len(letter) != 1 or letter not in LETTERS:
        raise ValueError(f"a piece must be one of the letters {LETTERS}, got {letter!r}")
    return LETTERS.index(letter)


def read_pieces(text):
    """Numbers of a string of letters, 1 to 160 of them."""
    if not isinstance(text, str) or not 1 <= len(text) <= GIVEN_LIMIT:
        raise ValueError(f"pieces must be a string of 1 to {GIVEN_LIMIT} letters, got {text!r:.80}")
    return np.array([read_piece(letter) for letter in text], np.int8)


def read_board(lines):
    """Row masks (20,) uint16, row 0 at the bottom, of 20 strings from the top."""
    if isinstance(lines, str) or len(lines) != HEIGHT:
        raise ValueError(f"board must be {HEIGHT} strings, top row first, got {lines!r:.80}")
    rows = np.zeros(HEIGHT, np.uint16)
    for row, line in enumerate(reversed(list(lines))):
        if not isinstance(line, str) or len(line) != WIDTH or set(line) - set(".#"):
            raise ValueError(f"a row must be {WIDTH} characters of '.' and '#', got {line!r}")
        if line == "#" * WIDTH:
            raise ValueError(f"row {row + 1} of the board is full: it would have been cleared")
        rows[row] = sum(1 << column for column, cell in enumerate(line) if cell == "#")
    return rows


def read_count(name, value, most):
    """A non-negative integer not above `most`."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or not 0 <= value <= most:
        raise ValueError(f"{name} must be an integer in 0..{most}, got {value!r}")
    return int(value)


def column_heights(rows):
    """Heights (10,) of the highest filled cells of row masks (20,)."""
    cells = (rows[:, None] >> np.arange(WIDTH)) & 1
    return np.where(cells.any(axis=0), HEIGHT - cells[::-1].argmax(axis=0), 0)


def arrange(match, seats, setup):
    """Put a freshly dealt match into the position of `setup`."""
    seat = seats[0]
    if "board" in setup:
        seat["rows"] = setup["board"]
        seat["heights"] = column_heights(setup["board"])
        seat["potential"] = potential(seat)
    if "lines" in setup:
        seat["lines"] = setup["lines"]
        seat["level"] = 1 + setup["lines"] // 10
    if "score" in setup:
        seat["score"] = setup["score"]
    if "hold" in setup:
        seat["hold"] = setup["hold"]
    if "pieces" in setup:
        count = len(setup["pieces"])
        seat["given"][:count] = setup["pieces"]
        seat["given_count"], seat["given_used"] = count, 0
        seat["bag_used"] = PIECES
        fill_queue(match, seat)
    end_if_topped_out(match, seat)


def redraw(match, seats, seat_index):
    """Draw the unseen future anew: the rest of the bag and all later ones.

    The bag's pieces that are not yet in sight are shuffled, so the sequence stays one of
    permutations; prescribed pieces that are still to come give way to random bags.
    """
    seat = seats[seat_index]
    seat["given_count"] = seat["given_used"]
    unseen = seat["bag"][seat["bag_used"] :]
    shuffled(match, unseen)

"""Given positions: `reset(options=...)`, and what a seat cannot know of the others."""

import numpy as np

from ..core.random import below
from . import rounds
from .board import lay, mark_fits, view
from .outline import MARGIN, has_hole
from .pieces import FORM_COUNTS, POLYFORMS
from .solutions import is_cell
from .state import BONUS_MS, LATE, MOST_PIECES, PASSED, SOLVED, WORDS

OPTIONS = ("puzzles",)
PUZZLE_KEYS = {"region", "pieces"}
PIECE_KEYS = {"id", "name", "cells"}


def parse_options(solid, layers, box, round_count, options, players):
    """Read `reset(options=...)`.

    Parameters
    ----------
    solid : int
        0 Polyfit, 1 Polyfit 3D.
    layers : int
        L.
    box : (int, int)
        Rows and columns that a region must fit into.
    round_count : int
    options : mapping
        `puzzles`: a list of puzzles for the first rounds, the others are drawn. A puzzle is
        `{"region", "pieces"}` as bodies have it; a piece needs a `name` or `cells`, or is
        just a name. It need not have a solution.
    players : int
        Any number: every seat gets the same puzzles.

    Returns
    -------
    list of (int, int, (WORDS,) uint64, list of int)
        Rows, columns, cells of the region and forms in the tray of each puzzle.

    Raises
    ------
    ValueError
        What was expected and what came: an unknown piece, a region that is not connected or
        has a hole, pieces that do not have its volume.
    """
    unknown = set(options) - set(OPTIONS)
    if unknown:
        raise ValueError(f"options must be among puzzles, got {', '.join(map(str, unknown))}")
    puzzles = options["puzzles"]
    if not isinstance(puzzles, (list, tuple)) or not 1 <= len(puzzles) <= round_count:
        raise ValueError(f"puzzles must be a list of 1 to {round_count}, got {puzzles!r:.80}")
    return [
        read_puzzle(puzzle, f"puzzle {index + 1}", solid, layers, box)
        for index, puzzle in enumerate(puzzles)
    ]


def read_puzzle(puzzle, where, solid, layers, box):
    """One puzzle, checked; see `parse_options`."""
    if not isinstance(puzzle, dict) or set(puzzle) != PUZZLE_KEYS:
        raise ValueError(f"{where} must have region and pieces alone, got {puzzle!r:.80}")
    rows = read_region(puzzle["region"], where, solid, layers, box)
    pieces = puzzle["pieces"]
    if not isinstance(pieces, (list, tuple)) or not 1 <= len(pieces) <= MOST_PIECES:
        raise ValueError(
            f"{where}: pieces must be a list of 1 to {MOST_PIECES}, got {pieces!r:.80}"
        )
    tray = [
        read_piece(piece, f"{where}, piece {number + 1}", f"p{number + 1}", solid)
        for number, piece in enumerate(pieces)
    ]
    volume = layers * sum(row.count("#") for row in rows)
    pieces_volume = int(POLYFORMS[solid].size[tray].sum())
    if volume != pieces_volume:
        raise ValueError(f"{where}: the region has {volume} cells, its pieces {pieces_volume}")
    return len(rows), len(rows[0]), region_words(rows, layers, box), tray


def read_region(region, where, solid, layers, box):
    """The rows of a region, or of a solid's footprint, checked."""
    if solid:
        if not isinstance(region, (list, tuple)) or len(region) != layers:
            raise ValueError(f"{where}: region must be {layers} layers, got {region!r:.80}")
        if any(layer != region[0] for layer in region):
            raise ValueError(f"{where}: every layer of the region must be the same")
        region = region[0]
    if not is_grid(region):
        raise ValueError(
            f"{where}: region must be rows of '#' and '.', alike long, got {region!r:.80}"
        )
    if len(region) > box[0] or len(region[0]) > box[1]:
        size = f"{len(region)} x {len(region[0])}"
        raise ValueError(f"{where}: region must lie in {box[0]} x {box[1]} cells, got {size}")
    check_outline(region, where)
    return list(region)


def is_grid(rows):
    """True for strings of '#' and '.', all as long as the first."""
    if not isinstance(rows, (list, tuple)) or not rows:
        return False
    if not all(isinstance(row, str) and set(row) <= {"#", "."} for row in rows):
        return False
    return len({len(row) for row in rows}) == 1 and len(rows[0]) > 0


def check_outline(rows, where):
    """ValueError unless the '#' of a region are connected and enclose nothing."""
    cells = {
        (row, column)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "#"
    }
    if not cells:
        raise ValueError(f"{where}: the region is empty")
    seen, queue = set(), [min(cells)]
    while queue:
        cell = queue.pop()
        if cell in cells and cell not in seen:
            seen.add(cell)
            row, column = cell
            queue += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    if seen != cells:
        raise ValueError(
            f"{where}: the region is not connected: {sorted(cells - seen)[0]} is apart"
        )
    outline = np.zeros(len(rows) + 2 * MARGIN, np.uint64)
    for row, column in cells:
        outline[row + MARGIN] |= np.uint64(1) << np.uint64(column + MARGIN)
    if has_hole(outline):
        raise ValueError(f"{where}: the region has a hole")


def region_words(rows, layers, box):
    """A region's cells (WORDS,) uint64, numbered as `board` has it."""
    stride, layer_stride = box[1] + 1, (box[0] + 1) * (box[1] + 1)
    bits = sum(
        1 << layer * layer_stride + row * stride + column
        for layer in range(layers)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "#"
    )
    words = [bits >> 64 * place & (1 << 64) - 1 for place in range(WORDS)]
    return np.array(words, np.uint64)


def read_piece(piece, where, number, solid):
    """The form in which a given piece lies in the tray."""
    forms = POLYFORMS[solid]
    if isinstance(piece, str):
        piece = {"name": piece}
    if not isinstance(piece, dict) or not set(piece) <= PIECE_KEYS or not set(piece) - {"id"}:
        raise ValueError(f"{where} must have a name or cells, got {piece!r:.80}")
    if piece.get("id", number) != number:
        raise ValueError(f"{where}: its id must be {number!r}, got {piece['id']!r:.80}")
    name = piece.get("name")
    if name is not None and name not in forms.names:
        raise ValueError(f"{where}: no piece is called {name!r:.80}")
    if "cells" not in piece:
        return int(forms.first[forms.names.index(name)])
    form = read_cells(piece["cells"], where, solid)
    found = forms.names[forms.shape[form]]
    if name not in (None, found):
        raise ValueError(f"{where}: its cells are those of {found}, not of {name}")
    return form


def read_cells(cells, where, solid):
    """The form that a given piece's cells show."""
    axes = 3 if solid else 2
    if not isinstance(cells, (list, tuple)) or not all(is_cell(cell, axes) for cell in cells):
        raise ValueError(f"{where}: cells must be lists of {axes} integers, got {cells!r:.80}")
    if not 3 <= len(set(map(tuple, cells))) == len(cells) <= 5:
        raise ValueError(f"{where}: a piece has 3 to 5 different cells, got {cells!r:.80}")
    lowest = [min(axis) for axis in zip(*cells, strict=True)]
    near = [[a - b for a, b in zip(cell, lowest, strict=True)] for cell in cells]
    is_near = max(map(max, near)) < 5
    flat = [[0] * (3 - axes) + cell for cell in near]
    form = int(POLYFORMS[solid].find(flat)) if is_near else -1
    if form < 0:
        raise ValueError(f"{where}: the cells are no piece: {cells!r:.80}")
    return form


def arrange(match, seats, setup):
    """Start a freshly dealt match anew with the puzzles of `setup`."""
    match["given_count"] = len(setup)
    for index, (rows, columns, words, tray) in enumerate(setup):
        match["given_rows"][index], match["given_columns"][index] = rows, columns
        match["given_region"][index] = words
        match["given_pieces"][index] = len(tray)
        match["given_tray"][index, : len(tray)] = tray
    for index in range(len(seats)):
        seats[index]["on_move"], seats[index]["reward"] = 1, 0.0
    rounds.begin(match, seats)


def redraw(match, seats, seat_index):
    """Draw anew what one seat cannot know: the tilings and answers of the others this round.

    Who has answered stays as it is, and whatever closed rounds have made public.
    """
    if match["is_over"]:
        return
    for index in range(len(seats)):
        if index != seat_index and rounds.is_playing(match, index):
            seat = seats[index]
            rounds.clear_tiling(match, seat)
            if seat["answer"]:
                redraw_answer(match, seat)
            else:
                lay_at_random(match, seat)
    rank_solvers(match, seats)


def redraw_answer(match, seat):
    """Another time and kind of answer for a seat that has given one this round."""
    elapsed = int(match["time_ms"] - match["opened_ms"])
    bank = int(seat["bank_ms"] + seat["answer_ms"] - BONUS_MS)
    moment = below(match, min(elapsed + 1, bank))
    kind = LATE if moment > match["window_ms"] else (SOLVED, PASSED)[below(match, 2)]
    seat["solved"] += int(kind == SOLVED) - int(seat["answer"] == SOLVED)
    seat["answer"], seat["answer_ms"] = kind, moment
    seat["solver_rank"] = kind == SOLVED
    seat["bank_ms"] = bank - moment + BONUS_MS


def lay_at_random(match, seat):
    """Lay some pieces in scan order, as many as chance has it."""
    mask = np.zeros(FORM_COUNTS[match["solid"]], np.int8)
    for _ in range(below(match, int(match["piece_count"]))):
        cell = int(seat["next_cell"])
        mark_fits(match["solid"], seat["left"], view(match, seat["open"], cell), mask)
        fitting = np.flatnonzero(mask)
        if len(fitting) == 0:
            return
        lay(match, seat, int(fitting[below(match, len(fitting))]), cell)
        if seat["open_count"] == 0:
            rounds.clear_tiling(match, seat)


def rank_solvers(match, seats):
    """Number the solvers of the open round by the times of their answers."""
    solvers = [index for index in range(len(seats)) if seats[index]["solver_rank"]]
    solvers.sort(key=lambda index: int(seats[index]["answer_ms"]))
    for rank, index in enumerate(solvers):
        seats[index]["solver_rank"] = rank + 1

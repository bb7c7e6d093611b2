"""Messages that look for the hidden layout: waves, probes, solutions, hypotheses.

Source: the Orapa rules, "Actions on a turn", "Help mode".
"""

from ..core.given import is_integer
from .asking import fire_at, guess, probe_at
from .hypothesis import AREA, probed
from .layouts import build
from .notation import layout_of, read_pieces, show_outcome
from .replies import answered, closing, not_now, refused, wrong_phase
from .state import FIRED, HEIGHT, LABELS, PLAY, POINTS, PROBED, WIDTH
from .waves import EMPTY_BOARD, fire

__all__ = ["check_hypothesis", "fire_beam", "probe", "submit_solution"]


def fire_beam(match, seats, index, entry):
    """FireBeam."""
    if error := not_now(match, index):
        return error
    if not isinstance(entry, str) or entry not in LABELS:
        return refused("unknown_entry", f"entry must be A to R or 1 to 18, got {entry!r:.80}")
    answer = fire_at(match, seats, index, LABELS.index(entry))
    outcome = show_outcome(answer)
    return answered("BeamResult", entry=entry, outcome=outcome, **closing(match, seats))


def probe(match, seats, index, x, y):
    """Probe."""
    if error := not_now(match, index):
        return error
    is_inside = is_integer(x) and is_integer(y) and 0 <= x < WIDTH and 0 <= y < HEIGHT
    if not is_inside:
        detail = f"x must lie in 0..{WIDTH - 1}, y in 0..{HEIGHT - 1}, got {x!r:.40}, {y!r:.40}"
        return refused("outside_grid", detail)
    result = probe_at(match, seats, index, int(y) * WIDTH + int(x))
    return answered(
        "ProbeResult", x=int(x), y=int(y), result=PROBED[result], **closing(match, seats)
    )


def submit_solution(match, seats, index, pieces):
    """SubmitSolution: a malformed layout is simply wrong."""
    if error := not_now(match, index):
        return error
    placements, code, detail = read_pieces(match["pieces"], pieces)
    if code:
        return refused(code, detail)
    is_right = guess(match, seats, index, board_of(placements))
    return answered("SolutionResult", correct=bool(is_right), **closing(match, seats))


def is_clean(placements):
    """Whether placements make a board: inside the grid, no cell twice."""
    cells = [(x, y) for placement in placements for x, y, _ in placement.cells]
    is_inside = all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in cells)
    return is_inside and len(set(cells)) == len(cells)


def board_of(placements):
    """A stored board with some placements; one that no layout makes if they are malformed."""
    board = EMPTY_BOARD.copy()
    if is_clean(placements):
        build(board, layout_of(placements))
    return board


def check_hypothesis(match, seats, index, pieces):
    """CheckHypothesis: own clues against a hypothesis, which may lack pieces."""
    if error := wrong_phase(match, PLAY):
        return error
    if not match["help_mode"]:
        return refused("help_mode_off", "this match is played without help mode")
    placements, code, detail = read_pieces(match["pieces"], pieces, is_partial=True)
    if code:
        return refused(code, detail)
    if not is_clean(placements):
        return refused("malformed_hypothesis", "pieces must lie inside the grid without overlap")
    wrong = contradicted(seats[index], board_of(placements))
    return answered(
        "HypothesisCheckResult", True, consistent=not wrong, contradicting_entries=wrong
    )


def contradicted(seat, board):
    """The own waves and probes whose answers a board would not give."""
    waves = [
        {"kind": "Beam", "entry": LABELS[entry]}
        for entry in range(POINTS)
        if seat["waves"][entry, 0] == FIRED and fire(board, entry) != seat["answers"][entry]
    ]
    probes = [
        {"kind": "Probe", "x": cell % WIDTH, "y": cell // WIDTH}
        for cell in range(AREA)
        if seat["probes"][cell] and probed(board, cell) != seat["probes"][cell]
    ]
    return waves + probes

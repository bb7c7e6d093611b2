"""Submissions: what is better, what is accepted, what every seat then sees. Compiled.

Source: the Twist Cube rules.
"""

from ..core.compiled import compiled
from .cube import apply_turns, score
from .state import EMPTY, LIMIT_REACHED, NOT_BETTER, REWARDS, SUBMISSION_LIMIT

IMPROVEMENT, SOLVED = REWARDS.index("improvement"), REWARDS.index("solved")


@compiled
def is_better(new_score, new_length, old_score, old_length):
    """A higher score, or the same in fewer turns; an old score of -1 stands for none."""
    return new_score > old_score or (new_score == old_score and new_length < old_length)


@compiled
def copy_turns(target, source, count):
    """Copy the first `count` turns."""
    for index in range(count):
        target[index] = source[index]


@compiled
def verdict(seat, new_score, new_length):
    """0, or why a submission of 1 to 400 turns is rejected: an index into `ILLEGAL`."""
    if seat.accepted == SUBMISSION_LIMIT:
        return LIMIT_REACHED
    if not is_better(new_score, new_length, seat.best_score, seat.best_length):
        return NOT_BETTER
    return 0


@compiled
def accept(match, seat, new_score, turns, length, at_ms):
    """Book a submission that `verdict` lets pass, and tell everybody if it leads."""
    full = 6 * match.cube_size * match.cube_size
    if match.reward_kind == IMPROVEMENT:
        before = match.start_score if seat.best_score < 0 else seat.best_score
        seat.reward += float(new_score - before)
    elif match.reward_kind == SOLVED and new_score == full and not seat.solved:
        seat.reward += 1.0
    seat.best_score = new_score
    seat.best_length = length
    seat.best_ms = at_ms
    seat.accepted += 1
    seat.solved = new_score == full
    copy_turns(seat.best_turns, turns, length)
    if is_better(new_score, length, match.leader_score, match.leader_length):
        match.leader_score = new_score
        match.leader_length = length
        match.leader_seat = seat.number


@compiled
def submit(match, seat):
    """Send the cube in hand; returns 0, or an index into `ILLEGAL` and nothing has changed."""
    if seat.length == 0 and seat.accepted < SUBMISSION_LIMIT:
        return EMPTY
    code = verdict(seat, seat.score, seat.length)
    if code == 0:
        accept(match, seat, seat.score, seat.turns, seat.length, match.time_ms)
    return code


@compiled
def submit_turns(match, seat, turns, length):
    """Send a list of 1 to 400 turns; accepted, its cube becomes the one in hand.

    Parameters
    ----------
    match, seat : records
    turns : (length,) uint8
        As actions, in range.
    length : int

    Returns
    -------
    int
        0 or an index into `ILLEGAL`; then nothing has changed.
    int
        The score, also of what is rejected.
    """
    cube = match.cube.copy()
    apply_turns(cube, match.cube_size, turns, length)
    reached = score(cube, match.cube_size)
    code = verdict(seat, reached, length)
    if code == 0:
        seat.cube[:] = cube
        seat.score = reached
        seat.length = length
        copy_turns(seat.turns, turns, length)
        accept(match, seat, reached, turns, length, match.time_ms)
    return code, reached


@compiled
def submit_by_itself(match, seat):
    """Send a new best at once, but keep the last of the submissions for the close."""
    if not is_better(seat.score, seat.length, seat.best_score, seat.best_length):
        return
    if seat.accepted < SUBMISSION_LIMIT - 1:
        accept(match, seat, seat.score, seat.turns, seat.length, match.time_ms)
    elif is_better(seat.score, seat.length, seat.kept_score, seat.kept_length):
        seat.kept_score = seat.score
        seat.kept_length = seat.length
        copy_turns(seat.kept_turns, seat.turns, seat.length)


@compiled
def submit_kept(match, seat, at_ms):
    """Send what was kept for the close, if anything was and it is still better."""
    if seat.kept_score >= 0 and verdict(seat, seat.kept_score, seat.kept_length) == 0:
        accept(match, seat, seat.kept_score, seat.kept_turns, seat.kept_length, at_ms)

"""Lists of turns, counted by slice as in `macros`: written behind each other, merged. Compiled."""

from ...envs.core.compiled import compiled

__all__ = ["inserted", "inserted_length", "inverse", "push"]

REACH = 16
"""Turns on either side of an insertion that may merge with it; no more than that is looked at."""


@compiled
def inverse(turn):
    """The turn that takes one back."""
    return turn // 3 * 3 + 2 - turn % 3


@compiled
def push(turns, count, turn, size):
    """Make one more turn, merged with an earlier one of its slice where nothing lies between.

    Turns about the same axis lie in nobody's way.

    Parameters
    ----------
    turns : array of int
        The first `count` are made; changed in place.
    count, turn, size : int

    Returns
    -------
    int
        How many turns there are now.
    """
    by_axis = 3 * size
    at = count - 1
    while at >= 0 and turns[at] // by_axis == turn // by_axis:
        if turns[at] // 3 == turn // 3:
            quarters = (turns[at] % 3 + turn % 3 + 2) % 4
            if quarters > 0:
                turns[at] = turn // 3 * 3 + quarters - 1
                return count
            for after in range(at, count - 1):
                turns[after] = turns[after + 1]
            return count - 1
        at -= 1
    turns[count] = turn
    return count + 1


@compiled
def inserted(result, turns, count, at, sequence, length, size):
    """Write `turns` with a sequence inserted at a place, merged.

    Parameters
    ----------
    result : array of int
        Has room for all.
    turns, count : array of int, int
        A list and its length.
    at : int
        0..count.
    sequence, length : array of int, int
        Another list.
    size : int
        N.

    Returns
    -------
    int
        Length of the result.
    """
    made = 0
    for index in range(at):
        result[made] = turns[index]
        made += 1
    for index in range(length):
        made = push(result, made, sequence[index], size)
    for index in range(at, count):
        made = push(result, made, turns[index], size)
    return made


@compiled
def inserted_length(scratch, turns, count, at, sequence, length, size):
    """Length of what `inserted` would write, at most; reads the neighbourhood alone."""
    low, high = max(0, at - REACH), min(count, at + REACH)
    near = inserted(scratch, turns[low:high], high - low, at - low, sequence, length, size)
    return near + low + count - high

"""Replay: a match as JSON lines, a header and then a line for all that happened in it.

A line is one of
`{"seat", "at_ms", "move"}`: a seat's documented move; with a seat of None time passed,
`{"seat", "at_ms", "action"}`: a seat's action at a moment of its own,
`{"actions"}`: a step, one action a seat, at moments that the match's random stream holds.
Moves, actions at moments and steps may follow each other in one match.
"""

import json

from ... import __version__

__all__ = ["read_lines", "recorded", "replay_text"]

FORMAT = "parlour-replay-1"
HEADER = ("game", "game_options", "players", "seed", "options")
"""What a replay's first line holds besides its format; `agents`, who held the seats, may follow."""

ENTRIES = {
    "actions": ("actions",),
    "action": ("seat", "action", "at_ms"),
    "move": ("seat", "move", "at_ms"),
}
"""Kind of a further line -> what it holds; a line is of the first kind whose key it has."""


def replay_text(header, entries):
    """The text of a replay.

    Parameters
    ----------
    header : dict
        The `HEADER` fields, and `agents` where they are known.
    entries : list of dict
        See the module.
    """
    first = {"format": FORMAT, "version": __version__, **header}
    return "".join(json.dumps(line, default=as_plain) + "\n" for line in [first, *entries])


def as_plain(value):
    """NumPy's numbers and arrays as JSON knows them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"expected numbers, texts, lists and dicts, got {value!r:.60}")


def recorded(move):
    """A move as a replay holds it: a copy as JSON gives it back; its looks if it is no JSON."""
    try:
        return json.loads(json.dumps(move, default=as_plain))
    except (TypeError, ValueError, RecursionError):
        return repr(move)


def read_lines(text):
    """What a replay says.

    Returns
    -------
    start : list
        The `HEADER` values, then `agents` or None.
    entries : list of (str, list)
        The kind of each line, and what it holds in the order of `ENTRIES`.

    Raises
    ------
    ValueError
        Not a replay, or one of another format.
    """
    try:
        header, *lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        if header["format"] != FORMAT:
            raise ValueError(f"expected the format {FORMAT}, got {header['format']!r}")
        start = [header[name] for name in HEADER]
        return [*start, header.get("agents")], [read_entry(line) for line in lines]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"not a replay: {type(error).__name__}: {error}") from error


def read_entry(line):
    """Kind and values of a line."""
    kind = next((kind for kind in ENTRIES if kind in line), "move")
    return kind, [line[name] for name in ENTRIES[kind]]

"""What outsiders give, looked at before it is used: integers, and messages as text."""

import json

import numpy as np

__all__ = ["is_integer", "read_json"]


def is_integer(value):
    """True for an integer of Python or NumPy; a bool is none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def read_json(move):
    """What a move given as text says, None if that is no JSON; anything but text as it is."""
    try:
        return json.loads(move) if isinstance(move, str) else move
    except (ValueError, RecursionError):
        return None

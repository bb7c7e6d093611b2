"""Given positions of Pebbles: `reset(options={"pile": 7})`."""

import numpy as np

from .state import MOST


def parse_options(options, players):
    """Read `reset(options=...)`; ValueError says what was expected and what came."""
    if set(options) != {"pile"}:
        raise ValueError(f"the only reset option is pile, got {', '.join(map(str, options))}")
    return {"pile": read_pile("pile", options["pile"])}


def read_pile(name, value):
    """A number of pebbles as int."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or not 1 <= value <= MOST:
        raise ValueError(f"{name} must be an integer in 1..{MOST}, got {value!r}")
    return int(value)


def arrange(match, seats, setup):
    """Put a freshly dealt match into the position that `parse_options` read."""
    match["pile"] = setup["pile"]

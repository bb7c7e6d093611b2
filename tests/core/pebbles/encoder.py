"""Pebbles' observations: vectorised functions from records to arrays."""

import numpy as np
from gymnasium.spaces import Box, Dict

from parlour.envs.core.records import columns

from .state import MOST, MOST_TAKEN

FIELDS = {"pile": MOST, "house": MOST_TAKEN}
"""What the player sees, with the highest value of each."""


def counts(matches, seats, out=None):
    """A dict of `pile` and `house`, each (..., 1) int16."""
    matches, shape = columns(matches), columns(seats).shape
    if out is None:
        out = {name: np.empty((*shape, 1), np.int16) for name in FIELDS}
    for name in FIELDS:
        out[name][...] = matches[name][..., None]
    return out


def bits(matches, seats, out=None):
    """The pile in binary, (..., 6) float32, lowest bit first."""
    matches, shape = columns(matches), columns(seats).shape
    if out is None:
        out = np.empty((*shape, 6), np.float32)
    out[...] = (matches["pile"][..., None] >> np.arange(6)) & 1
    return out


def space(observation):
    """The observation space of one seat for an encoder's name."""
    if observation == "bits":
        return Box(0, 1, (6,), np.float32)
    return Dict({name: Box(0, most, (1,), np.int16) for name, most in FIELDS.items()})


ENCODERS = {"counts": counts, "bits": bits}

"""What the tests of the core share: Pebbles' environments, and comparing whole states."""

import numpy as np

from parlour.envs.core.matches import Matches

MODES = ("NextStep", "SameStep", "Disabled")


def fields(records):
    """Every field of records as nested lists; bytes between fields mean nothing."""
    return {name: records[name].tolist() for name in records.dtype.names}


def state(env):
    """All records of an environment or of a batch, as plain values."""
    batch = env if isinstance(env, Matches) else env.unwrapped.matches
    saved = batch.snapshot()
    return fields(saved.matches), fields(saved.seats)


def plain(value):
    """A returned value as plain numbers, dicts and lists; None where nothing is told."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, np.ndarray):
        return [plain(item) for item in value] if value.dtype == object else value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def lane(value, index, lanes):
    """One lane's part of what a vector environment returned, without `final_...` and masks."""
    if isinstance(value, dict):
        return {
            name: lane(item, index, lanes)
            for name, item in value.items()
            if not name.startswith(("_", "final_"))
        }
    assert len(value) == lanes
    return plain(value[index])

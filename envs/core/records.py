"""The record types of a match and of a seat: what every game shares, then the game's own.

Flags are `uint8`, not `bool`: nested booleans in records do not compile.
"""

import numpy as np

from .compiled import JIT

__all__ = ["Columns", "allocate", "columns", "match_dtype", "seat_dtype"]

MATCH_FIELDS = [
    ("key", "u8"),  # seed of the match's random stream
    ("draws", "u8"),  # random numbers drawn from it so far
    ("ticks", "u8"),  # steps since seeding; never goes back, numbers the ticks' moments
    ("steps", "i8"),  # steps since the deal
    ("time_ms", "i8"),  # time since the deal
    ("tick_ms", "i8"),  # time that one step takes; 0: the game has no clock
    ("is_seeded", "u1"),  # 1 once the stream has a key
    ("is_dealt", "u1"),  # 1 once a position has been dealt
    ("is_over", "u1"),  # 1: ended by the rules
    ("is_truncated", "u1"),  # 1: cut off by an outer step limit
    ("end_reason", "u1"),  # index into the game's end reasons, 0: none
]

SEAT_FIELDS = [
    ("reward", "f8"),  # reward of the step just made
    ("illegal", "u1"),  # why its last action was rejected; index into the reasons, 0: legal
    ("on_move", "u1"),  # 1: may act; a seat off move only waits
]


def match_dtype(fields):
    """Record type of a match.

    Parameters
    ----------
    fields : list of tuple
        The game's own fields as NumPy takes them, after the shared ones.

    Returns
    -------
    numpy.dtype
        Aligned; offsets suit compiled code.

    Raises
    ------
    ValueError
        A field named like an attribute of NumPy's records, such as `round` or `size`:
        without the JIT `match.round` would be that attribute.
    """
    return record_dtype(MATCH_FIELDS, fields)


def seat_dtype(fields):
    """Record type of a seat: the shared fields, then the game's own (see `match_dtype`)."""
    return record_dtype(SEAT_FIELDS, fields)


def record_dtype(shared, own):
    """The shared fields, then a game's own; ValueError where a name cannot be one."""
    for name, *_ in own:
        if hasattr(np.record, name):
            raise ValueError(f"a field cannot be named {name!r}: NumPy's records have that already")
    return np.dtype(shared + list(own), align=True)


def allocate(shape, dtype):
    """Zeroed records that rules can change in place, compiled or not.

    Parameters
    ----------
    shape : tuple of int
    dtype : numpy.dtype
        From `match_dtype` or `seat_dtype`.

    Returns
    -------
    numpy.ndarray
        Without the JIT a `recarray`, so that `record.field` works as in compiled code.
    """
    return as_records(np.zeros(shape, dtype))


def as_records(records):
    """The same memory in the form that rules take: see `allocate`."""
    return records if JIT else records.view(np.recarray)


class Columns:
    """Records read by field: views that are made once and stay true as the records change.

    A field of a structured array costs NumPy 0.1 us to find; a solo environment reads
    two dozen a step.

    Parameters
    ----------
    records : structured array of any shape (...)

    Attributes
    ----------
    records : the same array, for compiled functions
    shape : tuple of int
    """

    def __init__(self, records):
        self.records = as_records(records)
        self.shape = records.shape
        self._plain = records.view(np.ndarray)
        self._views = {}

    def __getitem__(self, name):
        """View (...) or (..., k) of the field `name`."""
        view = self._views.get(name)
        if view is None:
            view = self._views[name] = self._plain[name]
        return view

    def column(self, name):
        """View (..., k) of the field `name`, k = 1 for a single number."""
        view = self._views.get((name,))
        if view is None:
            view = self[name]
            view = view if view.ndim > len(self.shape) else view[..., None]
            self._views[name,] = view
        return view

    def block(self, first, last):
        """View (..., k) of neighbouring fields of one type, from `first` to `last`.

        They must be stored side by side; then one copy serves them all.
        """
        view = self._views.get((first, last))
        if view is None:
            fields = self._plain.dtype.fields
            base, start = fields[first][0].base, fields[first][1]
            end = fields[last][1] + fields[last][0].itemsize
            shape = ((end - start) // base.itemsize,)
            layout = {"names": ["block"], "formats": [(base, shape)], "offsets": [start]}
            layout["itemsize"] = self._plain.dtype.itemsize
            view = self._views[first, last] = self._plain.view(np.dtype(layout))["block"]
        return view


def columns(records):
    """`Columns` of records, or what already is that: what an encoder does with its input."""
    return records if type(records) is Columns else Columns(records)

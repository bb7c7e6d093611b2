"""Say where two returned values differ, and keep or spoil the arrays in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


def difference(
    expected: Any, got: Any, *, is_strict: bool = True, ignore: frozenset[str] = frozenset()
) -> str | None:
    """First difference between two nested values.

    Parameters
    ----------
    expected, got : object
        Numbers, strings, arrays, and dictionaries, tuples or lists of them.
    is_strict : bool
        Whether types and dtypes must agree too, not only the values.
    ignore : frozenset of str
        Dictionary keys that are not looked at, on any level.

    Returns
    -------
    str or None
        Such as ``"observation['board']: expected 1 at (0, 3), got 0"``; None if there is none.
    """
    return _difference("", expected, got, is_strict, ignore)


def _difference(
    where: str, expected: Any, got: Any, is_strict: bool, ignore: frozenset[str]
) -> str | None:
    if isinstance(expected, dict) and isinstance(got, dict):
        return _dict_difference(where, expected, got, is_strict, ignore)
    if _is_sequence(expected) and _is_sequence(got):
        if len(expected) != len(got):
            return f"{where or 'value'}: expected {len(expected)} entries, got {len(got)}"
        pairs = enumerate(zip(expected, got, strict=True))
        found = (_difference(f"{where}[{i}]", a, b, is_strict, ignore) for i, (a, b) in pairs)
        return next((text for text in found if text), None)
    if is_strict and type(expected) is not type(got):
        return (
            f"{where or 'value'}: expected type {type(expected).__name__} ({show(expected)}), "
            f"got {type(got).__name__} ({show(got)})"
        )
    if isinstance(expected, np.ndarray) or isinstance(got, np.ndarray):
        return _array_difference(where or "value", np.asarray(expected), np.asarray(got), is_strict)
    if _is_equal(expected, got):
        return None
    return f"{where or 'value'}: expected {show(expected)}, got {show(got)}"


def _dict_difference(
    where: str, expected: dict, got: dict, is_strict: bool, ignore: frozenset[str]
) -> str | None:
    names, got_names = (set(data) - ignore for data in (expected, got))
    if names != got_names:
        missing = sorted(map(repr, names - got_names))
        extra = sorted(map(repr, got_names - names))
        return f"{where or 'keys'}: missing keys {missing}, additional keys {extra}"
    for name in expected:
        if name in ignore:
            continue
        inner = f"{where}[{name!r}]" if where else str(name)
        if text := _difference(inner, expected[name], got[name], is_strict, ignore):
            return text
    return None


def _array_difference(
    where: str, expected: np.ndarray, got: np.ndarray, is_strict: bool
) -> str | None:
    if expected.shape != got.shape:
        return f"{where}: expected shape {expected.shape}, got {got.shape}"
    if is_strict and expected.dtype != got.dtype:
        return f"{where}: expected dtype {expected.dtype}, got {got.dtype}"
    if expected.dtype == object or got.dtype == object:
        return _difference(where, expected.tolist(), got.tolist(), is_strict, frozenset())
    unequal = expected != got
    if expected.dtype.kind in "fc" and got.dtype.kind in "fc":
        unequal &= ~(np.isnan(expected) & np.isnan(got))
    if not np.any(unequal):
        return None
    place = tuple(int(i) for i in np.argwhere(unequal)[0])
    at = f" at {place}" if place else ""
    return f"{where}: expected {expected[place]}{at}, got {got[place]}"


def _is_sequence(value: Any) -> bool:
    return isinstance(value, tuple | list)


def _is_equal(expected: Any, got: Any) -> bool:
    both_nan = expected != expected and got != got
    return bool(both_nan or expected == got)


def show(value: Any, limit: int = 80) -> str:
    """Text of a value, cut to `limit` characters."""
    text = " ".join(repr(value).split())
    return text if len(text) <= limit else text[: limit - 3] + "..."


def arrays(value: Any) -> Iterator[np.ndarray]:
    """Every array inside a nested value."""
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            for item in value.flat:
                yield from arrays(item)
        else:
            yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from arrays(item)
    elif _is_sequence(value):
        for item in value:
            yield from arrays(item)


def spoil(value: Any) -> None:
    """Overwrite every writable array inside a nested value with other content."""
    for array in arrays(value):
        if not array.flags.writeable:
            continue
        if array.dtype.kind in "iub":
            np.invert(array, out=array)
        elif array.dtype.kind in "fc":
            np.subtract(-1, array, out=array)

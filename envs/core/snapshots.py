"""Snapshots: the whole state of a batch of matches."""

from dataclasses import dataclass

import numpy as np

__all__ = ["Snapshot", "check_snapshot"]


@dataclass(frozen=True)
class Snapshot:
    """The whole state of a batch: every record, so the random streams too.

    Attributes
    ----------
    game : str
        The game it was taken from, with its options.
    matches : (M,) records
    seats : (M, P) records
    """

    game: str
    matches: np.ndarray
    seats: np.ndarray


def check_snapshot(snapshot, game, shape):
    """See that a snapshot was taken from the same game and as many matches and seats.

    Parameters
    ----------
    snapshot : Snapshot
    game : Game
    shape : (int, int)
        M, P.

    Raises
    ------
    TypeError, ValueError
        Not a snapshot, or one of another game, option, size or version.
    """
    if not isinstance(snapshot, Snapshot):
        raise TypeError(f"expected a Snapshot, got {type(snapshot).__name__}")
    for name, mine, theirs in (
        ("game", game.title, snapshot.game),
        ("shape", shape, snapshot.seats.shape),
        ("match records", game.match_dtype, snapshot.matches.dtype),
        ("seat records", game.seat_dtype, snapshot.seats.dtype),
    ):
        if mine != theirs:
            raise ValueError(f"snapshot of another {name}: expected {mine}, got {theirs}")

"""Verdict: what a table says to a move."""

from dataclasses import dataclass

__all__ = ["Verdict"]


@dataclass(frozen=True)
class Verdict:
    """What a table says to a move.

    Attributes
    ----------
    accepted : bool
    reason : str
        Of a rejection, as the game's rules name it; "" if accepted.
    detail : str
        The same in a sentence.
    body : dict or None
        The answer of a game that speaks JSON.
    text : str
        The answer of a game that speaks text.
    is_free : bool
        The move only asked: it changed nothing and is not part of the replay.
    """

    accepted: bool
    reason: str = ""
    detail: str = ""
    body: dict | None = None
    text: str = ""
    is_free: bool = False

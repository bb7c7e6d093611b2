"""The list of checks, which the files of checks fill when they are imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .subject import Subject

FORMS = ("solo", "vector", "parallel", "turns")


@dataclass(frozen=True)
class Check:
    """One check.

    Attributes
    ----------
    run : callable
        Gets a `Subject`; raises `Fault` or `Skip`.
    forms : tuple of str
        The forms it applies to.
    needs_native : bool
        Whether it would only check Gymnasium on a vector environment that Gymnasium made.
    """

    run: Callable[[Subject], None]
    forms: tuple[str, ...]
    needs_native: bool

    @property
    def description(self) -> str:
        """The first line of the check's docstring."""
        return (self.run.__doc__ or "").strip().splitlines()[0]

    def applies_to(self, subject: Subject) -> bool:
        """Whether the check says anything about this form."""
        return subject.form in self.forms and (subject.is_native or not self.needs_native)


REGISTRY: dict[str, Check] = {}


def checks(*forms: str, needs_native: bool = True) -> Callable[[Callable], Callable]:
    """Register the decorated function as a check of these forms, all of them by default."""

    def register(run: Callable[[Subject], None]) -> Callable[[Subject], None]:
        REGISTRY[run.__name__] = Check(run, forms or FORMS, needs_native)
        return run

    return register

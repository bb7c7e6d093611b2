"""What a conformance run found: one result a check and form, readable as a table."""

from __future__ import annotations

from dataclasses import dataclass, field


class Skip(Exception):
    """Raised by a check that does not apply; the message says why."""


class NotOffered(Skip):
    """Raised where an environment lacks an optional ability; a fault if `strict`."""


class Fault(AssertionError):
    """Raised by a check that found a fault; the message says what was expected and what came."""


def expect(condition: object, message: str) -> None:
    """Raise `Fault` with the message unless the condition holds."""
    if not condition:
        raise Fault(message)


@dataclass(frozen=True)
class Result:
    """Outcome of one check.

    Attributes
    ----------
    name : str
        Name of the check, a key of `CHECKS`.
    form : str
        What it was run on: "solo", "vector", "parallel" or "turns".
    status : str
        "passed", "failed" or "skipped".
    message : str
        What was expected and what came, or why the check was skipped.
    """

    name: str
    form: str
    status: str
    message: str = ""

    def __str__(self) -> str:
        line = f"{self.status:<8}{self.name:<24}{self.form:<10}{self.message}"
        return line.rstrip()


@dataclass
class Report:
    """All results of one conformance run.

    Attributes
    ----------
    title : str
        The environment that was checked.
    results : list of Result
        In the order in which the checks were run.
    """

    title: str
    results: list[Result] = field(default_factory=list)

    @property
    def failures(self) -> list[Result]:
        """The failed checks."""
        return [result for result in self.results if result.status == "failed"]

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return not self.failures

    def raise_if_failed(self) -> None:
        """Raise an AssertionError that lists the failed checks, if there are any."""
        if self.failures:
            lines = "\n".join(str(result) for result in self.failures)
            raise AssertionError(f"{self.title} failed {len(self.failures)} checks:\n{lines}")

    def __str__(self) -> str:
        counts = ", ".join(
            f"{sum(result.status == status for result in self.results)} {status}"
            for status in ("passed", "failed", "skipped")
        )
        return "\n".join([f"{self.title}: {counts}", *map(str, self.results)])

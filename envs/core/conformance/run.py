"""`check`: put one environment through the checks."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pettingzoo.utils.env_logger import EnvLogger

from .registry import REGISTRY, Check
from .report import Fault, NotOffered, Report, Result, Skip
from .subject import Settings, Subject, subjects_of


def check(
    env_or_id: Any,
    *,
    seeds: Iterable[int] = (0, 1, 2**31 - 1),
    steps: int = 100,
    lanes: int = 3,
    skip: Iterable[str] = (),
    only: Iterable[str] = (),
    counters: Iterable[str] = (),
    is_random: bool = True,
    strict: bool = False,
    solo: Callable[..., Any] | None = None,
    vectorization_mode: str | None = None,
    **arguments: Any,
) -> Report:
    """Put an environment through the conformance checks.

    Parameters
    ----------
    env_or_id : str, callable or environment
        A Gymnasium id; or a factory, best a class or a function that a spawned process can
        import; or an instance. An id is checked as a single and as a vector environment.
        An instance is rebuilt from its spec or copied where a check needs a fresh one.
    seeds : iterable of int
    steps : int
        Calls a play; some checks go on until an episode has ended.
    lanes : int
        Lanes of the vector environment made of an id or a factory.
    skip, only : iterable of str
        Names of checks to leave out, or to run alone; see `CHECKS`.
    counters : iterable of str
        Names in dictionary observations and infos that an illegal action may change, such as a
        step counter.
    is_random : bool
        Pass False if nothing in the game is left to chance: then seeds need not differ.
    strict : bool
        Whether what neither Gymnasium nor PettingZoo demands must be offered: masks, snapshots,
        copies, pickles, all autoreset modes, a picture, an exception for a step after close.
        By default such checks are skipped where it is not offered.
    solo : callable, optional
        For a vector environment given as factory or instance: makes the single environment that
        its lanes must play like.
    vectorization_mode : str, optional
        "sync" checks an id in Gymnasium's `SyncVectorEnv`, even if it has its own vector form.
    **arguments
        Go to the constructor.

    Returns
    -------
    Report
        One result a check and form; `raise_if_failed()` turns failures into an exception.

    Raises
    ------
    ValueError
        If `skip` or `only` name an unknown check.
    TypeError
        If it is no environment of Gymnasium or PettingZoo.
    """
    skip, only = set(skip), set(only)
    if unknown := (skip | only) - set(REGISTRY):
        raise ValueError(f"unknown checks {sorted(unknown)}, expected some of {sorted(REGISTRY)}")
    settings = Settings(tuple(seeds), steps, lanes, frozenset(counters), is_random, strict)
    report = Report(env_or_id if isinstance(env_or_id, str) else _title(env_or_id))
    for subject in subjects_of(env_or_id, settings, solo, vectorization_mode, arguments):
        for name, entry in REGISTRY.items():
            is_asked = name in only if only else name not in skip
            if is_asked and entry.applies_to(subject):
                report.results.append(_run(name, entry, subject))
    return report


def _run(name: str, entry: Check, subject: Subject) -> Result:
    status, message = "passed", ""
    try:
        with _quiet():
            entry.run(subject)
    except Skip as reason:
        is_due = subject.settings.strict and isinstance(reason, NotOffered)
        status, message = "failed" if is_due else "skipped", str(reason)
    except Fault as fault:
        status, message = "failed", str(fault)
    except Exception as error:
        status, message = "failed", f"raised {type(error).__name__}: {error}"
    finally:
        subject.close()
    return Result(name, subject.form, status, message)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the warnings of Gymnasium and PettingZoo off the screen; the checks provoke many."""
    level = EnvLogger.get_logger().level
    EnvLogger.suppress_output()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        EnvLogger.unsuppress_output()
        EnvLogger.get_logger().setLevel(level)


def _title(env: Any) -> str:
    name = getattr(env, "__qualname__", None)
    return f"{env.__module__}.{name}" if isinstance(name, str) else repr(env)

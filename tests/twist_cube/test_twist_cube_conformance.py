"""Contests pass the conformance checks."""

from functools import partial

import pytest

import parlour
from parlour.envs.core.conformance import check


def make(players, **options):
    """A contest, in a form that another process can import."""
    return parlour.parallel_env("TwistCube", players=players, tick_ms=1000, **options)


SKIPPED = {1: ["spawn"], 2: [], 8: ["spawn"]}
"""What starts processes is checked once."""


@pytest.mark.parametrize("players", SKIPPED)
def test_a_contest_passes_every_check(players):
    report = check(
        partial(make, players),
        strict=True,
        steps=20,
        seeds=[0, 7],
        skip=SKIPPED[players],
        counters=["time_left_ms", "time_ms"],
    )
    report.raise_if_failed()


def test_a_contest_of_a_thousand_seats_passes_the_checks_of_what_is_returned():
    factory = partial(parlour.parallel_env, "TwistCube", players=1000, tick_ms=15_000)
    names = ["spaces", "rewards", "flags", "agents", "determinism"]
    check(factory, steps=2, seeds=[0], only=names).raise_if_failed()

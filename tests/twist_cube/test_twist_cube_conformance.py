"""Contests pass the conformance checks."""

from functools import partial

import pytest

import parlour
from parlour.envs.core.conformance import check


def make(players, **options):
    """A contest, in a form that another process can import."""
    return parlour.parallel_env("TwistCube", players=players, tick_ms=1000, **options)


@pytest.mark.parametrize("players", [1, 2, 8])
def test_a_contest_passes_every_check(players):
    skip = [] if players == 2 else ["spawn"]
    report = check(
        partial(make, players),
        strict=True,
        steps=20,
        seeds=[0, 7],
        skip=skip,
        counters=["time_left_ms"],
    )
    report.raise_if_failed()


def test_a_contest_of_a_thousand_seats_passes_the_checks_of_what_is_returned():
    names = ["spaces", "rewards", "flags", "agents", "determinism", "returned_kept", "snapshot"]
    report = check(partial(make, 1000, scramble_turns=3), steps=2, seeds=[0], only=names)
    report.raise_if_failed()

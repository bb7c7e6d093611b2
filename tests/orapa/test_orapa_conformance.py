"""Duels pass the conformance checks, as rounds and as turns, and PettingZoo's own tests."""

from functools import partial

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import parlour
from parlour.envs.core.conformance import check

OPTIONS = [
    {"turn_limit": 30, "tick_ms": 4000},
    {"placement": "player", "diamond": True, "black": True},
]
NO_CHANCE = ["spawn", "seeds_differ", "seed_stream"]
"""In a layout phase nothing is drawn; and to start processes once is enough."""


def rounds(**options):
    """A duel for simultaneous rounds, in a form that another process can import."""
    return parlour.parallel_env("Orapa", **options)


def turns(**options):
    """A duel for alternating turns."""
    return parlour.aec_env("Orapa", **options)


@pytest.mark.parametrize("make", [rounds, turns])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_duel_passes_every_check(make, options):
    report = check(
        partial(make, **options),
        strict=True,
        steps=25,
        seeds=[0, 7],
        skip=NO_CHANCE if "placement" in options else [],
        counters=["time_left_ms"],
    )
    report.raise_if_failed()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_pettingzoo_s_own_tests_pass(options):
    api_test(turns(**options), num_cycles=300, verbose_progress=False)
    seed_test(partial(turns, **options), num_cycles=30)
    parallel_api_test(rounds(**options), num_cycles=300)
    parallel_seed_test(partial(rounds, **options), num_cycles=30)

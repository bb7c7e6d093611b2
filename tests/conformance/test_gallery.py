"""Every check passes what is healthy and fails what is broken."""

import warnings

import pytest
from broken_chance import UnseededAlternate, UnseededDuel, UnseededFromSecondStep
from broken_life import NeverClosed
from broken_memory import ReusedAlternateBuffer, ReusedDuelBuffer, RingOfBuffers
from gallery import BROKEN, CASES
from gymnasium.utils.env_checker import check_env
from healthy import Alternate, Duel, Lanes, Row
from pettingzoo.test import api_test, parallel_api_test

from parlour.envs.core.conformance import CHECKS, check

PEERS = [
    (check_env, UnseededFromSecondStep, "determinism"),
    (check_env, RingOfBuffers, "returned_kept"),
    (parallel_api_test, UnseededDuel, "determinism"),
    (parallel_api_test, ReusedDuelBuffer, "returned_kept"),
    (api_test, UnseededAlternate, "determinism"),
    (api_test, ReusedAlternateBuffer, "returned_kept"),
]


def solo_of(env):
    """The single environment that the lanes of a vector environment must play like."""
    return {"solo": env.solo} if issubclass(env, Lanes) else {}


@pytest.mark.parametrize("healthy", [Row, Lanes, Duel, Alternate])
def test_a_healthy_environment_passes_every_check(healthy):
    check(healthy, **solo_of(healthy)).raise_if_failed()


def test_a_healthy_environment_offers_all_that_a_strict_run_demands():
    report = check(Row, strict=True)
    assert [str(result) for result in report.results if result.status != "passed"] == []


@pytest.mark.parametrize(("name", "broken"), CASES, ids=[f"{n}-{b.__name__}" for n, b in CASES])
def test_the_check_fails_the_broken_environment(name, broken):
    report = check(broken, only=[name], strict=broken is NeverClosed, **solo_of(broken))
    assert [result.name for result in report.failures][:1] == [name]
    assert report.failures[0].message


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_has_a_broken_environment(name):
    assert BROKEN.get(name), f"enter an environment that {name} fails in gallery.py"


@pytest.mark.parametrize(("peer", "broken", "name"), PEERS)
def test_a_fault_that_the_usual_checker_lets_pass_is_found(peer, broken, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer(broken())
    assert name in {result.name for result in check(broken, only=[name]).failures}

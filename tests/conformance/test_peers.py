"""Environments of Gymnasium and PettingZoo themselves, and what the checks find in them."""

import pytest

from parlour.envs.core.conformance import check


def test_cartpole_passes():
    check("CartPole-v1", vectorization_mode="sync").raise_if_failed()


def test_the_lanes_of_cartpole_s_own_vector_form_are_not_its_single_form():
    names = {result.name for result in check("CartPole-v1").failures}
    assert names == {"solo_is_lane"}  # all lanes draw from one generator


@pytest.mark.parametrize(
    ("module", "factory"),
    [("tictactoe_v3", "env"), ("rps_v2", "env"), ("rps_v2", "parallel_env")],
)
@pytest.mark.filterwarnings("ignore:The old environment creation API")
def test_pettingzoo_s_classics_pass(module, factory):
    pytest.importorskip("pygame")
    classic = pytest.importorskip(f"pettingzoo.classic.{module}")
    check(getattr(classic, factory), is_random=False).raise_if_failed()

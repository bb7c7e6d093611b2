"""The mean over likenesses: what it is made of, and that cubes that look alike are rated alike."""

import numpy as np
import pytest
import torch
from twist_cube_walks import scrambled

from parlour.agents.networks import make_network
from parlour.agents.twist_cube.beam import Line
from parlour.agents.twist_cube.policy import CubeAgent
from parlour.agents.twist_cube.views import LowPrecision, Views
from parlour.envs.twist_cube.canonical import canonical
from parlour.envs.twist_cube.cube import turn
from parlour.envs.twist_cube.symmetry import distinct_turns, normalise, sticker_maps


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    made = make_network("twist_cube_inverse", {"hidden": [32]}).eval()
    made.turns.weight.data *= 50
    return made


@torch.inference_mode()
def rate(network, cubes):
    return network.rate(torch.from_numpy(cubes)).numpy()


CUBES = normalise(np.array([scrambled(25, seed) for seed in range(20)]))[0]


def after(cube, number):
    cube = cube.copy()
    turn(cube, 3, int(distinct_turns(3)[number]))
    return canonical(cube[None])[0].tobytes()


def test_one_view_is_the_network_s_own(network):
    own = torch.log_softmax(torch.from_numpy(rate(network, CUBES)), 1).numpy()
    assert np.allclose(rate(Views(network, 1), CUBES), own, atol=1e-5)


def test_all_views_rate_what_leads_to_the_same_alike_in_all_likenesses(network):
    everything = Views(network, 48)
    likenesses = canonical(CUBES)[0]
    assert (likenesses != CUBES).any(axis=1).sum() > 10
    for cube, likeness in zip(CUBES, likenesses, strict=True):
        ratings = [
            {
                after(one, number): value
                for number, value in enumerate(rate(everything, one[None])[0])
            }
            for one in (cube, likeness)
        ]
        assert len(ratings[0]) == 27
        assert ratings[0].keys() == ratings[1].keys()
        assert all(
            ratings[0][key] == pytest.approx(ratings[1][key], abs=1e-4) for key in ratings[0]
        )


def test_each_view_rates_the_cube_s_own_turns(network):
    class Knowing(torch.nn.Module):
        """Wants whatever undoes turn number 5 of the solved cube, in any likeness."""

        def rate(self, cubes):
            return torch.tensor(
                [
                    [30.0 * (after(cube, number) == goal) for number in range(27)]
                    for cube in cubes.numpy()
                ]
            )

    start = sticker_maps(3)[0] // 9
    goal = canonical(start.astype(np.uint8)[None])[0].tobytes()
    cube = start.astype(np.uint8)
    turn(cube, 3, int(distinct_turns(3)[5]))
    cube = normalise(cube[None])[0]
    for count in (1, 3, 48):
        chosen = int(rate(Views(Knowing(), count), cube)[0].argmax())
        assert after(cube[0], chosen) == goal


def test_low_precision_rates_the_same_but_for_rounding(network):
    cubes = CUBES
    exact, rounded = rate(network, cubes), rate(LowPrecision(network), cubes)
    assert rounded.dtype == np.float32
    assert (exact != rounded).any()
    assert np.allclose(exact, rounded, atol=0.05 * np.abs(exact).max())


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, lambda network: network),
        ({"views": 5}, lambda network: Views(network, 5)),
        ({"precision": "bfloat16"}, LowPrecision),
        ({"views": 2, "precision": "bfloat16"}, lambda network: Views(LowPrecision(network), 2)),
    ],
)
def test_views_and_precision_reach_the_search(options, expected, network, monkeypatch):
    asked = []

    def seen(network, cubes, *budget):
        asked.append(network)
        return [Line([], 0) for _ in cubes]

    monkeypatch.setattr("parlour.agents.twist_cube.policy.search", seen)
    observations = {
        "facelets": CUBES[:2].reshape(-1, 6, 3, 3),
        "length": np.zeros((2, 1), np.int32),
        "time_left_ms": np.full((2, 1), 30_000, np.int32),
    }
    agent = CubeAgent(network, {"game": "TwistCube"}, "x", **options)
    agent.act(observations, np.ones((2, 40), np.int8))
    assert (rate(asked[0], CUBES) == rate(expected(network), CUBES)).all()


def test_another_precision_is_told(network):
    with pytest.raises(ValueError, match="precision must be float32 or bfloat16, got 'int8'"):
        CubeAgent(network, {"game": "TwistCube"}, "x", precision="int8")

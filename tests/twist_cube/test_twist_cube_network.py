"""The network that PPO trains on the cube: what it rates does not depend on how a cube lies."""

import gymnasium as gym
import numpy as np
import pytest
import torch
from twist_cube_scenes import cube_after, turns

from parlour.agents.networks import make_network
from parlour.envs.twist_cube.cube import turn
from parlour.envs.twist_cube.symmetry import canonical_turns, distinct_turns, normalise

ABOUT_U = dict(zip("URFDLB", "UFLDBR", strict=True))
MIRROR = dict(zip("URFDLB", "ULFDRB", strict=True))


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    return make_network("twist_cube", {"hidden": [16, 8], "value_width": 4})


def observed(**reset):
    """ "canonical" observations (1, ...) of a position."""
    env = gym.make("parlour/TwistCube-v0", observation="canonical").unwrapped
    return torch.as_tensor(env.reset(**reset)[0])[None]


def rated(network, text):
    """Logits of the 36 turns after the turns of a text: those that it rates, by their action."""
    logits = network.logits(observed(options={"scramble": turns(text)}))[0].detach().numpy()
    return {action: value for action, value in enumerate(logits) if value > -1e7}


def number(word):
    given = turns(word)[0]
    return ("URFDLB".index(given["face"]) * 2 + given["layer"] - 1) * 3 + given["turns"] - 1


def test_it_rates_each_distinct_turn_once_and_nothing_else(network):
    for text in ("R U F2", "2R U 2F'", "L 2D B"):
        assert sorted(canonical_turns(3)[list(rated(network, text))]) == distinct_turns(3).tolist()


def test_turns_of_cubes_that_look_alike_are_rated_alike(network):
    def by_turn(text):
        return {canonical_turns(3)[action]: value for action, value in rated(network, text).items()}

    plain, turned, mirrored = by_turn("R U F2 2L"), by_turn("F U L2 2B"), by_turn("L' U' F2 2R'")
    for word in ("U", "R", "F'", "D2", "L'", "B", "2U", "2F'", "2R2"):
        layer, face = word[: word[0] == "2"], word[1] if word[0] == "2" else word[0]
        mark = word.replace("2", "", bool(layer))[1:]
        other_mark = {"": "'", "'": "", "2": "2"}[mark]
        expected = plain[canonical_turns(3)[number(word)]]
        turned_word, mirrored_word = layer + ABOUT_U[face] + mark, layer + MIRROR[face] + other_mark
        assert turned[canonical_turns(3)[number(turned_word)]] == pytest.approx(expected)
        assert mirrored[canonical_turns(3)[number(mirrored_word)]] == pytest.approx(expected)


def test_upright_cubes_are_rated_as_their_observations_are(network):
    random = np.random.default_rng(0)
    for _ in range(10):
        cube = cube_after("")
        for action in random.integers(0, 36, 9):
            turn(cube, 3, int(action))
        upright, _ = normalise(cube[None])
        by_rank = network.rate(torch.as_tensor(upright))[0].detach().numpy()
        position = {"cube": upright.reshape(6, 3, 3)}
        logits = network.logits(observed(options=position))[0].detach().numpy()
        for action in np.flatnonzero(logits > -1e7):
            rank = distinct_turns(3).tolist().index(canonical_turns(3)[action])
            assert logits[action] == pytest.approx(by_rank[rank])


def test_only_the_value_sees_the_clock(network):
    early = observed(seed=0)
    late = early.clone()
    late[0, -4] = 0.1
    logits, values = network(torch.cat([early, late]))
    assert (logits[0] == logits[1]).all()
    assert values[0] != values[1]


def test_larger_cubes_have_more_turns():
    network = make_network("twist_cube", {"size": 5, "hidden": [8]})
    env = gym.make("parlour/TwistCube-v0", size=5, observation="canonical").unwrapped
    observation, info = env.reset(seed=0)
    logits, value = network(torch.as_tensor(observation)[None])
    assert (logits[0] > -1e7).sum() == 45
    assert info["action_mask"][logits[0].detach().numpy() > -1e7].all()
    assert value.shape == (1, 1)

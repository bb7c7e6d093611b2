"""The network behind Orapa's learned agent: what it works out, and that it comes to an end."""

import gymnasium as gym
import numpy as np
import pytest
import torch

from parlour.agents.networks import as_tensors, make_network
from parlour.envs.orapa.pieces import PLACEMENTS
from parlour.envs.orapa.state import KINDS
from parlour.training.cli import main
from parlour.training.config import find_config, read_config
from parlour.training.policies import load_run

KIND_COUNT = len(KINDS) - 1
SUBMIT = 1060


def lanes(count, **options):
    env = gym.make_vec(
        "parlour/Orapa-v0",
        num_envs=count,
        vectorization_mode="vector_entry_point",
        observation="candidates",
        **options,
    )
    observations, infos = env.reset(seed=0)
    return env, observations, infos


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    return make_network("orapa_grid", {"width": 8})


def shown_by_counting(marks):
    """The shares (80, 25) of each piece's candidates that show a kind in a cell."""
    shown = np.zeros((80, 5, KIND_COUNT))
    for piece in range(5):
        chosen = [
            placement
            for number, placement in enumerate(PLACEMENTS)
            if placement.piece == piece and marks[number]
        ]
        for placement in chosen:
            for x, y, kind in placement.cells:
                shown[10 * y + x, piece, kind - 1] += 1 / len(chosen)
    return shown.reshape(80, -1)


def test_a_cell_s_likely_looks_are_shares_of_the_candidates(network):
    env, observations, _ = lanes(2)
    for entry in (0, 9, 20):
        observations, *_ = env.step(np.full(2, entry))
    seen = as_tensors(observations)
    marks = seen["candidates"][:, :939].float()
    cells = network.cells(seen, marks, marks @ network.of_piece)
    for lane in range(2):
        shown = shown_by_counting(observations["candidates"][lane])
        assert cells[lane, :, : 5 * KIND_COUNT].numpy() == pytest.approx(shown, abs=1e-5)


def test_a_placement_is_rated_by_its_own_cells(network):
    _, observations, _ = lanes(1)
    seen = as_tensors(observations)
    with torch.no_grad():
        maps, lines, summary, marks = network.read(seen)
        before = network.rate(seen, maps, lines, summary, marks)[0]
        maps[0, 43] += 1.0
        after = network.rate(seen, maps, lines, summary, marks)[0]
    changed = np.flatnonzero((before != after)[116 : 116 + 939])
    touching = [n for n in range(939) if (3, 4) in {cell[:2] for cell in PLACEMENTS[n].cells}]
    assert changed.tolist() == touching
    assert np.flatnonzero((before != after)[36:116]).tolist() == [43]


def test_it_never_takes_back_nor_waits_of_its_own_accord(network):
    _, observations, _ = lanes(1)
    logits = network.logits(as_tensors(observations))[0]
    assert (logits[[*range(1055, 1060), 1061]] < -1e5).all()


def test_past_its_patience_it_lays_what_is_missing_and_submits(network):
    env, observations, infos = lanes(4)
    rng = np.random.default_rng(0)
    for _ in range(network.patience):
        asked = [rng.choice(np.flatnonzero(mask[:116])) for mask in infos["action_mask"]]
        observations, _, _, _, infos = env.step(np.array(asked))
    for _ in range(5):
        logits = network.logits(as_tensors(observations)).detach().numpy()
        actions = np.where(infos["action_mask"], logits, -np.inf).argmax(1)
        assert ((actions >= 116) & (actions < 1055)).all()
        observations, _, _, _, infos = env.step(actions)
    logits = network.logits(as_tensors(observations)).detach().numpy()
    assert (np.where(infos["action_mask"], logits, -np.inf).argmax(1) == SUBMIT).all()


def test_its_config_trains(tmp_path, capsys):
    config = read_config(find_config("orapa-ppo"))
    assert config.game_options["reward"] == "shaped"
    words = ["lanes=4", "rollout_steps=16", "minibatch=32", "frames=128", "evaluation_episodes=2"]
    words += ["policy_options.network_options={width: 8, patience: 4}"]
    assert main(["train", "orapa-ppo", *words, "--run-dir", str(tmp_path / "run"), "--quiet"]) == 0
    policy, _, best = load_run(tmp_path / "run")
    assert best["frames"] <= 128
    fresh = make_network("orapa_grid", {"width": 8})
    shapes = {name: tensor.shape for name, tensor in fresh.state_dict().items()}
    assert {n: t.shape for n, t in policy.network.state_dict().items()} == shapes
    assert main(["curve", str(tmp_path / "run")]) == 0
    assert (tmp_path / "run" / "curve.png").stat().st_size > 10_000
    words = ["evaluate", "--game", "Orapa", "--agent", str(tmp_path / "run"), "--episodes", "2"]
    assert main([*words, "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "turns" in shown and "%" in shown

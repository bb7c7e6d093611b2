"""Export a run's best policy as policy.safetensors and policy.yaml, which `agents.load` reads."""

import json
from pathlib import Path

import numpy as np

from .seeds import EVALUATION_SEED

__all__ = ["add_arguments", "export_run", "main"]


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument("run", help="folder of a training run")
    parser.add_argument("--output", help="folder to write to (default: the run's own)")


def main(arguments):
    """Run the command; returns its exit code."""
    folder = export_run(arguments.run, arguments.output)
    if folder is None:
        raise ValueError(
            f"the policy of {arguments.run} has no plain network: only `afterstates`, `network`, "
            "and `mlp` with tanh layers on a single array, can be exported"
        )
    print(f"policy.safetensors and policy.yaml are in {folder}")
    return 0


def export_run(run, output=None):
    """Write the best policy of a run.

    Parameters
    ----------
    run : path-like
    output : path-like, optional
        Folder; the run's own by default.

    Returns
    -------
    Path or None
        The folder; None for a policy that none of the agents' networks can stand for.
    """
    from ..agents.learned import save
    from .policies import load_run

    run = Path(run)
    policy, config, best = load_run(run)
    network = network_of(policy)
    if network is None:
        return None
    folder = Path(output) if output else run
    card = {
        "trained_by": f"parlour train, run {run.name}",
        "frames": best["frames"],
        "score": best["score"],
        "scored_on": f"{config.evaluation_episodes} episodes, seeds from {EVALUATION_SEED}",
        "seed": config.seed,
        "config": config.as_dict(),
        "versions": json.loads((run / "versions.json").read_text("utf-8")),
    }
    is_half = config.learner == "inverse"
    save(folder, *network, config.game, config.game_options, card, is_half)
    return folder


def network_of(policy):
    """The network among `agents.networks` that plays like a policy.

    Returns
    -------
    (name, options, state_dict) or None
    """
    from gymnasium.spaces import Box
    from torch.nn import Linear, Tanh

    if hasattr(policy, "network_name"):
        return policy.network_name, policy.network_options, policy.network.state_dict()
    space, count = policy.observation_space, int(policy.action_space.n)
    layers = policy.mlp_extractor.policy_net
    if not isinstance(space, Box) or policy.activation_fn is not Tanh:
        return None
    state = {f"body.{name}": tensor for name, tensor in layers.state_dict().items()}
    state |= {f"head.{name}": tensor for name, tensor in policy.action_net.state_dict().items()}
    hidden = [layer.out_features for layer in layers if isinstance(layer, Linear)]
    size = int(np.prod(space.shape))
    return "mlp", {"observation_size": size, "action_count": count, "hidden": hidden}, state

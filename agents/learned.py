"""Learned agents: a folder with `policy.safetensors` (weights) and `policy.yaml` (the rest).

Loading reads numbers and plain YAML; no code from the folder is run.
"""

import re
from pathlib import Path

import torch
import yaml
from safetensors.torch import load_file, save_file

from ..envs import make_game
from . import check_agent_options
from .networks import best_actions, make_network

__all__ = ["LearnedAgent", "inverse", "load", "save", "shipped"]

FORMAT = "parlour-policy-1"
POLICIES = Path(__file__).parent / "policies"


class LearnedAgent:
    """Plays the action that a network rates highest.

    Parameters
    ----------
    network : torch.nn.Module
        With `logits(observations)`.
    card : dict
        The contents of `policy.yaml`.
    name : str
    **options
        Options of the game under which it plays instead of those that it was trained under,
        such as difficulty; what it sees and what its actions are must stay the same.

    Raises
    ------
    ValueError
        An unknown option of the game, or one that changes observations or actions.
    """

    def __init__(self, network, card, name="ppo", **options):
        self.name = name
        self.network = network.eval()
        self.card = card
        self.game = card["game"]
        self.game_options = {**card["game_options"], **options}
        if options:
            check_options(self.game, card["game_options"], self.game_options)

    def reset(self, seed=None):
        """Nothing to forget: every decision is made anew, and none at random."""

    def act(self, observations, masks):
        """Actions (M,) int64."""
        return best_actions(self.network, observations, masks)


def check_options(name, trained, chosen):
    """ValueError unless a game looks the same under two choices of options."""
    before, after = make_game(name, **trained), make_game(name, **chosen)
    if before.observation_space != after.observation_space:
        raise ValueError(
            f"the policy sees {before.observation_space}, got options that show "
            f"{after.observation_space}"
        )
    if before.action_space != after.action_space:
        raise ValueError(
            f"the policy plays {before.action_space}, got options with {after.action_space}"
        )


def save(path, network_name, network_options, state_dict, game, game_options, card, is_half=False):
    """Write a learned agent.

    Parameters
    ----------
    path : path-like
        A folder; made if missing.
    network_name, network_options : str, dict
        As `networks.make_network` takes them.
    state_dict : dict of str to torch.Tensor
    game, game_options : str, dict
        Where it plays.
    card : dict
        What a reader should know: how it was trained, what it scores. Plain values.
    is_half : bool
        Matrices are written as float16; the network computes with float32 all the same.
    """
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: tensor.detach().contiguous().cpu() for name, tensor in state_dict.items()}
    if is_half:
        tensors = {
            name: tensor.to(torch.float16) if tensor.ndim > 1 else tensor
            for name, tensor in tensors.items()
        }
    save_file(tensors, folder / "policy.safetensors")
    (folder / "policy.safetensors").chmod(0o644)
    contents = {
        "format": FORMAT,
        "game": game,
        "game_options": dict(game_options),
        "network": network_name,
        "network_options": dict(network_options),
        "card": dict(card),
    }
    text = yaml.safe_dump(contents, sort_keys=False)
    (folder / "policy.yaml").write_text(text, encoding="utf-8")


def load(path, name="ppo", **options):
    """A learned agent from its folder.

    Parameters
    ----------
    path : path-like
    name : str
        Of the agent.
    **options
        Of the agent: for Twist Cube's, those of `twist_cube.policy.CubeAgent`; for others
        those of `LearnedAgent`.

    Raises
    ------
    FileNotFoundError
        Without the two files.
    ValueError
        A file of another format, weights that do not fit the network, or an unknown option.
    """
    folder = Path(path)
    card = yaml.safe_load((folder / "policy.yaml").read_text(encoding="utf-8"))
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        raise ValueError(f"{folder / 'policy.yaml'} is not a policy in format {FORMAT}")
    network = make_network(card["network"], card["network_options"])
    try:
        network.load_state_dict(load_file(folder / "policy.safetensors"))
    except RuntimeError as error:
        raise ValueError(
            f"the weights in {folder} do not fit {card['network']}: {error}"
        ) from error
    if card["game"] == "TwistCube" and hasattr(network, "rate"):
        from .twist_cube.policy import CubeAgent

        check_agent_options(name, CubeAgent, options)
        return CubeAgent(network, card, name, **options)
    return LearnedAgent(network, card, name, **options)


def shipped(game, policy="ppo", **options):
    """The learned agent that comes with Parlour for a game; options as of `load`.

    Raises
    ------
    ValueError
        Where there is none.
    """
    words = re.sub("(?<=[a-z])(?=[A-Z])", "-", game).lower()
    folder = POLICIES / f"{words}-{policy}"
    if not folder.is_dir():
        raise ValueError(f"no learned agent {policy!r} comes with {game}")
    return load(folder, policy, **options)


def inverse(game, **options):
    """The agent that learned to lead back random walks from the solved cube; as `shipped`."""
    return shipped(game, "inverse", **options)

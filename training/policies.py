"""Policies: names of networks that PPO can train, and how they play as agents."""

from importlib import import_module
from pathlib import Path

import numpy as np
import torch

from ..agents.networks import NETWORKS
from ..envs import make_game
from .checkpoint import latest_checkpoint, load_best
from .run_folder import read_run_config

__all__ = ["PolicyAgent", "load_run", "make_policy", "policy_class", "policy_keywords", "run_agent"]

POLICIES = {
    "mlp": "sb3_contrib.ppo_mask.policies:MlpPolicy",
    "afterstates": "parlour.training.network_policy:NetworkPolicy",
    "network": "parlour.training.network_policy:NetworkPolicy",
}
"""Name -> module and class; a Dict of observations takes `MultiInputPolicy` in place of the mlp.

`afterstates` is `network` with Stackfall's network, `network` that which its options name.
"""

ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU, "elu": torch.nn.ELU}


def policy_class(name, observation_space):
    """The Stable-Baselines3 policy class of a name.

    Raises
    ------
    ValueError
        An unknown name.
    """
    if name not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}, got {name!r}")
    module, _, attribute = POLICIES[name].partition(":")
    if name == "mlp" and hasattr(observation_space, "spaces"):
        attribute = "MultiInputPolicy"
    return getattr(import_module(module), attribute)


def policy_keywords(name, options):
    """Keyword arguments of a policy class from the config's `policy_options`.

    Raises
    ------
    ValueError
        An unknown network or activation.
    """
    options = dict(options)
    network = options.get("network")
    if name == "network" and network not in NETWORKS:
        known = ", ".join(NETWORKS)
        raise ValueError(f"policy_options.network must be one of {known}, got {network!r}")
    activation = options.pop("activation", None) if name == "mlp" else None
    if activation is not None:
        if activation not in ACTIVATIONS:
            known = ", ".join(ACTIVATIONS)
            raise ValueError(f"activation must be one of {known}, got {activation!r}")
        options["activation_fn"] = ACTIVATIONS[activation]
    return options


def make_policy(config, state_dict):
    """A trained policy without its trainer.

    Parameters
    ----------
    config : TrainConfig
    state_dict : dict of tensors
    """
    if config.learner == "inverse":
        from .inverse_policy import InversePolicy

        return InversePolicy(config, state_dict)
    game = make_game(config.game, **config.game_options)
    make = policy_class(config.policy, game.observation_space)
    policy = make(
        game.observation_space,
        game.action_space,
        lambda _: 0.0,
        **policy_keywords(config.policy, config.policy_options),
    )
    policy.load_state_dict(state_dict)
    return policy


def run_agent(folder, **options):
    """The agent that a run has trained so far; errors as of `load_run`.

    Parameters
    ----------
    folder : path-like
    **options
        Of the agent, where it has some.
    """
    policy, config, _ = load_run(folder)
    name = Path(folder).name
    if config.learner == "inverse":
        from .inverse_policy import make_agent

        return make_agent(policy.network, config, name, **options)
    if options:
        raise ValueError(f"a policy takes no options, got {', '.join(options)} for {folder}")
    return PolicyAgent(policy, config.game_options, name)


def load_run(folder):
    """The best policy of a run.

    Returns
    -------
    policy, config, best
        `best` is what `checkpoint.load_best` tells, without a score for a run that has not
        been evaluated yet: then it is that of the newest checkpoint.

    Raises
    ------
    ValueError
        No run, or nothing trained yet.
    """
    folder = Path(folder)
    config = read_run_config(folder)
    best = load_best(folder)
    if best is None:
        newest = latest_checkpoint(folder)
        learner = torch.load(newest / "learner.pt", weights_only=True)
        best = {"policy": learner["policy"], "frames": int(newest.name), "score": None}
    return make_policy(config, best["policy"]), config, best


class PolicyAgent:
    """An agent that plays a policy's likeliest action.

    Parameters
    ----------
    policy : MaskableActorCriticPolicy
    game_options : dict
        Of the environments that it was trained in.
    name : str
    """

    def __init__(self, policy, game_options, name="policy"):
        self.policy = policy
        self.game_options = dict(game_options)
        self.name = name

    def reset(self, seed=None):
        """Nothing to forget: it draws nothing and keeps nothing."""

    def act(self, observations, masks):
        """Actions (M,) int64."""
        actions, _ = self.policy.predict(
            observations, action_masks=np.asarray(masks), deterministic=True
        )
        return actions.astype(np.int64)

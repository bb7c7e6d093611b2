"""NetworkPolicy: Stable-Baselines3's masked PPO over one of the agents' networks."""

from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from ..agents.networks import make_network

__all__ = ["NetworkPolicy"]


class NetworkPolicy(MaskableActorCriticPolicy):
    """A policy whose logits and values one network gives.

    Parameters
    ----------
    observation_space : gymnasium.spaces.Box or Dict
        What the network takes.
    action_space : gymnasium.spaces.Discrete
        A.
    lr_schedule : callable
    network : str
        Name in `agents.networks.NETWORKS`, of one whose `forward` gives logits and values.
    network_options : dict, optional
    **kwargs
        For Stable-Baselines3.
    """

    def __init__(
        self,
        observation_space,
        action_space,
        lr_schedule,
        network="stackfall_afterstates",
        network_options=None,
        **kwargs,
    ):
        self.network_name = network
        self.network_options = dict(network_options or {})
        super().__init__(observation_space, action_space, lr_schedule, **kwargs)

    def _build(self, lr_schedule):
        self.network = make_network(self.network_name, self.network_options)
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def _get_constructor_parameters(self):
        data = super()._get_constructor_parameters()
        return data | {"network": self.network_name, "network_options": self.network_options}

    def forward(self, obs, deterministic=False, action_masks=None):
        """Actions (B,), values (B, 1) and log-probabilities (B,) for observations (B, ...)."""
        logits, values = self.network(obs)
        distribution = self._distribution(logits, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(self, obs, actions, action_masks=None):
        """Values (B, 1), log-probabilities (B,) of `actions`, and entropies (B,)."""
        logits, values = self.network(obs)
        distribution = self._distribution(logits, action_masks)
        return values, distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs, action_masks=None):
        """The distribution over actions."""
        return self._distribution(self.network.logits(obs), action_masks)

    def predict_values(self, obs):
        """Values (B, 1)."""
        return self.network(obs)[1]

    def _distribution(self, logits, action_masks):
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution

"""What the learner `inverse` trains: a network by its config, and the agent that it is."""

from ..agents.networks import make_network
from ..agents.twist_cube.policy import CubeAgent

__all__ = ["InversePolicy", "make_agent", "network_choice"]


class InversePolicy:
    """The network of a run, with what is needed to make it again.

    Parameters
    ----------
    config : TrainConfig
    state_dict : dict of tensors
    """

    def __init__(self, config, state_dict):
        self.network_name, self.network_options = network_choice(config)
        self.network = make_network(self.network_name, self.network_options)
        self.network.load_state_dict(state_dict)


def network_choice(config):
    """Name and options of the network that a config asks for.

    Raises
    ------
    ValueError
        It does not name one.
    """
    options = dict(config.policy_options)
    name, choice = options.pop("network", None), options.pop("network_options", {})
    if config.policy != "network" or name is None or options:
        raise ValueError(
            "the learner inverse needs policy: network and policy_options with network and "
            f"network_options, got {config.policy!r} with {config.policy_options!r}"
        )
    return name, choice


def make_agent(network, config, name, **options):
    """The agent that a network is, in the config's environments."""
    agent = CubeAgent(network, {"game": config.game}, name, **options)
    agent.game_options = {**config.game_options, **agent.game_options}
    return agent

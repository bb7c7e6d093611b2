"""The networks behind learned agents: plain torch modules, made by name from plain options.

Axes: B states, A actions, F features of an action, K candidates of all states together.
"""

import itertools
from importlib import import_module

import numpy as np
import torch
from torch import nn

__all__ = ["NETWORKS", "AfterstateNetwork", "MlpNetwork", "make_network"]

NEVER = -1e8
"""Logit of an action that cannot be chosen."""


class MlpNetwork(nn.Module):
    """Logits from a flat observation.

    Parameters
    ----------
    observation_size, action_count : int
    hidden : list of int
        Widths of the tanh layers between them.
    """

    def __init__(self, observation_size, action_count, hidden=(64, 64)):
        super().__init__()
        widths = [observation_size, *hidden]
        self.body = nn.Sequential()
        for before, after in itertools.pairwise(widths):
            self.body.append(nn.Linear(before, after)).append(nn.Tanh())
        self.head = nn.Linear(widths[-1], action_count)

    def logits(self, observations):
        """Logits (B, A) of observations (B, ...), which are flattened."""
        return self.head(self.body(observations.flatten(1).float()))


class AfterstateNetwork(nn.Module):
    """Rates every candidate action by the position it leads to.

    One network rates each candidate from its features, so what is learned of one action
    holds for all. A state's value is read off its best-rated candidate.

    Parameters
    ----------
    expansion : nn.Module
        Makes inputs (K, `width`) of the candidates' feature rows (K, F); `candidate` is the
        feature that is above 0 where an action is one.
    width : int
        Of both hidden layers.
    """

    def __init__(self, expansion, width=64):
        super().__init__()
        self.expansion = expansion
        self.body = nn.Sequential(
            nn.Linear(self.expansion.width, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.rate = nn.Linear(width, 1)
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        nn.init.zeros_(self.rate.bias)
        self.rate.weight.data *= 0.1
        self.value[-1].weight.data *= 0.1

    def forward(self, observations):
        """Logits and values.

        Parameters
        ----------
        observations : (B, A, F) float32
            A row of features an action.

        Returns
        -------
        logits : (B, A) float32
        values : (B, 1) float32
        """
        logits, hidden, chosen = self._rate(observations)
        place = chosen.flatten().cumsum(0).view(chosen.shape) - 1
        best = place.gather(1, logits.argmax(dim=1, keepdim=True))[:, 0].clamp(min=0)
        if len(hidden) == 0:
            return logits, logits.new_zeros(len(logits), 1)
        return logits, self.value(hidden[best])

    def logits(self, observations):
        """Logits (B, A) alone."""
        return self._rate(observations)[0]

    def _rate(self, observations):
        """Logits (B, A), hidden layer (K, width), and which are candidates (B, A) bool."""
        chosen = observations[:, :, self.expansion.candidate] > 0
        hidden = self.body(self.expansion(observations[chosen]))
        logits = torch.full(chosen.shape, NEVER, dtype=hidden.dtype, device=hidden.device)
        logits[chosen] = self.rate(hidden)[:, 0]
        return logits, hidden, chosen


NETWORKS = {
    "mlp": ".networks:MlpNetwork",
    "stackfall_afterstates": ".stackfall.network:afterstates",
    "twist_cube_inverse": ".twist_cube.inverse_network:InverseNetwork",
    "polyfit_shapes": ".polyfit.network:shapes",
    "twist_cube": ".twist_cube.network:CubeNetwork",
    "orapa_grid": ".orapa.network:GridNetwork",
}
"""Name -> module and maker, called with the network's options."""


def make_network(name, options):
    """A network by name.

    Parameters
    ----------
    name : str
        A key of `NETWORKS`.
    options : dict
        Its keyword arguments.

    Raises
    ------
    ValueError
        An unknown name.
    """
    if name not in NETWORKS:
        raise ValueError(f"network must be one of {', '.join(NETWORKS)}, got {name!r}")
    module, _, maker = NETWORKS[name].partition(":")
    return getattr(import_module(module, __package__), maker)(**options)


def as_tensors(observations):
    """NumPy observations, an array or a dict of arrays, as tensors."""
    if isinstance(observations, dict):
        return {name: torch.as_tensor(array) for name, array in observations.items()}
    return torch.as_tensor(observations)


def best_actions(network, observations, masks):
    """Most likely legal actions (M,) int64 of a network for NumPy observations and masks."""
    with torch.inference_mode():
        logits = network.logits(as_tensors(observations)).numpy()
    return np.where(np.asarray(masks) != 0, logits, -np.inf).argmax(axis=1)

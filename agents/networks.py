"""The networks behind learned agents: plain torch modules, made by name from plain options.

Axes: B states, A actions, F features of an action, K candidates of all states together.
"""

import itertools

import numpy as np
import torch
from torch import nn

from .twist_cube.network import CubeNetwork

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
    """Rates every candidate action of Stackfall by the position it leads to.

    One network rates each distinct legal action from its features, so what is learned of
    one placement holds for all. A state's value is read off its best-rated candidate.

    Parameters
    ----------
    width : int
        Of both hidden layers.
    """

    def __init__(self, width=64):
        super().__init__()
        self.expansion = Expansion()
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
            The "afterstates" observation.

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
        chosen = observations[:, :, self.expansion.is_distinct] > 0
        hidden = self.body(self.expansion(observations[chosen]))
        logits = torch.full(chosen.shape, NEVER, dtype=hidden.dtype, device=hidden.device)
        logits[chosen] = self.rate(hidden)[:, 0]
        return logits, hidden, chosen


SCALES = {
    "points": 4000,
    "landing_height": 10,
    "holes": 5,
    "tallest": 10,
    "bumpiness": 20,
    "wells": 20,
    "row_transitions": 20,
    "column_transitions": 20,
    "hole_depth": 10,
    "hole_rows": 4,
    "tetris_rows": 4,
    "steps_of_1": 4,
    "steps_of_2": 4,
    "steps_of_3": 4,
    "step_excess": 4,
    "side_wells": 4,
    **{f"height_{column}": 10 for column in range(10)},
    "combo": 5,
    "back_to_back": 1,
    "total_lines": 60,
    "pieces_left": 150,
}
"""Features of an action that enter as numbers, and what they are divided by."""

CLASSES = {
    "lines": (0, 5),
    "hold": (-1, 8),
    "piece_0": (-1, 8),
    "piece_1": (-1, 8),
    "piece_2": (-1, 8),
    "well": (0, 10),
    "pieces_left": (0, 16),
}
"""Features that enter one-hot: lowest value and number of values; what is above counts as last."""


class Expansion(nn.Module):
    """Turns the features of a Stackfall action into inputs of the order of 1.

    Numbers are scaled; pieces, cleared lines and the well's column become one-hot.
    """

    def __init__(self):
        super().__init__()
        from ..envs.stackfall.features import FEATURES

        place = {name: index for index, name in enumerate(FEATURES)}
        self.is_distinct = place["is_distinct"]
        self.total_lines = place["total_lines"]
        self.classes = [place[name] for name in CLASSES]
        scales = [1 / SCALES[name] if name in SCALES else 0.0 for name in FEATURES]
        self.register_buffer("scales", torch.tensor(scales), persistent=False)
        lowest = np.array([first for first, _ in CLASSES.values()])
        counts = np.array([count for _, count in CLASSES.values()])
        ends = np.cumsum(counts)
        self.register_buffer("starts", torch.tensor(ends - counts - lowest), persistent=False)
        self.register_buffer("lasts", torch.tensor(ends - 1), persistent=False)
        self.class_count = int(ends[-1])
        self.width = self.class_count + 1 + len(FEATURES)

    def forward(self, rows):
        """Inputs (K, width) of feature rows (K, F)."""
        inputs = rows.new_zeros(len(rows), self.width)
        classes = torch.minimum(rows[:, self.classes].long() + self.starts, self.lasts)
        inputs[:, : self.class_count].scatter_(1, classes, 1.0)
        inputs[:, self.class_count] = rows[:, self.total_lines] % 10 / 10
        torch.mul(rows, self.scales, out=inputs[:, self.class_count + 1 :])
        return inputs


NETWORKS = {
    "mlp": MlpNetwork,
    "stackfall_afterstates": AfterstateNetwork,
    "twist_cube": CubeNetwork,
}


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
    return NETWORKS[name](**options)


def best_actions(network, observations, masks):
    """Most likely legal actions (M,) int64 of a network for NumPy observations and masks."""
    with torch.inference_mode():
        logits = network.logits(torch.as_tensor(observations)).numpy()
    return np.where(np.asarray(masks) != 0, logits, -np.inf).argmax(axis=1)

"""The networks behind learned agents: plain torch modules, made by name from plain options.

Axes: B states, A actions, F features of an action, K candidates of all states together.
"""

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
        for before, after in zip(widths, widths[1:], strict=False):
            self.body.append(nn.Linear(before, after)).append(nn.Tanh())
        self.head = nn.Linear(widths[-1], action_count)

    def logits(self, observations):
        """Logits (B, A) of observations (B, ...), which are flattened."""
        return self.head(self.body(observations.flatten(1).float()))


class AfterstateNetwork(nn.Module):
    """Rates every candidate action of Stackfall by the position it leads to.

    One network rates each distinct legal action from its features, so what is learned of
    one placement holds for all. A state's value comes from its candidates together.

    Parameters
    ----------
    width : int
        Of both hidden layers.
    steepest : int
        Height differences of neighbouring columns are told apart up to this.
    """

    def __init__(self, width=64, steepest=4):
        super().__init__()
        self.expansion = Expansion(steepest)
        self.body = nn.Sequential(
            nn.Linear(self.expansion.width, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.rate = nn.Linear(width, 1)
        self.value = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, 1))
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
        logits, hidden, state = self._rate(observations)
        weights = torch.softmax(logits.detach(), dim=1)
        chosen = observations[:, :, self.expansion.is_distinct] > 0
        pooled = hidden.new_zeros(len(observations), 2 * hidden.shape[1])
        count = chosen.sum(dim=1, keepdim=True).clamp(min=1)
        both = torch.cat((hidden / count[state], hidden * weights[chosen][:, None]), dim=1)
        pooled.index_add_(0, state, both)
        return logits, self.value(pooled)

    def logits(self, observations):
        """Logits (B, A) alone."""
        return self._rate(observations)[0]

    def _rate(self, observations):
        """Logits (B, A), hidden layer (K, width) and state (K,) of the candidates."""
        chosen = observations[:, :, self.expansion.is_distinct] > 0
        state, _ = chosen.nonzero(as_tuple=True)
        hidden = self.body(self.expansion(observations[chosen]))
        logits = torch.full(chosen.shape, NEVER, dtype=hidden.dtype)
        logits[chosen] = self.rate(hidden)[:, 0]
        return logits, hidden, state


class Expansion(nn.Module):
    """Turns the features of a Stackfall action into inputs of the order of 1.

    Numbers are scaled; pieces, cleared lines and steps between columns become one-hot.
    """

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
        "combo": 5,
        "back_to_back": 1,
        "total_lines": 60,
        "pieces_left": 150,
    }
    PIECES = ("hold", "piece_0", "piece_1", "piece_2")

    def __init__(self, steepest):
        super().__init__()
        from ..envs.stackfall.features import FEATURES, HEIGHTS
        from ..envs.stackfall.state import WIDTH

        place = {name: index for index, name in enumerate(FEATURES)}
        self.steepest = steepest
        self.is_distinct = place["is_distinct"]
        self.lines = place["lines"]
        self.level_lines = place["total_lines"]
        self.heights = slice(HEIGHTS, HEIGHTS + WIDTH)
        self.pieces = [place[name] for name in self.PIECES]
        self.numbers = [place[name] for name in self.SCALES]
        scales = torch.tensor(list(self.SCALES.values()), dtype=torch.float32)
        self.register_buffer("scales", scales, persistent=False)
        steps = 2 * steepest + 1
        self.width = len(self.SCALES) + 2 + WIDTH + 5 + 8 * len(self.pieces) + steps * (WIDTH - 1)

    def forward(self, rows):
        """Inputs (K, width) of feature rows (K, F)."""
        heights = rows[:, self.heights]
        steps = (heights[:, 1:] - heights[:, :-1]).clamp(-self.steepest, self.steepest)
        lines = rows[:, self.level_lines]
        parts = (
            rows[:, self.numbers] / self.scales,
            torch.stack(((lines % 10) / 10, (lines // 10) / 6), dim=1),
            heights / 10,
            one_hot(rows[:, self.lines : self.lines + 1], 0, 5),
            one_hot(rows[:, self.pieces], -1, 8),
            one_hot(steps, -self.steepest, 2 * self.steepest + 1),
        )
        return torch.cat(parts, dim=1)


def one_hot(values, lowest, count):
    """(K, n * count) float32: each column of `values` (K, n) one-hot from `lowest` on."""
    classes = torch.arange(lowest, lowest + count, dtype=values.dtype)
    return (values[:, :, None] == classes).flatten(1).to(torch.float32)


NETWORKS = {"mlp": MlpNetwork, "stackfall_afterstates": AfterstateNetwork}


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

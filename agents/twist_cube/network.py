"""The network behind the PPO cube agent: turns of a canonical cube, and its value.

Axes: B states, K = 9 * N distinct turns, A actions.
"""

import itertools

import numpy as np
import torch
from torch import nn

from ...envs.twist_cube.canonical import canonical, turns_in_hand
from ...envs.twist_cube.state import action_count
from ...envs.twist_cube.symmetry import canonical_turns, distinct_turns

__all__ = ["CubeNetwork"]

NEVER = -1e8
"""Logit of an action that is not among the distinct turns."""
CLOCK = 4
"""Place of the time left, from the end of the "canonical" observation."""


class CubeNetwork(nn.Module):
    """Rates the distinct turns of a cube from the stickers of its canonical likeness.

    Parameters
    ----------
    size : {3, 5, 7}
        N.
    hidden : list of int
        Widths of the ReLU layers that turns and value share.
    value_width : int
        Width of the value's own layer, which also sees the time left.
    """

    def __init__(self, size=3, hidden=(256, 256), value_width=64):
        super().__init__()
        area = size * size
        self.cells = 6 * area
        self.action_count = action_count(size)
        cells = np.arange(self.cells)
        moving = cells[cells % area != area // 2]
        self.register_buffer("moving", torch.as_tensor(moving), persistent=False)
        starts = 6 * torch.arange(len(moving))
        self.register_buffer("starts", starts, persistent=False)
        in_hand = torch.as_tensor(turns_in_hand(size))
        self.register_buffer("in_hand", in_hand, persistent=False)
        distinct = distinct_turns(size)
        upright = np.searchsorted(distinct, canonical_turns(size)[in_hand])
        self.register_buffer("upright", torch.as_tensor(upright), persistent=False)
        widths = [6 * len(moving), *hidden]
        self.body = nn.Sequential()
        for before, after in itertools.pairwise(widths):
            self.body.append(nn.Linear(before, after)).append(nn.ReLU())
        self.turns = nn.Linear(widths[-1], 9 * size)
        self.value = nn.Sequential(
            nn.Linear(widths[-1] + 1, value_width), nn.ReLU(), nn.Linear(value_width, 1)
        )
        self.turns.weight.data *= 0.1
        nn.init.zeros_(self.turns.bias)
        self.value[-1].weight.data *= 0.1

    def hidden(self, cubes):
        """Last shared layer (B, width) of canonical cubes (B, 6 * N * N), colours 0-5."""
        places = cubes[:, self.moving].long() + self.starts
        inputs = torch.zeros(len(cubes), 6 * len(self.starts), device=cubes.device)
        return self.body(inputs.scatter_(1, places, 1.0))

    def rate(self, cubes):
        """Logits (B, K) of the `distinct_turns` of upright cubes (B, 6 * N * N) uint8."""
        likenesses, symmetries = canonical(np.asarray(cubes))
        rated = self.turns(self.hidden(torch.as_tensor(likenesses)))
        places = self.upright[torch.as_tensor(symmetries)]
        return torch.empty_like(rated).scatter_(1, places, rated)

    def forward(self, observations):
        """Logits and values.

        Parameters
        ----------
        observations : (B, 6 * N * N + 9) float32
            The "canonical" observation.

        Returns
        -------
        logits : (B, A) float32
        values : (B, 1) float32
        """
        hidden = self.hidden(observations[:, : self.cells])
        values = self.value(torch.cat([hidden, observations[:, -CLOCK, None]], dim=1))
        return self._by_action(self.turns(hidden), observations), values

    def logits(self, observations):
        """Logits (B, A) alone."""
        rated = self.turns(self.hidden(observations[:, : self.cells]))
        return self._by_action(rated, observations)

    def _by_action(self, rated, observations):
        """Logits (B, A) of the cube in hand from those (B, K) of the canonical one."""
        logits = rated.new_full((len(rated), self.action_count), NEVER)
        actions = self.in_hand[observations[:, self.cells].long()]
        return logits.scatter(1, actions, rated)

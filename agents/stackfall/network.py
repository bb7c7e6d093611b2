"""The network of Stackfall's learned agent: rates every placement by what it leads to."""

import numpy as np
import torch
from torch import nn

from ...envs.stackfall.features import FEATURES
from ..networks import AfterstateNetwork

__all__ = ["Expansion", "afterstates"]


def afterstates(width=64):
    """An `AfterstateNetwork` for the "afterstates" observation."""
    return AfterstateNetwork(Expansion(), width)


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
        place = {name: index for index, name in enumerate(FEATURES)}
        self.candidate = place["is_distinct"]
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

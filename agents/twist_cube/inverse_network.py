"""The network of the agent `inverse`: names the turn that leads an upright 3x3x3 back."""

import itertools

import torch
from torch import nn

__all__ = ["InverseNetwork"]

CELLS, COLOURS, TURNS = 54, 6, 27


class InverseNetwork(nn.Module):
    """Rates the distinct turns of an upright cube from its stickers.

    Parameters
    ----------
    hidden : list of int
        Widths of the ReLU layers, each with batch normalisation.
    """

    def __init__(self, hidden=(256, 256, 256)):
        super().__init__()
        moving = [cell for cell in range(CELLS) if cell % 9 != 4]
        self.register_buffer("moving", torch.tensor(moving), persistent=False)
        colours = torch.arange(COLOURS, dtype=torch.uint8)
        self.register_buffer("colours", colours, persistent=False)
        widths = [COLOURS * len(moving), *hidden]
        self.body = nn.Sequential()
        for before, after in itertools.pairwise(widths):
            self.body.append(nn.Linear(before, after, bias=False))
            self.body.append(nn.BatchNorm1d(after)).append(nn.ReLU())
        self.turns = nn.Linear(widths[-1], TURNS)
        self.turns.weight.data *= 0.1

    def rate(self, cubes):
        """Logits (B, 27) of the `distinct_turns` of upright cubes (B, 54) uint8."""
        is_colour = cubes[:, self.moving, None] == self.colours
        return self.turns(self.body(is_colour.flatten(1).to(self.turns.weight.dtype)))

"""Ways to ask a network about cubes: over several likenesses, and in low precision."""

import numpy as np
import torch
from torch import nn

from ...envs.twist_cube.canonical import FACES, sources, turns_in_hand
from ...envs.twist_cube.symmetry import canonical_turns, distinct_turns

__all__ = ["MOST_VIEWS", "LowPrecision", "Views"]

SIZE = 3
MOST_VIEWS = len(FACES)
ORDER = np.concatenate([[0], 1 + np.random.default_rng(0).permutation(MOST_VIEWS - 1)])
"""Symmetries in the order in which they are taken; the first changes nothing."""


class LowPrecision(nn.Module):
    """Rates turns with matrix products in bfloat16: twice as fast where the processor has it.

    Parameters
    ----------
    network : torch.nn.Module
        With `rate(cubes)`, as `beam.search` takes it.
    """

    def __init__(self, network):
        super().__init__()
        self.network = network

    def rate(self, cubes):
        """Logits (B, 27) float32 of upright cubes (B, 54) uint8."""
        with torch.autocast("cpu", torch.bfloat16):
            return self.network.rate(cubes).float()


class Views(nn.Module):
    """Rates turns by the mean over several likenesses of each cube.

    What a network has learned of one likeness holds for all 48, and its errors differ.

    Parameters
    ----------
    network : torch.nn.Module
        With `rate(cubes)`, as `beam.search` takes it.
    count : int
        Likenesses of a cube, 1-48. With 48, cubes that look alike are rated alike.
    """

    def __init__(self, network, count):
        super().__init__()
        self.network = network
        self.chosen = ORDER[:count]
        upright = canonical_turns(SIZE)[turns_in_hand(SIZE)]
        self.turns = torch.as_tensor(np.searchsorted(distinct_turns(SIZE), upright))

    def rate(self, cubes):
        """Mean logarithms (B, 27) of the probabilities of turns of upright cubes (B, 54) uint8."""
        cubes = np.asarray(cubes)
        total = torch.zeros(len(cubes), self.turns.shape[1])
        for symmetry in self.chosen:
            likeness = FACES[symmetry].astype(np.uint8)[cubes[:, sources(SIZE)[symmetry]]]
            rated = self.network.rate(torch.from_numpy(likeness)).float()
            total[:, self.turns[symmetry]] += torch.log_softmax(rated, dim=1)
        return total / len(self.chosen)

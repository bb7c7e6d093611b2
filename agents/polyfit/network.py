"""The network of Polyfit's learned agent: rates every action by the board it leads to."""

from torch import nn

from ...envs.polyfit.features import COUNT, IS_LEGAL
from ..networks import AfterstateNetwork

__all__ = ["Features", "shapes"]


def shapes(width=64):
    """An `AfterstateNetwork` for the "shapes" observation of Polyfit and Polyfit 3D."""
    return AfterstateNetwork(Features(), width)


class Features(nn.Module):
    """The features as they are: all of them are of the order of 1."""

    candidate = IS_LEGAL
    width = COUNT

    def forward(self, rows):
        """Inputs (K, width) of feature rows (K, F)."""
        return rows

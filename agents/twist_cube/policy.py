"""Learned cube agents: a network that rates turns, and a beam search over it."""

import numpy as np

from .beam import CELLS, search
from .planning import DONE, PlanningAgent, read_count
from .views import MOST_VIEWS, LowPrecision, Views

__all__ = ["CubeAgent"]

PRECISIONS = ("float32", "bfloat16")
WIDEST, DEEPEST, LONGEST_MS = 2**20, 400, 3_600_000


class CubeAgent(PlanningAgent):
    """Plays the shortest line that a beam search over its network finds.

    Parameters
    ----------
    network : torch.nn.Module
        With `rate(cubes)`, as `beam.search` takes it.
    card : dict
        The contents of `policy.yaml`.
    name : str
    beam : int
        Width of the search, 1-1048576. 1 plays greedily: the likeliest turn that leads to a
        position not seen on the way.
    views : int
        Likenesses of each position over which the network's opinion is averaged, 1-48; a
        search takes as many times longer.
    depth : int
        Most turns of a plan, 1-400.
    ms : int
        Time for planning one cube, in ms of wall time, 1-3600000.
    precision : {"float32", "bfloat16"}
        Of matrix products; bfloat16 is faster where the processor has it.
    tick_ms : int
        Time of an action in its environments.
    """

    def __init__(
        self,
        network,
        card,
        name,
        beam=1024,
        views=1,
        depth=40,
        ms=25_000,
        precision="float32",
        tick_ms=50,
    ):
        self.name = name
        super().__init__("TwistCube", 3, tick_ms)
        self.beam = read_count("beam", beam, WIDEST)
        self.views = read_count("views", views, MOST_VIEWS)
        self.depth = read_count("depth", depth, DEEPEST)
        self.ms = read_count("ms", ms, LONGEST_MS)
        self.network = network.eval()
        if precision not in PRECISIONS:
            known = " or ".join(PRECISIONS)
            raise ValueError(f"precision must be {known}, got {precision!r}")
        self._rater = LowPrecision(network) if precision == "bfloat16" else network
        if self.views > 1:
            self._rater = Views(self._rater, self.views)
        self.card = card
        self.game = card["game"]

    def act(self, observations, masks):
        """Actions (M,) int64 for "facelets" observations (M, ...) and masks (M, A)."""
        self._plan_together(observations, np.asarray(masks))
        return super().act(observations, masks)

    def _plan_together(self, observations, masks):
        """Search for all scrambled cubes that are in no plan, at once."""
        cubes = observations["facelets"].reshape(len(masks), -1)
        is_fresh = (masks[:, DONE] != 0) & (observations["length"].reshape(-1) == 0)
        fresh = {cube.tobytes(): cube for cube in cubes[is_fresh]}
        keys = [key for key in fresh if (key, 0) not in self._plans]
        chosen = np.array([fresh[key] for key in keys], np.uint8).reshape(-1, CELLS)
        lines = search(self._rater, chosen, self.beam, self.depth, self.ms)
        self._found = {key: line.turns for key, line in zip(keys, lines, strict=True)}

    def plan(self, cube, most):
        """The turns that the search has found; `most` does not shorten it."""
        return self._found[cube.tobytes()]

"""Polyfit's solver: exact cover on what is open, at a given speed, then piece by piece."""

import numpy as np

from ...envs.geometry.exact_cover import Search
from ...envs.polyfit.state import DIFFICULTIES
from . import GAMES, PASS, TIME, UNDO, WAIT

__all__ = ["SolverAgent"]

AT_ONCE = 1_000_000
"""Nodes a move where the speed is not limited."""


class Lane:
    """What the agent has in mind of one lane.

    Attributes
    ----------
    key : bytes
        The position that it expects: open cells and pieces left.
    search : Search
        On the position in which it was begun.
    plan : list of int
        Forms still to be laid, last one first, once the search has found a tiling.
    """

    def __init__(self, key, open_cells, counts, seed):
        self.key = key
        self.search = Search(open_cells, counts, seed)
        self.plan = None


class SolverAgent:
    """Searches for a tiling while it waits, then lays it; passes what it has proven unsolvable.

    It takes laid pieces back where what is open has no tiling, and passes when the window is
    over.

    Parameters
    ----------
    game : {"Polyfit", "Polyfit3D"}
    difficulty : {"easy", "normal", "hard", "extreme"}
        Of the environments it plays in.
    nodes_per_second : float, optional
        Speed of its search in the game's own time, above 0; None: as much as it takes, up to
        a million nodes a move.
    tick_ms : int
        Time that one of its moves takes, as in its environments.
    """

    name = "solver"

    def __init__(self, game="Polyfit", difficulty="normal", nodes_per_second=None, tick_ms=250):
        if game not in GAMES:
            raise ValueError(f"{self.name} plays {' and '.join(GAMES)}, got {game!r}")
        if difficulty not in DIFFICULTIES:
            known = ", ".join(DIFFICULTIES)
            raise ValueError(f"difficulty must be one of {known}, got {difficulty!r}")
        if nodes_per_second is not None and not is_positive(nodes_per_second):
            raise ValueError(f"nodes_per_second must be above 0 or None, got {nodes_per_second!r}")
        if not is_positive(tick_ms):
            raise ValueError(f"tick_ms must be above 0, got {tick_ms!r}")
        self.nodes_per_move = (
            AT_ONCE if nodes_per_second is None else nodes_per_second * tick_ms / 1000
        )
        self.is_solid = game == "Polyfit3D"
        self.game_options = {"difficulty": difficulty, "observation": "planes", "tick_ms": tick_ms}
        self.reset()

    def reset(self, seed=None):
        """Forget all lanes; `seed` is that of the searches."""
        self._seed = 0 if seed is None else int(seed)
        self._lanes = {}
        self._saved = {}

    def act(self, observations, masks):
        """Actions (M,) int64 for "planes" observations (M, ...) and masks (M, A)."""
        planes = observations["planes"]
        planes = planes.reshape(len(planes), -1, 4, *planes.shape[2:])
        is_open = (planes[:, :, 0] == 1) & (planes[:, :, 1] == 0)
        actions = np.zeros(len(masks), np.int64)
        for lane, mask in enumerate(masks):
            time_left = observations["status"][lane, TIME]
            counts = observations["counts"][lane]
            actions[lane] = self._choose(lane, is_open[lane], counts, mask, time_left)
        return actions

    def _choose(self, lane, is_open, counts, mask, time_left):
        """The action of one lane, with open cells (L, H, W)."""
        forms = len(mask) - 3
        if not mask[forms + PASS]:
            return forms + WAIT
        if time_left <= 0:
            return forms + PASS
        mind = self._mind(lane, is_open, counts)
        if mind.plan is None:
            status = self._think(lane, mind)
            if status == "running":
                return forms + WAIT
            if status == "unsolvable":
                return forms + (UNDO if mask[forms + UNDO] else PASS)
        form = mind.plan.pop()
        left = counts.astype(np.int64)
        left[mind.search.forms.shape[form]] -= 1
        mind.key = key_of(after(is_open, form, mind.search.forms), left)
        return form

    def _mind(self, lane, is_open, counts):
        """What is in mind of a lane, begun anew where the position is not the expected one."""
        mind, key = self._lanes.get(lane), key_of(is_open, counts)
        if mind is None or mind.key != key:
            cells = is_open if self.is_solid else is_open[0]
            mind = self._lanes[lane] = Lane(key, cells, counts.astype(np.int64), self._seed)
            self._saved[lane] = 0.0
        return mind

    def _think(self, lane, mind):
        """Search as far as one move's time allows; returns the search's status."""
        self._saved[lane] += self.nodes_per_move
        nodes = int(self._saved[lane])
        self._saved[lane] -= nodes
        status = mind.search.advance(nodes) if nodes else mind.search.status
        if status == "solved":
            laid = mind.search.placements
            order = np.lexsort((laid[:, 3], laid[:, 2], laid[:, 1]))
            mind.plan = laid[order[::-1], 0].tolist()
        return status


def is_positive(value):
    """True for a number above 0."""
    is_number = isinstance(value, (int, float, np.integer, np.floating))
    return is_number and not isinstance(value, bool) and value > 0


def key_of(is_open, counts):
    """A position as bytes."""
    return np.packbits(is_open).tobytes() + np.asarray(counts, np.uint8).tobytes()


def after(is_open, form, forms):
    """Open cells (L, H, W) after a form has been laid on the first of them."""
    first = np.argwhere(is_open)[0]
    rest = is_open.copy()
    rest[tuple((forms.cells[form, : forms.size[form]] + first).T)] = False
    return rest

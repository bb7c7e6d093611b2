"""What agents that plan a whole list of turns have in common: plans are made once, then played."""

import numpy as np

from ...envs.twist_cube import SIZES
from ...envs.twist_cube.cube import score, turn
from ...envs.twist_cube.state import CLOCK_MS, TURN_LIMIT

__all__ = ["PlanningAgent", "read_count", "read_size"]

SUBMIT, RESTART, DONE, WAIT = range(-4, 0)
"""Actions after the turns, counted from the last."""

TURN_AND_BACK = (0, 2)
"""Actions: U, then U the other way round."""


class PlanningAgent:
    """Plans on the scrambled cube, makes the turns, submits and is done.

    A plan is found again by the cube that it expects, so it holds whichever lane plays it.
    Where the cube in hand is in no plan, somebody else has turned it: the agent restarts.

    Parameters
    ----------
    game : str
        "TwistCube".
    size : {3, 5, 7}
        N of the cubes it plays.
    tick_ms : int
        Time of an action in its environments; a plan is no longer than the clock allows.
    """

    name = ""

    def __init__(self, game, size, tick_ms):
        self.size = read_size(self.name, game, size)
        self.tick_ms = read_count("tick_ms", tick_ms, CLOCK_MS)
        self.game_options = {
            "size": self.size,
            "tick_ms": self.tick_ms,
            "observation": "facelets",
        }
        self.reset()

    def reset(self, seed=None):
        """Forget all plans; a seed decides whatever is drawn in making new ones."""
        self._plans = {}
        self._seed = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])

    def act(self, observations, masks):
        """Actions (M,) int64 for "facelets" observations (M, ...) and masks (M, A)."""
        masks = np.asarray(masks)
        cubes = observations["facelets"].reshape(len(masks), -1)
        lengths, times = (observations[key].reshape(-1) for key in ("length", "time_left_ms"))
        actions = np.zeros(len(masks), np.int64)
        plans = {}
        for lane, mask in enumerate(masks):
            if mask.any():
                most = min(TURN_LIMIT, int(times[lane]) // self.tick_ms)
                actions[lane] = self._next(cubes[lane], int(lengths[lane]), most, mask, plans)
        self._plans = plans
        return actions

    def plan(self, cube, most):
        """Turns for a scrambled cube.

        Parameters
        ----------
        cube : (6 * N * N,) uint8
        most : int
            Turns that there is time for.

        Returns
        -------
        sequence of int
            Actions. They are played as far as the best score within `most` turns.
        """
        raise NotImplementedError

    def _next(self, cube, length, most, mask, plans):
        """An open lane's action; `plans` gets what to expect after it."""
        if not mask[DONE]:
            return len(mask) + WAIT
        plan = self._plans.get((cube.tobytes(), length))
        if plan is None and length > 0:
            return len(mask) + RESTART
        if plan is None:
            plan = best_prefix(cube, self.size, self.plan(cube.copy(), most)[:most])
        if plan and mask[plan[0]]:
            expected = cube.copy()
            turn(expected, self.size, plan[0])
            plans[expected.tobytes(), length + 1] = plan[1:]
            return plan[0]
        plans[cube.tobytes(), length] = ()
        return len(mask) + (SUBMIT if mask[SUBMIT] else DONE)


def best_prefix(cube, size, turns):
    """The first of `turns`, as a tuple, up to the best score on their way, 0 turns included.

    A cube that is solved as it was dealt is turned and turned back: a submission needs turns.
    """
    if score(cube, size) == len(cube):
        return TURN_AND_BACK
    reached, best, count = cube.copy(), score(cube, size), 0
    for index, action in enumerate(turns):
        turn(reached, size, int(action))
        if score(reached, size) > best:
            best, count = score(reached, size), index + 1
    return tuple(int(action) for action in turns[:count])


def read_size(name, game, size):
    """N of an agent's options; ValueError for another game or size."""
    if game != "TwistCube":
        raise ValueError(f"{name} plays TwistCube, got {game!r}")
    if size not in SIZES or isinstance(size, (bool, float)):
        raise ValueError(f"size must be 3, 5 or 7, got {size!r}")
    return int(size)


def read_count(name, value, most):
    """An option that counts; ValueError unless it is an integer in 1..most."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or not 1 <= value <= most:
        raise ValueError(f"{name} must be an integer in 1..{most}, got {value!r}")
    return int(value)

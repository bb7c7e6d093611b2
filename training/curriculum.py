"""Curriculum: makes a game's deals harder as the learner gets better at them."""

from collections import deque
from dataclasses import dataclass, fields

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from .options import near

__all__ = ["COLUMNS", "Curriculum", "CurriculumCallback", "read_curriculum"]

COLUMNS = ("curriculum/top", "curriculum/success", "curriculum/success_at_top")
"""What a run with a curriculum logs: the hardest level dealt, and the shares of the last
episodes, and of those at that level, that succeeded."""

CHECK = 1_000_003
"""Makes the stream of levels another one than those of networks and games under one seed."""


@dataclass(frozen=True)
class Curriculum:
    """Levels of difficulty, from `first` to a top that moves up to `last`.

    Attributes
    ----------
    option : str
        The deal option that sets a level, such as scramble_turns; `info` tells under the same
        name at which level an episode was dealt.
    success : str
        Name in `info` that is above 0 after an episode that succeeded.
    first, last : int
        Lowest level, and the highest that the top can reach.
    threshold : float
        The top moves up by one when at least this share of the last episodes succeeded, 0..1.
    episodes : int
        How many episodes that is; after a move those that are dealt from then on count.
    top_share : float
        Share of the episodes that are dealt at the top, 0..1; the levels below share the rest.
    """

    option: str
    success: str
    first: int = 1
    last: int = 10
    threshold: float = 0.6
    episodes: int = 1000
    top_share: float = 0.4


def read_curriculum(values, game):
    """A curriculum from a mapping, checked against a game.

    Parameters
    ----------
    values : mapping
        The attributes of `Curriculum`.
    game : Game

    Returns
    -------
    Curriculum

    Raises
    ------
    ValueError
        An unknown key or a bad value; what was expected and what came.
    """
    known = {entry.name: entry.type for entry in fields(Curriculum)}
    for key, value in values.items():
        if key not in known:
            close = near(str(key), known) or f": expected {', '.join(known)}"
            raise ValueError(f"unknown curriculum setting {key!r}{close}")
        kinds = (int, float) if known[key] is float else known[key]
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise ValueError(f"curriculum.{key} must be {known[key].__name__}, got {value!r}")
    for key in ("option", "success"):
        if values.get(key) not in game.info:
            raise ValueError(
                f"curriculum.{key} must be one of {', '.join(game.info)}, got {values.get(key)!r}"
            )
    curriculum = Curriculum(**values)
    for key in ("threshold", "top_share"):
        value = getattr(curriculum, key)
        if not 0 <= value <= 1:
            raise ValueError(f"curriculum.{key} must be in 0..1, got {value!r}")
    if curriculum.episodes < 1:
        raise ValueError(f"curriculum.episodes must be above 0, got {curriculum.episodes!r}")
    if curriculum.first > curriculum.last:
        raise ValueError(
            f"curriculum.first must be at most last = {curriculum.last}, got {curriculum.first!r}"
        )
    return curriculum


class CurriculumCallback(BaseCallback):
    """Draws the level of every coming episode, and moves the top up.

    Parameters
    ----------
    curriculum : Curriculum
    env : SB3VecEnv
        Whose deals it sets.
    seed : int
        Of the run.
    """

    def __init__(self, curriculum, env, seed):
        super().__init__()
        self.curriculum = curriculum
        self.env = env
        self.top = curriculum.first
        self.results = deque(maxlen=curriculum.episodes)
        self.random = np.random.default_rng([CHECK, seed])
        self.levels = np.zeros(env.num_envs, np.int64)
        self.is_counted = np.ones(env.num_envs, bool)
        for level in (curriculum.last, curriculum.first):  # both ends must be possible
            env.lanes.set_deal_options({curriculum.option: level})
        self._draw(np.arange(env.num_envs))

    def _draw(self, lanes):
        """Draw the levels of the next episodes of some lanes."""
        curriculum = self.curriculum
        end = max(self.top, curriculum.first + 1)
        below = self.random.integers(curriculum.first, end, len(lanes))
        is_top = self.random.random(len(lanes)) < curriculum.top_share
        self.levels[lanes] = np.where(is_top, self.top, below)
        self.env.lanes.set_deal_options({curriculum.option: self.levels})

    def _on_step(self):
        lanes = np.flatnonzero(self.locals["dones"])
        if not lanes.size:
            return True
        curriculum = self.curriculum
        for lane in lanes[self.is_counted[lanes]]:
            info = self.locals["infos"][lane]
            self.results.append((int(info[curriculum.option]), int(info[curriculum.success] > 0)))
        self.is_counted[lanes] = True
        is_full = len(self.results) == curriculum.episodes
        if is_full and self.top < curriculum.last and self.success() >= curriculum.threshold:
            self.top += 1
            self.results.clear()
            self.is_counted[:] = False
            lanes = np.arange(self.env.num_envs)
        self._draw(lanes)
        return True

    def success(self, level=None):
        """Share of the last episodes, or of those at one level, that succeeded; None of none."""
        chosen = [success for own, success in self.results if level in (None, own)]
        return sum(chosen) / len(chosen) if chosen else None

    def readings(self):
        """The values of `COLUMNS` by name; those of no episodes are left out."""
        values = (self.top, self.success(), self.success(self.top))
        return {name: x for name, x in zip(COLUMNS, values, strict=True) if x is not None}

    def state(self):
        """All that it remembers, as JSON holds it."""
        return {
            "top": self.top,
            "levels": self.levels.tolist(),
            "is_counted": self.is_counted.tolist(),
            "results": list(self.results),
            "random": self.random.bit_generator.state,
        }

    def restore(self, state):
        """Go back to a `state()`."""
        self.top = state["top"]
        self.levels = np.array(state["levels"])
        self.is_counted = np.array(state["is_counted"])
        self.results = deque(map(tuple, state["results"]), self.curriculum.episodes)
        self.random.bit_generator.state = state["random"]

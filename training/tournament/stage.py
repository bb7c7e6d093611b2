"""Stages: where matches are played, one in this process or several in processes of their own."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np

from ...envs import Game
from ...envs.core.opponents import encoder_for
from .contestant import Contestant
from .played import Thoughts
from .ticks import play_ticks
from .wall import play_wall

__all__ = ["CLOCKS", "Setting", "play_all"]

CLOCKS = ("tick", "wall")


@dataclass(frozen=True)
class Setting:
    """What all matches of a tournament have in common; can be pickled.

    Attributes
    ----------
    game : Game
    entrants : tuple of Entrant
    clock : {"tick", "wall"}
    lanes : int
        Matches that are played side by side under the tick clock.
    limit_s : float
        Seconds that an agent may take for an answer.
    seed : int
        Agents that draw lots get their seeds from it.
    """

    game: Game
    entrants: tuple
    clock: str = "tick"
    lanes: int = 16
    limit_s: float = 60.0
    seed: int = 0


class Stage:
    """Agents in their processes, and the matches that they are sent into."""

    def __init__(self, setting):
        self.setting = setting
        self.makers = {entrant.name: entrant.make for entrant in setting.entrants}
        self.encoders = {
            entrant.name: encoder_for(setting.game, entrant) for entrant in setting.entrants
        }
        self.contestants = {}

    def play(self, bouts):
        """Play some bouts: list of `Played`, `Thoughts`."""
        thoughts = Thoughts()
        if self.setting.clock == "wall":
            return [self._play_wall(bout, thoughts) for bout in bouts], thoughts
        names = list(dict.fromkeys(name for bout in bouts for name in bout.agents))
        chosen = {name: self._contestant((name, 0)) for name in names}
        self._reset(chosen.values(), bouts[0])
        game = self.setting.game
        return play_ticks(game, bouts, chosen, self.encoders, thoughts), thoughts

    def _play_wall(self, bout, thoughts):
        """Play one bout in which each seat has an agent of its own, be they alike or not."""
        own = [(name, bout.agents[:seat].count(name)) for seat, name in enumerate(bout.agents)]
        chosen = [self._contestant(key) for key in own]
        self._reset(chosen, bout)
        encoders = [self.encoders[name] for name in bout.agents]
        return play_wall(self.setting.game, bout, chosen, encoders, thoughts)

    def _contestant(self, key):
        """The contestant of (name, which of those with this name)."""
        if key not in self.contestants:
            self.contestants[key] = Contestant(self.makers[key[0]], self.setting.limit_s)
        return self.contestants[key]

    def _reset(self, chosen, bout):
        """Start all processes at once, with seeds that depend on the bout alone."""
        root = np.random.SeedSequence([self.setting.seed, bout.number])
        for contestant, child in zip(chosen, root.spawn(len(chosen)), strict=True):
            contestant.reset(int(child.generate_state(1, np.uint32)[0]))
            contestant.start()

    def close(self):
        """End all processes."""
        for contestant in self.contestants.values():
            contestant.close()


def play_all(setting, bouts, workers=1, on_played=None):
    """Play all bouts.

    Parameters
    ----------
    setting : Setting
    bouts : list of Bout
    workers : int
        Processes that play matches; each has agents in processes of its own. Under the tick
        clock their number changes nothing but the time it takes.
    on_played : callable (Played), optional
        Called for each match when it is over, in any order.

    Returns
    -------
    list of Played
        In the order of the bouts.
    Thoughts
    """
    size = setting.lanes if setting.clock == "tick" else 1
    groups = [bouts[first : first + size] for first in range(0, len(bouts), size)]
    play_groups = play_here if workers == 1 else play_in_processes
    played, thoughts = [], Thoughts()
    for matches, thought in play_groups(setting, groups, workers):
        thoughts.update(thought)
        for match in matches:
            played.append(match)
            if on_played is not None:
                on_played(match)
    return sorted(played, key=lambda match: match.record["match"]), thoughts


def play_here(setting, groups, workers):
    """Play groups of bouts in this process, one after the other; yields what each gave."""
    stage = Stage(setting)
    try:
        for group in groups:
            yield stage.play(group)
    finally:
        stage.close()


def play_in_processes(setting, groups, workers):
    """Play groups of bouts in several processes; yields what each gave, as they finish."""
    pool = ProcessPoolExecutor(
        min(workers, len(groups)), multiprocessing.get_context("spawn"), open_stage, (setting,)
    )
    try:
        for future in as_completed([pool.submit(play_on_stage, group) for group in groups]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def open_stage(setting):
    """Set up a worker process: its stage lasts as long as it does."""
    global STAGE
    STAGE = Stage(setting)


def play_on_stage(bouts):
    """Play bouts on this process's stage."""
    return STAGE.play(bouts)

"""Polyfit's puzzles: our exact cover, and general solvers, each in a process of its own."""

import json
import os
import time
from functools import partial
from pathlib import Path

import numpy as np

from ...envs import table
from ...envs.geometry.exact_cover import forms_of, solve
from .measure import Loop, Missing
from .peer_process import PeerStarter, ask

__all__ = ["SOLVERS", "loops"]

SOLVERS = {
    "exact-multiset-cover": "pip install exact-multiset-cover",
    "exact-cover": "pip install exact-cover",
    "xcover": "pip install xcover",
    "dlx-cython": "pip install dlx-cython",
    "ortools": "pip install ortools",
}
"""General solver -> how to install it."""

TARGETS_MS = {
    # game and difficulty: of the median, of 95 in 100 puzzles, of the worst
    ("Polyfit", "easy"): (None, 10, None),
    ("Polyfit", "normal"): (None, 10, None),
    ("Polyfit", "hard"): (None, 10, None),
    ("Polyfit", "extreme"): (10, 50, 2000),
    ("Polyfit3D", "easy"): (None, 10, None),
    ("Polyfit3D", "normal"): (None, 10, None),
    ("Polyfit3D", "hard"): (None, 10, None),
    ("Polyfit3D", "extreme"): (15, 150, 5000),
}
STATISTICS = (("", 0.5), (", 95 %", 0.95), (", worst", 1.0))

PUZZLES, ROUNDS, PEER_PUZZLES = 200, 5, 5
"""Puzzles a difficulty; those of one match; how many of them a general solver is given."""

LIMIT_S = 10.0
"""CPU seconds that a general solver has for a puzzle; one that fails twice is asked no more."""

TARGET_RATIOS = {("Polyfit", "extreme", "exact-multiset-cover"): 0.01}
"""What the ratio of a general solver may be at most, 1 where nothing is said."""

SCRIPT = Path(__file__).with_name("cover_peers.py")


def loops(stack, settings):
    """The loops of this benchmark; a solver that is not installed is `Missing`."""
    peers = started(PeerStarter(stack, settings.peer_python))
    count = max(2, int(PUZZLES * min(settings.seconds, 1.0)))
    found = []
    for (game, difficulty), targets in TARGETS_MS.items():
        name = f"{game} {difficulty}"
        puzzles = list(dealt(game, difficulty, count))
        own = Own(puzzles)
        for (words, share), target in zip(STATISTICS, targets, strict=True):
            found.append(Statistic(own, name + words, share, target))
        given = [partial(as_options, *puzzle) for puzzle in puzzles[:PEER_PUZZLES]]
        for peer, (process, reason) in peers.items():
            label = f"{name}, {peer}"
            ratio = TARGET_RATIOS.get((game, difficulty, peer), 1.0)
            if process is None:
                found.append(Missing(label, f"{SOLVERS[peer]} ({reason})"))
            else:
                found.append(Solver(process, label, given, name, ratio))
    return found


def started(starter):
    """Each general solver's process, or None, and why there is none."""
    if not hasattr(os, "fork"):
        return dict.fromkeys(SOLVERS, (None, "needs a system that can fork"))
    return {name: starter.start(SCRIPT, name) for name in SOLVERS}


def dealt(game, difficulty, count):
    """The puzzles of all rounds of seeded matches: pairs of region and counts."""
    for number in range(count):
        seed, rounds_before = divmod(number, ROUNDS)
        if rounds_before == 0:
            match = table(game, players=2, seed=seed, difficulty=difficulty, rounds=ROUNDS)
        puzzle = match.body(0)["puzzle"]
        region = np.array(json_cells(puzzle["region"]))
        forms = forms_of(region)
        shapes = [forms.names.index(piece["name"]) for piece in puzzle["pieces"]]
        yield region, np.bincount(shapes, minlength=len(forms.names))
        for seat in range(2):
            match.move(seat, {"round": rounds_before + 1, "pass": True}, 1000 * rounds_before)


def json_cells(rows):
    """A region of row strings, or of lists of them a layer, as lists of bool."""
    if isinstance(rows, str):
        return [mark == "#" for mark in rows]
    return [json_cells(row) for row in rows]


def as_options(region, counts):
    """A puzzle in the words of exact cover, as `cover_peers` takes it."""
    forms = forms_of(region)
    solid = region.reshape((-1, *region.shape[-2:]))
    number = np.full(solid.shape, -1)
    number[solid] = np.arange(solid.sum())
    used = np.flatnonzero(counts)
    options = []
    for form in np.flatnonzero(counts[forms.shape] > 0):
        shape = int(np.searchsorted(used, forms.shape[form]))
        cells = forms.cells[form, : forms.size[form]] - forms.corner[form]
        room = np.array(solid.shape) - forms.extent[form] + 1
        for anchor in np.ndindex(*np.maximum(room, 0)):
            covered = number[tuple((cells + anchor).T)]
            if covered.min() >= 0:
                options.append([*covered.tolist(), shape])
    return {
        "options": options,
        "cells": int(solid.sum()),
        "counts": counts[used].tolist(),
        "limit": LIMIT_S,
    }


class Own:
    """The times of our solver over some puzzles, tables included, pass by pass."""

    def __init__(self, puzzles):
        self.puzzles = puzzles
        self.passes = []

    def times(self, index):
        """CPU seconds of each puzzle in a pass, (N,), which is run when first asked for."""
        while len(self.passes) <= index:
            seconds = []
            for region, counts in self.puzzles:
                begin = time.process_time()
                solution = solve(region, counts)
                seconds.append(time.process_time() - begin)
                if solution.status != "solved":
                    raise ValueError(f"a puzzle was found to be {solution.status}")
            self.passes.append(np.array(seconds))
        return self.passes[index]


class Statistic(Loop):
    """A quantile of our solver's times."""

    def __init__(self, own, name, share, target):
        super().__init__(name, "puzzles", form="ms", target=target)
        self.own, self.share, self.index = own, share, 0
        self.note = lambda: f"{len(own.puzzles)} puzzles, all solved"

    def warm_up(self):
        """Solve a puzzle, so that the solver is compiled."""
        solve(*self.own.puzzles[0])

    def sample(self, seconds):
        """(1, CPU seconds): the quantile in a new pass over all puzzles."""
        value = np.quantile(self.own.times(self.index), self.share)
        self.index += 1
        return 1, max(float(value), 1e-9)


class Solver(Loop):
    """A general solver, which is given a puzzle at a time."""

    def __init__(self, process, name, puzzles, against, target_ratio):
        super().__init__(
            name, "puzzles", form="ms", against=against, target_ratio=target_ratio, is_peer=True
        )
        self.process, self.puzzles = process, puzzles
        self.tried = self.solved = 0
        self.note = self.told

    def told(self):
        """How many puzzles it solved."""
        return f"{self.solved} of {self.tried} solved, {LIMIT_S:g} s a puzzle"

    def warm_up(self):
        """Nothing: the process has done that before it said that it is ready."""

    def sample(self, seconds):
        """(1, CPU seconds) of its next puzzle; the limit if it fails."""
        if self.tried - self.solved >= 2:
            return 1, LIMIT_S
        puzzle = self.puzzles[self.tried % len(self.puzzles)]()
        told = ask(self.process, json.dumps(puzzle), "is_solved", self.name)
        self.tried += 1
        self.solved += told["is_solved"]
        return 1, max(told["cpu_seconds"], 1e-9) if told["is_solved"] else LIMIT_S

"""Toys for the tests of tournaments: games, agents good and bad, contestants without a process."""

import os
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "core"))

import coins

from parlour.envs import make_game as make_real_game
from parlour.envs import read_replay
from parlour.envs.core.compiled import compiled
from parlour.training.tournament.contestant import Reply, answer
from parlour.training.tournament.entrants import enter
from parlour.training.tournament.lineups import Bout

WAIT, GRAB, GO_HOME = coins.WAIT, coins.GRAB, coins.GO_HOME
MS = 1_000_000


def standings(match, seats):
    """Fuller purses first; equal ones share the place."""
    purses = [int(seat["purse"]) for seat in seats]
    rows = [
        {
            "seat": index,
            "place": 1 + sum(other > purse for other in purses),
            "purse": purse,
            "by_size": {"small": purse % 5, "large": purse // 5},
            "is_rich": purse > 9,
            "first_ms": None,
            "name": "somebody",
        }
        for index, purse in enumerate(purses)
    ]
    return sorted(rows, key=lambda row: row["place"])


def game(**options):
    """Coins, with standings."""
    options = coins.game(**{"round_ms": 1000, **options}).options
    return replace(coins.game(**options), made_by=game, standings=standings)


@compiled
def nap(match, seats, seat, action):
    """Going home is to nap until the next full second."""
    if action == GO_HOME:
        seats[seat].on_move = 0
        return 0
    return coins.act(match, seats, seat, action)


@compiled
def wake(match, seats, until_ms):
    """Every second wakes all who nap; after three it is over."""
    for seat in range(len(seats)):
        if until_ms // 1000 > match.time_ms // 1000:
            seats[seat].on_move = 1
    match.time_ms = until_ms
    if until_ms >= 3000:
        match.is_over = 1
        match.end_reason = 2


class nap_commands:
    """Coins' moves, but that a nap is no resignation."""

    RESIGNATION = "go home"
    state = coins.commands.state

    def play(match, seats, seat, command, at_ms):
        return coins.commands.play(match, seats, seat, command, at_ms)


def naps():
    """Coins in which time alone puts seats on move."""
    toy = replace(game(), name="Naps", act=nap, advance=wake, made_by=naps, options={})
    return replace(toy, commands=nap_commands)


def make_game(name, **options):
    """Any game of these tests, for `read_replay`."""
    toys = {"Coins": game, "Naps": naps}
    return toys[name](**options) if name in toys else make_real_game(name, **options)


def last(text):
    """The table at a replay's end."""
    *_, table = read_replay(text, make_game)
    return table


def bout(*agents, seed=1, number=0):
    return Bout(number, seed, agents)


class Grabber:
    """Grabs where it can, else waits."""

    name = "grabber"

    def __init__(self, game_options=()):
        self.game_options = dict(game_options)
        self.calls = []

    def reset(self, seed=None):
        self.calls = []

    def act(self, observations, masks):
        self.calls.append(len(masks))
        return np.where(masks[:, GRAB] == 1, GRAB, WAIT)


class Homer(Grabber):
    """Goes home at once."""

    name = "homer"

    def act(self, observations, masks):
        self.calls.append(len(masks))
        return np.where(masks[:, GO_HOME] == 1, GO_HOME, WAIT)


class Bad(Grabber):
    """Grabs, until it does something bad after some calls."""

    name = "bad"

    def __init__(self, deed, good_calls=0):
        super().__init__()
        self.deed, self.good_calls = deed, good_calls

    def act(self, observations, masks):
        good = super().act(observations, masks)
        return good if len(self.calls) <= self.good_calls else self.deed(good)


def fail(good):
    raise KeyError("no such\nthing")


def hang(good):
    time.sleep(10_000)


def die(good):
    os._exit(3)


def leave(good):
    sys.exit("enough")


def stay(good):
    return good


def bad(deed, good_calls=0):
    """An entrant that does a deed after some calls."""
    return enter(deed.__name__, partial(Bad, deed, good_calls))


class Seated:
    """A contestant in this process."""

    def __init__(self, agent, seed=0):
        self.agent = agent
        agent.reset(seed)

    def ask(self, observations, masks):
        return answer(self.agent, False, None, observations, masks, True)


class Scripted:
    """A contestant that answers pairs of action and thinking time in ms, in the end the last."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.seen = []

    def ask(self, observations, masks):
        self.seen.append((observations, masks))
        action, ms = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(action, str):
            return Reply(None, action, "as scripted", round(ms * MS))
        return Reply(np.full(len(masks), action), thought_ns=round(ms * MS))

"""The compiled rules on one batch, and what masks and observations cost by themselves."""

import numpy as np

from ...envs import make_game
from ...envs.core.compiled import compiled
from ...envs.core.loop import kernels
from ...envs.core.matches import Matches
from ...envs.core.random import philox
from ...envs.core.records import Columns
from ...envs.stackfall import OBSERVATIONS
from ...envs.stackfall.rules import act, deal
from .measure import Loop
from .recording import GAME, Recording, make_lanes

__all__ = ["loops"]

LANES, STEPS = 1024, 64
TARGET_NS = 100
"""Nanoseconds a step of the rules alone."""

REFERENCE = "Philox block"


@compiled
def act_all(matches, seats, actions):
    """Play actions (T, M): the rules and nothing else; an ended match is dealt anew."""
    for step in range(len(actions)):
        for index in range(len(matches)):
            match, table = matches[index], seats[index]
            act(match, table, 0, actions[step, index])
            if match.is_over:
                match.is_over = 0
                match.end_reason = 0
                deal(match, table)


@compiled
def draw_words(count):
    """The sum of `count` blocks of random numbers, each drawn from the one before."""
    one = two = three = four = np.uint64(1)
    for _ in range(count):
        one, two, three, four = philox(one, two, three, four, one, two)
    return one + two + three + four


def loops(stack, settings):
    """The loops of this benchmark."""
    env = make_lanes(LANES)
    play = Recording(env, STEPS)
    batch = env.unwrapped.matches
    actions = np.array(play.actions)
    kernel = kernels(batch.game)
    masks = batch.masks

    def run_act():
        act_all(batch.matches, batch.seats, actions)
        return actions.size

    def run_masks():
        for _ in range(STEPS):
            kernel["look"](batch.matches, batch.seats, masks)
        return actions.size

    def run_play():
        for row in actions:
            batch.step(row[:, None])
        return actions.size

    def run_reference():
        draw_words(100_000)
        return 100_000

    return [
        Loop("rules alone", "steps", run_act, play.rewind, "ns", REFERENCE, TARGET_NS),
        Loop("masks alone", "lanes", run_masks, play.rewind, "ns", REFERENCE),
        Loop(
            "the whole loop",
            "steps",
            run_play,
            play.rewind,
            "ns",
            REFERENCE,
            note=lambda: "Matches.step: rules, masks, redealing",
        ),
        *(observed(name, is_fresh) for name in OBSERVATIONS for is_fresh in (True, False)),
        Loop(
            REFERENCE,
            "blocks",
            run_reference,
            form="ns",
            note=lambda: "the reference: 4 random words",
        ),
    ]


def observed(observation, is_fresh):
    """An observation of all lanes, in fresh arrays or in those of the call before."""
    game = make_game(GAME, observation=observation)
    play = Recording(make_lanes(LANES, observation=observation), 1)
    records = play.start
    batch = Matches(game, LANES)
    batch.restore(records)
    matches, seats = Columns(batch.matches[:, None]), Columns(batch.seats)
    buffer = game.encode(matches, seats, None)

    def run():
        for _ in range(8):
            game.encode(matches, seats, None if is_fresh else buffer)
        return 8 * LANES

    name = observation + ("" if is_fresh else ", in place")
    return Loop(name, "lanes", run, form="ns", against=REFERENCE)

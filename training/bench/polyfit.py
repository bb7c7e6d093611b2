"""Polyfit: random placements in many lanes of one seat, and in many races of four; puzzles."""

import numpy as np

from ...agents import make as make_agent
from ...envs import make_game, seat_lanes
from ...envs.core.matches import Matches
from .measure import Loop

__all__ = ["loops"]

LANES, RACES, SEATS, STEPS, SOLVED_STEPS = 1024, 512, 4, 96, 34
"""SOLVED_STEPS lay a match of six rounds of normal puzzles to its end."""

PLACEMENTS, SEAT_STEPS = 1e6, 5e5
"""Targets a CPU second: pieces laid in lanes of normal puzzles; steps of all seats of races."""

PUZZLES = {
    ("Polyfit", "easy"): 1,
    ("Polyfit", "normal"): 1,
    ("Polyfit", "hard"): 1,
    ("Polyfit", "extreme"): 40,
    ("Polyfit3D", "easy"): 5,
    ("Polyfit3D", "normal"): 5,
    ("Polyfit3D", "hard"): 5,
    ("Polyfit3D", "extreme"): 20,
}
"""Milliseconds that dealing a puzzle takes at most, the mean over a match's rounds."""

ROUNDS = 6


def loops(stack, settings):
    """The loops of this benchmark."""
    play = [
        laying("1,024 lanes, solved", "Polyfit", solve, target=PLACEMENTS),
        laying("1,024 lanes, at random", "Polyfit", record),
        laying("1,024 lanes 3D, solved", "Polyfit3D", solve),
        laying("1,024 lanes 3D, at random", "Polyfit3D", record),
        laying("1,024 lanes, shapes", "Polyfit", record, observation="shapes"),
        racing("512 races of 4 seats", "Polyfit", target=SEAT_STEPS),
        racing("512 races of 4 seats, 3D", "Polyfit3D"),
    ]
    return [*play, *(dealing(*case, target) for case, target in PUZZLES.items())]


def make_lanes(name, players, matches, **options):
    """Lanes that go on to the next match by themselves."""
    return seat_lanes(name, players, matches, **options)


def record(env, game, steps=STEPS):
    """Steps of random play: a piece that fits, or a pass where none does; a wait off move.

    Returns
    -------
    list of (num_envs,) int64
    int
        Pieces laid.
    """
    rng = np.random.default_rng(0)
    forms = env.single_action_space.n - 3

    def act(observations, masks):
        weights = rng.random((len(masks), forms), np.float32) * masks[:, :forms]
        chosen = weights.argmax(axis=1)
        stuck = weights.max(axis=1) == 0
        chosen[stuck] = np.where(masks[stuck, forms + 1], forms + 1, forms + 2)
        return chosen

    return played(env, act, steps)


def solve(env, game):
    """Steps of play in which every puzzle is laid to its end; as `record`."""
    agent = make_agent(game, "solver")
    return played(env, agent.act, SOLVED_STEPS)


def played(env, act, steps):
    """Steps in which `act` chooses, from the reset on, and the pieces laid in them."""
    observations, infos = env.reset(seed=0)
    forms = env.single_action_space.n - 3
    actions, laid = [], 0
    for _ in range(steps):
        masks = infos["action_mask"]
        chosen = act(observations, masks)
        laid += int(((chosen < forms) & masks.any(axis=1)).sum())
        actions.append(chosen)
        observations, *_, infos = env.step(chosen)
    return actions, laid


def laying(name, game, play, target=None, **options):
    """`env.step` alone on recorded actions of normal puzzles; the pieces laid count."""
    env = make_lanes(game, 1, LANES, **options)
    actions, laid = play(env, game)

    def run():
        for row in actions:
            env.step(row)
        return laid

    return Loop(name, "placements", run, lambda: env.reset(seed=0), target=target)


def racing(name, game, target=None):
    """`env.step` alone on recorded actions of races; every seat's step counts."""
    env = make_lanes(game, SEATS, RACES)
    actions, _ = record(env, game)

    def run():
        for row in actions:
            env.step(row)
        return RACES * SEATS * STEPS

    return Loop(name, "seat-steps", run, lambda: env.reset(seed=0), target=target)


def dealing(game, difficulty, target):
    """Matches that are passed from the first round to the last: what it takes is their puzzles."""
    batch = Matches(make_game(game, difficulty=difficulty, rounds=ROUNDS), 1)
    passing = np.full((1, 1), batch.game.action_count - 2)
    seed = iter(range(2**62))

    def run():
        batch.reset(next(seed))
        for _ in range(ROUNDS - 1):
            batch.step(passing)
        return ROUNDS

    return Loop(f"{game} {difficulty} puzzle", "puzzles", run, form="ms", target=target)

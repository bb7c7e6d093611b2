"""Orapa: solo lanes stepped by random legal actions, waves and random layouts in the kernel."""

import gymnasium as gym
import numpy as np

from ...agents.random import RandomAgent
from ...envs import env_id, make_game
from ...envs.core.compiled import compiled
from ...envs.core.matches import Matches
from ...envs.orapa.layouts import random_layout
from ...envs.orapa.state import BOARD_CELLS, PIECES, POINTS
from ...envs.orapa.waves import fire, fire_all
from .measure import Loop

__all__ = ["loops"]

LANES, STEPS, BURN_IN = 1024, 64, 100
LAYOUTS = 2000
BOTH = {"diamond": True, "black": True}

TARGET = 1e6
"""Actions a CPU second in 1,024 lanes, mask and observation included."""
TARGET_WAVE_NS = 60
TARGET_LAYOUTS = 50_000
"""Random valid layouts a second."""


@compiled
def draw_layouts(match, layouts, boards, answers):
    """Fill layouts (N, 7), boards (N, 120) and answers (N, 36) at random."""
    for index in range(len(layouts)):
        random_layout(match, match.pieces, layouts[index], boards[index], answers[index])


@compiled
def fire_each(boards):
    """Fire every wave at every board; returns a sum, so that nothing is left out."""
    total = 0
    for index in range(len(boards)):
        for entry in range(POINTS):
            total += fire(boards[index], entry)
    return total


@compiled
def fire_both_ways(boards, answers):
    """The same by pairs: a wave's exit tells the answer from there."""
    for index in range(len(boards)):
        fire_all(boards[index], answers[index])


def loops(stack, settings):
    """The loops of this benchmark."""
    match, layouts, boards, answers = drawn()

    def draw():
        draw_layouts(match, layouts, boards, answers)
        return LAYOUTS

    def fire_waves():
        fire_each(boards)
        return LAYOUTS * POINTS

    def fire_pairs():
        fire_both_ways(boards, answers)
        return LAYOUTS * POINTS

    draw()
    return [
        stepping("1,024 lanes", target=TARGET),
        stepping("1,024 lanes, copy=False", copy=False),
        stepping("1,024 lanes, without help", help_mode=False),
        stepping("1,024 lanes, all pieces", **BOTH),
        Loop("waves", "waves", fire_waves, form="ns", target=TARGET_WAVE_NS),
        Loop("all waves of a layout", "waves", fire_pairs, form="ns"),
        Loop("random layouts", "layouts", draw, target=TARGET_LAYOUTS),
    ]


def drawn():
    """A match of all pieces to draw from, and room for layouts, boards and answers."""
    batch = Matches(make_game("Orapa", **BOTH), 1)
    batch.reset(seed=0)
    arrays = (
        np.zeros((LAYOUTS, len(PIECES)), np.int16),
        np.zeros((LAYOUTS, BOARD_CELLS), np.uint8),
        np.zeros((LAYOUTS, POINTS), np.int16),
    )
    return batch.matches[0], *arrays


def stepping(name, target=None, **options):
    """`env.step` alone, on a recorded stretch of random legal play."""
    env = gym.make_vec(
        env_id("Orapa"), num_envs=LANES, vectorization_mode="vector_entry_point", **options
    )
    agent, actions = RandomAgent("Orapa"), []
    agent.reset(0)
    observations, infos = env.reset(seed=0)
    start = None
    for step in range(BURN_IN + STEPS):
        if step == BURN_IN:
            start = env.snapshot()
        chosen = agent.act(observations, infos["action_mask"])
        observations, _, _, _, infos = env.step(chosen)
        if step >= BURN_IN:
            actions.append(chosen)

    def run():
        for row in actions:
            env.step(row)
        return LANES * STEPS

    return Loop(name, "actions", run, lambda: env.restore(start), target=target)

"""Shorthand for the tests of Twist Cube: turns written as in cubing, tables, environments."""

import gymnasium as gym
import numpy as np

import parlour
from parlour.envs.twist_cube.cube import apply_turns, solved_cube

FACES = "URFDLB"


def turns(text):
    """Documented turns of a text such as "R U2 2F'": layer, face, then ' or 2."""
    return [one_turn(word) for word in text.split()]


def one_turn(word):
    layer = 1
    if word[0].isdigit():
        layer, word = int(word[0]), word[1:]
    return {"face": word[0], "layer": layer, "turns": {"": 1, "2": 2, "'": 3}[word[1:]]}


def action(turn, size=3):
    """The number of a documented turn."""
    place = FACES.index(turn["face"]) * (size - 1) + turn["layer"] - 1
    return place * 3 + turn["turns"] - 1


def actions(text, size=3):
    return [action(turn, size) for turn in turns(text)]


def inverse(listed):
    """The turns that take a list of turns back."""
    return [{**turn, "turns": 4 - turn["turns"]} for turn in reversed(listed)]


def cube_after(text, size=3):
    """The solved cube after some turns, (6 * N * N,) uint8."""
    cube = solved_cube(size)
    listed = np.array(actions(text, size), np.uint8)
    apply_turns(cube, size, listed, len(listed))
    return cube


def make(**options):
    return gym.make("parlour/TwistCube-v0", **options).unwrapped


def specials(size=3):
    """The numbers of submit, restart, done and wait."""
    first = 18 * (size - 1)
    return first, first + 1, first + 2, first + 3


SUBMIT, RESTART, DONE, WAIT = specials()


def begin_table(scramble="R U F", players=2, **options):
    return parlour.table(
        "TwistCube", players=players, seed=0, options={"scramble": turns(scramble)}, **options
    )


def send(table, seat, text, at_ms=None):
    """Submit turns; the verdict."""
    return table.move(seat, {"solution": turns(text)}, at_ms)


def places(table):
    """Seat -> place."""
    return {row["seat"]: row["place"] for row in table.standings()}


def finish(table):
    """Let the clock run out."""
    table.advance(30_000)
    return table


def same_records(before, after):
    """Whether two arrays of records hold the same in every field."""
    return all(np.array_equal(before[name], after[name]) for name in before.dtype.names)

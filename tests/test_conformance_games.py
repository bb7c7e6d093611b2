"""Every game passes every check, in single and vector form, under every value of its options."""

import inspect
from importlib import import_module

import pytest

import parlour
from parlour.envs import GAMES, env_id
from parlour.envs.core.conformance import check

VARIANTS = {
    "Stackfall": [
        {},
        {"observation": "planes", "reward": "lines", "actions": "placements"},
        {"observation": "afterstates", "reward": "shaped", "actions": "placements"},
        {"observation": "flat", "reward": "survival"},
    ],
    "TwistCube": [
        {},
        {"size": 5, "tick_ms": 900, "auto_submit": False, "scramble_turns": 3, "reward": "score"},
        {"size": 7, "tick_ms": 700, "observation": "onehot", "reward": "solved"},
        {"tick_ms": 500, "observation": "flat", "reward": "pot"},
        {"tick_ms": 400, "reward": "improvement", "scramble_turns": (1, 4)},
        {"observation": "canonical", "stop_when_solved": True, "scramble_turns": 1},
    ],
    "Polyfit": [
        {},
        {"difficulty": "easy", "rounds": 3, "actions": "free", "reward": "time", "tick_ms": 900},
        {"difficulty": "hard", "round_seconds": 10, "observation": "flat", "reward": "gems"},
        {"difficulty": "extreme", "rounds": 9, "rotate_tray": False, "reward": "solved"},
        {"difficulty": "easy", "observation": "shapes", "undo": False},
    ],
    "Polyfit3D": [
        {},
        {"difficulty": "easy", "rounds": 3, "actions": "free", "reward": "time", "undo": False},
        {
            "difficulty": "hard",
            "round_seconds": 10,
            "observation": "flat",
            "reward": "gems",
            "tick_ms": 900,
        },
        {"difficulty": "extreme", "rounds": 9, "layers": 4, "rotate_tray": False},
        {"difficulty": "easy", "layers": 3, "observation": "shapes", "reward": "solved"},
    ],
    "Orapa": [
        {},
        {"diamond": True, "observation": "flat", "lives": 2, "help_mode": False, "turn_limit": 60},
        {
            "black": True,
            "edits_per_turn": 2,
            "allow_repeats": True,
            "turn_limit": 120,
            "turn_cost": 0.1,
        },
        {"reward": "information", "placement": "player", "turn_limit": 30, "tick_ms": 50},
        {"reward": "shaped", "observation": "candidates", "diamond": True, "black": True},
    ],
}
"""Choices of options, the defaults first, that together show each value of each option."""

CASES = [(name, options) for name, all_options in VARIANTS.items() for options in all_options]
PROCESSES = ["spawn", "async_lanes"]
"""Checks that start processes and take seconds; what they need does not depend on options."""


def maker(name):
    """A game's module, and the function in it that makes the game."""
    module, _, function = GAMES[name].partition(":")
    module = import_module(module, "parlour.envs")
    return module, getattr(module, function)


def values(name):
    """The values of every option that a game's module lists: {option: values}."""
    module, make = maker(name)
    plurals = {
        option: option.upper().rstrip("S") + "S" for option in inspect.signature(make).parameters
    }
    return {option: getattr(module, plural, ()) for option, plural in plurals.items()}


def test_every_game_is_checked():
    assert list(VARIANTS) == parlour.games()


@pytest.mark.parametrize("name", VARIANTS)
def test_every_value_of_every_option_is_checked(name):
    parameters = inspect.signature(maker(name)[1]).parameters
    for option, known in values(name).items():
        default = parameters[option].default
        shown = {variant.get(option, default) for variant in VARIANTS[name]}
        assert shown >= set(known)
        assert len(shown) > 1, f"no variant of {name} sets {option}"


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_the_game_passes_every_check(name, options):
    skip = PROCESSES if options else []
    report = check(env_id(name), strict=True, steps=40, skip=skip, **options)
    report.raise_if_failed()
    assert {result.form for result in report.results} == {"solo", "vector"}

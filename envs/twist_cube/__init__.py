"""Twist Cube: bring one scrambled cube as close to solved as you can, within 30 seconds.

An action of a cube of size N is a turn, `(face * (N - 1) + layer - 1) * 3 + turns - 1` with
the faces in the order U R F D L B, and after the turns: submit the cube in hand, restart
(take the scrambled cube in hand again), done (close the own window), wait.
"""

from functools import partial

import numpy as np

from ..core.game import Game
from . import draw, encoder, notation, positions, puzzles, rules
from .state import (
    CLOCK_MS,
    END_REASONS,
    ILLEGAL,
    MATCH,
    REWARDS,
    SEAT,
    SIZES,
    action_count,
)

__all__ = ["END_REASONS", "ILLEGAL", "OBSERVATIONS", "REWARDS", "SIZES", "game"]

OBSERVATIONS = tuple(encoder.ENCODERS)
PLAYERS = 1, 1000

INFO = {
    "score": "score",
    "length": "length",
    "best_score": "best_score",
    "best_length": "best_length",
    "accepted": "accepted",
    "solved": "solved",
    "time_left_ms": "match.time_left_ms",
    "scramble_turns": "match.scramble_turns",
    "place": "place",
    "end_reason": "match.end_reason",
    "illegal": "illegal",
}


def game(
    size=3,
    scramble_turns=None,
    tick_ms=50,
    auto_submit=True,
    observation="facelets",
    reward=None,
    stop_when_solved=False,
):
    """Twist Cube under a choice of options.

    Parameters
    ----------
    size : {3, 5, 7}
        N.
    scramble_turns : int or (int, int), optional
        Random turns of a scramble, 0 to 1000, or a range to draw it from, ends included;
        10 * N by default.
    tick_ms : int
        Time that one action takes, 1 to 30000.
    auto_submit : bool
        Every new best is submitted by itself, the last of the 50 submissions being kept
        for the close of the window.
    observation : {"facelets", "onehot", "flat", "canonical"}
        See `encoder`.
    reward : {"improvement", "score", "solved", "pot"}, optional
        Rise of the best accepted score, first above the scramble's; the best accepted score
        when the window closes; 1 when a solved cube is first accepted; at the match's end
        the pot: the seat ranked first +1, the others together -1. By default
        "improvement" for one seat, "pot" for several.
    stop_when_solved : bool
        An accepted submission that solves the cube closes its seat's window at once; False
        leaves it open for the same in fewer turns.

    Returns
    -------
    Game

    Raises
    ------
    ValueError
        An unknown or bad option value.
    """
    check_options(size, tick_ms, auto_submit, observation, reward, stop_when_solved)
    turns = 10 * size if scramble_turns is None else scramble_turns
    low, high = puzzles.read_scramble_turns(turns)

    def prepare(matches, seats):
        default = "pot" if seats.shape[1] > 1 else "improvement"
        matches["cube_size"] = size
        matches["tick_ms"] = tick_ms
        matches["auto_submit"] = auto_submit
        matches["stop_when_solved"] = stop_when_solved
        matches["scramble_low"], matches["scramble_high"] = low, high
        matches["reward_kind"] = REWARDS.index(reward or default)

    return Game(
        name="TwistCube",
        made_by=game,
        options={
            "size": size,
            "scramble_turns": scramble_turns,
            "tick_ms": tick_ms,
            "auto_submit": auto_submit,
            "observation": observation,
            "reward": reward,
            "stop_when_solved": stop_when_solved,
        },
        match_dtype=MATCH,
        seat_dtype=SEAT,
        observation_space=encoder.space(observation, size),
        action_count=action_count(size),
        deal=rules.deal,
        legal=rules.legal,
        act=rules.act,
        advance=rules.advance,
        encode=encoder.ENCODERS[observation],
        info=INFO,
        illegal=ILLEGAL,
        end_reasons=END_REASONS,
        players=PLAYERS,
        prepare=prepare,
        set_deal_options=puzzles.set_deal_options,
        parse_options=partial(positions.parse_options, size),
        arrange=positions.arrange,
        redraw=positions.redraw,
        show=draw.show,
        draw=draw.draw,
        action_names=partial(notation.action_name, size=size),
        commands=notation,
        standings=notation.standings,
        wait_action=action_count(size) - 1,
    )


def is_count(value, low, high):
    """True for an integer in a range, ends included."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    return bool(is_integer and low <= value <= high)


def check_options(size, tick_ms, auto_submit, observation, reward, stop_when_solved):
    """ValueError for a bad value of an option."""
    if not is_count(size, 3, 7) or size not in SIZES:
        raise ValueError(f"size must be 3, 5 or 7, got {size!r}")
    if not is_count(tick_ms, 1, CLOCK_MS):
        raise ValueError(f"tick_ms must be an integer in 1..{CLOCK_MS}, got {tick_ms!r}")
    for name, value in (("auto_submit", auto_submit), ("stop_when_solved", stop_when_solved)):
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{name} must be True or False, got {value!r}")
    if observation not in OBSERVATIONS:
        known = ", ".join(OBSERVATIONS)
        raise ValueError(f"observation must be one of {known}, got {observation!r}")
    if reward is not None and reward not in REWARDS:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, got {reward!r}")

"""Orapa: find out what lies on a hidden grid by the waves that it sends back.

An action is, in this order: a wave from entry point 0..35 (A-R, then 1-18); a probe,
`36 + y * 10 + x`; from 116 on a placement on the own hypothesis grid, piece by piece in the order
of `state.PIECES` as far as they are in the game, each by orientation, anchor y, anchor x
(`pieces.PLACEMENTS`); a take-back a piece; submit, which gives the hypothesis as the solution, or
in the layout phase hides it as the own layout; wait.
"""

from functools import partial

import numpy as np

from ..core.game import Game
from . import draw, encoder, information, messages, notation, positions, rules, shaping
from .hypothesis import BASE_SET, action_count
from .state import (
    BLACK,
    DIAMOND,
    END_REASONS,
    ILLEGAL,
    INFORMATION,
    LISTED,
    MATCH,
    REWARDS,
    seat_record,
)

__all__ = ["END_REASONS", "ILLEGAL", "OBSERVATIONS", "PLACEMENTS", "REWARDS", "game"]

OBSERVATIONS = tuple(encoder.ENCODERS)
PLACEMENTS = ("random", "player")
PLAYERS = 1, 2
TURN_LIMITS = (None, 30, 60, 120)
MOST_EDITS = 1000
ACTS = dict(zip(REWARDS, (rules.act, information.act, shaping.act), strict=True))

INFO = {
    "phase": "phase",
    "turns": "turns",
    "lives": "lives",
    "edits_left": "edits_left",
    "contradictions": "contradictions",
    "solved": "solved",
    "outcome": "outcome",
    "time_left_ms": "time_left_ms",
    "end_reason": "match.end_reason",
    "illegal": "illegal",
}


def game(
    diamond=False,
    black=False,
    lives=1,
    help_mode=True,
    edits_per_turn=10,
    allow_repeats=False,
    placement="random",
    turn_limit=None,
    tick_ms=1000,
    turn_cost=0.0,
    observation="tables",
    reward="win",
):
    """Orapa under a choice of options.

    Parameters
    ----------
    diamond, black : bool
        Whether the piece that deflects without colour, the piece that absorbs is there.
    lives : {1, 2}
        Wrong solutions until the end.
    help_mode : bool
        Observations tell which of the own clues the hypothesis contradicts.
    edits_per_turn : int
        Pieces laid or taken back in one turn at most, 1 to 1000.
    allow_repeats : bool
        Waves and probes whose answers are known stay legal. Without it they are only once
        everything is known.
    placement : {"random", "player"}
        In a duel, layouts are drawn, or each seat lays its own first.
    turn_limit : {None, 30, 60, 120}
        Seconds a turn, in a duel.
    tick_ms : int
        Time that one action takes in a duel, 1 to 120000; the solo game has no clock.
    turn_cost : float
        Taken off the reward for every wave, probe and solution, 0 to 1.
    observation : {"tables", "candidates", "flat"}
        See `encoder`.
    reward : {"win", "information", "shaped"}
        At the end 1 for the winner and -1 for a loser; or the bits by which the layouts that
        agree with the own clues become fewer (see `information`), which is slower; or that of
        "win" and, for every edit, the share of the solution that it puts right (see `shaping`).

    Returns
    -------
    Game

    Raises
    ------
    ValueError
        An unknown or bad option value.
    """
    options = {
        "diamond": diamond,
        "black": black,
        "lives": lives,
        "help_mode": help_mode,
        "edits_per_turn": edits_per_turn,
        "allow_repeats": allow_repeats,
        "placement": placement,
        "turn_limit": turn_limit,
        "tick_ms": tick_ms,
        "turn_cost": turn_cost,
        "observation": observation,
        "reward": reward,
    }
    check_options(**options)
    is_measured = reward == REWARDS[INFORMATION]
    pieces = BASE_SET | bool(diamond) << DIAMOND | bool(black) << BLACK

    def prepare(matches, seats):
        is_duel = seats.shape[1] == 2
        matches["pieces"] = pieces
        matches["most_lives"] = lives
        matches["help_mode"] = help_mode
        matches["allow_repeats"] = allow_repeats
        matches["lays_by_hand"] = placement == "player"
        matches["reward_kind"] = REWARDS.index(reward)
        matches["edits_per_turn"] = edits_per_turn
        matches["turn_limit_ms"] = 1000 * (turn_limit or 0) if is_duel else 0
        matches["tick_ms"] = tick_ms if is_duel else 0
        matches["turn_cost"] = turn_cost

    return Game(
        name="Orapa",
        made_by=game,
        options=options,
        match_dtype=MATCH,
        seat_dtype=seat_record(LISTED if is_measured else 1),
        observation_space=encoder.space(observation),
        action_count=action_count(pieces),
        deal=information.deal if is_measured else rules.deal,
        legal=rules.legal,
        act=ACTS[reward],
        advance=rules.advance,
        encode=encoder.ENCODERS[observation],
        info=INFO,
        illegal=ILLEGAL,
        end_reasons=END_REASONS,
        players=PLAYERS,
        prepare=prepare,
        parse_options=partial(positions.parse_options, pieces),
        arrange=positions.arrange,
        redraw=positions.redraw,
        show=draw.show,
        draw=draw.draw,
        action_names=partial(notation.action_name, pieces=pieces),
        commands=messages,
        standings=messages.standings,
        wait_action=action_count(pieces) - 1,
        alternates=True,
    )


def is_count(value, low, high):
    """True for an integer in a range, ends included."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    return bool(is_integer and low <= value <= high)


def check_options(
    *,
    lives,
    edits_per_turn,
    placement,
    turn_limit,
    tick_ms,
    turn_cost,
    observation,
    reward,
    **flags,
):
    """ValueError unless all options have good values; `flags` are True or False."""
    for name, value in flags.items():
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{name} must be True or False, got {value!r}")
    if not is_count(lives, 1, 2):
        raise ValueError(f"lives must be 1 or 2, got {lives!r}")
    if not is_count(edits_per_turn, 1, MOST_EDITS):
        raise ValueError(
            f"edits_per_turn must be an integer in 1..{MOST_EDITS}, got {edits_per_turn!r}"
        )
    if turn_limit is not None and not (is_count(turn_limit, 1, 120) and turn_limit in TURN_LIMITS):
        raise ValueError(f"turn_limit must be None, 30, 60 or 120 seconds, got {turn_limit!r}")
    if not is_count(tick_ms, 1, 120_000):
        raise ValueError(f"tick_ms must be an integer in 1..120000, got {tick_ms!r}")
    is_number = isinstance(turn_cost, (int, float, np.number)) and not isinstance(turn_cost, bool)
    if not is_number or not 0 <= turn_cost <= 1:
        raise ValueError(f"turn_cost must be a number in 0..1, got {turn_cost!r}")
    for name, value, known in (
        ("placement", placement, PLACEMENTS),
        ("observation", observation, OBSERVATIONS),
        ("reward", reward, REWARDS),
    ):
        if value not in known:
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")

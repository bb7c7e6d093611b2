"""Polyfit and Polyfit 3D: fill a region with the given pieces, faster than the others.

Pieces are laid in scan order (layer, row, column): an action of "scan" says which form, a
shape in one orientation, covers the first open cell. The forms are numbered as in
`envs.geometry.polyforms`; after them come undo, pass and wait. Covering the last cell
answers the round. In "free" an action is `form * C + cell`, the form's first cell on any
cell of the difficulty's box of C cells, then C actions that remove the piece on a cell,
then pass and wait.
"""

from functools import partial

import numpy as np

from ..core.game import Game
from . import draw, encoder, notation, positions, rules
from .state import (
    ACTIONS,
    BOXES,
    DIFFICULTIES,
    END_REASONS,
    FLAT,
    ILLEGAL,
    LAYERS,
    MATCH,
    PLAYERS,
    REWARDS,
    ROUND_SECONDS,
    ROUNDS,
    SEAT,
    SOLID,
)

__all__ = [
    "ACTIONS",
    "DIFFICULTIES",
    "END_REASONS",
    "ILLEGAL",
    "OBSERVATIONS",
    "REWARDS",
    "game",
    "game_3d",
]

OBSERVATIONS = tuple(encoder.ENCODERS)
MOST_TICK_MS = 30_000

INFO = {
    "round": "match.round_number",
    "answer": "answer",
    "laid": "laid",
    "solved": "solved",
    "gems": "gem_count",
    "time_left_ms": "match.time_left_ms",
    "place": "place",
    "reason": "match.end_reason",
    "end_reason": "match.end_reason",
    "illegal": "illegal",
}


def game(
    difficulty="normal",
    rounds=6,
    round_seconds=30,
    tick_ms=250,
    rotate_tray=True,
    actions="scan",
    undo=True,
    observation="planes",
    reward=None,
):
    """Polyfit under a choice of options.

    Parameters
    ----------
    difficulty : {"easy", "normal", "hard", "extreme"}
    rounds : int
        3 to 9.
    round_seconds : int
        A round's answer window, 10 to 30.
    tick_ms : int
        Time that one action takes, 1 to 30000. An illegal action takes it too.
    rotate_tray : bool
        Pieces lie in the tray in random orientations; else in their first one.
    actions : {"scan", "free"}
        See the module.
    undo : bool
        Pieces may be taken back; else what has been laid stays.
    observation : {"planes", "flat", "shapes"}
        See `encoder`; "shapes" goes with "scan" alone.
    reward : {"solved", "time", "gems"}, optional
        1 for a solved round; the share of its window that was left; the gems won, paid when
        the round closes. By default "solved" for one seat, "gems" for several.

    Returns
    -------
    Game

    Raises
    ------
    ValueError
        An unknown or bad option value.
    """
    options = dict(locals())
    return make(game, "Polyfit", FLAT, 1, options)


def game_3d(
    difficulty="normal",
    layers=2,
    rounds=6,
    round_seconds=30,
    tick_ms=250,
    rotate_tray=True,
    actions="scan",
    undo=True,
    observation="planes",
    reward=None,
):
    """Polyfit 3D under a choice of options.

    Parameters
    ----------
    layers : int
        Height of every puzzle, 2 to 4.
    difficulty, rounds, round_seconds, tick_ms, rotate_tray, actions, undo, observation, reward
        As for `game`.

    Returns
    -------
    Game

    Raises
    ------
    ValueError
        An unknown or bad option value.
    """
    options = dict(locals())
    check_count("layers", layers, *LAYERS)
    return make(game_3d, "Polyfit3D", SOLID, int(layers), options)


def make(made_by, name, solid, layers, options):
    """Either game; see `game`."""
    check(**{option: value for option, value in options.items() if option != "layers"})
    difficulty = DIFFICULTIES.index(options["difficulty"])
    actions, observation = options["actions"], options["observation"]
    rows, columns = box = BOXES[solid][difficulty]
    count = rules.action_count(actions, solid, layers, rows, columns)

    def prepare(matches, seats):
        players = seats.shape[1]
        default = "gems" if players > 1 else "solved"
        matches["solid"], matches["difficulty"], matches["layers"] = solid, difficulty, layers
        matches["round_count"] = options["rounds"]
        matches["window_ms"] = 1000 * options["round_seconds"]
        matches["tick_ms"] = options["tick_ms"]
        matches["rotates_tray"] = options["rotate_tray"]
        matches["reward_kind"] = REWARDS.index(options["reward"] or default)
        matches["is_free"] = ACTIONS.index(actions)
        matches["may_undo"] = options["undo"]
        matches["player_count"] = players
        matches["box_rows"], matches["box_columns"] = box
        matches["stride"] = columns + 1
        matches["layer_stride"] = (columns + 1) * (rows + 1)

    return Game(
        name=name,
        made_by=made_by,
        options=options,
        match_dtype=MATCH,
        seat_dtype=SEAT,
        observation_space=encoder.space(observation, solid, layers, rows, columns),
        action_count=count,
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
        parse_options=partial(positions.parse_options, solid, layers, box, options["rounds"]),
        arrange=positions.arrange,
        redraw=positions.redraw,
        show=draw.show,
        draw=draw.draw,
        action_names=partial(
            notation.action_name,
            solid=solid,
            actions=actions,
            layers=layers,
            rows=rows,
            columns=columns,
        ),
        commands=notation,
        standings=notation.standings,
        wait_action=count - 1,
    )


def check_count(name, value, low, high):
    """ValueError unless an option is an integer in a range, ends included."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or not low <= value <= high:
        raise ValueError(f"{name} must be an integer in {low}..{high}, got {value!r}")


def check_choice(name, value, known):
    """ValueError unless an option is one of the known words."""
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")


def check(
    difficulty,
    rounds,
    round_seconds,
    tick_ms,
    rotate_tray,
    actions,
    undo,
    observation,
    reward,
):
    """ValueError unless the options of either game are good."""
    check_choice("difficulty", difficulty, DIFFICULTIES)
    check_count("rounds", rounds, *ROUNDS)
    check_count("round_seconds", round_seconds, *ROUND_SECONDS)
    check_count("tick_ms", tick_ms, 1, MOST_TICK_MS)
    for option, value in (("rotate_tray", rotate_tray), ("undo", undo)):
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{option} must be True or False, got {value!r}")
    check_choice("actions", actions, ACTIONS)
    check_choice("observation", observation, OBSERVATIONS)
    if observation == "shapes" and actions != "scan":
        raise ValueError(f"observation 'shapes' needs actions 'scan', got {actions!r}")
    if reward is not None:
        check_choice("reward", reward, REWARDS)

"""Stackfall: one falling piece at a time, 150 of them, for points.

An action is `rotation * 10 + column` (0-39) or 40 to hold ("moves"), or one of 80
("placements"): place the current piece as in 0-39, or, from 40 on, hold first and
place the piece that comes for it. Pieces are 0-6 in the order I O T S Z J L.
"""

from ..core.game import Game
from . import draw, encoder, notation, positions, rules
from .state import ACTION_COUNTS, ACTIONS, END_REASONS, ILLEGAL, LETTERS, MATCH, REWARDS, SEAT

__all__ = ["ACTIONS", "END_REASONS", "ILLEGAL", "LETTERS", "OBSERVATIONS", "REWARDS", "game"]

OBSERVATIONS = tuple(encoder.ENCODERS)

INFO = {
    "score": "score",
    "level": "level",
    "lines": "lines",
    "pieces": "pieces",
    "combo": "combo",
    "back_to_back": "back_to_back",
    "current": "current",
    "next": "next",
    "hold": "hold",
    "cleared": "cleared",
    "points": "points",
    "perfect_clear": "perfect_clear",
    "end_reason": "match.end_reason",
    "illegal": "illegal",
}


def game(observation="board", reward="points", actions="moves"):
    """Stackfall under a choice of options.

    Parameters
    ----------
    observation : {"board", "planes", "afterstates", "flat"}
        See `encoder`.
    reward : {"points", "lines", "survival", "shaped"}
        Points of a placement; lines it clears; 1 for every placement that does not end
        the game by top out (a hold has reward 0); or, for training, points / level / 400
        (less 0.5 a line that was no part of a Tetris; with fewer than 10 pieces left three
        times the points and nothing off) plus 0.99 times the new `rewards.potential` less
        the old one.
    actions : {"moves", "placements"}
        `Discrete(41)` or `Discrete(80)`, as above.

    Returns
    -------
    Game

    Raises
    ------
    ValueError
        An unknown option value.
    """
    for name, value, known in (
        ("observation", observation, OBSERVATIONS),
        ("reward", reward, REWARDS),
        ("actions", actions, ACTIONS),
    ):
        if value not in known:
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")

    def prepare(matches, seats):
        matches["reward_kind"] = REWARDS.index(reward)
        matches["action_kind"] = ACTIONS.index(actions)

    return Game(
        name="Stackfall",
        made_by=game,
        options={"observation": observation, "reward": reward, "actions": actions},
        match_dtype=MATCH,
        seat_dtype=SEAT,
        observation_space=encoder.space(observation, ACTION_COUNTS[actions]),
        action_count=ACTION_COUNTS[actions],
        deal=rules.deal,
        legal=rules.legal,
        act=rules.act,
        encode=encoder.ENCODERS[observation],
        info=INFO,
        illegal=ILLEGAL,
        end_reasons=END_REASONS,
        prepare=prepare,
        parse_options=positions.parse_options,
        arrange=positions.arrange,
        redraw=positions.redraw,
        show=notation.show,
        draw=draw.draw,
        action_names=notation.action_name,
        commands=notation,
    )

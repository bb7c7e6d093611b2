"""Pebbles: take 1 to 3 from a pile, then the house does; whoever takes the last one wins.

Action a takes a + 1 pebbles. The house takes by chance.
"""

from parlour.envs.core.game import Game

from . import draw, encoder, notation, positions, rules
from .state import END_REASONS, ILLEGAL, MATCH, MOST_TAKEN, SEAT

INFO = {
    "pile": "match.pile",
    "house": "match.house",
    "taken": "taken",
    "end_reason": "match.end_reason",
    "illegal": "illegal",
}


def game(observation="counts", size=21):
    """Pebbles under a choice of options.

    Parameters
    ----------
    observation : {"counts", "bits"}
        See `encoder`.
    size : int
        Pebbles at the start, 1-50.
    """
    if observation not in encoder.ENCODERS:
        known = ", ".join(encoder.ENCODERS)
        raise ValueError(f"observation must be one of {known}, got {observation!r}")
    size = positions.read_pile("size", size)

    def prepare(matches, seats):
        matches["full_pile"] = size

    return Game(
        name="Pebbles",
        made_by=game,
        options={"observation": observation, "size": size},
        match_dtype=MATCH,
        seat_dtype=SEAT,
        observation_space=encoder.space(observation),
        action_count=MOST_TAKEN,
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
        show=notation.show,
        draw=draw.draw,
        action_names=notation.action_name,
        commands=notation,
    )

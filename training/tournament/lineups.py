"""Line-ups: who meets whom, in which seats, on which deals."""

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

__all__ = ["Bout", "list_bouts"]

MOST_SEATS = 10_000_000
"""Seats of all matches together: more is a slip, and would not fit into memory."""


@dataclass(frozen=True)
class Bout:
    """One match of a tournament.

    Attributes
    ----------
    number : int
        From 0, in the order in which matches are rated.
    seed : int
        Of the match: its deal and all its chance.
    agents : tuple of str
        Who holds each seat.
    """

    number: int
    seed: int
    agents: tuple


def list_bouts(names, seats, deals, seed, may_repeat=False):
    """All matches of a tournament: each line-up in each rotation of its seats, on each deal.

    A line-up is a choice of `seats` agents; rotated, each of them holds each seat once. With
    `may_repeat` it may hold an agent several times, but not one agent alone.

    Parameters
    ----------
    names : sequence of str
    seats : int
        P, at least 2.
    deals : int
        Deal k has the seed `seed + k`, the same for all line-ups and rotations.
    seed : int
    may_repeat : bool

    Returns
    -------
    list of Bout
        Deal by deal.

    Raises
    ------
    ValueError
        A name comes twice, the agents are too few, or the matches too many to be meant.
    """
    for name in names:
        if names.count(name) > 1:
            raise ValueError(
                f"{name} is named twice: options tell agents apart, as in NAME:KEY=VALUE"
            )
    if len(names) < 2:
        raise ValueError(f"a tournament needs 2 agents or more, got {', '.join(names) or 'none'}")
    if len(names) < seats and not may_repeat:
        raise ValueError(
            f"{len(names)} agents cannot fill {seats} seats: each holds one seat of a match, "
            "unless --repeat lets them hold several"
        )
    count = comb(len(names) + may_repeat * (seats - 1), seats) - may_repeat * len(names)
    if count * seats * seats * deals > MOST_SEATS:
        raise ValueError(
            f"{len(names)} agents in {seats} seats have {count} line-ups, so {deals} deals make up "
            f"to {count * seats * deals} matches: name fewer"
        )
    choose = combinations_with_replacement if may_repeat else combinations
    line_ups = [line_up for line_up in choose(names, seats) if len(set(line_up)) > 1]
    seatings = [seating for line_up in line_ups for seating in rotations(line_up)]
    keys = [seed + deal for deal in range(deals) for _ in seatings]
    return [Bout(number, key, seatings[number % len(seatings)]) for number, key in enumerate(keys)]


def rotations(line_up):
    """The distinct rotations of a tuple, itself first."""
    turned = (line_up[shift:] + line_up[:shift] for shift in range(len(line_up)))
    return list(dict.fromkeys(turned))

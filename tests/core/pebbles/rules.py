"""Pebbles' rules on one match: compiled, in place."""

from parlour.envs.core.compiled import compiled
from parlour.envs.core.random import below

from .state import GAME_OVER, HOUSE_LAST, MOST_TAKEN, PLAYER_LAST, RESIGNED, TOO_MANY


@compiled
def deal(match, seats):
    """Start an episode: a full pile."""
    match.pile = match.full_pile
    match.house = 0
    seats[0].taken = 0


@compiled
def legal(match, seats, seat_index, mask):
    """Action a takes a + 1 pebbles: legal while so many are there."""
    for action in range(MOST_TAKEN):
        mask[action] = not match.is_over and action < match.pile


@compiled
def act(match, seats, seat_index, action):
    """Take pebbles, then let the house; whoever takes the last one wins."""
    if match.is_over:
        return GAME_OVER
    if action >= match.pile:
        return TOO_MANY
    seat = seats[seat_index]
    match.pile -= action + 1
    match.house = 0
    seat.taken += action + 1
    if match.pile == 0:
        seat.reward = 1.0
        end(match, PLAYER_LAST)
        return 0
    match.house = 1 + below(match, min(MOST_TAKEN, match.pile))
    match.pile -= match.house
    if match.pile == 0:
        seat.reward = -1.0
        end(match, HOUSE_LAST)
    return 0


@compiled
def end(match, reason):
    """End the match."""
    match.is_over = 1
    match.end_reason = reason


@compiled
def resign(match):
    """End the match by the player's wish; code 0, or that of a match already over."""
    if match.is_over:
        return GAME_OVER
    end(match, RESIGNED)
    return 0

"""The reward "information": the same game, in which answers are paid by the bits in them. Compiled.

Kept apart from the rules, since most games do not need it.
"""

from ..core.compiled import compiled
from . import rules
from .sample import draw_sample, learn
from .state import HISTORY


@compiled
def deal(match, seats):
    """Start an episode as the rules do, and draw the samples by which to measure."""
    rules.deal(match, seats)
    for index in range(len(seats)):
        draw_sample(match, seats[index])


@compiled
def act(match, seats, index, action):
    """Apply an action as the rules do, and add the bits of an answer to the reward."""
    count = match.history_count
    code = rules.act(match, seats, index, action)
    if match.history_count == count:
        return code
    entry = match.history[count % HISTORY]
    seat = seats[index]
    truth = seats[1 - index].layout if len(seats) == 2 else match.layout
    kind, argument, answer = entry >> 1 & 7, entry >> 4 & 127, entry >> 11
    seat.reward += learn(match, seat, truth, kind, argument, answer, seat.hypothesis_board)
    return code

"""The one compiled loop through which every step of every environment goes.

`begin`, `step_match`, `play`, `start` and `look` are templates: `kernels` compiles
them once for each game, with the game's own rules behind `deal`, `legal`, `act` and
`advance`. A compiled copy is shared by all options of a game, since options are
fields of the records.
"""

import numpy as np

from .compiled import bind, compiled
from .random import INDEXED, word_at

__all__ = ["kernels"]

COMPILED: dict = {}

INSIDE = {"inline": "always"}
"""For what is only part of `play` and `start`; see `compiled`."""


def begin(match, seats):
    """Clear the shared fields of a match and deal it."""
    match.steps = 0
    match.time_ms = 0
    match.is_dealt = 1
    match.is_over = 0
    match.is_truncated = 0
    match.end_reason = 0
    for seat in range(len(seats)):
        seats[seat].reward = 0.0
        seats[seat].illegal = 0
        seats[seat].on_move = 1
    deal(match, seats)  # noqa: F821


def attempt(match, seats, seat, action):
    """One seat's action at the present moment; returns 0, or why it is rejected."""
    if seats[seat].on_move and not match.is_over:
        return act(match, seats, seat, action)  # noqa: F821
    return 1


@compiled
def moment(match, word):
    """When inside a tick a random word below 2**32 lets its seat act: 0..tick_ms - 1."""
    return np.int64((word * np.uint64(match.tick_ms)) >> np.uint64(32))


def step_match(match, seats, actions, masks, words, may_act):
    """One step of one match: every seat acts, at its own moment where there is a clock.

    `masks` (P, A) are those of the position before the step: what they forbid is rejected in
    that position, whatever the clock would have made of it. A seat that only gets on move
    during the step waits, and so does one that has got off move when its moment comes.
    `words` (P,) uint64 and `may_act` (P,) uint8 are scratch.
    """
    count = len(seats)
    match.steps += 1
    match.ticks = np.uint64(match.ticks + np.uint64(1))
    for seat in range(count):
        seats[seat].reward = 0.0
        seats[seat].illegal = 0
        may_act[seat] = seats[seat].on_move
        if masks[seat, actions[seat]] == 0:
            seats[seat].illegal = attempt(match, seats, seat, actions[seat])
            may_act[seat] = 0
    opened_ms = match.time_ms
    if count == 1:
        only = count - 1
        if match.tick_ms > 0:
            word = word_at(match, match.ticks, only, INDEXED)
            advance(match, seats, opened_ms + moment(match, word))  # noqa: F821
        if may_act[only] and seats[only].on_move and not match.is_over:
            seats[only].illegal = attempt(match, seats, only, actions[only])
    else:
        for seat in range(count):
            words[seat] = word_at(match, match.ticks, seat, INDEXED)
        for seat in np.argsort(words):
            if match.tick_ms > 0 and not match.is_over:
                advance(match, seats, opened_ms + moment(match, words[seat]))  # noqa: F821
            if may_act[seat] and seats[seat].on_move and not match.is_over:
                seats[seat].illegal = attempt(match, seats, seat, actions[seat])
    if match.tick_ms > 0 and not match.is_over:
        advance(match, seats, opened_ms + match.tick_ms)  # noqa: F821


def play(matches, seats, actions, masks, step_limit):
    """Step all matches and refresh their masks; an ended match is dealt anew instead.

    Parameters
    ----------
    matches : (M,) records
    seats : (M, P) records
    actions : (M, P) int64
        In range; checked by the caller.
    masks : (M, P, A) int8
        Of the positions before the step; overwritten by those after it.
    step_limit : int
        Steps after which a match is truncated; 0: none.

    Returns
    -------
    int
        Matches that ended in this step.
    """
    words = np.empty(seats.shape[1], np.uint64)
    may_act = np.empty(seats.shape[1], np.uint8)
    ended = 0
    for index in range(len(matches)):
        match, table, mask = matches[index], seats[index], masks[index]
        if match.is_over or match.is_truncated:
            begin(match, table)
        else:
            step_match(match, table, actions[index], mask, words, may_act)
            if 0 < step_limit <= match.steps and not match.is_over:
                match.is_truncated = 1
            if match.is_over or match.is_truncated:
                ended += 1
        for seat in range(len(table)):
            legal(match, table, seat, mask[seat])  # noqa: F821
    return ended


def start(matches, seats, masks, chosen):
    """Deal the matches whose number is in `chosen` (K,) int64 and refresh their masks."""
    for index in chosen:
        begin(matches[index], seats[index])
        for seat in range(seats.shape[1]):
            legal(matches[index], seats[index], seat, masks[index, seat])  # noqa: F821


def look(matches, seats, masks):
    """Refresh the masks (M, P, A) of all matches."""
    for index in range(len(matches)):
        for seat in range(seats.shape[1]):
            legal(matches[index], seats[index], seat, masks[index, seat])  # noqa: F821


def kernels(game):
    """The loop compiled over a game's rules.

    Parameters
    ----------
    game : Game

    Returns
    -------
    dict of str to callable
        `play`, `start`, `look`; the same objects for every option of the game.
    """
    rules = (game.deal, game.legal, game.act, game.advance)
    if rules not in COMPILED:
        deal, legal, act, advance = rules
        begin_bound = bind(begin, game.name, INSIDE, deal=deal)
        attempt_bound = bind(attempt, game.name, INSIDE, act=act)
        step_bound = bind(step_match, game.name, INSIDE, attempt=attempt_bound, advance=advance)
        loop = {
            "play": bind(play, game.name, begin=begin_bound, step_match=step_bound, legal=legal),
            "start": bind(start, game.name, begin=begin_bound, legal=legal),
            "look": bind(look, game.name, legal=legal),
        }
        COMPILED[rules] = loop
    return COMPILED[rules]

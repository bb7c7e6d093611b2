"""The wall clock: an action happens when its agent's own thinking, which is measured, is over.

Agents think one after the other, but each from the moment at which its seat got on move: the
match goes on in the order of the moments at which they are done.
"""

from heapq import heappop, heappush
from itertools import count

import numpy as np

from ...envs import Table
from .played import Fault, judge, record, resign

__all__ = ["play_wall"]

NS = 1_000_000
"""Nanoseconds in a millisecond, the unit of match time."""

WAKE = "wake"
"""An event in which a seat that chose to wait looks up again."""


def play_wall(game, bout, contestants, encoders, thoughts):
    """Play one match.

    Parameters
    ----------
    game : Game
    bout : Bout
    contestants : sequence of Contestant
        One for each seat, reset.
    encoders : sequence of callable
        What each seat's agent sees of the game.
    thoughts : Thoughts
        Added to.

    Returns
    -------
    Played

    Notes
    -----
    Time is kept in ns and played in whole ms, rounded down. To wait takes a tick (`tick_ms` of
    the game, 1 ms in one without a clock).
    """
    table = Table(game, len(bout.agents), bout.seed, agents=bout.agents)
    faults, events, order = [], [], count()
    thinking = set()

    def think(seat, at_ns):
        """Ask a seat on move; its answer becomes an event."""
        mask = table.masks[seat : seat + 1].copy()
        batch = table.batch
        observations = encoders[seat](batch.matches, batch.seats[0, seat : seat + 1], None)
        reply = contestants[seat].ask(observations, mask)
        thoughts.add(bout.agents[seat], reply.thought_ns, 1)
        push(at_ns + reply.thought_ns, seat, (reply, mask[0]))

    def push(at_ns, seat, what):
        thinking.add(seat)
        heappush(events, (at_ns, next(order), seat, what))

    def ask_all(at_ns):
        """Ask every seat that is on move and not yet thinking."""
        for seat in np.flatnonzero(table.seats["on_move"]).tolist():
            if seat not in thinking and not table.is_over:
                think(seat, at_ns)

    ask_all(0)
    while not table.is_over:
        now_ms = int(table.match["time_ms"])
        until_ms = events[0][0] // NS if events else now_ms + tick_of(table)
        woken_ms = first_on_move(table, idle_seats(table, thinking), until_ms)
        if woken_ms is not None or not events:
            at_ms = until_ms if woken_ms is None else woken_ms
            table.advance(at_ms)
            ask_all(at_ms * NS)
            continue
        at_ns, _, seat, what = heappop(events)
        thinking.discard(seat)
        if what is WAKE:
            table.advance(at_ns // NS)
        else:
            fault = play(table, seat, at_ns // NS, *what)
            if fault is not None:
                faults.append(fault)
            elif what[0].actions[0] == game.wait_action and not table.is_over:
                push(at_ns + tick_of(table) * NS, seat, WAKE)
        ask_all(at_ns)
    return record(bout, table, faults)


def play(table, seat, at_ms, reply, mask):
    """Play what a seat answered, or resign it; returns None or its `Fault`.

    What counts as a legal answer is the mask (A,) that the seat was given; whether the action
    still works when it comes is for the rules to say.
    """
    wrong = (reply.fault, reply.detail) if reply.fault else judge(reply.actions[0], mask)
    if wrong is None:
        table.act(seat, int(reply.actions[0]), at_ms)
        return None
    resign(table, seat, at_ms)
    return Fault(seat, *wrong, at_ms)


def tick_of(table):
    """Time that waiting takes, in ms: a tick of the game's clock."""
    return max(int(table.match["tick_ms"]), 1)


def idle_seats(table, thinking):
    """Seats that are neither thinking nor on move."""
    return [seat for seat in range(table.batch.players) if seat not in thinking]


def first_on_move(table, idle, until_ms):
    """The first ms at which time alone puts an idle seat on move.

    Parameters
    ----------
    table : Table
        Left as it is: clocks run on a copy of its records.
    idle : list of int
    until_ms : int

    Returns
    -------
    int or None
        None where it does not happen by `until_ms`.
    """

    def is_on_move(at_ms):
        matches, seats = table.batch.matches.copy(), table.batch.seats.copy()
        table.game.advance(matches[0], seats[0], at_ms)
        return not matches["is_over"][0] and bool(seats["on_move"][0, idle].any())

    low, high = int(table.match["time_ms"]), until_ms
    if not idle or low >= high or not is_on_move(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_on_move(middle) else (middle, high)
    return high

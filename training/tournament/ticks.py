"""The tick clock: matches in lockstep, in which an action takes every seat the same time."""

import numpy as np

from ...envs import Table
from .contestant import NONSENSE, RAISED
from .played import Fault, judge, record, resign

__all__ = ["play_ticks"]


def play_ticks(game, bouts, contestants, encoders, thoughts):
    """Play matches side by side; an agent answers for all its seats (L lanes) at once.

    Its lanes stay the same to the end: one whose match is over has a mask of zeros.

    Parameters
    ----------
    game : Game
    bouts : sequence of Bout
        M matches.
    contestants : dict of str to Contestant
        By the agents' names, reset.
    encoders : dict of str to callable
        What each agent sees of the game.
    thoughts : Thoughts
        Added to.

    Returns
    -------
    list of Played
    """
    tables = [Table(game, len(bout.agents), bout.seed, agents=bout.agents) for bout in bouts]
    faults = [[] for _ in bouts]
    lanes = lanes_by_agent(bouts)
    while not all(table.is_over for table in tables):
        masks = np.stack([table.masks for table in tables])
        on_move = np.stack([table.seats["on_move"] * (not table.is_over) for table in tables])
        actions = masks.argmax(axis=2)  # off move there is one legal action, to wait
        for name, where in lanes.items():
            asked = np.flatnonzero(on_move[where])
            if asked.size == 0:
                continue
            seen = observe(encoders[name], tables, *where)
            answers, wrong, thought_ns = ask(contestants[name], seen, masks[where], asked)
            thoughts.add(name, thought_ns, asked.size)
            rows, seats = (part[asked] for part in where)
            actions[rows, seats] = answers[asked]
            for lane, kind, detail in wrong:
                row, seat = (int(part[lane]) for part in where)
                at_ms = int(tables[row].match["time_ms"])
                faults[row].append(Fault(seat, kind, detail, at_ms))
                actions[row, seat] = masks[row, seat].argmax()
                resign(tables[row], seat, at_ms)
        for table, chosen in zip(tables, actions, strict=True):
            if not table.is_over:
                table.step(chosen)
    return [record(*parts) for parts in zip(bouts, tables, faults, strict=True)]


def lanes_by_agent(bouts):
    """Name of an agent -> its lanes: numbers of their matches and of their seats, each (L,)."""
    lanes = {}
    for row, bout in enumerate(bouts):
        for seat, name in enumerate(bout.agents):
            lanes.setdefault(name, []).append((row, seat))
    return {name: tuple(np.array(pairs).T) for name, pairs in lanes.items()}


def observe(encode, tables, rows, seats):
    """Observations (L, ...) of the seats `seats` (L,) at the tables `rows` (L,)."""
    batches = [tables[row].batch for row in rows]
    return encode(
        np.concatenate([batch.matches for batch in batches]),
        np.concatenate(
            [batch.seats[0, seat : seat + 1] for batch, seat in zip(batches, seats, strict=True)]
        ),
        None,
    )


def ask(contestant, observations, masks, asked):
    """An agent's actions, and where it is at fault.

    Where it fails on all lanes together it is asked again for each alone, unless its process
    has ended: then it fails in all of them.

    Parameters
    ----------
    contestant : Contestant
    observations : array or dict of arrays (L, ...)
    masks : (L, A) int8
    asked : (K,) int64
        The lanes that are on move.

    Returns
    -------
    actions : (L,) int64
    wrong : list of (int, str, str)
        Lane, kind of fault and its detail.
    thought_ns : int
    """
    reply = contestant.ask(observations, masks)
    if not reply.fault:
        faults = ((lane, judge(reply.actions[lane], masks[lane])) for lane in asked)
        wrong = [(int(lane), *fault) for lane, fault in faults if fault is not None]
        return reply.actions, wrong, reply.thought_ns
    actions = np.zeros(len(masks), np.int64)
    if len(masks) == 1 or reply.fault not in (RAISED, NONSENSE):
        wrong = [(int(lane), reply.fault, reply.detail) for lane in asked]
        return actions, wrong, reply.thought_ns
    wrong, thought_ns = [], reply.thought_ns
    for lane in asked:
        one = slice(lane, lane + 1)
        alone = ask(contestant, pick(observations, one), masks[one], np.zeros(1, np.int64))
        actions[lane] = alone[0][0]
        wrong += [(int(lane), *fault[1:]) for fault in alone[1]]
        thought_ns += alone[2]
    return actions, wrong, thought_ns


def pick(observations, lanes):
    """Some lanes of observations, an array or a dict of arrays."""
    if isinstance(observations, dict):
        return {name: value[lanes] for name, value in observations.items()}
    return observations[lanes]

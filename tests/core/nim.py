"""Nim: a toy for two to four seats in turn, with secrets at the start, a clock, and early leavers.

First every seat secretly lays one to three stones beside the seven that lie there; then the seats
take one to three in turn, the first of them drawn. A stone pays its taker 1, and each taking costs
every other seat 1; who takes the last stone wins 10. A turn that runs out costs 1 and passes on.
"""

import numpy as np
from gymnasium.spaces import Box, Dict

from parlour.envs import TurnsEnv
from parlour.envs.core.compiled import compiled
from parlour.envs.core.game import Game
from parlour.envs.core.random import below
from parlour.envs.core.records import columns, match_dtype, seat_dtype

ONE, TWO, THREE, LEAVE, WAIT = range(5)
FEWER_STONES, CANNOT_LEAVE, NO_CLOCK = 2, 3, 4
ILLEGAL = ("none", "not_on_move", "fewer stones left", "cannot leave yet", "no clock")
END_REASONS = ("none", "last stone", "nobody else there")
LAST_STONE, LEFT_ALONE = 1, 2
LAYING, TAKING = 0, 1
STONES = 7

MATCH = match_dtype(
    [
        ("turn_ms", "i8"),  # time of a turn, an option; 0: no limit
        ("phase", "u1"),  # LAYING or TAKING
        ("stones", "i2"),
        ("turn", "u1"),  # whose turn it is
        ("deadline_ms", "i8"),  # when it runs out
    ]
)
SEAT = seat_dtype(
    [
        ("laid", "i2"),  # secret: stones laid at the start, 0: not yet
        ("taken", "i2"),
        ("has_left", "u1"),
    ]
)


@compiled
def deal(match, seats):
    match.phase = LAYING
    match.stones = STONES
    match.turn = 0
    match.deadline_ms = 0
    for seat in range(len(seats)):
        seats[seat].laid = 0
        seats[seat].taken = 0
        seats[seat].has_left = 0


@compiled
def legal(match, seats, seat_index, mask):
    is_mine = seats[seat_index].on_move and not match.is_over
    for action in range(LEAVE):
        mask[action] = is_mine and (match.phase == LAYING or action < match.stones)
    mask[LEAVE] = is_mine and match.phase == TAKING
    mask[WAIT] = not match.is_over
    if is_mine and match.phase == TAKING:
        mask[WAIT] = match.turn_ms > 0


@compiled
def begin_turn(match, seats, seat_index, now_ms):
    match.turn = seat_index
    match.deadline_ms = now_ms + match.turn_ms
    for seat in range(len(seats)):
        seats[seat].on_move = seat == seat_index


@compiled
def pass_turn(match, seats, now_ms):
    """Let the next seat that is still there play; alone, it has nobody to play with."""
    there = 0
    for seat in range(len(seats)):
        there += 1 - seats[seat].has_left
    if there == 1:
        match.is_over = 1
        match.end_reason = LEFT_ALONE
        return
    following = (match.turn + 1) % len(seats)
    while seats[following].has_left:
        following = (following + 1) % len(seats)
    begin_turn(match, seats, following, now_ms)


@compiled
def lay(match, seats, seat_index, count):
    seats[seat_index].laid = count
    seats[seat_index].on_move = 0
    laid = 0
    for seat in range(len(seats)):
        if seats[seat].laid == 0:
            return
        laid += seats[seat].laid
    match.stones += laid
    match.phase = TAKING
    begin_turn(match, seats, below(match, len(seats)), match.time_ms)


@compiled
def take(match, seats, seat_index, count):
    for seat in range(len(seats)):
        seats[seat].reward += count if seat == seat_index else -1
    seats[seat_index].taken += count
    match.stones -= count
    if match.stones > 0:
        pass_turn(match, seats, match.time_ms)
        return
    seats[seat_index].reward += 10
    match.is_over = 1
    match.end_reason = LAST_STONE


@compiled
def act(match, seats, seat_index, action):
    if action == WAIT:
        return 0 if match.phase == LAYING or match.turn_ms > 0 else NO_CLOCK
    if match.phase == LAYING:
        if action == LEAVE:
            return CANNOT_LEAVE
        lay(match, seats, seat_index, action + 1)
        return 0
    if action == LEAVE:
        seats[seat_index].has_left = 1
        pass_turn(match, seats, match.time_ms)
        return 0
    if action >= match.stones:
        return FEWER_STONES
    take(match, seats, seat_index, action + 1)
    return 0


@compiled
def advance(match, seats, until_ms):
    if match.phase == TAKING and match.turn_ms > 0:
        while until_ms >= match.deadline_ms and not match.is_over:
            seats[match.turn].reward -= 1
            pass_turn(match, seats, match.deadline_ms)
    match.time_ms = until_ms


LIMITS = {"stones": 19, "phase": 1, "laid": 3, "taken": 19}


def encode(matches, seats, out=None):
    """A dict of `stones`, `phase`, and the seat's own `laid` and `taken`, (..., 1) int16."""
    matches, seats = columns(matches), columns(seats)
    if out is None:
        out = {name: np.empty((*seats.shape, 1), np.int16) for name in LIMITS}
    for name in LIMITS:
        owner = matches if name in ("stones", "phase") else seats
        out[name][...] = owner[name][..., None]
    return out


def redraw(match, seats, seat_index):
    """Other stones laid by every other seat, as long as they lie in secret."""
    for seat in range(len(seats)):
        if seat != seat_index and match["phase"] == LAYING and seats["laid"][seat]:
            seats["laid"][seat] = 1 + below(match, 3)


def show(match, seats, seat_index):
    """The stones as a row."""
    return "o" * int(match["stones"])


def standings(match, seats):
    """The seats by what they have taken, most first."""
    order = np.argsort(-seats["taken"], kind="stable")
    return [{"seat": int(seat), "place": place} for place, seat in enumerate(order, 1)]


def game(tick_ms=0, turn_ms=0):
    """Nim under a choice of options, without a clock by default."""

    def prepare(matches, seats):
        matches["tick_ms"] = tick_ms
        matches["turn_ms"] = turn_ms

    return Game(
        name="Nim",
        made_by=game,
        options={"tick_ms": tick_ms, "turn_ms": turn_ms},
        match_dtype=MATCH,
        seat_dtype=SEAT,
        observation_space=Dict(
            {name: Box(0, high, (1,), np.int16) for name, high in LIMITS.items()}
        ),
        action_count=5,
        deal=deal,
        legal=legal,
        act=act,
        advance=advance,
        encode=encode,
        info={"stones": "match.stones", "taken": "taken", "illegal": "illegal"},
        illegal=ILLEGAL,
        end_reasons=END_REASONS,
        players=(2, 4),
        prepare=prepare,
        redraw=redraw,
        show=show,
        standings=standings,
        wait_action=WAIT,
        alternates=True,
    )


def turns(players=3, render_mode=None, **options):
    """Nim as an environment of turns, in a form that another process can import."""
    return TurnsEnv(game(**options), players, render_mode)

"""Coins: a toy for two to four seats at once, with a clock, a secret, chance, and early leavers.

A coin lies on the table; the first seat to grab it has it. When the round's time is up, or at
the start, a new coin of value 1-9 is laid. A seat that has reached its secret target, or goes
home, only waits from then on. All calls of the clock are written down for the tests.
"""

from types import MappingProxyType

import numpy as np
from gymnasium.spaces import Box, Dict
from gymnasium.vector import AutoresetMode

from parlour.envs import LanesEnv
from parlour.envs.core.compiled import compiled
from parlour.envs.core.game import Game
from parlour.envs.core.random import below
from parlour.envs.core.records import columns, match_dtype, seat_dtype
from parlour.envs.core.verdict import Verdict

WAIT, GRAB, GO_HOME = range(3)
NOTHING_THERE = 2
ILLEGAL = ("none", "not_on_move", "no coin there")
END_REASONS = ("none", "all home", "rounds over")
ALL_HOME, ROUNDS_OVER = 1, 2
LOGGED = 8
"""Calls of the clock that a step of up to four seats can make, and more."""

MATCH = match_dtype(
    [
        ("round_ms", "i8"),  # time of a round, an option
        ("rounds", "i2"),  # rounds of a match, an option
        ("round_number", "i2"),  # rounds begun
        ("closes_ms", "i8"),  # when the round ends
        ("coin", "i2"),  # value on the table, 0: none
        ("first", "i2"),  # seat that grabbed last, -1: none
        ("home_count", "i2"),  # seats that have gone home
        ("calls", "i8", (LOGGED,)),  # times to which the clock was moved since the last step
        ("call_count", "i2"),
        ("call_steps", "i8"),  # step in which they were written
    ]
)
SEAT = seat_dtype(
    [
        ("target", "i2"),  # secret: what sends the seat home, 5-20
        ("purse", "i2"),  # coins it has, which nobody else sees
    ]
)


@compiled
def lay_coin(match):
    match.coin = 1 + below(match, 9)
    match.round_number += 1
    match.closes_ms += match.round_ms


@compiled
def deal(match, seats):
    match.round_number = 0
    match.closes_ms = 0
    match.first = -1
    match.home_count = 0
    match.call_count = 0
    match.call_steps = 0
    for seat in range(len(seats)):
        seats[seat].target = 5 + below(match, 16)
        seats[seat].purse = 0
    lay_coin(match)


@compiled
def legal(match, seats, seat_index, mask):
    on_move = seats[seat_index].on_move and not match.is_over
    mask[WAIT] = not match.is_over
    mask[GRAB] = on_move and match.coin > 0
    mask[GO_HOME] = on_move


@compiled
def send_home(match, seats, seat_index):
    seats[seat_index].on_move = 0
    match.home_count += 1
    if match.home_count == len(seats):
        match.is_over = 1
        match.end_reason = ALL_HOME


@compiled
def act(match, seats, seat_index, action):
    seat = seats[seat_index]
    if action == GRAB:
        if match.coin == 0:
            return NOTHING_THERE
        seat.purse += match.coin
        seat.reward += match.coin
        match.coin = 0
        match.first = seat_index
    if action == GO_HOME or seat.purse >= seat.target:
        send_home(match, seats, seat_index)
    return 0


@compiled
def advance(match, seats, until_ms):
    if match.call_steps != match.steps:
        match.call_steps = match.steps
        match.call_count = 0
    if match.call_count < LOGGED:
        match.calls[match.call_count] = until_ms
        match.call_count += 1
    while match.closes_ms <= until_ms and not match.is_over:
        match.time_ms = match.closes_ms
        if match.round_number == match.rounds:
            match.is_over = 1
            match.end_reason = ROUNDS_OVER
            return
        lay_coin(match)
    match.time_ms = until_ms


LIMITS = {"coin": 9, "round_number": 100, "target": 20, "purse": 40}


def encode(matches, seats, out=None):
    """A dict of `coin`, `round_number`, and the seat's own `target` and `purse`, (..., 1) int16."""
    matches, seats = columns(matches), columns(seats)
    if out is None:
        out = {name: np.empty((*seats.shape, 1), np.int16) for name in LIMITS}
    for name in LIMITS:
        owner = matches if name in ("coin", "round_number") else seats
        out[name][...] = owner[name][..., None]
    return out


def redraw(match, seats, seat_index):
    """Another target for every other seat that is still there, above what it has."""
    for seat in range(len(seats)):
        if seat != seat_index and seats["on_move"][seat]:
            purse = int(seats["purse"][seat])
            seats["target"][seat] = purse + 1 + below(match, 20 - purse)


class commands:
    """What a table calls: `grab`, `go home`, and `look`, which is free."""

    RESIGNATION = "go home"
    ACTIONS = MappingProxyType({"grab": GRAB, "go home": GO_HOME})

    def play(match, seats, seat_index, command, at_ms):
        if command == "look":
            return Verdict(True, text=f"coin {match['coin']}", is_free=True)
        if command not in commands.ACTIONS:
            detail = f"expected grab, go home or look, got {command!r}"
            return Verdict(False, "bad_command", detail, text=f"error: {detail}")
        if match["is_over"] or not seats["on_move"][seat_index]:
            return Verdict(False, "not_on_move", "you only wait now", text="error: you only wait")
        code = act(match, seats, seat_index, commands.ACTIONS[command])
        text = f"{ILLEGAL[code]}; purse {seats['purse'][seat_index]}"
        return Verdict(code == 0, ILLEGAL[code] if code else "", text=text)

    def state(match, seats, seat_index):
        end = END_REASONS[match["end_reason"]] if match["end_reason"] else None
        return {"coin": int(match["coin"]), "purse": int(seats["purse"][seat_index]), "end": end}


def game(tick_ms=100, round_ms=250, rounds=6):
    """Coins under a choice of options; `tick_ms` 0 has no clock, and one coin a match."""

    def prepare(matches, seats):
        matches["tick_ms"] = tick_ms
        matches["round_ms"] = round_ms
        matches["rounds"] = rounds

    return Game(
        name="Coins",
        made_by=game,
        options={"tick_ms": tick_ms, "round_ms": round_ms, "rounds": rounds},
        match_dtype=MATCH,
        seat_dtype=SEAT,
        observation_space=Dict(
            {name: Box(0, high, (1,), np.int16) for name, high in LIMITS.items()}
        ),
        action_count=3,
        deal=deal,
        legal=legal,
        act=act,
        advance=advance,
        encode=encode,
        info={"purse": "purse", "home_count": "match.home_count", "illegal": "illegal"},
        illegal=ILLEGAL,
        end_reasons=END_REASONS,
        players=(2, 4),
        prepare=prepare,
        redraw=redraw,
        commands=commands,
        wait_action=WAIT,
    )


def lanes(num_envs=4, autoreset_mode=AutoresetMode.NEXT_STEP, max_episode_steps=None, **options):
    """Matches of two seats, a seat a lane, in a form that another process can import."""
    return LanesEnv(game(**options), num_envs, 2, autoreset_mode, max_episode_steps)

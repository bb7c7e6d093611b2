"""Checks of action masks: their form, brute force against the rules, illegal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete

from .compare import difference, show
from .player import Player, Seat
from .players import mask_method
from .plays import Entries, agree, future, walk
from .registry import checks
from .report import Fault, NotOffered, Skip, expect
from .subject import Subject

DEPTHS = (0, 1, 2, 4, 8, 16, -1)  # steps into the episode; -1: the last position looked at
HORIZON = 64
TRIES = 64  # actions tried of one seat in one position


def _masked(seats: list[Seat]) -> list[Seat]:
    """The seats on move that have a mask over a `Discrete` space."""
    return [
        seat
        for seat in seats
        if seat.mask is not None and isinstance(seat.action_space, Discrete) and not seat.is_done
    ]


@checks()
def mask(subject: Subject) -> None:
    """Masks are int8 or bool, of one entry an action, and leave an action until the end."""
    player = subject.player()
    for step, turn in enumerate(walk(player, subject.settings.seeds[0], subject.settings)):
        masked = _masked(turn.seats)
        if step == 0 and not masked:
            raise NotOffered("no action_mask offered")
        for seat in masked:
            _expect_mask(seat, f"step {step}, seat {seat.name}: action mask")
        _expect_same_masks(player, f"step {step}")


def _expect_mask(seat: Seat, what: str) -> None:
    mask, count = seat.mask, int(seat.action_space.n)
    is_array = isinstance(mask, np.ndarray)
    expect(
        is_array and mask.shape == (count,) and mask.dtype in (np.int8, np.bool_),
        f"{what}: expected an int8 or bool array of shape ({count},), got {show(mask)} "
        f"({getattr(mask, 'dtype', type(mask).__name__)})",
    )
    expect(np.isin(mask, (0, 1)).all(), f"{what}: expected 0 and 1 alone, got {np.unique(mask)}")
    expect(mask.any(), f"{what}: expected a legal action before the end, all are masked out")


def _expect_same_masks(player: Player, where: str) -> None:
    method = mask_method(player.env)
    if method is None or "action_mask" not in player.turn.data.get("info", {}):
        return
    text = difference(player.turn.data["info"]["action_mask"], np.array(method()), is_strict=False)
    expect(not text, f"{where}: action_masks() is not info['action_mask']: {text}")


def _positions(player: Player, seed: int) -> list[list[Any]]:
    """The actions that lead to some early positions of an episode, all before its end."""
    rng = np.random.default_rng(seed)
    turn, actions = player.reset(seed), []
    if not _masked(turn.seats):
        raise NotOffered("no action_mask offered")
    for _ in range(HORIZON):
        actions.append(player.choose(rng))
        turn = player.step(actions[-1])
        if turn.is_over or any(seat.is_done for seat in turn.seats):
            break
    depths = {depth % len(actions) for depth in DEPTHS if depth < len(actions)}
    return [actions[:depth] for depth in sorted(depths)]


@checks()
def mask_acceptance(subject: Subject) -> None:
    """Brute force: in sampled states what the mask allows is accepted, all else is rejected."""
    player = subject.player()
    rng = np.random.default_rng(0)
    for seed in subject.settings.seeds:
        for position in _positions(player, seed):
            seats = _masked(player.replay(seed, position).seats)
            for seat in seats[:2]:
                for action in _tries(seat, rng):
                    _try(player, seed, position, seat, action)


def _tries(seat: Seat, rng: np.random.Generator) -> list[int]:
    """All actions, or as many legal and illegal ones at random."""
    if len(seat.mask) <= TRIES:
        return list(range(len(seat.mask)))
    sides = (np.flatnonzero(seat.mask), np.flatnonzero(seat.mask == 0))
    return [int(i) for side in sides for i in rng.permutation(side)[: TRIES // 2]]


def _try(player: Player, seed: int, position: list[Any], seat: Seat, index: int) -> None:
    rng = np.random.default_rng(0)
    before = player.replay(seed, position)
    action = seat.action_space.dtype.type(seat.action_space.start + index)
    actions = {other.name: player.pick(other, rng) for other in before.seats}
    evidence = _evidence(player, seat, {**actions, seat.name: action})
    where = f"seed {seed}, after {len(position)} steps, seat {seat.name}, action {action}"
    if seat.mask[index]:
        is_refused = evidence in ("an exception", "an illegal code")
        expect(not is_refused, f"{where}: the mask allows it, expected acceptance, got {evidence}")
    else:
        expect(evidence, f"{where}: the mask forbids it, expected a rejection, got acceptance")


def _evidence(player: Player, seat: Seat, actions: dict[Any, Any]) -> str | None:
    """What shows that the seat's action was rejected; None if it was accepted."""
    before = player.turn.data
    try:
        after = player.step(player.join(actions))
    except Exception:
        return "an exception"
    outcome = player.outcome(seat.name)
    if outcome is None:
        return None
    if "illegal" in outcome.info:
        return "an illegal code" if outcome.info["illegal"] else None
    if player.form in ("parallel", "turns") and outcome.is_done and outcome.reward < 0:
        return "a lost match"
    same = difference(before["observation"], after.data.get("observation")) is None
    return "no change" if same and not outcome.is_done else None


@checks()
def illegal_action(subject: Subject) -> None:
    """An illegal action changes nothing and draws no randomness: the future stays the same.

    Where `metadata["wait_action"]` names the action that only lets time pass, an illegal action
    costs the time of a step: then the future is the same as after that one.
    """
    player, found = subject.player(), 0
    wait = getattr(player.env, "metadata", {}).get("wait_action")
    for seed in subject.settings.seeds:
        for position in _positions(player, seed):
            found += _illegal_changes_nothing(
                player, seed, position, subject.settings.counters, wait
            )
    if not found:
        raise Skip("no position with an illegal action for every seat met")


def _illegal_changes_nothing(
    player: Player, seed: int, position: list[Any], counters: frozenset[str], wait: int | None
) -> bool:
    turn = player.replay(seed, position)
    actions, waiting = {}, {}
    for seat in turn.seats:
        illegal: Any = [] if seat.mask is None else np.flatnonzero(seat.mask == 0)
        if not len(illegal):
            return False
        index = illegal[len(position) % len(illegal)]
        actions[seat.name] = seat.action_space.dtype.type(seat.action_space.start + index)
        waiting[seat.name] = seat.action_space.dtype.type(wait or 0)
    before = turn.data if wait is None else player.step(player.join(waiting)).data
    if wait is not None and player.turn.is_over:
        return False
    expected = _undisturbed(future(player))
    player.replay(seed, position)
    try:
        after = player.step(player.join(actions))
    except Exception:
        after = player.turn
    if player.form in ("parallel", "turns") and all(seat.is_done for seat in after.seats):
        raise Skip("an illegal action ends the match here")
    where = f"seed {seed}, after {len(position)} steps, illegal {show(actions)}"
    text = difference(before["observation"], after.data["observation"], ignore=counters)
    if text:
        raise Fault(f"{where}: changed the {text}")
    got = _undisturbed(future(player))
    count = min(len(expected), len(got))
    agree(expected[:count], got[:count], f"{where}: the future differs", counters)
    return True


def _undisturbed(entries: Entries) -> Entries:
    """Entries before the first truncation, which counts the illegal step as well."""
    cuts = [i for i, entry in enumerate(entries) if np.any(_values(entry.get("truncated")))]
    return entries[: cuts[0]] if cuts else entries


def _values(flags: Any) -> list[Any]:
    if isinstance(flags, dict):
        return list(flags.values())
    return [] if flags is None else [flags]

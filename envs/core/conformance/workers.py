"""Checks in other processes, started by spawn as on Windows, macOS and GPU machines."""

from __future__ import annotations

import multiprocessing
import pickle
from multiprocessing.connection import Connection
from typing import Any

from gymnasium.vector import AsyncVectorEnv

from .players import VectorPlayer, player_of
from .plays import agree, journal
from .registry import checks
from .report import Fault
from .subject import Subject, lanes_of

STEPS = 20
TIMEOUT_S = 120


def _play_there(payload: bytes, seed: int, sender: Connection) -> None:
    """Run in the spawned process: build, play, send back what came or the error's text."""
    answer: Any
    try:
        player = player_of(pickle.loads(payload)())
        answer = journal(player, seed, STEPS)
        player.close()
    except Exception as error:
        answer = repr(error)
    sender.send(answer)


@checks()
def spawn(subject: Subject) -> None:
    """A spawned process builds the environment and plays the same episodes."""
    payload, seed = subject.pickled_factory(), subject.settings.seeds[0]
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_play_there, args=(payload, seed, sender))
    process.start()
    sender.close()
    try:
        if not receiver.poll(TIMEOUT_S):
            raise Fault(f"the spawned process did not answer within {TIMEOUT_S} s")
        answer = receiver.recv()
    except EOFError as error:
        raise Fault("the spawned process died before it answered") from error
    finally:
        process.join(5)
        process.kill()
    if isinstance(answer, str):
        raise Fault(f"the spawned process raised {answer}")
    agree(journal(subject.fresh(), seed, STEPS), answer, "a spawned process plays differently")


@checks("solo")
def async_lanes(subject: Subject) -> None:
    """`AsyncVectorEnv` with spawned workers plays like `SyncVectorEnv`."""
    subject.pickled_factory()
    factory: Any = subject.factory
    seed = subject.settings.seeds[0]
    serial = lanes_of(subject).fresh()
    env = AsyncVectorEnv([factory] * serial.env.num_envs, context="spawn")
    try:
        got = journal(VectorPlayer(env), seed, STEPS)
    except Exception as error:
        raise Fault(f"spawned workers failed: {error!r}") from error
    finally:
        env.close()
    agree(journal(serial, seed, STEPS), got, "spawned workers play differently")
    serial.close()

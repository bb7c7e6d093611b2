"""What is put through the checks: how to make fresh environments of it, and the settings."""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import gymnasium
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from .player import Player
from .players import player_of
from .report import Skip


@dataclass(frozen=True)
class Settings:
    """Options of a run, as `check` documents them."""

    seeds: tuple[int, ...] = (0, 1, 2**31 - 1)
    steps: int = 100
    lanes: int = 3
    counters: frozenset[str] = frozenset()
    is_random: bool = True
    strict: bool = False

    @property
    def patience(self) -> int:
        """Steps after which the end of an episode is no longer waited for."""
        return max(1000, 20 * self.steps)


@dataclass
class Subject:
    """One form of the environment under check.

    Attributes
    ----------
    form : str
        "solo", "vector", "parallel" or "turns".
    settings : Settings
    factory : callable or None
        Makes a fresh environment; its keyword arguments go to the constructor. None if the
        environment was given as an instance that cannot be copied.
    instance : object
        The instance given, if any.
    solo : Subject or None
        For a vector environment: the single environment that its lanes must play like.
    is_native : bool
        False for Gymnasium's own `SyncVectorEnv` around the solo environment.
    """

    form: str
    settings: Settings
    factory: Callable[..., Any] | None
    instance: Any = None
    solo: Subject | None = None
    is_native: bool = True
    _open: list[Player] = field(default_factory=list)

    def fresh(self, **arguments: Any) -> Player:
        """Player of a fresh environment; `Skip` if none can be made."""
        if self.factory is None:
            raise Skip("needs fresh copies: pass an id or a factory instead of this instance")
        player = player_of(self.factory(**arguments))
        self._open.append(player)
        return player

    def player(self) -> Player:
        """Player of a fresh environment or, if there is none, of the instance given."""
        return self.fresh() if self.factory else player_of(self.instance)

    def pickled_factory(self) -> bytes:
        """The factory for a spawned process; `Skip` if it cannot be sent there."""
        if self.factory is None:
            self.fresh()
        try:
            return pickle.dumps(self.factory)
        except Exception as error:
            raise Skip(f"the factory cannot be pickled for another process: {error}") from error

    def close(self) -> None:
        """Close every environment made so far."""
        while self._open:
            with suppressed():
                self._open.pop().close()


@contextmanager
def suppressed():
    """Let a clean-up fail: `close` after `close` is nobody's promise."""
    try:
        yield
    except Exception:
        return


def subjects_of(
    env_or_id: Any,
    settings: Settings,
    solo: Callable[..., Any] | None,
    vectorization_mode: str | None,
    arguments: dict[str, Any],
) -> list[Subject]:
    """Every form of an environment that can be checked, the given one first."""
    if isinstance(env_or_id, str):
        return _from_id(env_or_id, settings, vectorization_mode, arguments)
    if callable(env_or_id):
        factory = partial(env_or_id, **arguments) if arguments else env_or_id
        return _from_factory(factory, None, settings, solo)
    if arguments:
        raise ValueError(f"an instance takes no constructor arguments, got {sorted(arguments)}")
    return _from_factory(_copies_of(env_or_id), env_or_id, settings, solo)


def _from_id(
    name: str, settings: Settings, mode: str | None, arguments: dict[str, Any]
) -> list[Subject]:
    module, _, bare = name.rpartition(":")
    if module:
        importlib.import_module(module)
    spec = gymnasium.spec(bare)
    forms: list[Subject] = []
    factory: Callable[..., Any]
    if spec.entry_point is not None:
        factory = partial(gymnasium.make, spec, disable_env_checker=True, **arguments)
        forms.append(Subject("solo", settings, factory))
    solo = forms[0] if forms else None
    if spec.vector_entry_point is not None and mode != "sync":
        factory = partial(gymnasium.make_vec, spec, settings.lanes, **arguments)
        return [*forms, Subject("vector", settings, factory, solo=solo)]
    return [*forms, lanes_of(forms[0])]


def _from_factory(
    factory: Callable[..., Any] | None, instance: Any, settings: Settings, solo: Any
) -> list[Subject]:
    sample = player_of(instance if factory is None else factory())
    if factory is not None:
        sample.close()
    subject = Subject(sample.form, settings, factory, instance)
    if subject.form == "vector" and solo is not None:
        subject.solo = Subject("solo", settings, solo)
    if subject.form == "solo" and factory is not None:
        return [subject, lanes_of(subject)]
    return [subject]


def lanes_of(solo: Subject) -> Subject:
    """Gymnasium's serial vector environment around a single environment."""
    assert solo.factory is not None
    factory = partial(SyncLanes, solo.factory, solo.settings.lanes)
    return Subject("vector", solo.settings, factory, solo=solo, is_native=False)


class SyncLanes(SyncVectorEnv):
    """`SyncVectorEnv` of one factory, whose other arguments go to the factory."""

    def __init__(
        self,
        factory: Callable[..., Any],
        num_envs: int,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        **arguments: Any,
    ) -> None:
        factories: Sequence[Callable[[], Any]] = [partial(factory, **arguments)] * num_envs
        super().__init__(factories, autoreset_mode=autoreset_mode)


def _copies_of(env: Any) -> Callable[..., Any] | None:
    """Factory of environments like an instance: by its spec, or else by copying it."""
    spec = getattr(env, "spec", None)
    if spec is not None and isinstance(env, VectorEnv):
        return partial(gymnasium.make_vec, spec)
    if spec is not None and isinstance(env, gymnasium.Env):
        return partial(gymnasium.make, spec, disable_env_checker=True)
    try:
        return partial(_copy, deepcopy(env))
    except Exception:
        return None


def _copy(env: Any, **arguments: Any) -> Any:
    if arguments:
        raise Skip("a copied instance takes no constructor arguments")
    return deepcopy(env)

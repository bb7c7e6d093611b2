"""Matches: a batch of matches with seats; the only owner of records, seeding and autoreset."""

from dataclasses import dataclass

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode

from .loop import kernels
from .records import Columns, allocate
from .seeds import KEYS, read_seeds
from .snapshots import Snapshot, check_snapshot

__all__ = ["Final", "Matches"]


@dataclass(frozen=True)
class Final:
    """What SAME_STEP autoreset replaced: the K matches that ended in the last step.

    Attributes
    ----------
    where : (K,) int64
        Their numbers in the batch.
    matches : (K,) records
    seats : (K, P) records
    masks : (K, P, A) int8
    """

    where: np.ndarray
    matches: np.ndarray
    seats: np.ndarray
    masks: np.ndarray


class Matches:
    """M matches of one game with P seats each, stepped by one compiled loop.

    Parameters
    ----------
    game : Game
    count : int
        M, at least 1.
    players : int, optional
        P; the game's fewest by default.
    autoreset_mode : AutoresetMode
        When an ended match is dealt anew: in the step after, in the same step, or never.
    step_limit : int, optional
        Steps after which a match is truncated; None: no limit.

    Attributes
    ----------
    matches : (M,) records
    seats : (M, P) records
    masks : (M, P, A) int8
        Actions that are legal now.
    final : Final or None
        After a step under SAME_STEP in which a match ended.
    """

    def __init__(
        self, game, count, players=None, autoreset_mode=AutoresetMode.DISABLED, step_limit=None
    ):
        self.game = game
        self.count = check_count("the number of matches", count)
        self.players = game.check_players(game.players[0] if players is None else players)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        limit = None if step_limit is None else check_count("max_episode_steps", step_limit)
        self.step_limit = limit or 0
        self.final = None
        self._allocate()

    def _allocate(self):
        game, shape = self.game, (self.count, self.players)
        self.matches = allocate((self.count,), game.match_dtype)
        self.seats = allocate(shape, game.seat_dtype)
        self.masks = np.zeros((*shape, game.action_count), np.int8)
        if game.prepare:
            game.prepare(self.matches, self.seats)
        self._ready = False
        self._bind()

    def _bind(self):
        """Keep views of the fields that every step reads: they stay valid, records stay put."""
        loop = kernels(self.game)
        self._play, self._start, self._look = loop["play"], loop["start"], loop["look"]
        self.reward = self.seats["reward"].view(np.ndarray)
        self.is_over = self.matches["is_over"].view(np.ndarray)
        self.is_truncated = self.matches["is_truncated"].view(np.ndarray)
        self.info_views = info_views(self.game, self.matches, self.seats)
        lead = () if self.count == self.players == 1 else (self.count, self.players)
        self._match_columns = Columns(self.matches.reshape(lead and (self.count, 1)))
        self._seat_columns = Columns(self.seats.reshape(lead))

    # Seeding and dealing

    def seed(self, seed=None):
        """Give every match its random stream.

        Parameters
        ----------
        seed : int, sequence of (int or None), or None
            An int s gives match i the seed s + i; a sequence holds one a match, in which
            None leaves that match's stream as it is (or draws one, the first time).

        Raises
        ------
        ValueError
            A negative or non-integer seed, one above 2**63 - 1, or a wrong number of them.
        """
        keys = read_seeds(seed, self.count)
        self.set_seeds(keys)

    def set_seeds(self, keys, chosen=None):
        """Start the streams of `keys` (M,) in the `chosen` matches; see `read_seeds`."""
        records = self.matches
        for index in range(self.count) if chosen is None else chosen:
            key = keys[index]
            if key is None:
                if records["is_seeded"][index]:
                    continue
                key = seeding.np_random()[1] % KEYS
            records["key"][index] = key
            records["draws"][index] = 0
            records["ticks"][index] = 0
            records["is_seeded"][index] = 1

    def reset(self, seed=None, options=None, chosen=None):
        """Deal matches: all, or those chosen.

        Parameters
        ----------
        seed : int, sequence or None
            See `seed`; None goes on with the streams there are.
        options : mapping, optional
            The game's reset options: a given position instead of a random one.
        chosen : (K,) int64, optional
            Numbers of the matches to deal; all by default.

        Raises
        ------
        ValueError
            A bad seed or option, or an option that gives a finished position; then
            nothing has changed.
        """
        keys = read_seeds(seed, self.count)
        setup = self.game.parse_options(dict(options), self.players) if options else None
        where = np.arange(self.count) if chosen is None else np.asarray(chosen, np.int64)
        if setup is not None:
            before = self.snapshot()
        self.set_seeds(keys, None if chosen is None else where)
        self._start(self.matches, self.seats, self.masks, where)
        if setup is not None:
            try:
                self._arrange(where, setup)
            except ValueError:
                self.restore(before)
                raise
        self.final = None
        self._find_out_readiness()

    def _arrange(self, where, setup):
        for index in where:
            self.game.arrange(self.matches[index], self.seats[index], setup)
        if self.is_over[where].any():
            raise ValueError("the options give a position in which the game is already over")
        self._look(self.matches, self.seats, self.masks)

    def set_deal_options(self, options):
        """Change how coming deals are made; the matches that are being played go on as they are.

        The options lie in the records: snapshots, pickles and copies keep them.

        Parameters
        ----------
        options : mapping
            As the game documents them: a value for all matches, or an array with one a match.

        Raises
        ------
        ValueError
            The game has no such option, or a bad value; then nothing has changed.
        """
        self.game.set_deal_options(self.matches, dict(options))

    # Playing

    def step(self, actions):
        """Play one step in every match.

        Parameters
        ----------
        actions : (M, P) int64
            `check_actions` makes them from anything else.

        Returns
        -------
        int
            Matches that ended in this step.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first reset, or after an end under DISABLED autoreset.
        """
        if not self._ready:
            raise ResetNeeded(self._why_not_ready())
        self.final = None
        ended = self._play(self.matches, self.seats, actions, self.masks, self.step_limit)
        if ended and self.autoreset_mode != AutoresetMode.NEXT_STEP:
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                self._redeal()
            else:
                self._ready = False
        return ended

    def _redeal(self):
        """Keep what ended, then deal it anew; rewards and ends of the step stay readable."""
        where = np.flatnonzero(self.is_over | self.is_truncated)
        matches, seats = self.matches[where], self.seats[where]
        self.final = Final(where, matches, seats, self.masks[where])
        self._start(self.matches, self.seats, self.masks, where)

    def _find_out_readiness(self):
        """A step may follow if all is dealt and, without autoreset, nothing has ended."""
        is_ended = (self.is_over | self.is_truncated).any()
        self._ready = bool(self.matches["is_dealt"].all()) and not (
            is_ended and self.autoreset_mode == AutoresetMode.DISABLED
        )

    def _why_not_ready(self):
        if not self.matches["is_dealt"].all():
            return "call reset() before step()"
        return "the episode has ended: call reset() before the next step()"

    def check_actions(self, actions):
        """Actions as (M, P) int64.

        Parameters
        ----------
        actions : array-like of int
            (M, P), or (M * P,) with the seats of a match side by side.

        Raises
        ------
        ValueError
            Not integers, a wrong number of them, or one outside 0..A-1.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions must be integers, got {given.dtype} ({actions!r:.60})")
        if given.shape not in ((self.count, self.players), (self.count * self.players,)):
            raise ValueError(
                f"expected {self.count * self.players} actions, got an array of shape {given.shape}"
            )
        if given.min() < 0 or given.max() >= self.game.action_count:
            bad = given[(given < 0) | (given >= self.game.action_count)][0]
            raise ValueError(f"an action must lie in 0..{self.game.action_count - 1}, got {bad}")
        return np.ascontiguousarray(given, np.int64).reshape(self.count, self.players)

    # Reading

    def observe(self, out=None):
        """Observations of all seats, fresh or in `out`, an earlier result.

        Returns
        -------
        array or dict of arrays (M, P, ...)
            A single match with a single seat has no leading axes: (...).
        """
        return self.game.encode(self._match_columns, self._seat_columns, out)

    def info(self):
        """What `info` holds, by name: arrays (M, P, ...), fresh, with `action_mask`."""
        info = {name: view.copy() for name, view in self.info_views.items()}
        info["action_mask"] = self.masks.copy()
        return info

    def final_info(self):
        """The same of the matches in `final`: arrays (K, P, ...)."""
        info = info_views(self.game, self.final.matches, self.final.seats)
        return info | {"action_mask": self.final.masks}

    # Snapshots

    def snapshot(self):
        """The whole state as a `Snapshot`; picklable, independent of this batch."""
        return Snapshot(
            self.game.title,
            self.matches.view(np.ndarray).copy(),
            self.seats.view(np.ndarray).copy(),
        )

    def restore(self, snapshot):
        """Go back to a snapshot: records, masks and random streams.

        Raises
        ------
        TypeError, ValueError
            Not a snapshot, or one of another game, option, size or version.
        """
        check_snapshot(snapshot, self.game, self.seats.shape)
        self.matches[...] = snapshot.matches
        self.seats[...] = snapshot.seats
        self.look()

    def look(self):
        """See the records as they are now, where something else than a step has changed them."""
        self._look(self.matches, self.seats, self.masks)
        self.final = None
        self._find_out_readiness()

    def resample_hidden(self, seat, seed):
        """Draw anew what one seat may not know, the random future included.

        Parameters
        ----------
        seat : int
            0..P-1; everything this seat can see stays as it is.
        seed : int
            Match i goes on with the random stream of seed + i.

        Raises
        ------
        ValueError
            No such seat, or a bad seed.
        gymnasium.error.ResetNeeded
            Before the first reset.
        """
        is_integer = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if not is_integer or not 0 <= seat < self.players:
            raise ValueError(f"seat must lie in 0..{self.players - 1}, got {seat!r}")
        if not isinstance(seed, (int, np.integer)):
            raise ValueError(f"seed must be an integer, got {seed!r}")
        keys = read_seeds(seed, self.count)
        if not self.matches["is_dealt"].all():
            raise ResetNeeded("call reset() before resample_hidden()")
        self.set_seeds(keys)
        for index in range(self.count):
            self.game.redraw(self.matches[index], self.seats[index], seat)

    def __getstate__(self):
        state = {name: self.__dict__[name] for name in PLAIN}
        return state | {"snapshot": self.snapshot()}

    def __setstate__(self, state):
        snapshot = state.pop("snapshot")
        self.__dict__.update(state)
        self.final = None
        self._allocate()
        self.matches[...] = snapshot.matches
        self.seats[...] = snapshot.seats
        self.look()


PLAIN = ("game", "count", "players", "autoreset_mode", "step_limit")


def check_count(name, value):
    """A positive integer as int, else ValueError under its `name`."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or value < 1:
        raise ValueError(f"{name} must be a positive integer, got {value!r}")
    return int(value)


def info_views(game, matches, seats):
    """Views (M, P, ...) of the fields behind the names in `info`."""
    views = {}
    for name, where in game.info.items():
        owner, _, field = where.rpartition(".")
        if owner:
            column = matches[field].view(np.ndarray)[:, None]
            views[name] = np.broadcast_to(column, (*seats.shape, *column.shape[2:]))
        else:
            views[name] = seats[field].view(np.ndarray)
    return views

"""Table: one match played by a game's documented moves, at given times; and its replay."""

import json
from copy import deepcopy

import numpy as np

from ... import __version__
from .matches import Matches

__all__ = ["Table", "read_replay"]

FORMAT = "parlour-replay-1"
HEADER = ("game", "game_options", "players", "seed", "options")
ENTRY = ("seat", "move", "at_ms")
"""What a replay's first line holds besides its format, and what each further line does."""


class Table:
    """One match of any game, played in words.

    Parameters
    ----------
    game : Game
    players : int, optional
        The game's fewest by default.
    seed : int, optional
        None draws one; it is kept in the replay.
    options : mapping, optional
        The game's reset options.
    """

    def __init__(self, game, players=None, seed=None, options=None):
        if game.commands is None:
            raise ValueError(f"{game.name} has no documented moves to play by")
        self.game = game
        self.options = deepcopy(dict(options or {}))
        self.batch = Matches(game, 1, players)
        self.batch.reset(seed, self.options)
        self.seed = int(self.match["key"])
        self.moves = []

    @property
    def match(self):
        """The match's record."""
        return self.batch.matches[0]

    @property
    def seats(self):
        """The seats' records (P,)."""
        return self.batch.seats[0]

    @property
    def is_over(self):
        """True once the match has ended."""
        return bool(self.match["is_over"])

    def command(self, text, seat=0):
        """Answer one command as text; an error says why and has changed nothing.

        Parameters
        ----------
        text : str
            As the game documents it.
        seat : int
            Who speaks.

        Returns
        -------
        str
        """
        return self.move(seat, text).text

    def move(self, seat, move, at_ms=None):
        """Play a documented move.

        Parameters
        ----------
        seat : int
            0..P-1.
        move : str or dict
            As the game documents it.
        at_ms : int, optional
            Time since the start, not before the last move; that of the last move by default.

        Returns
        -------
        Verdict

        Raises
        ------
        ValueError
            No such seat, or a time before the present.
        """
        at_ms = self._time(seat, at_ms)
        self.game.advance(self.match, self.seats, at_ms)
        verdict = self.game.commands.play(self.match, self.seats, seat, move, at_ms)
        if not verdict.is_free:
            self.moves.append({"seat": seat, "at_ms": at_ms, "move": recorded(move)})
        return verdict

    def advance(self, at_ms):
        """Let time pass without a move, so that clocks can run out.

        Parameters
        ----------
        at_ms : int
            Time since the start, not before the last move.
        """
        at_ms = self._time(0, at_ms)
        self.game.advance(self.match, self.seats, at_ms)
        self.moves.append({"seat": None, "at_ms": at_ms, "move": None})

    def resign(self, seat=0, at_ms=None):
        """Give up a seat; a `Verdict`, rejected once the match is over."""
        return self.move(seat, self.game.commands.RESIGNATION, at_ms)

    def state(self, seat=0):
        """The position in words, as `seat` may see it: a dict under the names of `info`."""
        return self.game.commands.state(self.match, self.seats, seat)

    def body(self, seat=0):
        """What a seat may see, as a dict that JSON can hold; ValueError if the game has none."""
        if not hasattr(self.game.commands, "body"):
            raise ValueError(f"{self.game.name} is played by text: use command and show")
        self._check_seat(seat)
        return self.game.commands.body(self.match, self.seats, seat)

    def standings(self):
        """The seats of the ended match by place: a list of dicts, at least `seat`, `place`.

        ValueError while it is not over, or if the game ranks no seats.
        """
        if self.game.standings is None:
            raise ValueError(f"{self.game.name} ranks no seats: it has no standings")
        if not self.is_over:
            raise ValueError("the match is not over: there are no standings yet")
        return self.game.standings(self.match, self.seats)

    def show(self, seat=0):
        """The position as text."""
        return self.game.show(self.match, self.seats, seat)

    def _check_seat(self, seat):
        if not is_integer(seat) or seat not in range(self.batch.players):
            raise ValueError(f"seat must lie in 0..{self.batch.players - 1}, got {seat!r}")

    def _time(self, seat, at_ms):
        self._check_seat(seat)
        now = int(self.match["time_ms"])
        if at_ms is None:
            return now
        if not is_integer(at_ms) or at_ms < now:
            raise ValueError(f"at_ms must be an integer from {now} on, got {at_ms!r}")
        return int(at_ms)

    def replay(self, path=None):
        """The match so far as JSON lines: a header, then a line a move or a lapse of time.

        Parameters
        ----------
        path : path-like, optional
            File to write.

        Returns
        -------
        str
            The text; `read_replay` plays it again.
        """
        header = {
            "format": FORMAT,
            "version": __version__,
            "game": self.game.name,
            "game_options": dict(self.game.options),
            "players": self.batch.players,
            "seed": self.seed,
            "options": self.options,
        }
        lines = [json.dumps(line, default=as_plain) for line in [header, *self.moves]]
        text = "\n".join(lines) + "\n"
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return text


def is_integer(value):
    """True for an integer of Python or NumPy; a bool is none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def as_plain(value):
    """NumPy's numbers and arrays as JSON knows them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"expected numbers, texts, lists and dicts, got {value!r:.60}")


def recorded(move):
    """A move as a replay holds it: a copy as JSON gives it back; its looks if it is no JSON."""
    try:
        return json.loads(json.dumps(move, default=as_plain))
    except (TypeError, ValueError, RecursionError):
        return repr(move)


def read_lines(text):
    """The `HEADER` values of a replay and the `ENTRY` values of its moves, or a ValueError."""
    try:
        header, *entries = [json.loads(line) for line in text.splitlines() if line.strip()]
        if header["format"] != FORMAT:
            raise ValueError(f"expected the format {FORMAT}, got {header['format']!r}")
        start = [header[name] for name in HEADER]
        return start, [[entry[name] for name in ENTRY] for entry in entries]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"not a replay: {type(error).__name__}: {error}") from error


def read_replay(text, make_game):
    """Play a replay again, move by move.

    Parameters
    ----------
    text : str
        What `Table.replay` wrote.
    make_game : callable (name, **options) -> Game

    Yields
    ------
    Table
        After the start and after each move; the same table, so look before going on.

    Raises
    ------
    ValueError
        Not a replay, or one of another format; or no such game, option, seat or time.
    """
    (name, game_options, *start), moves = read_lines(text)
    table = Table(make_game(name, **game_options), *start)
    yield table
    for seat, move, at_ms in moves:
        if seat is None:
            table.advance(at_ms)
        else:
            table.move(seat, move, at_ms)
        yield table

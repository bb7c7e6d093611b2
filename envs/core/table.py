"""Table: one match played by a game's documented moves, at given times; and its replay."""

from copy import deepcopy

from .game import NOT_ON_MOVE
from .given import is_integer
from .matches import Matches
from .replay import read_lines, recorded, replay_text
from .verdict import Verdict

__all__ = ["Table", "read_replay"]


class Table:
    """One match of any game, played in words or by the actions of its environments.

    Parameters
    ----------
    game : Game
    players : int, optional
        The game's fewest by default.
    seed : int, optional
        None draws one; it is kept in the replay.
    options : mapping, optional
        The game's reset options.
    agents : sequence of str, optional
        Who holds the seats, for the replay.

    Attributes
    ----------
    moves : list of dict
        What has happened so far, as `replay` describes it.
    """

    def __init__(self, game, players=None, seed=None, options=None, agents=None):
        if game.commands is None:
            raise ValueError(f"{game.name} has no documented moves to play by")
        self.game = game
        self.options = deepcopy(dict(options or {}))
        self.batch = Matches(game, 1, players)
        self.agents = read_agents(agents, self.batch.players)
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

    @property
    def masks(self):
        """The legal actions of all seats now, (P, A) int8."""
        self.batch.look()
        return self.batch.masks[0]

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

    def act(self, seat, action, at_ms=None):
        """Play one of the environments' actions at a moment of its own.

        Parameters
        ----------
        seat : int
            0..P-1.
        action : int
            0..A-1.
        at_ms : int, optional
            As for `move`.

        Returns
        -------
        Verdict
            `reason` is one of `game.illegal`; a rejected action has changed nothing.

        Raises
        ------
        ValueError
            No such seat or action, or a time before the present.
        """
        at_ms = self._time(seat, at_ms)
        if not is_integer(action) or action not in range(self.game.action_count):
            raise ValueError(
                f"an action must lie in 0..{self.game.action_count - 1}, got {action!r}"
            )
        self.game.advance(self.match, self.seats, at_ms)
        is_heard = self.seats["on_move"][seat] and not self.is_over
        code = self.game.act(self.match, self.seats, seat, int(action)) if is_heard else NOT_ON_MOVE
        self.moves.append({"seat": seat, "at_ms": at_ms, "action": int(action)})
        return Verdict(code == 0, self.game.illegal[code] if code else "")

    def step(self, actions):
        """Play a step as the environments do: an action a seat, each at its moment in the tick.

        Parameters
        ----------
        actions : (P,) array-like of int
            0..A-1.

        Raises
        ------
        ValueError
            The match is over, or the actions are none; nothing has changed.
        """
        if self.is_over:
            raise ValueError("the match is over: no step can follow")
        actions = self.batch.check_actions(actions)
        self.batch.look()
        self.batch.step(actions)
        self.moves.append({"actions": actions[0].tolist()})

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
        """The match so far as JSON lines: see `core.replay`.

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
            "game": self.game.name,
            "game_options": dict(self.game.options),
            "players": self.batch.players,
            "seed": self.seed,
            "options": self.options,
        }
        if self.agents is not None:
            header["agents"] = self.agents
        text = replay_text(header, self.moves)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return text


def read_agents(agents, players):
    """Who holds the seats, as a list of P words or None; ValueError for anything else."""
    if agents is None:
        return None
    is_list = isinstance(agents, (list, tuple)) and all(isinstance(name, str) for name in agents)
    if not is_list or len(agents) != players:
        raise ValueError(f"agents must be {players} names, got {agents!r:.80}")
    return list(agents)


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
    (name, game_options, *start), entries = read_lines(text)
    table = Table(make_game(name, **game_options), *start)
    yield table
    for kind, values in entries:
        if kind == "actions":
            table.step(*values)
        elif kind == "action":
            table.act(*values)
        elif values[0] is None:
            table.advance(values[-1])
        else:
            table.move(*values)
        yield table

"""What is kept of a match that has been played, and of its agents' faults and thoughts."""

from collections import Counter
from dataclasses import dataclass, field

from .contestant import NONSENSE

__all__ = ["Fault", "Played", "Thoughts", "judge", "record", "resign", "scores_by_seat"]

RANKING = ("seat", "place")


@dataclass(frozen=True)
class Fault:
    """Why a seat was resigned.

    Attributes
    ----------
    seat : int
    kind : str
        "raised", "nonsense", "hung" or "died".
    detail : str
    at_ms : int
        Match time.
    """

    seat: int
    kind: str
    detail: str
    at_ms: int


@dataclass
class Thoughts:
    """How long agents thought: by name, wall time in ns and the number of actions chosen."""

    time_ns: Counter = field(default_factory=Counter)
    actions: Counter = field(default_factory=Counter)

    def add(self, name, time_ns, actions):
        """Book one answer."""
        self.time_ns[name] += time_ns
        self.actions[name] += actions

    def update(self, other):
        """Book all of another's."""
        self.time_ns.update(other.time_ns)
        self.actions.update(other.actions)

    def ms_per_action(self, name):
        """Mean of one agent, 0 if it was never asked."""
        return self.time_ns[name] / 1e6 / max(self.actions[name], 1)


@dataclass(frozen=True)
class Played:
    """A match that is over.

    Attributes
    ----------
    record : dict
        As `record` makes it, ready for JSON.
    replay : str
    """

    record: dict
    replay: str


def resign(table, seat, at_ms):
    """Give up a seat by the rules of its game; RuntimeError if they leave it on move."""
    table.resign(seat, at_ms)
    if table.seats["on_move"][seat] and not table.is_over:
        raise RuntimeError(f"{table.game.name} leaves a seat on move that has resigned")


def record(bout, table, faults):
    """A `Played` of a table whose match is over.

    Parameters
    ----------
    bout : Bout
    table : Table
    faults : list of Fault

    Returns
    -------
    Played
        Its record has `match`, `seed`, `agents` (by seat, as all lists), `places`, `scores`
        (name -> numbers), `end_reason`, `time_ms`, `faults`.
    """
    standings = sorted(table.standings(), key=lambda row: row["seat"])
    content = {
        "match": bout.number,
        "seed": bout.seed,
        "agents": list(bout.agents),
        "places": [row["place"] for row in standings],
        "scores": scores_by_seat(standings),
        "end_reason": table.game.end_reasons[table.match["end_reason"]],
        "time_ms": int(table.match["time_ms"]),
        "faults": [vars(fault) for fault in faults],
    }
    return Played(content, table.replay())


def scores_by_seat(standings):
    """The numbers of standings, which are ordered by seat: name -> list, None where there is none.

    A dict of numbers gives a name for each, such as `gems.red`; flags, words and lists are
    left out.
    """
    rows = [dict(numbers(row)) for row in standings]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def numbers(row, prefix=""):
    """Pairs of name and number in a row of standings."""
    for name, value in row.items():
        if isinstance(value, dict):
            yield from numbers(value, f"{prefix}{name}.")
        elif is_number(value) and (prefix or name not in RANKING):
            yield f"{prefix}{name}", value


def is_number(value):
    """True for an int or a float; a flag is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def judge(action, mask):
    """None for an action that the mask (A,) allows, else the kind of fault and its detail."""
    if not 0 <= action < len(mask):
        return NONSENSE, f"an action must lie in 0..{len(mask) - 1}, got {action}"
    if not mask[action]:
        return NONSENSE, f"action {action} was not legal"
    return None

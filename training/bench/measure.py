"""Loops that are timed, and the interleaved repeats that make figures of them."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Loop", "Missing", "Row", "measure"]

FORMS = {
    "rate": lambda units, seconds: units / seconds,
    "ns": lambda units, seconds: 1e9 * seconds / units,
    "ms": lambda units, seconds: 1e3 * seconds / units,
    "s": lambda units, seconds: seconds / units,
}
"""How a figure is told: units a CPU second, or time a unit."""


@dataclass
class Loop:
    """Something to be timed.

    Parameters
    ----------
    name : str
    unit : str
        What `run` counts: "steps", "placements".
    run : callable () -> int
        Works for a moment; returns how many units it did.
    prepare : callable (), optional
        Called before each `run`, outside the time taken.
    form : {"rate", "ns", "ms", "s"}
        How the figure is told: a rate is per CPU second.
    against : str, optional
        Name of the loop of the same benchmark that the ratio relates to.
    target : float, optional
        What the figure should reach: at least that rate, at most that time.
    target_ratio : float, optional
        What the ratio should reach at least, or, of a peer, at most.
    is_peer : bool
        A peer's ratio has an upper bound.
    note : callable () -> str
        Called once all is measured: a remark on the row.
    details : dict
        More numbers for the JSON, filled in while it runs.
    """

    name: str
    unit: str
    run: Callable[[], int] | None = None
    prepare: Callable[[], object] | None = None
    form: str = "rate"
    against: str | None = None
    target: float | None = None
    target_ratio: float | None = None
    is_peer: bool = False
    note: Callable[[], str] = str
    details: dict = field(default_factory=dict)

    def warm_up(self):
        """Do once what is slower the first time."""
        if self.prepare:
            self.prepare()
        self.run()

    def sample(self, seconds):
        """(units, CPU seconds) of running for about `seconds` of wall time."""
        units, spent = 0, 0.0
        end = time.perf_counter() + seconds
        while units == 0 or time.perf_counter() < end:
            if self.prepare:
                self.prepare()
            begin = time.process_time()
            units += self.run()
            spent += time.process_time() - begin
        return units, max(spent, 1e-9)


@dataclass
class Missing:
    """A loop that cannot run here, and what would change that."""

    name: str
    reason: str


@dataclass
class Row:
    """A figure.

    Attributes
    ----------
    benchmark, name, unit, form
        As in `Loop`; a unit of "" marks a row that was skipped, for the reason in `note`.
    values : list of float
        One a repeat, in the unit that `form` tells.
    value : float or None
        Their median.
    ratio : float or None
        Median over the repeats of the speed relative to that of `against`.
    target, target_ratio : float or None
    is_met : bool or None
        Whether both targets are reached; None without one.
    note : str
    details : dict
    """

    benchmark: str
    name: str
    unit: str = ""
    form: str = "rate"
    values: list = field(default_factory=list)
    value: float | None = None
    ratio: float | None = None
    against: str | None = None
    target: float | None = None
    target_ratio: float | None = None
    is_peer: bool = False
    is_met: bool | None = None
    note: str = ""
    details: dict = field(default_factory=dict)


def measure(benchmark, loops, seconds, repeat):
    """Run loops in turn, `repeat` times.

    Parameters
    ----------
    benchmark : str
    loops : list of Loop or Missing
    seconds : float
        Wall time a loop and repeat.
    repeat : int

    Returns
    -------
    list of Row
    """
    running = [loop for loop in loops if not isinstance(loop, Missing)]
    for loop in running:
        loop.warm_up()
    samples = {loop.name: [] for loop in running}
    for _ in range(repeat):
        for loop in running:
            samples[loop.name].append(loop.sample(seconds))
    return [
        Row(benchmark, loop.name, note=loop.reason)
        if isinstance(loop, Missing)
        else make_row(benchmark, loop, samples)
        for loop in loops
    ]


def make_row(benchmark, loop, samples):
    """The figure of a loop from the (units, CPU seconds) of all loops by name."""
    mine, theirs = samples[loop.name], samples.get(loop.against)
    values = [FORMS[loop.form](*sample) for sample in mine]
    ratio = theirs and statistics.median(
        (units / spent) / (other / other_spent)
        for (units, spent), (other, other_spent) in zip(mine, theirs, strict=True)
    )
    row = Row(benchmark, loop.name, loop.unit, loop.form, values, statistics.median(values), ratio)
    row.against, row.is_peer = loop.against, loop.is_peer
    row.target, row.target_ratio = loop.target, loop.target_ratio
    row.is_met = is_met(row)
    row.note, row.details = loop.note(), loop.details
    return row


def is_met(row):
    """Whether a row reaches its targets; None if it has none."""
    checks = []
    if row.target is not None:
        is_rate = row.form == "rate"
        checks.append(row.value >= row.target if is_rate else row.value <= row.target)
    if row.target_ratio is not None and row.ratio is not None:
        below = row.ratio <= row.target_ratio
        checks.append(below if row.is_peer else row.ratio >= row.target_ratio)
    return all(checks) if checks else None

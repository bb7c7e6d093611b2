"""Measure speed: each figure the median of interleaved repeats, next to a reference of its run."""

import shlex
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from ..options import near

__all__ = ["BENCHMARKS", "add_arguments", "main"]

BENCHMARKS = {
    "vector": (".vector", "lanes stepped by random legal actions, next to CartPole's lanes"),
    "rules": (".rules", "the compiled rules, the masks and each observation by themselves"),
    "solo": (".solo", "one environment stepped through gymnasium.make, next to CartPole"),
    "cube": (".cube", "Twist Cube: lanes of each size, and one contest of 1,000 seats"),
    "polyfit": (".polyfit", "Polyfit: pieces laid in lanes, races of four seats, puzzles dealt"),
    "orapa": (".orapa", "Orapa: lanes, waves, random layouts"),
    "start": (".start", "import, make and reset in a fresh process, cache warm and empty"),
    "agents": (".thinking", "milliseconds a move of the agents that play"),
    "ppo": (".ppo", "frames a second of training, and where the time goes"),
    "covers": (".covers", "Polyfit's puzzles solved, next to general exact-cover solvers"),
    "peers": (".peers", "other environments of the same game, where they are installed"),
}
"""Benchmark -> module with `loops(stack, settings)`, and what it measures."""

HOW = """how it is measured:
  Time is CPU time of one thread (time.process_time). In every repeat each loop runs for
  --seconds, one after the other (A B A B ...), so that a busy machine slows all of them
  alike; the table shows the median over the repeats and the lowest and highest of them.
  `ratio` is the speed relative to the loop named beside it, taken repeat by repeat; above
  1 is faster. Random legal actions are drawn beforehand and replayed, unless a row says
  that choosing them counts. `covers` tells quantiles over 200 puzzles (fewer with --seconds
  below 1); a general solver is given one of them a repeat, and 10 CPU seconds for it."""


def add_arguments(parser):
    """Add this command's arguments."""
    from .covers import SOLVERS
    from .peers import INSTALL

    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"{', '.join(BENCHMARKS)} (default: all)"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="seconds a loop and repeat (default 1)"
    )
    parser.add_argument("--repeat", type=int, default=5, help="repeats (default 5)")
    parser.add_argument("--output", type=Path, help="file for the figures, as JSON")
    parser.add_argument(
        "--peer-python",
        action="append",
        default=[],
        metavar="PATH",
        help="interpreter that has peers installed, asked before this one; may be repeated",
    )
    jobs = "\n".join(f"  {name:<8}{job}" for name, (_, job) in BENCHMARKS.items())
    peers = "\n".join(f"  {name:<22}{command}" for name, command in (INSTALL | SOLVERS).items())
    parser.epilog = (
        f"benchmarks:\n{jobs}\n\n{HOW}\n\n"
        f"peers, measured when installed, best in an environment of their own:\n{peers}"
    )


def main(arguments):
    """Run the command; returns its exit code."""
    check(arguments)
    from .measure import measure
    from .report import Printer, write

    printer, rows = Printer(), []
    for name in arguments.names or BENCHMARKS:
        module = import_module(BENCHMARKS[name][0], __package__)
        with ExitStack() as stack:
            loops = module.loops(stack, arguments)
            found = measure(name, loops, arguments.seconds, arguments.repeat)
        printer.show(f"{name}: {BENCHMARKS[name][1]}", found)
        rows += found
    printer.show_machine()
    if arguments.output:
        command = shlex.join(["parlour", *sys.argv[1:]])
        write(arguments.output, command, arguments, rows)
        print(f"figures in {arguments.output}")
    return 0


def check(arguments):
    """ValueError unless the arguments can be measured with."""
    for name in arguments.names:
        if name not in BENCHMARKS:
            hint = near(name, BENCHMARKS)
            raise ValueError(f"no benchmark {name!r}: one of {', '.join(BENCHMARKS)}{hint}")
    if not arguments.seconds > 0:
        raise ValueError(f"seconds must be above 0, got {arguments.seconds}")
    if arguments.repeat < 1:
        raise ValueError(f"repeat must be 1 or more, got {arguments.repeat}")
    for path in arguments.peer_python:
        if not Path(path).is_file():
            raise ValueError(f"no interpreter at {path}")

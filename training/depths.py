"""Measure how many scrambles of each depth agents solve."""

import json
import re
import shlex
import time
from importlib.resources import files
from pathlib import Path

from .options import read_options
from .players import find_player
from .seeds import TEST_SEED
from .solve_rates import FORMAT, draw_depths, read_depths, show_depths, write_depths

__all__ = ["add_arguments", "main", "measure"]

GAME = "TwistCube"
CHUNK = 25
"""Episodes after which what was measured is written."""


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument(
        "--agent",
        nargs="+",
        default=[],
        metavar="A",
        help="agents of Twist Cube, or folders of runs or policies; none: only show the file",
    )
    parser.add_argument(
        "--option",
        action="append",
        metavar="KEY=VALUE",
        help="option of the agents, such as beam=1024; each choice is a row of its own",
    )
    parser.add_argument(
        "--depths",
        nargs="+",
        default=["1-12"],
        metavar="D",
        help="random turns of a scramble, or ranges such as 1-12 (default) or 10-40:5",
    )
    parser.add_argument(
        "--episodes", type=int, default=500, help="scrambles a depth (default %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=TEST_SEED, help="of the first scramble (default %(default)s)"
    )
    parser.add_argument(
        "--output",
        type=Path,
        help="JSON file, which a run goes on with where it was cut off (default: Parlour's own)",
    )
    parser.add_argument("--figure", type=Path, help="PNG to draw of all that the file holds")
    parser.add_argument("--quiet", action="store_true", help="no progress bars")


def main(arguments):
    """Run the command; returns its exit code."""
    path = arguments.output or Path(str(files(__package__) / "results/depths/twist-cube.json"))
    if arguments.episodes < 1 or arguments.seed < 0:
        raise ValueError(
            "episodes must be 1 or more and seed 0 or more, "
            f"got {arguments.episodes} and {arguments.seed}"
        )
    options = read_options(arguments.option)
    depths = read_ranges(arguments.depths)
    for name in arguments.agent:
        agent = find_player(GAME, name, options)
        label = label_of(name, options)
        seeds = range(arguments.seed, arguments.seed + arguments.episodes)
        measure(path, label, agent, depths, seeds, command_line(arguments), arguments.quiet)
    content = read_depths(path)
    show_depths(content)
    if arguments.figure:
        draw_depths(content, arguments.figure)
    return 0


def read_ranges(words):
    """Depths of words such as 8, 1-12 and 10-40:5, ends included; sorted.

    Raises
    ------
    ValueError
        Another form.
    """
    found = set()
    for word in words:
        match = re.fullmatch(r"(\d+)(?:-(\d+)(?::([1-9]\d*))?)?", word)
        first, last, step = match.groups() if match else ("1", "0", None)
        chosen = range(int(first), int(last or first) + 1, int(step or 1))
        if not chosen:
            raise ValueError(f"depths must be such as 8, 1-12 or 10-40:5, got {word!r}")
        found |= set(chosen)
    return sorted(found)


def label_of(name, options):
    """What the file calls an agent with its options: `inverse (beam=1024)`."""
    chosen = ", ".join(f"{key}={json.dumps(value)}" for key, value in sorted(options.items()))
    return f"{name} ({chosen})" if chosen else name


def command_line(arguments):
    """The command that gives the same results, for the record."""
    words = ["parlour", "depths", "--agent", *arguments.agent]
    for option in arguments.option or ():
        words += ["--option", option]
    words += ["--depths", *arguments.depths, "--episodes", arguments.episodes]
    return shlex.join(map(str, [*words, "--seed", arguments.seed]))


# Measuring


class TimedAgent:
    """An agent whose CPU time is taken.

    Attributes
    ----------
    seconds : float
        Thought so far since `reset` or since somebody set it to 0.
    """

    def __init__(self, agent, scramble_turns):
        self.name = agent.name
        self.game_options = {**agent.game_options, "scramble_turns": scramble_turns}
        self.agent = agent
        self.seconds = 0.0

    def reset(self, seed=None):
        """Forget, and start at 0."""
        self.agent.reset(seed)
        self.seconds = 0.0

    def act(self, observations, masks):
        """The agent's actions."""
        begin = time.process_time()
        actions = self.agent.act(observations, masks)
        self.seconds += time.process_time() - begin
        return actions


def measure(path, label, agent, depths, seeds, command, is_quiet=False):
    """Let an agent solve scrambles, one after the other, and write what came of them.

    Parameters
    ----------
    path : Path
        JSON file. What it holds of this agent, depth and first seed is kept and gone on with.
    label : str
        The agent's name in the file.
    agent : Agent
    depths : list of int
        Random turns of a scramble.
    seeds : range
        Of the scrambles, the same at every depth.
    command : str
        Kept in the file, with those of earlier runs.
    is_quiet : bool
    """
    from tqdm import tqdm

    from .run_folder import versions

    content = read_depths(path) if path.is_file() else {"format": FORMAT, "agents": {}}
    own = content["agents"].setdefault(label, {"seed": seeds.start, "depths": {}})
    if own["seed"] != seeds.start:
        raise ValueError(f"{path} holds {label} from seed {own['seed']}, not {seeds.start}")
    own |= {"card": getattr(agent, "card", None), "versions": versions()}
    commands = own.setdefault("commands", [])
    if command not in commands:
        commands.append(command)
    for depth in depths:
        rows = own["depths"].setdefault(str(depth), {"lengths": [], "scores": [], "seconds": []})
        done = len(rows["scores"])
        with tqdm(
            total=len(seeds), initial=done, desc=f"{label}, {depth} turns", disable=is_quiet
        ) as bar:
            for first in range(done, len(seeds), CHUNK):
                play(agent, depth, seeds[first : first + CHUNK], rows, bar)
                write_depths(path, content)


def play(agent, depth, seeds, rows, bar):
    """Play a few scrambles, each by itself, and append to `rows`."""
    from .episodes import play_episodes

    timed = TimedAgent(agent, depth)

    def on_end(episode):
        rows["lengths"].append(episode.info["best_length"])
        rows["scores"].append(int(episode.score))
        rows["seconds"].append(round(timed.seconds, 4))
        timed.seconds = 0.0
        bar.update()

    play_episodes(GAME, timed, seeds, lanes=1, on_end=on_end)

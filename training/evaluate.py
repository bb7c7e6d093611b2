"""Compare agents over the same seeded episodes."""

import shlex
from pathlib import Path

from ..envs import games
from .players import find_player, options_of
from .seeds import TEST_SEED

__all__ = ["add_arguments", "compare", "main"]


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument("--game", default="Stackfall", choices=games(), help="default: %(default)s")
    parser.add_argument(
        "--agent",
        nargs="+",
        required=True,
        metavar="A",
        help="names of agents, or folders of runs or policies; `parlour list` shows the names",
    )
    parser.add_argument("--episodes", type=int, default=100, help="episodes an agent (default 100)")
    parser.add_argument(
        "--seed",
        type=int,
        default=TEST_SEED,
        help="seed of the first episode, episode k has that of k more (default %(default)s: "
        "held out from training and from the choice of the best model)",
    )
    parser.add_argument("--lanes", type=int, default=64, help="episodes side by side (default 64)")
    parser.add_argument(
        "--max-steps", type=int, help="actions after which an episode is cut (default: never)"
    )
    parser.add_argument(
        "--option",
        action="append",
        metavar="[AGENT.]KEY=VALUE",
        help="option of an agent, such as beam.width=16; without its name, of all of them",
    )
    parser.add_argument(
        "--output",
        type=Path,
        help="file for the results, every episode among them, as JSON; the box plot stands "
        "beside it as PNG",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def main(arguments):
    """Run the command; returns its exit code."""
    check_counts(arguments)
    players = {}
    for name in arguments.agent:
        options = options_of(name, arguments.option)
        players[name] = (find_player(arguments.game, name, options), options)
    compare(
        arguments.game,
        players,
        arguments.episodes,
        arguments.seed,
        arguments.lanes,
        arguments.output,
        command_line(arguments),
        arguments.max_steps,
        arguments.quiet,
    )
    return 0


def check_counts(arguments):
    """ValueError for counts below 1, a seed below 0 and options of agents that do not play."""
    for name in ("episodes", "lanes"):
        if getattr(arguments, name) < 1:
            raise ValueError(f"{name} must be 1 or more, got {getattr(arguments, name)}")
    if arguments.seed < 0:
        raise ValueError(f"seed must be 0 or more, got {arguments.seed}")
    for text in arguments.option or ():
        owner = text.partition("=")[0].rpartition(".")[0]
        if owner and owner not in arguments.agent:
            raise ValueError(f"option {text}: {owner} is not among the agents")


def command_line(arguments):
    """The command that gives the same results, for the record."""
    words = ["parlour", "evaluate", "--game", arguments.game, "--agent", *arguments.agent]
    words += ["--episodes", arguments.episodes, "--seed", arguments.seed]
    words += ["--lanes", arguments.lanes]
    if arguments.max_steps is not None:
        words += ["--max-steps", arguments.max_steps]
    for option in arguments.option or ():
        words += ["--option", option]
    return shlex.join(map(str, words))


def compare(
    game, players, episodes, seed, lanes, output=None, command="", max_steps=None, is_quiet=False
):
    """Play, print the table, write the results.

    Parameters
    ----------
    game : str
    players : dict
        Name to be shown -> (agent, its options).
    episodes, seed, lanes : int
        Episode k has the seed `seed + k`.
    output : Path, optional
        JSON file; a PNG is written beside it.
    command : str
        Kept in the file.
    max_steps : int, optional
    is_quiet : bool
        No progress bar.

    Returns
    -------
    dict
        Name -> `results.summary`.
    """
    from rich.console import Console

    from .results import box_plot, table, write_results
    from .run_folder import versions

    width = max(map(len, players))
    entries = {}
    for name, (agent, options) in players.items():
        shown = name.ljust(width)
        entries[name] = play(
            game, shown, agent, options, episodes, seed, lanes, max_steps, is_quiet
        )
    summaries = {name: content["summary"] for name, content in entries.items()}
    title = f"{game}, {episodes} episodes, seeds {seed} to {seed + episodes - 1}"
    Console().print(table(game, title, summaries))
    if output is not None:
        write_results(output, game, seed, lanes, command, versions(), entries)
        plot = output.with_suffix(".png")
        box_plot(plot, title, {name: content["scores"] for name, content in entries.items()})
        print(f"results in {output}, box plot in {plot}")
    return summaries


def play(game, name, agent, options, episodes, seed, lanes, max_steps, is_quiet):
    """Play one agent's episodes under a progress bar; returns its `results.entry`.

    Parameters
    ----------
    game, name : str
        `name` stands before the bar.
    agent : Agent
    options : dict
        Those that the agent was made with, for the record.
    episodes, seed, lanes, max_steps, is_quiet
        As in `compare`.
    """
    from tqdm import tqdm

    from .episodes import play_episodes
    from .results import entry

    with tqdm(total=episodes, desc=name, disable=is_quiet, unit="game") as bar:
        seeds = range(seed, seed + episodes)
        played = play_episodes(game, agent, seeds, lanes, max_steps, lambda _: bar.update())
    return entry(game, agent, options, played)

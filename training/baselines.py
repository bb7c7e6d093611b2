"""Print the table of published scores from their result files, or measure them anew."""

import json
from importlib.resources import files
from pathlib import Path

from .options import near
from .seeds import TEST_SEED

__all__ = ["BASELINES", "add_arguments", "main", "markdown"]

EPISODES = 500

BASELINES = {
    "Stackfall": ("random", "heuristic", "beam", "ppo"),
}
"""Game -> agents whose scores are published, all over the same held-out seeds."""


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument(
        "--measure",
        nargs="*",
        metavar="GAME",
        help="play anew: these games, or all of them; takes minutes",
    )
    parser.add_argument(
        "--episodes",
        type=int,
        default=EPISODES,
        help="episodes an agent when measuring (default %(default)s)",
    )
    parser.add_argument(
        "--folder", type=Path, help="folder of the result files (default: those of Parlour)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bars")


def main(arguments):
    """Run the command; returns its exit code."""
    folder = arguments.folder or Path(str(files(__package__) / "results"))
    if arguments.measure is not None:
        for game in arguments.measure or BASELINES:
            if game not in BASELINES:
                raise ValueError(f"no baselines of {game!r}{near(game, BASELINES)}")
            measure(game, arguments.episodes, folder, arguments.quiet)
    found = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not found:
        raise ValueError(f"no result files in {folder}: parlour baselines --measure makes them")
    from .results import read_results

    print(markdown([read_results(path) for path in found]))
    return 0


def measure(game, episodes, folder, is_quiet):
    """Play a game's baselines and write their results file."""
    from .evaluate import compare
    from .players import find_player

    players = {name: (find_player(game, name), {}) for name in BASELINES[game]}
    path = folder / f"{game.lower()}.json"
    command = (
        f"parlour evaluate --game {game} --agent {' '.join(players)} "
        f"--episodes {episodes} --seed {TEST_SEED} --lanes 64"
    )
    compare(game, players, episodes, TEST_SEED, 64, path, command, is_quiet=is_quiet)
    path.with_suffix(".png").unlink()


def markdown(results):
    """The README's table of baselines.

    Parameters
    ----------
    results : list of dict
        Contents of result files.
    """
    lines = [
        "| Game | Agent | Mean score | 95 % interval | IQM | Episodes | ms a move |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for content in results:
        for name, agent in content["agents"].items():
            lines.append(markdown_row(content["game"], name, agent))
    commands = "\n".join(content["command"] for content in results)
    return "\n".join(lines) + f"\n\nMeasured by\n\n{commands}"


def markdown_row(game, name, agent):
    """One agent's line; its options stand behind its name."""
    numbers = agent["summary"]
    low, high = numbers["interval"]
    options = ", ".join(f"{key}={json.dumps(value)}" for key, value in agent["options"].items())
    cells = (
        game,
        f"{name} ({options})" if options else name,
        f"{numbers['mean']:,.0f}",
        f"{low:,.0f}–{high:,.0f}",
        f"{numbers['interquartile_mean']:,.0f}",
        str(numbers["episodes"]),
        f"{numbers['ms_per_move']:.3f}",
    )
    return f"| {' | '.join(cells)} |"

"""Print the table of published scores from their result files, or measure them anew."""

from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from .baseline_tables import brief_table, game_table
from .options import near
from .seeds import TEST_SEED

__all__ = ["BASELINES", "Baseline", "add_arguments", "main"]

LANES = 16


class Baseline(NamedTuple):
    """Scores that are published together, in one file.

    Attributes
    ----------
    game : str
    options : dict
        Of every agent; of `random` those of its environments.
    episodes : dict
        Agent -> episodes it plays, always from the first held-out seed on; fewer where one
        takes long.
    """

    game: str
    options: dict
    episodes: dict


BASELINES = {
    "stackfall": Baseline(
        "Stackfall", {}, dict.fromkeys(("random", "heuristic", "beam", "ppo"), 500)
    ),
    "twistcube-3": Baseline(
        "TwistCube",
        {},
        {
            **{"random": 500, "greedy": 500, "annealing": 50, "commutators": 200},
            **{"twophase": 300, "inverse": 300, "ppo": 300},
        },
    ),
    "twistcube-5": Baseline(
        "TwistCube", {"size": 5}, {"random": 500, "greedy": 200, "annealing": 30, "commutators": 30}
    ),
    "twistcube-7": Baseline(
        "TwistCube", {"size": 7}, {"random": 500, "greedy": 50, "annealing": 20, "commutators": 20}
    ),
    **{
        f"polyfit-{difficulty}": Baseline(
            "Polyfit",
            {"difficulty": difficulty},
            dict.fromkeys(("random", "greedy", "solver", "ppo"), episodes),
        )
        for difficulty, episodes in (("easy", 300), ("normal", 300), ("hard", 300), ("extreme", 30))
    },
    **{
        f"polyfit3d-{difficulty}": Baseline(
            "Polyfit3D",
            {"difficulty": difficulty},
            dict.fromkeys(("random", "greedy", "solver"), episodes),
        )
        for difficulty, episodes in (("easy", 300), ("normal", 300), ("hard", 300), ("extreme", 30))
    },
    "orapa": Baseline("Orapa", {}, dict.fromkeys(("random", "belief", "ppo"), 500)),
    **{
        f"orapa-{name}": Baseline("Orapa", options, dict.fromkeys(("random", "belief"), 500))
        for name, options in (
            ("diamond", {"diamond": True}),
            ("black", {"black": True}),
            ("both", {"diamond": True, "black": True}),
        )
    },
}
"""File of results -> what it holds."""


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument(
        "--measure",
        nargs="*",
        metavar="NAME",
        help=f"play anew: {', '.join(BASELINES)}, all of a game, or all; takes minutes to an hour",
    )
    parser.add_argument(
        "--agent",
        nargs="+",
        metavar="A",
        help="measure these agents alone and keep the others' results as they are",
    )
    parser.add_argument(
        "--episodes", type=int, help="episodes of every agent when measuring (default: by agent)"
    )
    parser.add_argument(
        "--folder", type=Path, help="folder of the result files (default: those of Parlour)"
    )
    parser.add_argument(
        "--brief",
        action="store_true",
        help="one table of all games: random play, PPO, the best agent",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bars")


def main(arguments):
    """Run the command; returns its exit code."""
    folder = arguments.folder or Path(str(files(__package__) / "results"))
    check(arguments)
    if arguments.measure is not None:
        for name in chosen(arguments.measure):
            measure(name, arguments.agent, arguments.episodes, folder, arguments.quiet)
    order = [*BASELINES]
    found = sorted(
        folder.glob("*.json") if folder.is_dir() else (),
        key=lambda path: (order.index(path.stem) if path.stem in order else -1, path.stem),
    )
    if not found:
        raise ValueError(f"no result files in {folder}: parlour baselines --measure makes them")
    from .results import read_results

    results = [read_results(path) for path in found]
    if arguments.brief:
        print(brief_table(results))
        return 0
    games = dict.fromkeys(content["game"] for content in results)
    tables = [
        game_table([content for content in results if content["game"] == game]) for game in games
    ]
    print("\n\n".join(tables))
    return 0


def check(arguments):
    """ValueError unless what is to be measured is known."""
    if arguments.measure is None and arguments.agent:
        raise ValueError("--agent says whom to measure: it needs --measure")
    if arguments.episodes is not None and arguments.episodes < 1:
        raise ValueError(f"episodes must be 1 or more, got {arguments.episodes}")
    games = [baseline.game for baseline in BASELINES.values()]
    for name in arguments.measure or ():
        if name not in (*BASELINES, *games):
            raise ValueError(f"no baselines {name!r}{near(name, games) or near(name, BASELINES)}")


def chosen(words):
    """Keys of `BASELINES` that words name, themselves or by their game; all without a word."""
    return [
        name for name, (game, _, _) in BASELINES.items() if not words or {name, game} & set(words)
    ]


def measure(name, agents, episodes, folder, is_quiet):
    """Play baselines and write their results file, anew after every agent.

    Parameters
    ----------
    name : str
        A key of `BASELINES`.
    agents : list of str, optional
        These alone; what the file holds of others stays. An agent of the game that is not
        among the baselines plays as many episodes as the one that plays most.
    episodes : int, optional
        Instead of those of `BASELINES`.
    folder : Path
    is_quiet : bool
        No progress bars.
    """
    from .evaluate import play
    from .players import find_player
    from .results import read_results, write_results
    from .run_folder import versions

    game, options, usual = BASELINES[name]
    path = folder / f"{name}.json"
    entries = read_results(path)["agents"] if agents and path.is_file() else {}
    command = f"parlour baselines --measure {name}"
    if episodes:
        command += f" --episodes {episodes}"
    for agent in agents or usual:
        player = find_player(game, agent, options)
        count = episodes or usual.get(agent, max(usual.values()))
        entries[agent] = play(game, agent, player, options, count, TEST_SEED, LANES, None, is_quiet)
        order = sorted(entries, key=[*usual, *entries].index)
        entries = {known: entries[known] for known in order}
        write_results(path, game, TEST_SEED, LANES, command, versions(), entries)

"""Let agents play against each other in every seat, and rate them."""

import shlex
from pathlib import Path

from ...envs import games
from ..options import read_options
from ..seeds import TEST_SEED

__all__ = ["add_arguments", "hold", "main"]

LIMIT_S = 60.0
LANES = 16


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument(
        "--game", required=True, choices=games(), help="a game with 2 seats or more"
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        required=True,
        metavar="NAME[:KEY=VALUE,...]",
        help="names of agents, or folders of runs or policies, with options such as "
        "greedy:plies=1; `parlour list` shows the names",
    )
    parser.add_argument("--seats", type=int, default=2, help="seats of a match (default 2)")
    parser.add_argument(
        "--matches",
        type=int,
        default=20,
        help="deals; each line-up of agents plays each deal once in every rotation of its "
        "seats (default 20)",
    )
    parser.add_argument(
        "--clock",
        default="tick",
        choices=("tick", "wall"),
        help="tick: every action takes the game's tick_ms; wall: an action takes the time that "
        "its agent thought about it (default %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=TEST_SEED,
        help="seed of the first deal, deal k has that of k more (default %(default)s: held out "
        "from training)",
    )
    parser.add_argument(
        "--option",
        action="append",
        metavar="KEY=VALUE",
        help="option of the game, such as size=5; agents that have it play under it, unless "
        "NAME:KEY=VALUE says something else",
    )
    parser.add_argument(
        "--repeat",
        action="store_true",
        help="an agent may hold several seats of a match, as it must where agents are fewer "
        "than seats (default: it holds one)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        help="processes that play matches, beside one for each agent in each; on the wall clock "
        "more than there are cores make agents slower (default 1)",
    )
    parser.add_argument(
        "--lanes",
        type=int,
        default=LANES,
        help="matches side by side under the tick clock, in which an agent answers at once "
        "(default %(default)s)",
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=LIMIT_S,
        metavar="SECONDS",
        help="seconds for an answer; a seat whose agent takes longer, raises or answers "
        "nonsense resigns (default %(default)g)",
    )
    parser.add_argument(
        "--output",
        type=Path,
        help="new folder for results.json, ratings.png and replays/ (default: "
        "runs/tournament-GAME-TIME)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def main(arguments):
    """Run the command; returns its exit code."""
    check(arguments)
    from ..run_folder import new_run_dir
    from .entrants import read_entrant, settle
    from .lineups import list_bouts
    from .stage import Setting

    named = [read_entrant(arguments.game, text) for text in arguments.agents]
    game, entrants, told = settle(arguments.game, read_options(arguments.option), named)
    check_game(game, arguments.seats)
    bouts = list_bouts(
        arguments.agents, arguments.seats, arguments.matches, arguments.seed, arguments.repeat
    )
    setting = Setting(
        game,
        tuple(entrants),
        arguments.clock,
        arguments.lanes,
        arguments.time_limit,
        arguments.seed,
    )
    output = arguments.output or new_run_dir(f"tournament-{arguments.game.lower()}")
    check_is_new(output)
    print("\n".join(told), end="\n" * bool(told))
    hold(setting, bouts, arguments.workers, output, command_line(arguments), arguments.quiet)
    return 0


def check(arguments):
    """ValueError for numbers that are too small."""
    for name, fewest in (("seats", 2), ("matches", 1), ("workers", 1), ("lanes", 1), ("seed", 0)):
        if getattr(arguments, name) < fewest:
            raise ValueError(f"{name} must be {fewest} or more, got {getattr(arguments, name)}")
    if not arguments.time_limit > 0:
        raise ValueError(f"time-limit must be above 0 seconds, got {arguments.time_limit:g}")


def check_game(game, seats):
    """ValueError unless so many seats can play the game and are ranked at its end."""
    game.check_players(seats)
    for what in ("commands", "standings"):
        if getattr(game, what) is None:
            raise ValueError(f"{game.name} has no {what}: it cannot be played in a tournament")


def check_is_new(folder):
    """ValueError where a folder holds something already."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ValueError(f"{folder} is there already: name a new folder")


def command_line(arguments):
    """The command that gives the same results, for the record."""
    words = ["parlour", "tournament", "--game", arguments.game, "--agents", *arguments.agents]
    for name in ("seats", "matches", "clock", "seed", "lanes", "time-limit"):
        value = getattr(arguments, name.replace("-", "_"))
        words += [f"--{name}", f"{value:g}" if isinstance(value, float) else value]
    for option in arguments.option or ():
        words += ["--option", option]
    if arguments.repeat:
        words.append("--repeat")
    return shlex.join(map(str, words))


def hold(setting, bouts, workers, output, command="", is_quiet=False):
    """Play all bouts, keep replays and results, print the table.

    Parameters
    ----------
    setting : Setting
    bouts : list of Bout
    workers : int
    output : Path
        Folder to write `results.json`, `ratings.png` and `replays/` to.
    command : str
        Kept in the results.
    is_quiet : bool
        No progress bar.

    Returns
    -------
    dict
        Name of an agent -> `ratings.summaries`, strongest first.
    """
    from tqdm import tqdm

    from ..run_folder import versions
    from .ratings import summaries
    from .report import plot, print_table, table, write_results
    from .stage import play_all

    (output / "replays").mkdir(parents=True, exist_ok=True)
    with tqdm(total=len(bouts), disable=is_quiet, unit="match") as bar:

        def keep(played):
            played.record["replay"] = f"replays/{played.record['match']:05d}.jsonl"
            (output / played.record["replay"]).write_text(played.replay, "utf-8")
            bar.update()

        played, thoughts = play_all(setting, bouts, workers, keep)
    records = [match.record for match in played]
    game, seats = setting.game, len(bouts[0].agents)
    found = summaries([entrant.name for entrant in setting.entrants], records, thoughts)
    title = f"{game.name}, {len(records)} matches of {seats}, {setting.clock} clock"
    content = {
        "game": game.name,
        "game_options": dict(game.options),
        "seats": seats,
        "clock": setting.clock,
        "seed": setting.seed,
        "lanes": setting.lanes,
        "time_limit_s": setting.limit_s,
        "command": command,
        "versions": versions(),
        "agents": {
            entrant.name: {
                "options": entrant.options,
                "game_options": entrant.game_options,
                "card": entrant.card,
                "summary": found[entrant.name],
            }
            for entrant in setting.entrants
        },
        "matches": records,
    }
    write_results(output / "results.json", content)
    plot(output / "ratings.png", title, found)
    print_table(table(title, found))
    print(f"results in {output / 'results.json'}, plot in {output / 'ratings.png'}")
    print(f"replays in {output / 'replays'}: parlour watch shows them")
    return found

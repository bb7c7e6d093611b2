"""Watch an agent learn in about two minutes, and compare it with others."""

import time
from pathlib import Path

from .config import find_config, read_config
from .seeds import TEST_SEED

__all__ = ["add_arguments", "main"]

CONFIG = "stackfall-quickstart"
RIVALS = ("random", "heuristic", "ppo")


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument(
        "--minutes", type=float, default=2, help="training time in minutes (default 2)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("runs/quickstart"),
        help="folder for the run and its results; one that is there is moved aside "
        "(default %(default)s)",
    )
    parser.add_argument(
        "--episodes", type=int, default=100, help="games of the comparison (default 100)"
    )
    parser.add_argument("--config", default=CONFIG, help="config to train (default %(default)s)")
    parser.add_argument("--quiet", action="store_true", help="no progress bars")


def main(arguments):
    """Run the command; returns its exit code."""
    if arguments.episodes < 1:
        raise ValueError(f"episodes must be 1 or more, got {arguments.episodes}")
    config = read_config(find_config(arguments.config), [f"minutes={arguments.minutes}"])
    out = arguments.out
    move_aside(out)

    from .curve import draw_curve
    from .evaluate import compare
    from .train import train_with_bar
    from .watch import draw_episode, write_pictures

    print(f"1. An agent learns {config.game}, for {arguments.minutes:g} minutes")
    train_with_bar(config, out, arguments.quiet)

    print(f"2. It plays {arguments.episodes} games that it has not seen, next to others")
    players = {"trained now": (own_player(config.game, out), {})} | rivals(config.game)
    command = f"parlour quickstart --minutes {arguments.minutes:g}"
    summaries = compare(
        config.game,
        players,
        arguments.episodes,
        TEST_SEED,
        64,
        out / "results.json",
        command,
        is_quiet=arguments.quiet,
    )

    print("3. Pictures")
    levels = {name: numbers["mean"] for name, numbers in summaries.items() if name in RIVALS}
    draw_curve(out, out / "learning_curve.png", levels)
    agent = players["trained now"][0]
    pictures, end = draw_episode(config.game, agent, TEST_SEED)
    write_pictures(out / "replay.gif", pictures, fps=6)
    print(f"{out / 'learning_curve.png'}: how it learned")
    print(f"{out / 'replay.gif'}: one of its games, {end}")
    print(f"{out / 'results.json'}: every game of the comparison")
    return 0


def move_aside(out):
    """Rename a folder that is there already: nothing of an earlier run is lost."""
    if out.exists():
        made = time.strftime("%Y%m%d-%H%M%S", time.localtime(out.stat().st_mtime))
        old, count = out.with_name(f"{out.name}-{made}"), 1
        while old.exists():
            count += 1
            old = out.with_name(f"{out.name}-{made}-{count}")
        out.rename(old)
        print(f"{out} was there: it is {old} now")


def own_player(game, out):
    """The agent that was trained."""
    from .players import find_player

    return find_player(game, str(out))


def rivals(game):
    """The agents to compare with, {name: (agent, options)}; one that cannot play is left out."""
    from .. import agents

    found = {}
    for name in RIVALS:
        if name not in agents.names(game):
            continue
        try:
            found[name] = agents.make(game, name), {}
        except (ImportError, OSError, ValueError) as error:
            print(f"   without {name}: {error}")
    return found

"""Play a game yourself, in the terminal, by its documented moves."""

import sys
from pathlib import Path

from .. import table as make_table
from ..envs import games
from .options import read_options

__all__ = ["add_arguments", "main", "play"]


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument("--game", default="Stackfall", choices=games(), help="default: %(default)s")
    parser.add_argument("--seed", type=int, help="seed of the game (default: drawn)")
    parser.add_argument("--option", action="append", metavar="KEY=VALUE", help="option of the game")
    parser.add_argument("--replay", type=Path, help="file to save the game to, for parlour watch")


def main(arguments):
    """Run the command; returns its exit code."""
    options = read_options(arguments.option)
    table = make_table(arguments.game, seed=arguments.seed, **options)
    play(table, sys.stdin, sys.stdout)
    if arguments.replay:
        table.replay(arguments.replay)
        print(f"replay in {arguments.replay}")
    return 0


def play(table, source, target):
    """Play until the match is over, the input ends or the player quits.

    Parameters
    ----------
    table : Table
    source : text stream
        A command a line.
    target : text stream
        Where the answers go.
    """

    def say(text, end="\n"):
        print(text, end=end, file=target, flush=True)

    say(f"{table.game.name}, seed {table.seed}. Type help for the commands.\n")
    say(table.show())
    try:
        while not table.is_over:
            say("> ", end="")
            line = source.readline()
            if not line:
                say("")
                return
            command = line.strip().lower()
            if command in ("quit", "exit", "q"):
                return
            if command in ("help", "?", "h"):
                say(describe_commands(table.game))
            elif command == "show":
                say(table.show())
            elif command:
                say(table.command(line.strip()))
    except KeyboardInterrupt:
        say("")


def describe_commands(game):
    """The game's commands and those of this program."""
    own = ["show: the position again", "help: this text", "quit: leave"]
    return "\n".join(f"  {line}" for line in [*game.commands.COMMANDS, *own])

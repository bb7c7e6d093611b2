"""Play a game yourself, in the terminal: by its documented moves, or by its actions' names."""

import sys
from pathlib import Path

import numpy as np

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
        A command a line. Where the documented moves are JSON, the names of the actions that
        are legal now are commands too; such an action takes its tick, as in environments.
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
            elif command == "actions" and has_names(table.game):
                say("  " + "\n  ".join(legal_actions(table)))
            elif has_names(table.game) and command in legal_actions(table):
                table.step([legal_actions(table)[command]])
                say(table.show())
            elif command:
                say(table.command(line.strip()))
    except KeyboardInterrupt:
        say("")


def has_names(game):
    """Whether a game's actions are commands here: its moves are JSON, not words of their own."""
    return hasattr(game.commands, "body")


def legal_actions(table):
    """The first seat's legal actions by name, in lower case."""
    names = table.state()["action_mask"]
    numbers = np.flatnonzero(table.masks[0]).tolist()
    return {name.lower(): number for name, number in zip(names, numbers, strict=True)}


def describe_commands(game):
    """The game's commands and those of this program."""
    own = ["show: the position again", "help: this text", "quit: leave"]
    if has_names(game):
        own = ["actions: the names of what is legal now, each a command of its own", *own]
    return "\n".join(f"  {line}" for line in [*game.commands.COMMANDS, *own])

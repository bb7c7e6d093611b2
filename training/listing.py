"""List games, their options, their agents, and the configs."""

from .. import agents
from ..envs import env_id, games, make_game
from .config import config_names

__all__ = ["add_arguments", "main"]


def add_arguments(parser):
    """This command takes none."""


def main(arguments):
    """Run the command; returns its exit code."""
    print("games")
    for name in games():
        options = ", ".join(f"{key}={value}" for key, value in make_game(name).options.items())
        print(f"  {name:<12} {env_id(name)}")
        print(f"  {'':<12} options, with defaults: {options or 'none'}")
        print(f"  {'':<12} agents: {', '.join(agents.names(name))}")
    print("\nconfigs (parlour train NAME)")
    for name in config_names():
        print(f"  {name}")
    return 0

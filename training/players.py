"""Players: who plays under a name on the command line, an agent's or a folder's."""

from pathlib import Path

from .. import agents
from .options import near, read_assignment

__all__ = ["find_player", "options_of"]


def find_player(game, name, options=None):
    """The agent that a name stands for.

    Parameters
    ----------
    game : str
    name : str
        One of `agents.names(game)`, or the folder of a training run or of an exported policy.
    options : dict, optional
        Of the agent, such as a beam's width.

    Raises
    ------
    ValueError
        There is none, or it plays another game.
    """
    options = dict(options or {})
    known = agents.names(game)
    if name in known:
        return agents.make(game, name, **options)
    folder = Path(name)
    if not folder.is_dir():
        raise ValueError(
            f"no agent {name!r}: expected one of {', '.join(known)}, or the folder of a run or "
            f"policy{near(name, known)}"
        )
    if (folder / "policy.yaml").is_file():
        agent = agents.load(folder, **options)
        plays = getattr(agent, "game", game)
    else:
        from .policies import run_agent
        from .run_folder import read_run_config

        plays = read_run_config(folder).game
        agent = run_agent(folder, **options)
    if plays != game:
        raise ValueError(f"{name} plays {plays}, not {game}")
    return agent


def options_of(name, assignments):
    """Options of one agent among `key=value` words: those for it alone, `name.key=value`, and all.

    Raises
    ------
    ValueError
        Not `key=value`.
    """
    options = {}
    for text in assignments or ():
        key, value = read_assignment(text)
        owner, _, inner = key.rpartition(".")
        if owner in ("", name):
            options[inner] = value
    return options

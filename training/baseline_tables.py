"""Published scores as tables in Markdown: a game's with all agents, and all games' in brief."""

import json

from .scores import TOLD, show_score

__all__ = ["brief_table", "game_table"]


def game_table(results):
    """One game's baselines, an agent a row.

    Parameters
    ----------
    results : list of dict
        Contents of its result files.
    """
    told = "".join(f" {name.capitalize()} |" for name in TOLD.get(results[0]["game"], ()))
    lines = [
        f"| Game | Agent | Mean score | 95 % interval | IQM | Episodes | ms a move |{told}",
        f"|---|---|---:|---:|---:|---:|---:|{'---:|' * told.count('|')}",
    ]
    for content in results:
        for name, agent in content["agents"].items():
            lines.append(row_of(content["game"], name, agent))
    commands = "\n".join(content["command"] for content in results)
    return "\n".join(lines) + f"\n\nMeasured by\n\n{commands}"


def row_of(game, name, agent):
    """One agent's line; its options stand behind its name."""
    numbers = agent["summary"]
    low, high = numbers["interval"]
    cells = (
        game,
        with_options(name, agent["options"]),
        show_score(game, numbers["mean"]),
        f"{show_score(game, low)}–{show_score(game, high)}",
        show_score(game, numbers["interquartile_mean"]),
        str(numbers["episodes"]),
        f"{numbers['ms_per_move']:.3f}",
        *(f"{numbers[name]:.2f}" for name in TOLD.get(game, ())),
    )
    return f"| {' | '.join(cells)} |"


def with_options(name, options):
    """A name with options behind it, as in `name (key=value)`."""
    words = ", ".join(f"{key}={json.dumps(value)}" for key, value in options.items())
    return f"{name} ({words})" if words else name


def brief_table(results):
    """Random play, PPO and the best agent of every result file, a file a row.

    Parameters
    ----------
    results : list of dict
        Contents of result files; those without `random` are left out.
    """
    lines = [
        "| Game | random | ppo | best agent | its mean score | 95 % interval | episodes |",
        "|---|---:|---:|---|---:|---:|---:|",
    ]
    for content in results:
        game, agents = content["game"], content["agents"]
        if "random" not in agents:
            continue
        random = agents["random"]
        best = max(agents, key=lambda name: agents[name]["summary"]["mean"])
        numbers = agents[best]["summary"]
        low, high = numbers["interval"]
        cells = (
            with_options(game, random["options"]),
            show_score(game, random["summary"]["mean"]),
            show_score(game, agents["ppo"]["summary"]["mean"]) if "ppo" in agents else "",
            best,
            show_score(game, numbers["mean"]),
            f"{show_score(game, low)}–{show_score(game, high)}",
            str(numbers["episodes"]),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)

"""Published scores as tables in Markdown: a game's with all agents, and all games' in brief."""

import json

__all__ = ["brief_table", "game_table"]


def game_table(results):
    """One game's baselines, an agent a row.

    Parameters
    ----------
    results : list of dict
        Contents of its result files.
    """
    lines = [
        "| Game | Agent | Mean score | 95 % interval | IQM | Episodes | ms a move |",
        "|---|---|---:|---:|---:|---:|---:|",
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
        score(numbers["mean"]),
        f"{score(low)}–{score(high)}",
        score(numbers["interquartile_mean"]),
        str(numbers["episodes"]),
        f"{numbers['ms_per_move']:.3f}",
    )
    return f"| {' | '.join(cells)} |"


def score(value):
    """A mean score in words: to a tenth, from 1,000 on to a whole."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


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
        agents = content["agents"]
        if "random" not in agents:
            continue
        random = agents["random"]
        best = max(agents, key=lambda name: agents[name]["summary"]["mean"])
        numbers = agents[best]["summary"]
        low, high = numbers["interval"]
        cells = (
            with_options(content["game"], random["options"]),
            score(random["summary"]["mean"]),
            score(agents["ppo"]["summary"]["mean"]) if "ppo" in agents else "",
            best,
            score(numbers["mean"]),
            f"{score(low)}–{score(high)}",
            str(numbers["episodes"]),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)

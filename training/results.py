"""Results of an evaluation: their statistics, their JSON file, their table and their plot."""

import json
from collections import Counter

import numpy as np

from .scores import TOLD, show_score

__all__ = ["box_plot", "read_results", "summary", "table", "write_results"]

FORMAT = "parlour-results-1"
RESAMPLES = 10_000


def summary(play):
    """Statistics of one agent's episodes.

    Parameters
    ----------
    play : episodes.Play

    Returns
    -------
    dict
        `episodes` (count), `mean`, `interval` (95 % bootstrap interval of the mean),
        `deviation`, `interquartile_mean`, `lowest`, `highest`, `length` (mean actions),
        `ms_per_move`, `ended` (share of the episodes by the reason of their end).
    """
    from scipy.stats import bootstrap, trim_mean

    scores = np.array([episode.score for episode in play.episodes])
    interval = [float(scores.mean())] * 2
    if len(scores) > 1:
        found = bootstrap(
            (scores,), np.mean, n_resamples=RESAMPLES, batch=500, method="percentile", rng=0
        )
        interval = [float(end) for end in found.confidence_interval]
    ends = Counter(episode.end_reason or "cut" for episode in play.episodes)
    return {
        "episodes": len(scores),
        "mean": float(scores.mean()),
        "interval": interval,
        "deviation": float(scores.std(ddof=1)) if len(scores) > 1 else 0.0,
        "interquartile_mean": float(trim_mean(scores, 0.25)),
        "lowest": float(scores.min()),
        "highest": float(scores.max()),
        "length": float(np.mean([episode.length for episode in play.episodes])),
        "ms_per_move": play.ms_per_move,
        "ended": {reason: count / len(scores) for reason, count in ends.most_common()},
    }


def entry(game, agent, options, play):
    """What the file holds of one agent: its options, statistics and every episode."""
    told = {name: [episode.info[name] for episode in play.episodes] for name in TOLD.get(game, ())}
    return {
        "options": options,
        "game_options": dict(agent.game_options),
        "card": getattr(agent, "card", None),
        "summary": summary(play) | {name: float(np.mean(told[name])) for name in told},
        "scores": [episode.score for episode in play.episodes],
        "lengths": [episode.length for episode in play.episodes],
        "end_reasons": [episode.end_reason for episode in play.episodes],
        **told,
    }


def write_results(path, game, seed, lanes, command, versions, entries):
    """Write an evaluation as JSON.

    Parameters
    ----------
    path : Path
    game : str
    seed : int
        Of the first episode; episode k has the seed of k more.
    lanes : int
    command : str
        That made it.
    versions : dict
    entries : dict
        Name of an agent -> `entry`.
    """
    content = {
        "format": FORMAT,
        "game": game,
        "seed": seed,
        "lanes": lanes,
        "command": command,
        "versions": versions,
        "agents": entries,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pack(content) + "\n", "utf-8")


def pack(content):
    """JSON with a line a field, but a list of episodes in one line."""
    lists, marked = [], json.loads(json.dumps(content))
    for agent in marked["agents"].values():
        for name in [name for name, value in agent.items() if isinstance(value, list)]:
            lists.append(json.dumps(agent[name]))
            agent[name] = f"<{len(lists) - 1}>"
    text = json.dumps(marked, indent=1)
    for index, line in enumerate(lists):
        text = text.replace(f'"<{index}>"', line)
    return text


def read_results(path):
    """The content of a results file; ValueError if it is none."""
    try:
        content = json.loads(path.read_text("utf-8"))
        is_results = content["format"] == FORMAT
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of results: {error}") from error
    if not is_results:
        raise ValueError(f"{path}: expected format {FORMAT}, got {content['format']!r}")
    return content


COLUMNS = ("agent", "mean", "95 % interval", "deviation", "IQM", "ms a move", "ended by")


def row(game, name, numbers):
    """An agent's statistics as words, for the `COLUMNS`, what is `TOLD` last but one."""
    low, high = numbers["interval"]
    ended = ", ".join(f"{reason} {share:.0%}" for reason, share in numbers["ended"].items())
    return (
        name,
        show_score(game, numbers["mean"]),
        f"{show_score(game, low)}–{show_score(game, high)}",
        show_score(game, numbers["deviation"]),
        show_score(game, numbers["interquartile_mean"]),
        f"{numbers['ms_per_move']:.3f}",
        *(f"{numbers[name]:.1f}" for name in TOLD.get(game, ())),
        ended,
    )


def table(game, title, summaries):
    """A table for the terminal, a row an agent: {name: summary}."""
    from rich.box import SIMPLE
    from rich.table import Table

    names = [*COLUMNS[:-1], *TOLD.get(game, ()), COLUMNS[-1]]
    shown = Table(*names, title=title, box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    for column in shown.columns[1:-1]:
        column.justify = "right"
    for name, numbers in summaries.items():
        shown.add_row(*row(game, name, numbers))
    return shown


def box_plot(path, title, scores):
    """Write a PNG with a box an agent: {name: scores}; the triangle is the mean."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1.2 + 0.6 * len(scores)), layout="constrained")
    axes = figure.add_subplot()
    axes.boxplot(
        list(scores.values()), tick_labels=list(scores), orientation="horizontal", showmeans=True
    )
    axes.invert_yaxis()
    axes.set_xlabel("score")
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, dpi=120)

"""Solve rates by depth of scramble: their JSON file, their statistics, table and figure."""

import json
import re

import numpy as np

__all__ = ["FORMAT", "draw_depths", "read_depths", "show_depths", "solve_rates", "write_depths"]

FORMAT = "parlour-depths-1"
FULL_SCORE = 54
WIDTH = 100
"""Columns of the table, at least, so that names stay whole."""


def write_depths(path, content):
    """Write the file as a whole, a depth's episodes in one line each."""
    from .run_folder import write_text

    text = json.dumps(content, indent=1)
    text = re.sub(r"\[[^\[\]{}]*\]", lambda match: re.sub(r"\s+", " ", match[0]), text)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text + "\n")


def read_depths(path):
    """The content of a file that `measure` wrote; ValueError if it is none."""
    try:
        content = json.loads(path.read_text("utf-8"))
        is_ours = content["format"] == FORMAT
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of solve rates: {error}") from error
    if not is_ours:
        raise ValueError(f"{path}: expected format {FORMAT}, got {content['format']!r}")
    return content


def solve_rates(content):
    """Statistics of every agent and depth.

    Parameters
    ----------
    content : dict
        Of `read_depths`.

    Returns
    -------
    list of dict
        `agent`, `depth`, `episodes`, `solved` (share), `interval` (95 %, Wilson), `turns` (mean
        of the solutions, None without any), `seconds` and `longest` (CPU seconds a scramble,
        mean and greatest).
    """
    found = []
    for name, agent in content["agents"].items():
        for depth, rows in sorted(agent["depths"].items(), key=lambda item: int(item[0])):
            is_solved = np.array(rows["scores"]) == FULL_SCORE
            lengths = np.array(rows["lengths"])[is_solved]
            found.append(
                {
                    "agent": name,
                    "depth": int(depth),
                    "episodes": len(is_solved),
                    "solved": float(is_solved.mean()),
                    "interval": wilson(int(is_solved.sum()), len(is_solved)),
                    "turns": float(lengths.mean()) if lengths.size else None,
                    "seconds": float(np.mean(rows["seconds"])),
                    "longest": float(np.max(rows["seconds"])),
                }
            )
    return found


def wilson(successes, trials):
    """The 95 % interval of a share, (low, high), by Wilson's score."""
    from scipy.stats import binomtest

    interval = binomtest(successes, trials).proportion_ci(0.95, "wilson")
    return float(interval.low), float(interval.high)


def show_depths(content):
    """Print the table."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    names = ("agent", "depth", "scrambles", "solved", "95 % interval", "turns", "s", "longest s")
    table = Table(*names, title="Twist Cube, solved by depth", box=SIMPLE, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in solve_rates(content):
        low, high = row["interval"]
        turns = "" if row["turns"] is None else f"{row['turns']:.2f}"
        counts = str(row["depth"]), str(row["episodes"]), f"{row['solved']:.1%}"
        times = f"{row['seconds']:.3f}", f"{row['longest']:.3f}"
        table.add_row(row["agent"], *counts, f"{low:.1%}–{high:.1%}", turns, *times)
    Console(width=max(Console().width, WIDTH)).print(table)


def draw_depths(content, path):
    """Write a PNG of the solve rates by depth, a line an agent, with their intervals."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.5), layout="constrained")
    axes = figure.add_subplot()
    rows = solve_rates(content)
    for name in content["agents"]:
        own = [row for row in rows if row["agent"] == name]
        depths, solved = [row["depth"] for row in own], [100 * row["solved"] for row in own]
        low, high = (
            [100 * abs(row["solved"] - row["interval"][end]) for row in own] for end in (0, 1)
        )
        axes.errorbar(depths, solved, yerr=(low, high), marker="o", capsize=2, label=name)
    axes.set_xlabel("random turns of the scramble")
    axes.set_ylabel("solved, %")
    axes.set_ylim(-2, 102)
    axes.set_title("Twist Cube, N = 3: solved by depth")
    axes.grid(alpha=0.3)
    axes.legend(loc="center right")
    figure.savefig(path, dpi=120)

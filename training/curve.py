"""The learning curve of a run as a picture."""

import csv
from pathlib import Path

__all__ = ["draw_curve", "read_curve"]


def read_curve(run):
    """Columns of a run's progress.csv: name -> list of floats, None where there is no value."""
    with (Path(run) / "progress.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = rows[0] if rows else ()
    return {name: [float(row[name]) if row[name] else None for row in rows] for name in names}


def draw_curve(run, path, levels=None):
    """Write a PNG of the mean score of the last episodes against minutes.

    Parameters
    ----------
    run : path-like
        A run's folder.
    path : path-like
        File to write.
    levels : dict, optional
        Name -> score, each drawn as a level line to compare with.
    """
    from matplotlib.figure import Figure

    curve = read_curve(run)
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for column, label, style in (
        ("episode/score", "training, last episodes", "-"),
        ("evaluation/score", "evaluation, likeliest actions", "o"),
    ):
        points = [
            (minute, score)
            for minute, score in zip(curve.get("minutes", ()), curve.get(column, ()), strict=True)
            if score is not None
        ]
        axes.plot(*zip(*points, strict=True) if points else ((), ()), style, label=label)
    for index, (name, score) in enumerate((levels or {}).items()):
        axes.axhline(score, linestyle="--", color=f"C{index + 2}", label=f"{name}: {score:,.0f}")
    axes.set_xlabel("minutes")
    axes.set_ylabel("mean score")
    axes.set_title(Path(run).name)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)

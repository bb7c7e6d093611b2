"""The learning curve of a run as a picture."""

import csv
from pathlib import Path

from .scores import SHARES, TOLD, show_score

__all__ = ["add_arguments", "draw_curve", "main", "read_curve"]


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument(
        "run", type=Path, help="folder of a training run: config.yaml, progress.csv"
    )
    parser.add_argument("--output", type=Path, help="PNG to write (default: curve.png in the run)")


def main(arguments):
    """Run the command; returns its exit code."""
    path = arguments.output or arguments.run / "curve.png"
    draw_curve(arguments.run, path)
    print(f"learning curve in {path}")
    return 0


def read_curve(run):
    """Columns of a run's progress.csv: name -> list of floats, None where there is no value."""
    with (Path(run) / "progress.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = rows[0] if rows else ()
    return {name: [float(row[name]) if row[name] else None for row in rows] for name in names}


def draw_curve(run, path, levels=None):
    """Write a PNG of the mean score of the last episodes against frames.

    Beneath it stands what the game has told beside its score (`scores.TOLD`).

    Parameters
    ----------
    run : path-like
        A run's folder.
    path : path-like
        File to write.
    levels : dict, optional
        Name -> score, each drawn as a level line to compare with.

    Raises
    ------
    ValueError
        The folder holds no run.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, PercentFormatter

    from .run_folder import read_run_config

    game, curve = read_run_config(run).game, read_curve(run)
    told = TOLD.get(game, ())
    figure = Figure(figsize=(8, 4.5 + 2 * len(told)), layout="constrained")
    heights = [4.5] + [2] * len(told)
    axes, *others = figure.subplots(len(heights), sharex=True, squeeze=False, height_ratios=heights)
    axes = axes[0]
    draw_line(axes, curve, "episode/score", "-", label="training, last episodes")
    draw_line(axes, curve, "evaluation/score", "o", label="evaluation, likeliest actions")
    for index, (name, score) in enumerate((levels or {}).items()):
        label = f"{name}: {show_score(game, score)}"
        axes.axhline(score, linestyle="--", color=f"C{index + 2}", label=label)
    axes.set_ylabel("mean score")
    if game in SHARES:
        axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_title(Path(run).name)
    axes.legend(loc="lower right")
    for name, (below,) in zip(told, others, strict=True):
        draw_line(below, curve, f"episode/{name}", "-")
        below.set_ylabel(name)
    for each in figure.axes:
        each.grid(alpha=0.3)
    figure.axes[-1].set_xlabel("frames")
    figure.axes[-1].xaxis.set_major_formatter(EngFormatter())
    figure.savefig(path, dpi=120)


def draw_line(axes, curve, column, style, **keywords):
    """Draw one column of a curve against frames, where it has values."""
    pairs = zip(curve.get("frames", ()), curve.get(column, ()), strict=True)
    points = [(frames, value) for frames, value in pairs if value is not None]
    axes.plot(*zip(*points, strict=True) if points else ((), ()), style, **keywords)

"""Reports of a tournament: its JSON file, its table, its plot."""

import json

from ..run_folder import write_text

__all__ = ["plot", "print_table", "read_results", "table", "write_results"]

FORMAT = "parlour-tournament-1"

COLUMNS = ("agent", "rating", "±", "place", "first")
"""First columns of the table; the scores follow, then `faults` and `ms an action`."""


def write_results(path, content):
    """Write a tournament as JSON, a line a match.

    Parameters
    ----------
    path : Path
    content : dict
        With `agents` and `matches`, a list of records.
    """
    head = json.dumps({"format": FORMAT, **content, "matches": []}, indent=1)
    matches = ",\n".join(f"  {json.dumps(record)}" for record in content["matches"])
    write_text(path, head.replace('"matches": []', f'"matches": [\n{matches}\n ]') + "\n")


def read_results(path):
    """The content of a tournament's file; ValueError if it is none."""
    try:
        content = json.loads(path.read_text("utf-8"))
        if content["format"] != FORMAT:
            raise ValueError(f"expected format {FORMAT}, got {content['format']!r}")
        return content
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of a tournament: {error}") from error


def table(title, summaries):
    """A table for the terminal, a row an agent; scores are totals over all its seats.

    Parameters
    ----------
    title : str
    summaries : dict
        As `ratings.summaries` makes them.
    """
    from rich.box import SIMPLE
    from rich.table import Table

    scores = [name for name in next(iter(summaries.values()))["totals"] if "." not in name]
    names = (*COLUMNS, *scores, "faults", "ms an action")
    shown = Table(*names, title=title, box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    for column in shown.columns[1:]:
        column.justify = "right"
    for name, numbers in summaries.items():
        shown.add_row(
            name,
            f"{numbers['rating']:.2f}",
            f"{numbers['uncertainty']:.2f}",
            f"{numbers['mean_place']:.2f}",
            f"{numbers['first']:.0%}",
            *(f"{numbers['totals'][score]:,.0f}" for score in scores),
            str(sum(numbers["faults"].values())),
            f"{numbers['ms_per_action']:.3f}",
        )
    return shown


def print_table(shown):
    """Print a table on as many columns as it needs: no name is cut off."""
    from rich.console import Console

    needed = Console(width=1000).measure(shown).maximum
    Console(width=max(needed, Console().width)).print(shown)


def plot(path, title, summaries):
    """Write a PNG: ratings with two standard deviations, and how often each place was taken."""
    from matplotlib.figure import Figure

    names = list(summaries)
    places = sorted({int(place) for numbers in summaries.values() for place in numbers["places"]})
    figure = Figure(figsize=(10, 1.6 + 0.5 * len(names)), layout="constrained")
    strength, taken = figure.subplots(1, 2, sharey=True)
    strength.errorbar(
        [numbers["rating"] for numbers in summaries.values()],
        names,
        xerr=[2 * numbers["uncertainty"] for numbers in summaries.values()],
        fmt="o",
        capsize=4,
    )
    strength.set_xlabel("rating, 2 standard deviations")
    strength.grid(axis="x", alpha=0.3)
    left = [0.0] * len(names)
    for place in places:
        shares = [
            numbers["places"].get(str(place), 0) / numbers["seats"]
            for numbers in summaries.values()
        ]
        taken.barh(names, shares, left=left, label=str(place))
        left = [start + share for start, share in zip(left, shares, strict=True)]
    taken.set_xlabel("share of places")
    taken.invert_yaxis()
    figure.legend(*taken.get_legend_handles_labels(), loc="outside right", title="place")
    figure.suptitle(title)
    figure.savefig(path, dpi=120)

"""What was measured, as tables for the terminal and as JSON with the machine's facts."""

import json
import os
import platform
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

__all__ = ["Printer", "machine", "write"]

FORMAT = "parlour-bench-1"
PACKAGES = ("parlour", "numpy", "numba", "gymnasium", "torch", "stable-baselines3", "sb3-contrib")


class Printer:
    """Prints the tables, as wide as the terminal, or 140 columns where there is none."""

    def __init__(self):
        from rich.console import Console

        console = Console()
        self.console = console if console.is_terminal else Console(width=140)

    def show(self, title, rows):
        """Print a benchmark's rows."""
        from rich.box import SIMPLE
        from rich.table import Table

        table = Table(title=title, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0))
        for name in ("", "median", "unit", "lowest – highest", "ratio", "to", "target", "remark"):
            table.add_column(name, no_wrap=name in ("", "median", "unit"))
        for place in (1, 3, 4):
            table.columns[place].justify = "right"
        for row in rows:
            table.add_row(*words(row))
        self.console.print(table)

    def show_machine(self):
        """Print on what it was measured."""
        facts = machine()
        versions = ", ".join(f"{name} {version}" for name, version in facts["packages"].items())
        self.console.print(f"{facts['cpu']}, {facts['cores']} cores; {versions}", soft_wrap=True)


def words(row):
    """A row as words, for the table's columns."""
    if not row.unit:
        return row.name, "", "skipped", "", "", "", "", row.note
    low, high = min(row.values), max(row.values)
    return (
        row.name,
        number(row.value),
        f"{row.unit}/s" if row.form == "rate" else f"{row.form} a {row.unit[:-1]}",
        f"{number(low)} – {number(high)}",
        "" if row.ratio is None else f"{row.ratio:.3g}",
        row.against or "",
        target_words(row),
        row.note,
    )


def number(value):
    """Three significant digits, whole numbers with commas."""
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def target_words(row):
    """What a row should reach, and whether it does."""
    wanted = []
    if row.target is not None:
        wanted.append(f"{'>=' if row.form == 'rate' else '<='} {number(row.target)}")
    if row.target_ratio is not None:
        wanted.append(f"ratio {'<=' if row.is_peer else '>='} {row.target_ratio:g}")
    if not wanted:
        return ""
    return ", ".join(wanted) + (": met" if row.is_met else ": missed")


def machine():
    """Facts on the machine: CPU, cores, operating system, Python, package versions."""
    packages = {}
    for name in PACKAGES:
        try:
            packages[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": packages,
    }


def cpu_model():
    """The processor's name."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def write(path, command, arguments, rows):
    """Write the figures as JSON: the command, the machine, and a record a row."""
    content = {
        "format": FORMAT,
        "command": command,
        "seconds": arguments.seconds,
        "repeat": arguments.repeat,
        "machine": machine(),
        "rows": [asdict(row) for row in rows],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")

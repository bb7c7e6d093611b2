"""Run folders: what a training run leaves on disk, and where.

config.yaml       the resolved config: every setting
versions.json     packages, Python, git revision
progress.csv      a row an update; also as TensorBoard events in tensorboard/
checkpoints/N/    the whole state after N frames; the last two are kept
best.pt           weights of the best model by evaluation
policy.safetensors, policy.yaml   the exported policy (`agents.load` reads the folder)
"""

import json
import platform
import subprocess
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import yaml

from .. import __version__
from .config import read_config

__all__ = [
    "create_run",
    "new_run_dir",
    "open_loggers",
    "read_run_config",
    "versions",
    "write_config",
]

PACKAGES = (
    *("numpy", "numba", "gymnasium", "torch", "stable-baselines3", "sb3-contrib"),
    *("scipy", "openskill"),
)

COLUMNS = (
    "frames",
    "iteration",
    "minutes",
    "progress",
    "episode/score",
    "episode/return",
    "episode/length",
    "evaluation/score",
)
"""First columns of progress.csv; the others follow in the order of their names."""


def new_run_dir(config_name):
    """`runs/<config>-<time>`, a folder that does not exist yet."""
    stem = f"{Path(config_name).stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder, count = Path("runs") / stem, 1
    while folder.exists():
        count += 1
        folder = Path("runs") / f"{stem}-{count}"
    return folder


def create_run(folder, config):
    """Make a run's folder with its config and versions.

    Raises
    ------
    ValueError
        There is a run already, with something to resume from.
    """
    if (folder / "checkpoints").exists():
        raise ValueError(f"{folder} holds a run: continue it with --resume, or name another")
    folder.mkdir(parents=True, exist_ok=True)
    write_config(folder, config)
    write_text(folder / "versions.json", json.dumps(versions(), indent=2) + "\n")


def write_config(folder, config):
    """Write the resolved config of a run."""
    write_text(folder / "config.yaml", yaml.safe_dump(config.as_dict(), sort_keys=False))


def read_run_config(folder, settings=()):
    """The config of a run, with settings that go over it.

    Raises
    ------
    ValueError
        The folder holds no run.
    """
    path = Path(folder) / "config.yaml"
    if not path.is_file():
        raise ValueError(f"{folder} is no run folder: it has no config.yaml")
    return read_config(path.read_text("utf-8"), settings)


def versions():
    """What a result depends on: packages, Python, the machine, the git revision."""
    found = {"parlour": __version__}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found | {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "git": git_revision(),
    }


def git_revision():
    """The checkout's commit, `-dirty` if it has changes; None outside a checkout."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    folder = Path(__file__).resolve().parent
    try:
        answer = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None


def write_text(path, text):
    """Write a file so that a reader sees the old text or the new, never a part."""
    temporary = path.with_name(f".{path.name}.writing")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)


def open_loggers(folder, names, history="", frames=None):
    """Stable-Baselines3's logger onto progress.csv and tensorboard/.

    Parameters
    ----------
    folder : Path
    names : iterable of str
        Columns of this run beside `COLUMNS`.
    history : str
        Text that progress.csv goes on from: that of a checkpoint.
    frames : int, optional
        TensorBoard drops the events of an earlier part of the run that came after these.
    """
    from stable_baselines3.common.logger import CSVOutputFormat, Logger, TensorBoardOutputFormat
    from torch.utils.tensorboard import SummaryWriter

    table = CSVOutputFormat(str(folder / "progress.csv"))
    if history:
        table.keys = history.partition("\n")[0].split(",")
        table.file.write(history)
    else:
        table.keys = [*COLUMNS, *sorted(set(names) - set(COLUMNS))]
        table.file.write(",".join(table.keys) + "\n")
    table.file.flush()
    events = TensorBoardOutputFormat(str(folder / "tensorboard"))
    if frames is not None:
        events.writer.close()
        events.writer = SummaryWriter(str(folder / "tensorboard"), purge_step=frames + 1)
    return Logger(str(folder), [table, events])

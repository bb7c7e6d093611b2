"""Which source files a folder's functions may have been compiled from: a walk over imports."""

import functools
import re
from pathlib import Path

__all__ = ["source_files"]

ROOT = Path(__file__).resolve().parents[2]
"""Where the packages `envs` and `agents` stand, inside the repository as inside `parlour`."""

KERNEL_FOLDERS = ("envs", "agents")
PACKAGE = "parlour"

IMPORT = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)", re.M)
PLAIN_IMPORT = re.compile(rf"^[ \t]*import[ \t]+({PACKAGE}[\w.]*)", re.M)


def source_files(folder, root=ROOT):
    """Sources in a folder and in all folders of Parlour that it imports from, however far.

    The core counts always: its templates are compiled on a game's behalf.

    Parameters
    ----------
    folder : Path
        Inside Parlour or not.
    root : Path, optional
        Where `envs` and `agents` stand.

    Returns
    -------
    list of Path
        Sorted.
    """
    found: set[Path] = set()
    waiting = [folder, root / "envs" / "core"]
    while waiting:
        current = waiting.pop()
        if current not in found and current.is_dir():
            found.add(current)
            waiting += imported_folders(current, root)
    return sorted(path for current in found for path in current.glob("*.py"))


@functools.cache
def imported_folders(folder, root):
    """Folders of Parlour, not Parlour's own, that the sources in a folder import from."""
    found = set()
    for path in sorted(folder.glob("*.py")):
        text = path.read_text("utf-8")
        for dots, module, names in IMPORT.findall(text):
            start = start_of(folder, len(dots), module, root)
            if start is not None:
                base, parts = start
                found |= folders_of(base, parts, re.findall(r"\w+", names))
        for module in PLAIN_IMPORT.findall(text):
            found |= folders_of(root, module.split(".")[1:], [])
    inside = [root / name for name in KERNEL_FOLDERS]
    return [one for one in sorted(found) if any(one.is_relative_to(top) for top in inside)]


def start_of(folder, dots, module, root):
    """Folder and names from which an import goes on; None if it leaves Parlour."""
    parts = module.split(".") if module else []
    if dots:
        base = folder if dots == 1 else folder.parents[dots - 2]
        return base, parts
    return (root, parts[1:]) if parts[:1] == [PACKAGE] else None


def folders_of(base, parts, names):
    """Folders of the module `base/parts`, and of those `names` of it that are packages."""
    target = base.joinpath(*parts)
    home = target if target.is_dir() else target.parent
    return {home, *(target / name for name in names if (target / name).is_dir())}

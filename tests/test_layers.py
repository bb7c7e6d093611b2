"""Imports point one way: core, then the games, then the registry, agents, training."""

import ast
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("games", "envs", "parlour", "configs", "agents", "training")
"""Who may import whom: a layer itself and those to its left; `core` is left of all of them."""

GAME_ORDER = {
    **{"state": 0, "board": 1, "puzzles": 1, "rules": 1, "features": 1, "rewards": 1},
    **{"cube": 1, "symmetry": 1, "canonical": 1, "submissions": 1},
    **{"walks": 1},
    **{"pieces": 1, "waves": 1, "layouts": 1, "hypothesis": 1},
    **{"turns": 1, "asking": 1, "laying": 1, "dealing": 1, "information": 1},
    **{"clues": 1, "search": 1, "consistent": 1},
    **{"dice": 1, "outline": 1, "grow": 1, "cut": 1, "rounds": 1, "reach": 1},
    **{"encoder": 2, "notation": 2, "positions": 2, "draw": 2},
}
"""Inside a game; a module not named here stands with the encoder, the game's `__init__` last."""

FOUNDATION = ("bits", "compiled", "given", "random", "records")
"""What a game's rules may take from core; the batch and the environments stand above them."""

SHARED = ("core", "geometry")
DEPENDENCIES = {"numpy", "numba", "gymnasium", "pettingzoo", "cloudpickle"}
"""What the environments may import: the core dependencies, and what Gymnasium itself needs."""

OPTIONAL = {"parlour.envs.core.picture": "PIL"}
"""Where an environment may ask for more, and says so when it is missing."""


class Module(NamedTuple):
    """A module by its dotted name, and what its place in the tree says about it."""

    name: str

    @property
    def parts(self):
        """The name's parts after `parlour`."""
        return self.name.split(".")[1:]

    @property
    def game(self):
        """The game's folder, or None outside the games."""
        is_game = len(self.parts) > 1 and self.parts[0] == "envs" and self.parts[1] not in SHARED
        return self.parts[1] if is_game else None

    @property
    def layer(self):
        """One of `SHARED` or `LAYERS`."""
        if not self.parts:
            return "parlour"
        if self.parts[0] == "envs" and len(self.parts) > 1:
            return "games" if self.game else self.parts[1]
        return self.parts[0]

    @property
    def order(self):
        """Place inside the game: see `GAME_ORDER`."""
        return GAME_ORDER.get(self.parts[2], 2) if len(self.parts) > 2 else 3


def modules():
    """Every module of the four packages: {name: path}."""
    found = {}
    for package in ("envs", "agents", "training", "configs"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            found[".".join(("parlour", *parts))] = path
    return found


def imported(name, source, is_package, known):
    """Dotted names that a module imports, relative ones made absolute."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = node.level - is_package
                package = name.split(".")[: -up or None]
                base = ".".join([*package, *filter(None, [node.module])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                is_module = full in known or alias.name == "__version__"
                is_module |= base.split(".")[0] != "parlour"
                names.add(full if is_module else base)
    return names


def own_faults(importer, target):
    """Faults of an import inside the project."""
    if target.name == "parlour.__version__":
        return
    layer, wanted = importer.layer, target.layer
    if layer == "core" and wanted != "core":
        yield "core knows no game and nothing above it"
    elif layer == "geometry" and wanted not in SHARED:
        yield "geometry knows only itself and core"
    elif wanted in SHARED:
        is_rules = importer.game and importer.order < GAME_ORDER["encoder"]
        if is_rules and wanted == "core" and "".join(target.parts[2:3]) not in FOUNDATION:
            yield f"rules take only {', '.join(FOUNDATION)} from core"
    elif LAYERS.index(wanted) > LAYERS.index(layer):
        yield f"{layer} may not import {wanted}"
    elif importer.game and importer.game != target.game:
        yield "a game knows no other game"
    elif importer.game and target.order > importer.order:
        yield f"{importer.parts[-1]} comes before {target.parts[-1]}"


def outside_faults(importer, target):
    """Faults of an import of somebody else's package."""
    library = target.split(".")[0]
    if library in sys.stdlib_module_names or importer.layer == "training":
        return
    if importer.layer != "agents" and library not in (
        *DEPENDENCIES,
        OPTIONAL.get(importer.name),
    ):
        yield f"{library} is no dependency of the environments"
    if library in ("gymnasium", "pettingzoo"):
        speaks_spaces = importer.game and importer.parts[2:] in ([], ["encoder"])
        if speaks_spaces and target.startswith("gymnasium.spaces"):
            return
        if importer.layer not in ("core", "envs"):
            yield f"{library} is imported in core and the registry alone"


def faults(name, source, is_package=False, known=()):
    """What is wrong with a module's imports, one sentence each."""
    importer = Module(name)
    for target in sorted(imported(name, source, is_package, known)):
        is_own = target.split(".")[0] == "parlour"
        check = own_faults(importer, Module(target)) if is_own else outside_faults(importer, target)
        yield from (f"{name} imports {target}: {fault}" for fault in check)


def test_imports_point_one_way():
    found = modules()
    wrong = [
        fault
        for name, path in found.items()
        for fault in faults(name, path.read_text("utf-8"), path.name == "__init__.py", found)
    ]
    assert not wrong, "\n".join(wrong)


def test_imports_inside_the_packages_are_relative():
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules().values()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.ImportFrom) and not node.level and is_own(node.module))
        or (isinstance(node, ast.Import) and any(is_own(alias.name) for alias in node.names))
    ]
    assert not wrong, "\n".join(wrong)


def is_own(dotted):
    """Whether a dotted name leads into the project, under its full or a bare name."""
    return dotted.split(".")[0] in ("parlour", "envs", "agents", "training", "configs")


KNOWN = (
    "parlour.envs.stackfall",
    "parlour.envs.stackfall.rules",
    "parlour.envs.stackfall.draw",
    "parlour.envs.orapa",
    "parlour.envs.core.random",
    "parlour.envs.core.matches",
    "parlour.envs",
    "parlour.configs",
    "parlour.agents",
    "parlour.training.cli",
)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("parlour.envs.core.matches", "from ..stackfall import rules"),
        ("parlour.envs.core.matches", "from .. import stackfall"),
        ("parlour.envs.core.matches", "def f():\n    from parlour.agents import load"),
        ("parlour.envs.geometry.cover", "from ..stackfall.rules import act"),
        ("parlour.envs.stackfall.rules", "from .draw import paint"),
        ("parlour.envs.stackfall.rules", "from ..core.matches import Matches"),
        ("parlour.envs.stackfall.rules", "import gymnasium"),
        ("parlour.envs.stackfall.encoder", "import gymnasium"),
        ("parlour.envs.stackfall.encoder", "from . import game"),
        ("parlour.envs.stackfall.draw", "import matplotlib.pyplot"),
        ("parlour.envs.stackfall.state", "from ..orapa import state"),
        ("parlour.envs.core.solo", "import torch"),
        ("parlour.envs.core.solo", "from PIL import Image"),
        ("parlour.envs", "from .. import configs"),
        ("parlour.agents.learned", "from ..training import cli"),
        ("parlour.agents.learned", "import gymnasium"),
    ],
)
def test_a_wrong_import_is_found(name, source):
    assert list(faults(name, source, known=KNOWN))


@pytest.mark.parametrize(
    ("name", "source", "is_package"),
    [
        ("parlour.envs.core.solo", "import gymnasium\nfrom .matches import Matches", False),
        ("parlour.envs.stackfall.rules", "from ..core.random import draw\nimport numba", False),
        ("parlour.envs.stackfall", "from gymnasium import spaces\nfrom . import rules", True),
        ("parlour.envs.stackfall.encoder", "from gymnasium.spaces import Box", False),
        ("parlour.envs.core.picture", "from PIL import Image", False),
        ("parlour.envs.core.table", "from ... import __version__", False),
        ("parlour.envs", "import gymnasium\nfrom . import stackfall", True),
        ("parlour.agents.beam", "import torch\nfrom ..envs.stackfall import rules", False),
        ("parlour.training.cli", "import gymnasium\nfrom .. import __version__, agents", False),
    ],
)
def test_a_right_import_passes(name, source, is_package):
    assert not list(faults(name, source, is_package, known=KNOWN))

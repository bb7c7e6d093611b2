"""CONTRIBUTING.md quotes a game that really runs, and names what is really there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from test_layers import faults

ROOT = Path(__file__).resolve().parents[1]
TOY = ROOT / "tests" / "core" / "pebbles"
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
QUOTES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
SOURCES = {path.name: path.read_text("utf-8") for path in sorted(TOY.glob("*.py"))}


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.strip().splitlines()[0][:40])
def test_quoted_code_stands_in_the_toy_word_for_word(quote):
    assert any(quote in source for source in SOURCES.values())


def test_every_file_of_the_toy_is_explained():
    assert set(re.findall(r"^\| `(\w+\.py)` \|", TEXT, re.MULTILINE)) == set(SOURCES)


def test_files_and_folders_named_in_the_text_exist():
    named = re.findall(r"`((?:envs|agents|training|configs|tests)/[\w/.]*)`", TEXT)
    assert len(named) > 10
    assert not [name for name in named if not (ROOT / name).exists()]


def test_make_targets_named_in_the_text_exist():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"make ([a-z-]+)", TEXT)) <= {*targets, "new"}


def in_the_house(source):
    """A file of the toy as it would stand in `envs`."""
    return source.replace("from parlour.envs.core.", "from ..core.")


@pytest.mark.parametrize("name", SOURCES)
def test_the_toy_keeps_the_order_of_imports(name):
    is_package = name == "__init__.py"
    module = "parlour.envs.pebbles" + ("" if is_package else "." + name.removesuffix(".py"))
    known = [f"parlour.envs.pebbles.{each.removesuffix('.py')}" for each in SOURCES]
    assert not list(faults(module, in_the_house(SOURCES[name]), is_package, known))


PLAY = """
import gymnasium as gym, parlour
from parlour.envs.core.conformance import check
assert parlour.games() == [*{games}, "Pebbles"]
assert gym.make("parlour/Pebbles-v0", size=9).reset(seed=1)[0]["pile"] == 9
assert gym.make_vec("parlour/Pebbles-v0", num_envs=4).reset(seed=1)[0]["pile"].shape == (4, 1)
assert "you 2" in parlour.table("Pebbles", seed=1).command("take 2")
skip = ["spawn", "async_lanes"]
check("parlour/Pebbles-v0", strict=True, steps=20, seeds=[0], skip=skip).raise_if_failed()
"""


def test_a_folder_and_one_line_make_a_sixth_game(tmp_path):
    for name in ("envs", "agents"):
        leftovers = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / "parlour" / name, ignore=leftovers)
    shutil.copy(ROOT / "src" / "parlour" / "__init__.py", tmp_path / "parlour")
    envs = tmp_path / "parlour" / "envs"
    (envs / "pebbles").mkdir()
    for name, source in SOURCES.items():
        (envs / "pebbles" / name).write_text(in_the_house(source), "utf-8")
    registry = (envs / "__init__.py").read_text("utf-8")
    line = re.search(r"`(\"Pebbles\": .*?,)`", TEXT).group(1)
    games = re.findall(r"^    \"(\w+)\": \"\.", registry, re.MULTILINE)
    registry = re.sub(r"(GAMES = \{.*?)\n\}", rf"\1\n    {line}\n}}", registry, flags=re.DOTALL)
    (envs / "__init__.py").write_text(registry, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PLAY.format(games=games)],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr

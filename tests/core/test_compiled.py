"""The cache of machine code: never stale, kept where it can be, and compiling is said once.

Each test works on a copy of the core in a folder of its own, in processes of their own.
"""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour.envs.core
from parlour.envs.core.compiled import source_stamp
from parlour.envs.core.sources import ROOT, source_files

CORE = Path(parlour.envs.core.__file__).parent
NOTICE = "parlour: compiling rules, "

NUMBERS = """
from ..core.compiled import compiled

@compiled
def addend():
    return 1
"""
RULES = """
from ..core.compiled import compiled
from .numbers import addend

@compiled
def total(count):
    result = 0
    for _ in range(count):
        result += addend()
    return result

@compiled
def other(count):
    return total(count) + 100
"""
TEMPLATES = """
def twice(count):
    return 2 * act(count)
"""
OUTSIDE = """
from parlour.envs.core.compiled import bind, compiled
from parlour.envs.core.templates import twice

@compiled
def act(count):
    return count + 1

@compiled
def act_otherwise(count):
    return count + 5

bound, bound_otherwise = (bind(twice, "Game", act=rule) for rule in (act, act_otherwise))
"""
TOTAL = "from parlour.envs.toy.rules import total; print(total(3))"
BOUND = "from outside.rules import bound; print(bound(3))"


@pytest.fixture
def tree(tmp_path):
    """A folder with `parlour.envs.core`, a toy in `parlour.envs`, and rules outside."""
    envs = tmp_path / "parlour" / "envs"
    shutil.copytree(CORE, envs / "core", ignore=shutil.ignore_patterns("__pycache__"))
    write(tmp_path / "parlour" / "__init__.py", '__version__ = "0"')
    write(envs / "__init__.py", "")
    write(envs / "toy" / "__init__.py", "")
    write(envs / "toy" / "numbers.py", NUMBERS)
    write(envs / "toy" / "rules.py", RULES)
    write(envs / "core" / "templates.py", TEMPLATES)
    write(tmp_path / "outside" / "__init__.py", "")
    write(tmp_path / "outside" / "rules.py", OUTSIDE)
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def edit(path, old, new):
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def run(tree, code, **variables):
    """What a fresh process prints, and what it says on stderr."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "COV"))}
    home = tree / "home"
    kept |= {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    kept |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), **variables}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=kept, cwd=tree, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr.count(NOTICE)


def block(folder):
    """Make it impossible, for any user, to create `folder`: a file lies there."""
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, "")


GAME = "from ..core.loop import x\nfrom .rules import y\n"
SOURCES = {
    "envs/core/loop.py": "one",
    "envs/a/__init__.py": GAME,
    "envs/a/rules.py": "from ..shapes import (\n    cover,\n)\n",
    "envs/shapes/cover.py": "one",
    "envs/b/rules.py": "one",
    "agents/a/search.py": "from ...envs.a.rules import y",
    "own/mine.py": "import parlour.envs.b.rules",
}
"""Game `a` stands on the core and on shapes, its agents on it; `own` stands on game `b`."""


@pytest.mark.parametrize(
    ("changed", "folder", "is_seen"),
    [
        ("envs/a/rules.py", "envs/a", True),
        ("envs/core/loop.py", "envs/a", True),
        ("envs/shapes/cover.py", "envs/a", True),
        ("envs/b/rules.py", "envs/a", False),
        ("agents/a/search.py", "envs/a", False),
        ("agents/a/search.py", "agents/a", True),
        ("envs/shapes/cover.py", "agents/a", True),
        ("envs/b/rules.py", "own", True),
        ("envs/core/loop.py", "own", True),
        ("envs/a/rules.py", "own", False),
    ],
)
def test_the_stamp_changes_with_the_sources_a_folder_imports(tmp_path, changed, folder, is_seen):
    before, after = (tmp_path / name for name in ("before", "after"))
    for root in (before, after):
        for name, text in SOURCES.items():
            write(root / name, text)
    write(after / changed, SOURCES[changed] + "\n# edited")
    texts = [
        [path.read_text("utf-8") for path in source_files(root / folder, root)]
        for root in (before, after)
    ]
    assert (texts[0] != texts[1]) == is_seen


@pytest.mark.parametrize(
    ("change", "is_seen"),
    [
        (lambda folder: write(folder / "rules.py", "two"), True),
        (lambda folder: write(folder / "new.py", ""), True),
        (lambda folder: (folder / "rules.py").unlink(), True),
        (lambda folder: (folder / "rules.py").rename(folder / "r.py"), True),
        (lambda folder: os.utime(folder / "rules.py", (1, 1)), False),
        (lambda folder: write(folder / "notes.txt", "two"), False),
    ],
    ids=["edit", "add", "remove", "rename", "touch", "text"],
)
def test_the_stamp_changes_when_a_source_does(tmp_path, change, is_seen):
    write(tmp_path / "rules.py", "one")
    stamp = source_stamp.__wrapped__
    before = stamp(tmp_path)
    change(tmp_path)
    assert (stamp(tmp_path) != before) == is_seen


def test_every_import_of_a_kernel_s_module_is_followed():
    for folder in ("envs/stackfall", "envs/twist_cube", "agents/stackfall", "agents/twist_cube"):
        known = {path.parent for path in source_files(ROOT / folder)}
        for path in (ROOT / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.level > 1:
                    base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                    assert (base if base.is_dir() else base.parent) in known, (path, node.module)


def test_compiling_is_said_when_it_happens_and_only_then(tree):
    assert run(tree, TOTAL) == ("3", 1)
    assert run(tree, TOTAL) == ("3", 0)
    assert run(tree, TOTAL.replace("total", "other")) == ("103", 1)
    assert run(tree, TOTAL) == ("3", 0)


def test_an_edited_callee_in_another_file_is_never_served_stale(tree):
    assert run(tree, TOTAL) == ("3", 1)
    edit(tree / "parlour" / "envs" / "toy" / "numbers.py", "return 1", "return 2")
    assert run(tree, TOTAL) == ("6", 1)


def test_an_edited_rule_outside_the_package_is_never_served_stale(tree):
    assert run(tree, BOUND) == ("8", 1)
    edit(tree / "outside" / "rules.py", "count + 1", "count + 2")
    assert run(tree, BOUND) == ("10", 1)


def test_two_rules_bound_under_one_name_are_told_apart(tree):
    both = "from outside.rules import bound, bound_otherwise as b; print(bound(3), b(3))"
    assert run(tree, both) == ("8 16", 1)
    assert run(tree, both) == ("8 16", 0)


def test_machine_code_lies_beside_the_game_it_belongs_to(tree):
    run(tree, BOUND)
    assert list((tree / "outside" / "__pycache__").rglob("templates.twice_Game*.nbc"))
    assert not list((tree / "parlour" / "envs" / "core").rglob("*.nbc"))


def test_old_machine_code_is_dropped_when_new_is_made(tree):
    old = tree / "parlour" / "envs" / "toy" / "__pycache__" / "parlour-0123456789abcdef"
    write(old / "rules.total-1.py311.1.nbc", "")
    write(old / "rules.total-1.py311.nbi", "")
    run(tree, TOTAL)
    assert not list(old.iterdir())


def test_a_read_only_tree_uses_the_user_s_cache(tree):
    block(tree / "parlour" / "envs" / "toy" / "__pycache__")
    assert run(tree, TOTAL) == ("3", 1)
    assert run(tree, TOTAL) == ("3", 0)
    assert list((tree / "home" / "cache").rglob("*.nbc"))


def test_without_any_folder_to_write_it_compiles_each_time_and_says_so(tree):
    block(tree / "parlour" / "envs" / "toy" / "__pycache__")
    block(tree / "home")
    for _ in range(2):
        assert run(tree, TOTAL) == ("3", 1)


def test_numba_s_own_variable_chooses_the_folder(tree):
    folder = tree / "chosen"
    assert run(tree, TOTAL, NUMBA_CACHE_DIR=str(folder)) == ("3", 1)
    assert list(folder.rglob("*.nbc"))
    assert not (tree / "parlour" / "envs" / "toy" / "__pycache__").exists()


def test_without_the_jit_nothing_is_compiled_or_said(tree):
    assert run(tree, f"{TOTAL}; {BOUND}", NUMBA_DISABLE_JIT="1") == ("3\n8", 0)
    assert not list(tree.rglob("*.nbc"))

"""The cache of machine code: never stale, kept where it can be, and compiling is said once.

Each test works on a copy of the core in a folder of its own, in processes of their own.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour.envs.core
from parlour.envs.core import compiled as module
from parlour.envs.core.compiled import source_stamp

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


@pytest.mark.parametrize(
    ("change", "is_seen"),
    [
        (lambda root: write(root / "envs" / "a" / "rules.py", "two"), True),
        (lambda root: write(root / "envs" / "a" / "deep" / "new.py", ""), True),
        (lambda root: (root / "envs" / "a" / "rules.py").unlink(), True),
        (
            lambda root: (root / "envs" / "a" / "rules.py").rename(root / "envs" / "a" / "r.py"),
            True,
        ),
        (lambda root: write(root / "agents" / "search.py", "two"), True),
        (lambda root: write(root / "own" / "mine.py", "two"), True),
        (lambda root: os.utime(root / "envs" / "a" / "rules.py", (1, 1)), False),
        (lambda root: write(root / "envs" / "a" / "notes.txt", "two"), False),
        (lambda root: write(root / "elsewhere" / "mine.py", "two"), False),
    ],
    ids=[
        "edit",
        "add",
        "remove",
        "rename",
        "agent",
        "own folder",
        "touch",
        "text",
        "elsewhere",
    ],
)
def test_the_stamp_changes_when_a_source_does(tmp_path, monkeypatch, change, is_seen):
    for name in ("envs/a/rules.py", "agents/search.py", "own/mine.py"):
        write(tmp_path / name, "one")
    folders = tmp_path / "envs", tmp_path / "agents"
    monkeypatch.setattr(module, "KERNEL_FOLDERS", folders)
    stamp = source_stamp.__wrapped__
    before = stamp(tmp_path / "own")
    change(tmp_path)
    assert (stamp(tmp_path / "own") != before) == is_seen


def test_swapped_files_are_a_change(tmp_path, monkeypatch):
    first, second = tmp_path / "a" / "rules.py", tmp_path / "b" / "rules.py"
    monkeypatch.setattr(module, "KERNEL_FOLDERS", (tmp_path,))
    stamps = set()
    for texts in (("one", "two"), ("two", "one")):
        write(first, texts[0])
        write(second, texts[1])
        stamps.add(source_stamp.__wrapped__(tmp_path))
    assert len(stamps) == 2


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

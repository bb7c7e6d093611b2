"""The wheel is complete, the packages have one name each, and importing is light."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("envs", "agents", "training", "configs")
LEFTOVERS = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc", ".*_cache")


def run_python(code, folder, **environment):
    """Run code in an interpreter of its own, started in `folder`; its error text, if any."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the sources with a sub-package and a data file that nobody listed."""
    copy = tmp_path_factory.mktemp("tree")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=LEFTOVERS)
    (copy / "src/parlour").mkdir(parents=True)
    for name in (
        "src/parlour/__init__.py",
        "src/parlour/__main__.py",
        "src/parlour/py.typed",
        "pyproject.toml",
        ".gitignore",
    ):
        shutil.copy(ROOT / name, copy / name)
    for name in ("README.md", "LICENSE"):
        (copy / name).write_text("-")
    (copy / "envs/sixth_game/deep").mkdir(parents=True)
    (copy / "envs/sixth_game/__init__.py").touch()
    (copy / "envs/sixth_game/deep/__init__.py").touch()
    (copy / "agents/sixth_policy.safetensors").touch()
    return copy


@pytest.fixture(scope="module")
def wheel(tree, tmp_path_factory):
    """Path of the wheel built from the tree."""
    target = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(build, cwd=tree, check=True, capture_output=True)
    return next(target.glob("*.whl"))


def test_the_wheel_holds_exactly_the_tree(tree, wheel):
    expected = {"parlour/__init__.py", "parlour/__main__.py", "parlour/py.typed"} | {
        f"parlour/{path.relative_to(tree).as_posix()}"
        for name in PACKAGES
        for path in (tree / name).rglob("*")
        if path.is_file()
    }
    names = zipfile.ZipFile(wheel).namelist()
    assert {name for name in names if ".dist-info/" not in name} == expected


def test_the_wheel_holds_a_new_sub_package_that_nobody_listed(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "parlour/envs/sixth_game/deep/__init__.py" in names
    assert "parlour/agents/sixth_policy.safetensors" in names


def test_every_folder_with_modules_is_a_package():
    wrong = [
        folder
        for name in PACKAGES
        for folder in {path.parent for path in (ROOT / name).rglob("*.py")}
        if not (folder / "__init__.py").is_file()
    ]
    assert not wrong


def test_an_installed_wheel_imports(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = "import parlour, sys; print(parlour.games(), parlour.__file__)"
    done = run_python(code, tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert str(tmp_path) in done.stdout


def test_a_checkout_without_symbolic_links_imports(tree, tmp_path):
    code = "import parlour.agents; print(parlour.agents.__file__)"
    done = run_python(code, tmp_path, PYTHONPATH=str(tree / "src"))
    assert done.returncode == 0, done.stderr
    assert str(tree) in done.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_refuses_its_bare_name(package):
    done = run_python(f"import {package}", ROOT)
    assert done.returncode != 0
    assert f"ImportError: import parlour.{package}, not {package}" in done.stderr


@pytest.mark.nojit
@pytest.mark.parametrize("library", ["torch", "matplotlib", "stable_baselines3", "pygame"])
def test_importing_parlour_does_not_import(library, tmp_path):
    done = run_python(f"import parlour, sys; assert {library!r} not in sys.modules", tmp_path)
    assert done.returncode == 0, done.stderr


def test_importing_parlour_registers_its_environments(tmp_path):
    code = (
        "import gymnasium, parlour\n"
        "ids = [name for name in gymnasium.registry if name.startswith('parlour/')]\n"
        "assert len(ids) >= len(parlour.games()) > 0, ids\n"
        "assert callable(parlour.table), parlour.table\n"
        "assert callable(parlour.parallel_env) and callable(parlour.aec_env)\n"
    )
    done = run_python(code, tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_version_is_the_installed_one():
    from importlib.metadata import version

    import parlour

    assert parlour.__version__ == version("parlour")

"""The README's code runs, its tables are what its commands print, its links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=range(len(BLOCKS)))
def test_a_block_of_code_runs(code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_there_is_a_block_for_every_way_in():
    ways = ("gym.make(", "gym.make_vec(", "MaskablePPO", "parlour.table(")
    assert all(any(way in code for code in BLOCKS) for way in ways)


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_a_link_leads_to_a_file(target):
    assert (ROOT / target).exists()


def test_every_make_target_that_is_named_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"make ([a-z-]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_command_that_is_named_exists():
    from parlour.training.cli import COMMANDS

    for command in re.findall(r"^parlour ([a-z]+)", README, re.MULTILINE):
        assert command in COMMANDS, command


def test_the_tables_of_baselines_are_what_the_command_prints(capsys):
    from parlour.training.cli import main

    assert main(["baselines"]) == 0
    tables = re.findall(r"(?:^\|.*\n)+", capsys.readouterr().out, re.MULTILINE)
    assert len(tables) > 1
    for table in tables:
        assert table.count("\n") > 2
        assert table in README

"""The code of README and games' pages runs, tables are what commands print, links lead on."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = {path: path.read_text("utf-8") for path in (ROOT / "README.md", *ROOT.glob("docs/*.md"))}
README = PAGES[ROOT / "README.md"]
TEXT = "\n".join(PAGES.values())


def blocks(text):
    """The blocks of Python code of a page."""
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


CODE = [
    pytest.param(code, id=f"{path.stem}-{index}")
    for path, text in PAGES.items()
    for index, code in enumerate(blocks(text))
]
LINKS = [
    pytest.param(path.parent / target, id=f"{path.stem}-{target}")
    for path, text in PAGES.items()
    for target in re.findall(r"\]\(([^)#]+)\)", text)
]


@pytest.mark.parametrize("code", CODE)
def test_a_block_of_code_runs(code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_there_is_a_block_for_every_way_in():
    ways = ("gym.make(", "gym.make_vec(", "MaskablePPO", "parlour.table(")
    assert all(any(way in code for code in blocks(README)) for way in ways)


@pytest.mark.parametrize("target", LINKS)
def test_a_link_leads_to_a_file(target):
    assert target.exists()


def test_every_page_is_linked_from_the_readme():
    linked = {ROOT / target for target in re.findall(r"\]\(([^)#]+)\)", README)}
    assert linked >= PAGES.keys() - {ROOT / "README.md"}


def test_every_make_target_that_is_named_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"make ([a-z-]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_command_that_is_named_exists():
    from parlour.training.cli import COMMANDS

    for command in re.findall(r"^parlour ([a-z]+)", TEXT, re.MULTILINE):
        assert command in COMMANDS, command


def test_the_tables_of_baselines_are_what_the_command_prints(capsys):
    from parlour.training.cli import main

    assert main(["baselines"]) == 0
    tables = re.findall(r"(?:^\|.*\n)+", capsys.readouterr().out, re.MULTILINE)
    assert len(tables) > 1
    for table in tables:
        assert table.count("\n") > 2
        assert table in TEXT


def test_the_table_in_brief_is_what_the_command_prints(capsys):
    from parlour.training.cli import main

    assert main(["baselines", "--brief"]) == 0
    table = capsys.readouterr().out
    assert table.count("\n") > 6
    assert table in README

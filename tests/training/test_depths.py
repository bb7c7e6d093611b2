"""Solve rates by depth: what is measured, gone on with, counted, printed and drawn."""

import json

import pytest

from parlour.training.cli import main
from parlour.training.depths import read_ranges
from parlour.training.solve_rates import read_depths, solve_rates

GREEDY = ["depths", "--agent", "greedy", "--seed", "0", "--quiet"]


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A file of two choices of the greedy agent."""
    path = tmp_path_factory.mktemp("depths") / "file.json"
    words = [*GREEDY, "--output", str(path), "--episodes", "6"]
    assert main([*words, "--option", "plies=1", "--depths", "1-3"]) == 0
    assert main([*words, "--depths", "2", "10"]) == 0
    return path


def test_every_scramble_is_in_the_file(measured):
    agents = read_depths(measured)["agents"]
    assert list(agents) == ["greedy (plies=1)", "greedy"]
    assert list(agents["greedy (plies=1)"]["depths"]) == ["1", "2", "3"]
    for agent in agents.values():
        assert agent["seed"] == 0
        assert len(agent["commands"]) == 1
        assert "parlour depths --agent greedy" in agent["commands"][0]
        for rows in agent["depths"].values():
            assert [len(rows[name]) for name in ("lengths", "scores", "seconds")] == [6, 6, 6]


def test_scrambles_have_as_many_turns_as_asked(measured):
    rates = {
        (row["agent"], row["depth"]): row["solved"] for row in solve_rates(read_depths(measured))
    }
    assert rates["greedy (plies=1)", 1] == 1
    assert rates["greedy", 2] == 1
    assert rates["greedy", 10] < 0.5


def test_a_run_goes_on_where_it_was_cut_off(measured, tmp_path):
    whole, path = json.loads(measured.read_text()), tmp_path / "file.json"
    cut = json.loads(measured.read_text())
    cut["agents"].pop("greedy")
    rows = cut["agents"]["greedy (plies=1)"]["depths"]
    rows.pop("3")
    for values in rows["2"].values():
        del values[4:]
    rows["1"]["lengths"][0] = 7  # is not measured again
    path.write_text(json.dumps(cut))
    words = [*GREEDY, "--output", str(path), "--episodes", "6", "--option", "plies=1"]
    assert main([*words, "--depths", "1-3"]) == 0
    found = read_depths(path)["agents"]["greedy (plies=1)"]["depths"]
    expected = whole["agents"]["greedy (plies=1)"]["depths"]
    assert found["1"]["lengths"] == [7, *expected["1"]["lengths"][1:]]
    for depth in ("2", "3"):
        for name in ("lengths", "scores"):
            assert found[depth][name] == expected[depth][name]


def test_more_scrambles_are_added_to_those_there(measured, tmp_path):
    path = tmp_path / "file.json"
    path.write_text(measured.read_text())
    assert main([*GREEDY, "--output", str(path), "--depths", "2", "--episodes", "8"]) == 0
    rows = read_depths(path)["agents"]["greedy"]["depths"]["2"]
    before = read_depths(measured)["agents"]["greedy"]["depths"]["2"]
    assert len(rows["scores"]) == 8
    commands = read_depths(path)["agents"]["greedy"]["commands"]
    assert [command.split("--episodes ")[1][0] for command in commands] == ["6", "8"]
    assert rows["seconds"][:6] == before["seconds"]


def test_another_first_seed_is_told(measured, capsys):
    words = ["depths", "--agent", "greedy", "--seed", "5", "--depths", "2", "--quiet"]
    before = measured.read_text()
    assert main([*words, "--output", str(measured)]) == 2
    assert "holds greedy from seed 0, not 5" in capsys.readouterr().err
    assert measured.read_text() == before


def test_statistics_are_those_of_the_rows():
    rows = {"lengths": [4, 5, 9, 6], "scores": [54, 54, 30, 54], "seconds": [1, 2, 3, 6]}
    none = {"lengths": [2], "scores": [20], "seconds": [1]}
    content = {"agents": {"a": {"depths": {"12": none, "7": rows}}}}
    seven, twelve = solve_rates(content)
    assert (seven["depth"], seven["episodes"], seven["solved"], seven["turns"]) == (7, 4, 0.75, 5)
    assert (seven["seconds"], seven["longest"]) == (3, 6)
    assert seven["interval"] == pytest.approx((0.3006, 0.9544), abs=1e-4)  # Wilson, 3 of 4
    assert (twelve["solved"], twelve["turns"]) == (0, None)


def test_without_an_agent_the_file_is_shown_and_drawn(measured, tmp_path, capsys):
    figure = tmp_path / "figure.png"
    assert main(["depths", "--output", str(measured), "--figure", str(figure)]) == 0
    shown = capsys.readouterr().out
    assert "greedy (plies=1)" in shown
    assert "100.0%" in shown
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_ranges_of_depths_include_their_ends():
    assert read_ranges(["1-3", "10-40:15", "8"]) == [1, 2, 3, 8, 10, 25, 40]


@pytest.mark.parametrize("word", ["x", "3-1", "1-", "-2", "1-9:0", "1.5"])
def test_other_depths_are_told(word):
    with pytest.raises(ValueError, match="depths must be such as"):
        read_ranges([word])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--episodes", "0"], "episodes must be 1 or more"),
        (["--agent", "nobody"], "no agent 'nobody'"),
        ([], "is no file of solve rates"),
    ],
)
def test_wrong_words_are_told(words, message, tmp_path, capsys):
    assert main(["depths", "--output", str(tmp_path / "none.json"), *words]) == 2
    assert message in capsys.readouterr().err

"""Scores in words, in the tables of the terminal and of the README."""

from types import SimpleNamespace

import pytest

from parlour.training.baseline_tables import game_table
from parlour.training.episodes import Episode, Play
from parlour.training.results import entry
from parlour.training.scores import show_score


@pytest.mark.parametrize(
    ("game", "value", "shown"),
    [
        ("Stackfall", 54826.4, "54,826"),
        ("Stackfall", 999.94, "999.9"),
        ("Polyfit", 3.52, "3.5"),
        ("Orapa", 0.9666, "96.7 %"),
        ("Orapa", 1.0, "100.0 %"),
    ],
)
def test_a_mean_score_is_shown_as_its_game_counts(game, value, shown):
    assert show_score(game, value) == shown


def results(game, **info):
    """The content of a results file with three episodes, solved twice."""
    episodes = [
        Episode(seed, score, 9, "solution", {name: values[seed] for name, values in info.items()})
        for seed, score in enumerate((1.0, 0.0, 1.0))
    ]
    own = entry(game, SimpleNamespace(game_options={}), {}, Play(episodes, 0.5))
    return {"game": game, "command": "parlour ...", "agents": {"nobody": own}}


def test_what_a_game_tells_beside_its_score_has_a_column():
    content = results("Orapa", turns=[8, 10, 12])
    assert content["agents"]["nobody"]["turns"] == [8, 10, 12]
    header, _, row = game_table([content]).splitlines()[:3]
    assert header.endswith("| ms a move | Turns |")
    assert row.startswith("| Orapa | nobody | 66.7 % | 0.0 %–100.0 % |")
    assert row.endswith("| 3 | 0.500 | 10.00 |")


def test_other_games_have_no_such_column():
    header, line, row = game_table([results("Polyfit", turns=[1, 2, 3])]).splitlines()[:3]
    assert header.endswith("| ms a move |")
    assert header.count("|") == line.count("|") == row.count("|")

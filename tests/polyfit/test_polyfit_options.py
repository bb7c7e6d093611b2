"""Options of the games and of `reset`: what is refused, what is given, what is seen."""

import gymnasium as gym
import numpy as np
import pytest
from polyfit_scenes import begin_table, passing

import parlour

pytestmark = pytest.mark.nojit

GAMES = ("Polyfit", "Polyfit3D")


def make(name="Polyfit", **options):
    return gym.make(f"parlour/{name}-v0", **{"difficulty": "easy", **options}).unwrapped


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("difficulty", "insane"),
        ("rounds", 2),
        ("rounds", 10),
        ("rounds", 3.0),
        ("round_seconds", 9),
        ("round_seconds", 31),
        ("tick_ms", 0),
        ("tick_ms", 30_001),
        ("tick_ms", True),
        ("rotate_tray", 1),
        ("actions", "moves"),
        ("observation", "pixels"),
        ("reward", "points"),
        ("layers", 2),
    ],
)
def test_a_bad_option_is_named(option, value):
    with pytest.raises(ValueError, match=option):
        parlour.envs.make_game("Polyfit", **{option: value})


@pytest.mark.parametrize("layers", [1, 5, 2.0, "2", None])
def test_bad_layers_are_named(layers):
    with pytest.raises(ValueError, match="layers"):
        parlour.envs.make_game("Polyfit3D", layers=layers)


def test_shapes_go_with_scan():
    with pytest.raises(ValueError, match="shapes"):
        make(observation="shapes", actions="free")


@pytest.mark.parametrize("players", [0, 9, 2.0])
def test_one_to_eight_seats_play(players):
    with pytest.raises(ValueError, match="players"):
        parlour.parallel_env("Polyfit", players)


SQUARE = {"region": ["####", "####"], "pieces": ["L4", "L4"]}
BLOCK = {"region": [["####", "####"]] * 2, "pieces": ["H4L"] * 4}
HOLE = ["###", "#.#", "###"]


@pytest.mark.parametrize(
    ("puzzle", "match"),
    [
        ({**SQUARE, "region": HOLE}, "hole"),
        ({**SQUARE, "region": ["#.#", "#.#", "###", "#.#"]}, "has 9 cells"),
        ({**SQUARE, "region": ["##.##", "##.##"]}, "connected"),
        ({**SQUARE, "region": ["##..", "##..", "..##", "..##"]}, "connected"),
        ({**SQUARE, "pieces": ["L4"]}, "volume|8 cells"),
        ({**SQUARE, "pieces": ["L4", "L5"]}, "8 cells"),
        ({**SQUARE, "pieces": ["L4", "Q4"]}, "Q4"),
        ({**SQUARE, "pieces": ["L4", "A4"]}, "A4"),
        ({**SQUARE, "pieces": []}, "pieces"),
        ({**SQUARE, "pieces": ["L4", {"cells": [[0, 0], [0, 1], [0, 3], [0, 4]]}]}, "no piece"),
        ({**SQUARE, "pieces": ["L4", {"cells": [[0, 0], [0, 1]]}]}, "3 to 5"),
        ({**SQUARE, "pieces": ["L4", {"name": "L4", "cells": [[0, c] for c in range(4)]}]}, "I4"),
        ({**SQUARE, "pieces": ["L4", {"name": "L4", "id": "p7"}]}, "id"),
        ({**SQUARE, "region": ["####", "###"]}, "rows"),
        ({**SQUARE, "region": ["####", "##x#"]}, "rows"),
        ({**SQUARE, "region": []}, "rows"),
        ({**SQUARE, "region": ["...."]}, "empty"),
        ({**SQUARE, "region": ["########"]}, "6 x 6"),
        ({"region": SQUARE["region"]}, "region and pieces"),
        (None, "region and pieces"),
    ],
)
def test_a_bad_puzzle_is_refused_and_changes_nothing(puzzle, match):
    env = make()
    env.reset(seed=0)
    env.step(env.action_space.n - 1)
    before = env.snapshot()
    with pytest.raises(ValueError, match=match):
        env.reset(seed=1, options={"puzzles": [puzzle]})
    after = env.snapshot()
    for field in before.matches.dtype.names:
        assert (before.matches[field] == after.matches[field]).all(), field


@pytest.mark.parametrize(
    ("puzzle", "match"),
    [
        ({**BLOCK, "region": BLOCK["region"][:1]}, "2 layers"),
        ({**BLOCK, "region": [["####", "####"], ["####", "###."]]}, "same"),
        ({**BLOCK, "region": ["####", "####"]}, "rows"),
        ({**BLOCK, "pieces": ["H4L"] * 3}, "16 cells"),
        ({**BLOCK, "pieces": ["H4"] * 4}, "H4"),
        ({**BLOCK, "region": [HOLE, HOLE]}, "hole"),
    ],
)
def test_a_bad_solid_is_refused(puzzle, match):
    with pytest.raises(ValueError, match=match):
        make("Polyfit3D").reset(options={"puzzles": [puzzle]})


@pytest.mark.parametrize(
    "options", [{"board": 1}, {"puzzles": []}, {"puzzles": [SQUARE] * 4}, {"puzzles": SQUARE}]
)
def test_bad_reset_options_are_refused(options):
    with pytest.raises(ValueError):
        make(rounds=3).reset(options=options)


def test_given_puzzles_come_first_and_others_are_drawn():
    table = begin_table(puzzles=[SQUARE, {**SQUARE, "pieces": ["I4", "I4"]}], rounds=3)
    names = []
    for _ in range(3):
        names.append([piece["name"] for piece in table.body(0)["puzzle"]["pieces"]])
        for seat in (0, 1):
            table.move(seat, passing(table))
    assert names[:2] == [["L4", "L4"], ["I4", "I4"]]
    assert len(names[2]) == 5


def test_given_puzzles_are_dealt_once():
    env = make(rounds=3)
    env.reset(seed=0, options={"puzzles": [SQUARE] * 3})
    env.reset()
    assert env.matches.matches[0]["volume"] != 8


@pytest.mark.parametrize("name", GAMES)
def test_a_body_s_puzzle_can_be_given_again(name):
    puzzle = begin_table(name, seed=9).body(0)["puzzle"]
    assert begin_table(name, seed=1, puzzles=[puzzle]).body(1)["puzzle"] == puzzle


def test_a_puzzle_without_a_solution_can_only_be_passed():
    puzzle = {"region": ["####", "####"], "pieces": ["T4", "L4"]}
    env = make(rounds=3)
    env.reset(seed=0, options={"puzzles": [puzzle]})
    rng = np.random.default_rng(0)
    for _ in range(60):
        mask = env.action_masks()
        mask[-2] = False
        _, reward, _, _, info = env.step(int(rng.choice(np.flatnonzero(mask))))
        assert info["round"] == 1 and reward == 0
    assert env.step(env.action_space.n - 2)[4]["round"] == 2


def test_both_games_and_all_options_share_one_build():
    envs = [make(), make(difficulty="hard"), make(actions="free"), make("Polyfit3D", layers=3)]
    assert len({env.matches._play for env in envs}) == 1
    assert len({env.game.seat_dtype for env in envs}) == 1


# What is seen


@pytest.mark.parametrize("name", GAMES)
def test_the_planes_show_region_covered_next_and_dead_cells(name):
    env = make(name)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        for _ in range(3):
            check_planes(env, observation["planes"])
            assert observation["counts"].sum() == len(pieces(env))
            choices = np.flatnonzero(info["action_mask"][:-3])
            if len(choices) == 0:
                break
            observation, _, _, _, info = env.step(int(choices[0]))
            if info["round"] > 1:
                break


def pieces(env):
    seat = env.matches.seats[0, 0]
    return [shape for shape, count in enumerate(seat["left"]) for _ in range(count)]


def check_planes(env, planes):
    from parlour.envs.geometry.polyforms import POLYCUBES, POLYOMINOES

    solid = env.game.name == "Polyfit3D"
    match, seats = env.matches.matches[0], env.matches.seats[0]
    body = env.game.commands.body(match, seats, 0)
    layers = body["puzzle"]["region"] if solid else [body["puzzle"]["region"]]
    region = {
        (layer, row, column)
        for layer, rows in enumerate(layers)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "#"
    }
    still = {
        tuple(cell) if solid else (0, *cell)
        for cell in env.game.commands.state(match, seats, 0)["open_cells"]
    }
    forms = POLYCUBES if solid else POLYOMINOES
    alive = set()
    for shape in set(pieces(env)):
        for form in range(forms.first[shape], forms.first[shape + 1]):
            own = forms.cells[form, : forms.size[form]].tolist()
            for first in still:
                put = {tuple(a + b for a, b in zip(first, cell, strict=True)) for cell in own}
                if put <= still:
                    alive |= put
    expected = [region, region - still, {min(still)}, still - alive]
    grid = planes.reshape(-1, 4, *planes.shape[1:])
    for plane, cells in enumerate(expected):
        shown = {tuple(cell) for cell in np.argwhere(grid[:, plane]).tolist()}
        assert shown == cells, plane


def test_the_flat_observation_holds_the_planes_the_counts_and_the_status():
    one, other = make(), make(observation="flat")
    planes, _ = one.reset(seed=4)
    flat, _ = other.reset(seed=4)
    size = planes["planes"].size
    assert (flat[:size] == planes["planes"].reshape(-1)).all()
    assert np.allclose(flat[size:-11] * 56, planes["counts"])
    assert (flat[-11:] == planes["status"]).all()


@pytest.mark.parametrize("name", GAMES)
def test_shapes_describe_what_each_action_leads_to(name):
    from parlour.envs.polyfit.features import FEATURES

    env = make(name, observation="shapes")
    place = {feature: index for index, feature in enumerate(FEATURES)}
    observation, info = env.reset(seed=1)
    for _ in range(6):
        mask = info["action_mask"].astype(bool)
        assert (observation[:, 0] == mask).all()
        assert not observation[~mask].any()
        action = int(np.flatnonzero(mask)[0])
        told = observation[action]
        if action >= len(mask) - 3:
            break
        round_before, count = info["round"], env.matches.matches[0]["piece_count"]
        observation, _, _, _, info = env.step(action)
        if info["round"] > round_before:
            assert told[place["is_solved"]] == 1
            break
        seat, match = env.matches.seats[0, 0], env.matches.matches[0]
        assert np.isclose(told[place["open"]], seat["open_count"] / match["volume"])
        assert np.isclose(told[place["pieces_left"]], (count - seat["laid"]) / count)
        dead_now = observation[info["action_mask"].astype(bool), place["dead_now"]]
        assert np.allclose(dead_now, told[place["dead"]])
        fits = info["action_mask"][:-3].sum()
        assert np.isclose(told[place["next_fits"]], fits / 8)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("difficulty", ["easy", "normal"])
def test_pictures_and_texts_show_every_position(name, difficulty):
    env = make(name, difficulty=difficulty, render_mode="rgb_array")
    _, info = env.reset(seed=1)
    shapes = set()
    for _ in range(12):
        picture = env.render()
        shapes.add(picture.shape)
        assert picture.dtype == np.uint8 and picture.std() > 5
        choice = np.flatnonzero(info["action_mask"])[0]
        info = env.step(int(choice))[4]
        match, seats = env.matches.matches[0], env.matches.seats[0]
        text = env.game.show(match, seats, 0)
        assert text.count("o") >= 1 and ("A" in text) == (seats[0]["laid"] > 0)
    assert len(shapes) == 1


def test_the_text_of_a_known_position():
    env = make(render_mode="ansi")
    env.reset(seed=0, options={"puzzles": [SQUARE]})
    form = next(f for f in range(88) if env.game.action_names(f) == "L4 #8")
    env.step(form if env.action_masks()[form] else int(np.flatnonzero(env.action_masks())[0]))
    lines = env.render().splitlines()
    assert len(lines[0].split()) == 4 and lines[2] == "left: L4"
    assert lines[3].startswith("gems: ")

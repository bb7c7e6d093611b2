"""Actions: what a form does, what the mask says, undo, pass, wait, and laying in any order."""

import gymnasium as gym
import numpy as np
import pytest
from polyfit_reference import laid, moved, turned
from polyfit_scenes import begin_table, solution

from parlour.envs.geometry.polyforms import POLYCUBES, POLYOMINOES
from parlour.envs.polyfit import ILLEGAL

pytestmark = pytest.mark.nojit

FORMS = {"Polyfit": POLYOMINOES, "Polyfit3D": POLYCUBES}
GAMES = tuple(FORMS)


def make(name="Polyfit", **options):
    return gym.make(f"parlour/{name}-v0", **{"difficulty": "easy", **options}).unwrapped


def form_cells(name, form):
    """A form's cells from its first one, in the game's own axes."""
    forms = FORMS[name]
    cells = forms.cells[form, : forms.size[form]].tolist()
    return [tuple(cell if name == "Polyfit3D" else cell[1:]) for cell in cells]


def open_cells(env):
    return {tuple(cell) for cell in env.game.commands.state(*records(env))["open_cells"]}


def records(env):
    return env.matches.matches[0], env.matches.seats[0], 0


def pieces_left(env):
    """Names of the pieces not laid yet, one a copy."""
    left = env.matches.seats[0, 0]["left"]
    names = FORMS[env.game.name].names
    return [name for name, count in zip(names, left, strict=False) for _ in range(count)]


def expected_fits(env, first):
    """Forms of pieces that are left whose cells are open, the first one at `first`."""
    name, cells, left = env.game.name, open_cells(env), set(pieces_left(env))
    fitting = set()
    for form in range(len(FORMS[name].size)):
        own = {tuple(a + b for a, b in zip(first, c, strict=True)) for c in form_cells(name, form)}
        if FORMS[name].names[FORMS[name].shape[form]] in left and own <= cells:
            fitting.add(form)
    return fitting


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_of_scan_is_what_fits_at_the_first_open_cell(name):
    env = make(name)
    rng = np.random.default_rng(1)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        for _ in range(12):
            mask = info["action_mask"]
            forms = len(mask) - 3
            fitting = set(np.flatnonzero(mask[:forms]).tolist())
            assert fitting == expected_fits(env, min(open_cells(env)))
            assert mask[forms] == (env.matches.seats[0, 0]["laid"] > 0)
            assert mask[forms + 1] == mask[forms + 2] == 1
            choice = sorted(fitting) or [forms]
            _, _, _, _, info = env.step(int(rng.choice(choice)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("actions", ["scan", "free"])
def test_without_undo_what_is_laid_stays(name, actions):
    env, twin = (make(name, actions=actions, undo=undo) for undo in (False, True))
    _, info = env.reset(seed=2)
    twin.reset(seed=2)
    region = open_cells(env)
    first = int(info["action_mask"].argmax())
    _, _, _, _, info = env.step(first)
    *_, other = twin.step(first)
    barred = np.flatnonzero(other["action_mask"] != info["action_mask"])
    before = open_cells(env)
    assert len(barred) == (1 if actions == "scan" else len(region - before))
    *_, info = env.step(int(barred[0]))
    assert ILLEGAL[info["illegal"]] == "nothing_to_take_back"
    assert open_cells(env) == before


@pytest.mark.parametrize("name", GAMES)
def test_a_form_covers_its_cells_and_undo_opens_them_again(name):
    env = make(name)
    _, info = env.reset(seed=3)
    before, left = open_cells(env), pieces_left(env)
    action = int(np.flatnonzero(info["action_mask"])[0])
    env.step(action)
    first = min(before)
    own = {tuple(a + b for a, b in zip(first, c, strict=True)) for c in form_cells(name, action)}
    assert open_cells(env) == before - own
    assert len(pieces_left(env)) == len(left) - 1
    _, _, _, _, info = env.step(env.action_space.n - 3)
    assert info["illegal"] == 0
    assert open_cells(env) == before and pieces_left(env) == left


@pytest.mark.parametrize("name", GAMES)
def test_illegal_actions_are_named_and_only_take_time(name):
    env = make(name, tick_ms=500)
    _, info = env.reset(seed=3)
    before, forms = open_cells(env), env.action_space.n - 3
    left = {
        env.game.action_names(form).split()[0]
        for form in np.flatnonzero(info["action_mask"][:forms])
    }
    cases = {ILLEGAL[env.step(forms)[4]["illegal"]]: "nothing_to_take_back"}
    for form in range(forms):
        if not info["action_mask"][form]:
            is_left = env.game.action_names(form).split()[0] in set(pieces_left(env))
            reason = ILLEGAL[env.step(form)[4]["illegal"]]
            assert reason == ("does_not_fit" if is_left else "no_piece_left")
            cases[reason] = reason
        if len(cases) == 3:
            break
    assert left and all(key == value for key, value in cases.items()) and len(cases) == 3
    assert open_cells(env) == before
    assert env.matches.matches[0]["time_ms"] > 500


def play_solution(env, puzzle, waits=0):
    """Wait, then lay a puzzle's solution through the actions of "scan"; the steps' results."""
    table = begin_table(env.game.name, 1, puzzles=[puzzle], difficulty="normal")
    env.reset(seed=0, options={"puzzles": [puzzle]})
    for _ in range(waits):
        env.step(env.action_space.n - 1)
    placements = solution(table)["placements"]
    tray = {piece["id"]: piece["cells"] for piece in table.body(0)["puzzle"]["pieces"]}
    results = []
    for given in placements:
        if "cells" in given:
            cells = [tuple(cell) for cell in given["cells"]]
        else:
            cells = laid(
                list(map(tuple, tray[given["piece"]])),
                given["rotation"],
                given["flip"],
                given["anchor"],
            )
        action = next(
            form
            for form in range(len(FORMS[env.game.name].size))
            if moved(form_cells(env.game.name, form)) == moved(cells)
        )
        results.append(env.step(action))
    return results


PUZZLES = {
    "Polyfit": {"region": ["####", "####"], "pieces": ["L4", "L4"]},
    "Polyfit3D": {"region": [["####", "####"]] * 2, "pieces": ["H4L"] * 4},
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("reward", ["solved", "time", "gems"])
def test_covering_the_last_cell_answers_the_round_and_pays(name, reward):
    env = make(name, difficulty="normal", reward=reward, tick_ms=100, round_seconds=10)
    *first, last = play_solution(env, PUZZLES[name])
    assert all(result[1] == 0 for result in first)
    _, paid, _, _, info = last
    assert info["round"] == 2 and info["solved"] == 1
    elapsed = int(env.matches.matches[0]["times_ms"][0, 0])
    assert 100 * len(first) <= elapsed < 100 * (len(first) + 1)
    assert paid == {"solved": 1, "time": (10_000 - elapsed) / 10_000, "gems": 3}[reward]


@pytest.mark.parametrize("name", GAMES)
def test_a_solution_after_the_window_is_late_and_pays_nothing(name):
    env = make(name, difficulty="normal", tick_ms=1000, round_seconds=10)
    *_, last = play_solution(env, PUZZLES[name], waits=10)
    match = env.matches.matches[0]
    assert match["times_ms"][0, 0] > 10_000 and match["answers"][0, 0] == 3
    assert last[1] == 0 and last[4]["solved"] == 0 and last[4]["illegal"] == 0
    assert last[4]["round"] == 2


def test_passing_closes_a_single_seat_s_round():
    env = make(rounds=3)
    env.reset(seed=0)
    for number in (2, 3):
        assert env.step(env.action_space.n - 2)[4]["round"] == number
    _, _, terminated, truncated, info = env.step(env.action_space.n - 2)
    assert terminated and not truncated and info["place"] == 1
    assert env.game.end_reasons[info["reason"]] == "finished"


def test_waiting_runs_the_bank_out():
    env = make(rounds=3, round_seconds=10, tick_ms=10_000)
    env.reset(seed=0)
    steps, terminated = 0, False
    while not terminated:
        _, _, terminated, _, info = env.step(env.action_space.n - 1)
        steps += 1
    assert steps == 5 and env.game.end_reasons[info["reason"]] == "timeout"


# Laying in any order


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_of_free_is_what_fits_anywhere(name):
    env = make(name, actions="free")
    _, info = env.reset(seed=5)
    match = env.matches.matches[0]
    layers, rows, columns = (int(match[key]) for key in ("layers", "box_rows", "box_columns"))
    cells = layers * rows * columns
    for _ in range(3):
        mask = info["action_mask"]
        forms = len(FORMS[name].size)
        grid = mask[: forms * cells].reshape(forms, layers, rows, columns)
        for first in np.ndindex(layers, rows, columns):
            own = set(np.flatnonzero(grid[(slice(None), *first)]).tolist())
            cell = first if name == "Polyfit3D" else first[1:]
            assert own == (expected_fits(env, cell) if cell in open_cells(env) else set())
        choices = np.flatnonzero(mask[: forms * cells])
        if len(choices) == 0:
            break
        info = env.step(int(choices[len(choices) // 2]))[4]


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_is_removed_from_any_of_its_cells(name):
    env = make(name, actions="free")
    _, info = env.reset(seed=5)
    before = open_cells(env)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    middle = env.matches.snapshot()
    covered = before - open_cells(env)
    info = env.matches.info()
    match = env.matches.matches[0]
    rows, columns = int(match["box_rows"]), int(match["box_columns"])
    removals = env.action_space.n - 2 - int(match["layers"]) * rows * columns
    for cell in covered:
        layer, row, column = cell if len(cell) == 3 else (0, *cell)
        action = removals + (layer * rows + row) * columns + column
        env.restore(middle)
        assert env.action_masks()[action]
        assert env.step(action)[4]["illegal"] == 0
        assert open_cells(env) == before
    assert env.action_masks()[removals:-2].sum() == 0
    assert env.step(removals)[4]["illegal"] == ILLEGAL.index("nothing_to_take_back")


def test_pieces_may_be_removed_in_any_order():
    env = make(actions="free", difficulty="easy")
    env.reset(seed=5)
    start = open_cells(env)
    rng = np.random.default_rng(0)
    for _ in range(40):
        mask = env.action_masks()
        env.step(int(rng.choice(np.flatnonzero(mask[:-2]))))
        if env.matches.matches[0]["round_number"] > 1:
            break
        seat = env.matches.seats[0, 0]
        sizes = [POLYOMINOES.size[form] for form in seat["laid_form"][: seat["laid"]]]
        assert len(start) - len(open_cells(env)) == sum(sizes)


def test_every_form_has_a_name_of_its_own():
    for name, count in (("Polyfit", 88), ("Polyfit3D", 635)):
        env = make(name)
        names = {env.game.action_names(action) for action in range(env.action_space.n)}
        assert env.action_space.n == count + 3 == len(names)
        assert all(form in str(names) for form in ("undo", "pass", "wait"))
    assert len({frozenset(turned(form_cells("Polyfit3D", form))) for form in range(635)}) == 39

"""A seat sees its own clues, grid and layout, and what it was asked: never what the other hides."""

import numpy as np
import pytest
from orapa_reference import POINTS, board_of, fire, violations
from orapa_scenes import (
    LAYOUTS,
    as_pieces,
    begin_duel,
    fire_from,
    in_words,
    plain,
    probe_at,
    random_layouts,
)

import parlour
from parlour.envs.orapa.pieces import FIRST

pytestmark = pytest.mark.nojit


def duel(observation="tables", **options):
    env = parlour.parallel_env("Orapa", observation=observation, **options)
    start = {"layouts": [as_pieces(words) for words in LAYOUTS], "first": 0}
    env.reset(seed=2, options=start)
    return env


def play_some(env, moves=8, seed=0):
    rng, wait = np.random.default_rng(seed), env.game.wait_action
    for _ in range(moves):
        masks = env.matches.masks[0]
        actions = [
            int(rng.choice(np.flatnonzero(m[:116]))) if m[:116].any() else wait for m in masks
        ]
        env.step(dict(zip(env.agents, actions, strict=True)))
    return env


def seen(env, seat):
    observations, infos = env.restore(env.snapshot())
    return plain([observations[f"seat_{seat}"], infos[f"seat_{seat}"]])


def answers_of(seat):
    """What a seat has asked, in words: waves and probes with their answers."""
    return {
        "waves": [int(entry) for entry in np.flatnonzero(seat["waves"][:, 0] == 1)],
        "cells": [int(cell) for cell in np.flatnonzero(seat["probes"])],
    }


def is_consistent(asked, one, other):
    """Whether two layouts answer all that was asked alike, by the reference."""
    boards = board_of(one), board_of(other)
    labels = list(POINTS_IN_ORDER)
    for entry in asked["waves"]:
        answers = [fire(board, labels[entry])[:3] for board in boards]
        if answers[0] != answers[1]:
            return False
    colours = {"white1": "white", "white2": "white"}
    for cell in asked["cells"]:
        pieces = [board.get((cell % 10, cell // 10), ("", ""))[1] for board in boards]
        if len({colours.get(piece, piece) for piece in pieces}) > 1:
            return False
    return True


POINTS_IN_ORDER = [*"ABCDEFGHIJKLMNOPQR", *map(str, range(1, 19))]
assert set(POINTS_IN_ORDER) == set(POINTS)


def transparent():
    """Entries of waves through seat 1's layout that hit nothing, one a path."""
    board = board_of(LAYOUTS[1])
    for entry, label in enumerate(POINTS_IN_ORDER):
        _, point, mix, _ = fire(board, label)
        if mix == "transparent" and POINTS_IN_ORDER.index(point) > entry:
            yield entry


STRAIGHT = list(transparent())


@pytest.mark.parametrize("observation", ["tables", "candidates", "flat"])
def test_another_hidden_layout_with_the_same_answers_changes_nothing_that_a_seat_sees(observation):
    tried = 0
    for count in (1, 2):
        env = duel(observation)
        for entry in STRAIGHT[:count]:  # answers that many layouts give
            env.step({"seat_0": entry, "seat_1": 1061})
            env.step({"seat_0": 1061, "seat_1": int(env.matches.masks[0, 1].argmax())})
        asked = answers_of(env.matches.seats[0, 0])
        for layout in random_layouts(150, seed=count)[0]:
            words = in_words(layout)
            if not is_consistent(asked, LAYOUTS[1], words):
                continue
            tried += 1
            before, saved = seen(env, 0), env.snapshot()
            twin = parlour.parallel_env("Orapa", observation=observation)
            start = {"layouts": [as_pieces(LAYOUTS[0]), as_pieces(words)], "first": 0}
            twin.reset(seed=2, options=start)
            for entry in asked["waves"]:
                twin.step({"seat_0": entry, "seat_1": 1061})
                twin.step({"seat_0": 1061, "seat_1": int(twin.matches.masks[0, 1].argmax())})
            assert seen(twin, 0) == before
            env.restore(saved)
    assert tried > 5


@pytest.mark.parametrize("observation", ["tables", "candidates", "flat"])
@pytest.mark.parametrize("placement", ["random", "player"])
def test_nothing_in_the_other_seat_s_record_is_told(observation, placement):
    env = parlour.parallel_env("Orapa", observation=observation, placement=placement)
    env.reset(seed=2)
    if placement == "random":
        play_some(env)
    before, saved = seen(env, 0), env.snapshot()
    rng = np.random.default_rng(0)
    for name in saved.seats.dtype.names:
        if name not in ("on_move", "reward", "number"):
            field = saved.seats[0, 1][name]
            saved.seats[name][0, 1] = rng.integers(0, 2, np.shape(field))
    saved.seats["hypothesis"][0, 1] += FIRST[:7]  # placements of each piece's own
    saved.matches["layout"] = rng.integers(0, 200, 7)
    saved.matches["board"] = rng.integers(0, 2, 120)
    env.restore(saved)
    assert seen(env, 0) == before


def test_the_solo_game_s_layout_is_not_told():
    env = parlour.parallel_env("Orapa", players=1)
    env.reset(seed=2)
    env.step({"seat_0": 0})
    before, saved = seen(env, 0), env.snapshot()
    saved.matches["layout"][0], saved.matches["board"][0] = 5, 0
    env.restore(saved)
    assert seen(env, 0) == before


def test_a_body_shows_no_layout_of_the_other_before_the_end():
    one = begin_duel(layouts=[LAYOUTS[0], LAYOUTS[1]])
    moved = {**LAYOUTS[1], "yellow": (0, 0, 5)}
    assert not violations(moved)
    other = begin_duel(layouts=[LAYOUTS[0], moved])
    assert one.body(0) == other.body(0) and one.show(0) == other.show(0)
    assert (
        one.game.draw(one.match, one.seats, 0) == other.game.draw(other.match, other.seats, 0)
    ).all()
    assert one.body(1) != other.body(1)
    for table in (one, other):
        assert "boards" not in str(table.body(0))
        table.resign(0)
        assert len(table.body(0)["game_over"]["boards"]) == 2


def test_pictures_of_the_solo_game_show_no_layout():
    tables = [
        parlour.table("Orapa", seed=0, options={"layout": as_pieces(words)}) for words in LAYOUTS
    ]
    pictures = [table.game.draw(table.match, table.seats, 0) for table in tables]
    assert (pictures[0] == pictures[1]).all()
    assert tables[0].show() == tables[1].show()


@pytest.mark.parametrize("seed", range(4))
def test_resampling_draws_a_layout_that_gives_the_same_answers(seed):
    env = play_some(duel(), moves=4)
    before = seen(env, 0)
    asked = answers_of(env.matches.seats[0, 0])
    env.resample_hidden(seat=0, seed=seed)
    assert seen(env, 0) == before
    redrawn = in_words(env.matches.seats[0, 1]["layout"])
    assert not violations(redrawn)
    assert is_consistent(asked, LAYOUTS[1], redrawn)


def test_resampling_the_solo_game_draws_another_layout():
    env = parlour.parallel_env("Orapa", players=1)
    env.reset(seed=2)
    layouts = set()
    for seed in range(5):
        env.resample_hidden(seed=seed)
        layouts.add(tuple(env.matches.matches[0]["layout"].tolist()))
        assert not violations(in_words(env.matches.matches[0]["layout"]))
    assert len(layouts) == 5


def test_resampling_keeps_a_layout_that_has_been_found():
    table = begin_duel()
    env = table.batch
    pieces = as_pieces(LAYOUTS[1])
    table.move(0, {"type": "SubmitSolution", "pieces": pieces})
    env.resample_hidden(0, 1)
    assert in_words(table.seats[1]["layout"]) == LAYOUTS[1]


def test_resampling_in_the_layout_phase_redraws_what_the_other_has_laid():
    env = parlour.parallel_env("Orapa", placement="player")
    env.reset(seed=2)
    before = seen(env, 0)
    drawn = set()
    for seed in range(6):
        env.resample_hidden(0, seed)
        assert seen(env, 0) == before
        drawn.add(tuple(env.matches.seats[0, 1]["hypothesis"].tolist()))
    assert len(drawn) > 3


def test_what_both_have_asked_is_public():
    table = begin_duel()
    fire_from(table, 0, "A")
    probe_at(table, 1, 3, 3)
    assert table.body(0)["history"] == table.body(1)["history"]
    assert table.seats[1]["rival_waves"].tolist() == table.seats[0]["waves"].tolist()
    assert table.seats[0]["rival_probes"].tolist() == table.seats[1]["probes"].tolist()

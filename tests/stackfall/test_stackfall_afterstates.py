"""What the `afterstates` observation tells of every action, checked against the reference."""

import random

import gymnasium as gym
import numpy as np
import pytest
from stackfall_measures import describe
from stackfall_play import random_board
from stackfall_reference import DRAWINGS, LETTERS, ReferenceGame, read_board, rest_cells

from parlour.envs.stackfall.features import FEATURES

pytestmark = pytest.mark.nojit


def start(seed):
    """Reset options of a random drawn position, every second one with a piece on hold."""
    rng = random.Random(seed)
    options = {
        "board": random_board(rng),
        "pieces": "".join(rng.choices(LETTERS, k=5)),
        "lines": rng.randrange(40),
    }
    return options if seed % 2 else {**options, "hold": rng.choice(LETTERS)}


def observe(actions, options):
    """Features by name (A,) of every action, and the mask."""
    env = gym.make("parlour/Stackfall-v0", observation="afterstates", actions=actions)
    rows, info = env.reset(seed=1, options=options)
    assert rows.shape == (len(info["action_mask"]), len(FEATURES))
    return dict(zip(FEATURES, rows.T, strict=True)), info["action_mask"]


def reference(options):
    pieces, lines = options["pieces"] + "IOTSZJL", options.get("lines", 0)
    return ReferenceGame(pieces, options["board"], options.get("hold"), lines)


def expected(options, rotation, column, needs_hold):
    """The features of one legal placement, by name."""
    game = reference(options)
    in_sight = list(game.preview)[1 if needs_hold and game.held is None else 0 :] + [None] * 3
    if needs_hold:
        game.hold()
    rows = [row for row, _ in rest_cells(game.board, game.current, rotation, column)]
    is_distinct = DRAWINGS[game.current].index(DRAWINGS[game.current][rotation]) == rotation
    game.place(rotation, column)
    return {
        "is_legal": 1,
        "is_distinct": is_distinct,
        "lines": game.cleared,
        "points": game.points,
        "landing_height": (min(rows) - 1 + max(rows)) / 2,
        **describe(game.board),
        "hold": number(game.held),
        **{f"piece_{place}": number(in_sight[place]) for place in range(3)},
        "combo": game.combo,
        "back_to_back": game.back_to_back,
        "total_lines": game.lines,
        "pieces_left": 149,
    }


def number(letter):
    return -1 if letter is None else LETTERS.index(letter)


@pytest.mark.parametrize("seed", range(12))
def test_every_placement_is_described_by_the_board_it_leads_to(seed):
    options = start(seed)
    features, mask = observe("placements", options)
    for action in np.flatnonzero(mask):
        found = {name: float(features[name][action]) for name in FEATURES}
        assert found == expected(options, *divmod(int(action) % 40, 10), action >= 40), action


@pytest.mark.parametrize("seed", range(6))
def test_moves_describe_the_same_placements(seed):
    options = start(seed)
    moves, _ = observe("moves", options)
    placements, _ = observe("placements", options)
    for name in FEATURES:
        assert moves[name][:40].tolist() == placements[name][:40].tolist()


@pytest.mark.parametrize("seed", range(6))
def test_a_hold_alone_leaves_the_board_as_it_is(seed):
    options = start(seed)
    features, _ = observe("moves", options)
    same = describe(read_board(options["board"]))
    same |= {"is_legal": 1, "lines": 0, "points": 0, "combo": -1, "pieces_left": 150}
    game = reference(options)
    game.hold()
    in_sight = [game.current, *game.preview, None][:3]
    same |= {f"piece_{place}": number(letter) for place, letter in enumerate(in_sight)}
    same |= {"hold": number(game.held), "back_to_back": 0, "total_lines": options["lines"]}
    assert {name: features[name][40] for name in same} == same


@pytest.mark.parametrize("depth", [11, 12, 15, 16])
def test_deep_wells_are_measured_in_full(depth):
    board = ["." * 10] * (20 - depth) + [".########."] * depth
    options = {"board": board, "pieces": "OIOT"}
    features, _ = observe("moves", options)
    row = {name: float(features[name][4]) for name in FEATURES}
    assert row == expected(options, 0, 4, False)


@pytest.mark.parametrize("actions", ["moves", "placements"])
def test_an_illegal_action_has_no_features(actions):
    features, mask = observe(actions, start(3))
    assert features["is_legal"].tolist() == mask.tolist()
    for name in FEATURES:
        assert not features[name][mask == 0].any()


def test_points_know_combo_and_back_to_back():
    env = gym.make("parlour/Stackfall-v0", observation="afterstates")
    board = ["." * 10] * 12 + ["#########."] * 8
    env.reset(seed=1, options={"board": board, "pieces": "II"})
    rows = env.step(19)[0]
    assert rows[19, FEATURES.index("points")] == 1200 + 50 + 3200

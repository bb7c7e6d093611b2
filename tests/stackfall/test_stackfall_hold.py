"""The hold: one piece set aside, once for each piece taken from the queue."""

import numpy as np
import pytest
from stackfall_scenes import (
    begin,
    drawn_board,
    facts,
    garbage,
    hold,
    letter,
    letters,
    make,
    place,
    step,
)

from parlour.envs.stackfall import ILLEGAL

pytestmark = pytest.mark.nojit


def test_a_first_hold_brings_the_next_piece_and_shifts_the_preview():
    env, info = begin("", "IOTSZ")
    assert letter(info["hold"]) is None
    info = hold(env)
    assert (letter(info["hold"]), letter(info["current"])) == ("I", "O")
    assert letters(info["next"]) == "TSZ"


def test_a_later_hold_swaps_and_leaves_the_preview():
    env, _ = begin("", "IOTSZ", hold="L")
    info = hold(env)
    assert (letter(info["hold"]), letter(info["current"])) == ("I", "L")
    assert letters(info["next"]) == "OTS"


def test_a_second_hold_for_one_piece_is_illegal_and_changes_nothing():
    env, _ = begin("", "IOTSZ")
    observation, _, _, _, info = env.step(40)
    before = facts(observation, info)
    assert info["action_mask"][40] == 0
    observation, reward, terminated, truncated, info = env.step(40)
    assert "hold" in ILLEGAL[int(info["illegal"])]
    assert (float(reward), terminated, truncated) == (0.0, False, False)
    assert facts(observation, {**info, "illegal": 0}) == before


def test_a_piece_swapped_in_cannot_be_held_again():
    env, _ = begin("", "IOTSZ", hold="L")
    assert hold(env)["action_mask"][40] == 0


def test_a_placement_allows_the_next_hold():
    env, _ = begin("", "IOTSZ")
    hold(env)
    info = place(env, 0, 0)
    assert info["action_mask"][40] == 1
    assert letter(hold(env)["current"]) == "I"


def test_a_hold_is_allowed_at_the_start():
    _, info = begin("", "IOTSZ")
    assert info["action_mask"][40] == 1


def test_a_piece_comes_back_from_hold_to_be_placed_in_any_rotation():
    env, _ = begin("", "TOSZ")
    hold(env)
    place(env, 0, 0)
    info = hold(env)
    assert letter(info["current"]) == "T"
    assert int(np.sum(info["action_mask"][:40])) == 34


def test_a_hold_places_nothing():
    env, _ = begin(garbage(5), "IOTSZ")
    observation, reward, _, _, info = env.step(40)
    assert drawn_board(observation)[-5:] == garbage(5).split()
    assert float(reward) == 0.0
    assert [int(info[name]) for name in ("pieces", "points", "cleared")] == [0, 0, 0]


@pytest.mark.parametrize("held", [None, "S"])
def test_a_placement_after_hold_equals_a_hold_and_a_placement(held):
    options = {} if held is None else {"hold": held}
    text = "###....###\n####..####"
    moves, _ = begin(text, "TOSZLJ", **options)
    hold(moves)
    observation, _, _, _, info = moves.step(12)
    expected = facts(observation, info)
    placements, _ = begin(text, "TOSZLJ", actions="placements", **options)
    observation, _, _, _, info = placements.step(52)
    found = facts(observation, info)
    for name in expected[0]:
        if name != "action_mask":
            assert found[0][name] == expected[0][name], name
    assert found[1]["board"] == expected[1]["board"]


def test_with_placements_as_actions_a_hold_is_open_before_every_placement():
    env, info = begin("", "TOSZLJ", actions="placements")
    assert int(info["action_mask"][40:].sum()) == 4 * 9  # the O behind the T
    for action in (40, 0, 0):
        info = step(env, action)[1]
        assert int(info["action_mask"][40:].sum()) == 34  # the T that is held


def test_a_placement_after_hold_that_does_not_fit_changes_nothing():
    env, _ = begin("", "TOSZ", actions="placements", hold="I")
    _, _, _, _, info = env.step(0)
    *_, before = env.step(40 + 7)  # an I lying on columns 7-10
    assert int(before["illegal"]) > 0
    for name in ("current", "hold", "pieces", "score"):
        assert int(before[name]) == int(info[name])
    assert letters(before["next"]) == letters(info["next"])


def test_the_rotations_of_the_held_piece_follow_the_hold_not_the_current_piece():
    env = make("placements")
    _, info = env.reset(seed=3, options={"pieces": "OIT"})
    now, after_hold = info["action_mask"][:40], info["action_mask"][40:]
    assert int(now.sum()) == 4 * 9
    assert int(after_hold.sum()) == 7 + 10 + 7 + 10

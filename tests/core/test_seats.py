"""Matches with seats: moves at their moments, secrets kept, ends and resets match by match."""

import pickle
from copy import deepcopy

import coins
import numpy as np
import pytest
from coins import GO_HOME, GRAB, WAIT
from coins_play import deal, set_targets, step
from core_scenes import fields, state
from gymnasium.vector import AutoresetMode

from parlour.envs.core.matches import Matches

pytestmark = pytest.mark.nojit


def test_a_seat_is_a_lane_and_seats_of_a_match_lie_side_by_side():
    env = coins.lanes(6)
    observations, infos = env.reset(seed=3)
    assert observations["coin"].shape == (6, 1)
    pairs = observations["coin"].reshape(3, 2)
    assert (pairs[:, 0] == pairs[:, 1]).all()
    assert infos["action_mask"].shape == (6, 3)


@pytest.mark.parametrize("num_envs", [3, 5])
def test_lanes_must_fill_whole_matches(num_envs):
    with pytest.raises(ValueError, match=f"multiple of 2 players, got {num_envs}"):
        coins.lanes(num_envs)


@pytest.mark.parametrize("players", [1, 5])
def test_the_number_of_seats_is_the_game_s_to_limit(players):
    with pytest.raises(ValueError, match=f"2 to 4 players, got {players}"):
        Matches(coins.game(), 1, players)


def test_only_the_first_to_grab_is_paid():
    env = coins.lanes(20)
    observations, _ = env.reset(seed=1)
    _, rewards, *_ = env.step([GRAB] * 20)
    pairs, coin = rewards.reshape(10, 2), observations["coin"].reshape(10, 2)[:, 0]
    assert (pairs.min(axis=1) == 0).all()
    assert (pairs.max(axis=1) == coin).all()


def test_a_grab_that_comes_too_late_is_told():
    matches = deal(50)
    step(matches, *[GRAB] * 100)
    assert (matches.seats["illegal"].min(axis=1) == 0).all()
    assert (matches.seats["illegal"].max(axis=1) == coins.NOTHING_THERE).all()


def test_a_seat_that_has_gone_home_only_waits():
    matches = deal()
    step(matches, GO_HOME, WAIT)
    assert matches.masks[0].tolist() == [[1, 0, 0], [1, 1, 1]]
    assert matches.seats["on_move"][0].tolist() == [0, 1]
    step(matches, WAIT, GRAB)
    assert matches.reward[0, 0] == 0
    assert matches.seats["illegal"][0].tolist() == [0, 0]
    assert not matches.is_over[0]


@pytest.mark.parametrize("action", [GRAB, GO_HOME])
def test_any_other_action_off_move_is_illegal_and_changes_nothing(action):
    matches = deal()
    step(matches, GO_HOME, WAIT)
    saved = matches.snapshot()
    step(matches, WAIT, WAIT)
    expected = state(matches)
    matches.restore(saved)
    step(matches, action, WAIT)
    assert matches.seats["illegal"][0].tolist() == [1, 0]
    matches.seats["illegal"] = 0
    assert state(matches) == expected


def test_a_seat_sent_home_by_its_target_keeps_the_reward_of_that_step():
    matches = deal()
    set_targets(matches, 1)
    step(matches, GRAB, WAIT)
    assert matches.reward[0, 0] > 0
    assert matches.seats["on_move"][0].tolist() == [0, 1]


@pytest.mark.parametrize("spoilt", ["target", "purse"])
def test_a_seat_learns_nothing_of_the_other_s_record(spoilt):
    matches = deal(8)
    step(matches, *[GRAB, WAIT] * 8)
    seen, told, masks = matches.observe(), matches.info(), matches.masks.copy()
    matches.seats[spoilt][:, 1] = 17
    matches.look()
    for name, array in matches.observe().items():
        assert (array[:, 0] == seen[name][:, 0]).all()
    for name, array in matches.info().items():
        assert (array[:, 0] == told[name][:, 0]).all()
    assert (matches.masks[:, 0] == masks[:, 0]).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_resampling_redraws_the_other_seats_secrets_and_the_future(seat):
    matches = deal(40)
    step(matches, *[WAIT] * 80)
    saved, seen = matches.snapshot(), matches.observe()
    futures = []
    for seed in (11, 11, 12):
        matches.restore(saved)
        matches.resample_hidden(seat, seed)
        for name, array in matches.observe().items():
            assert (array[:, seat] == seen[name][:, seat]).all()
        targets = matches.seats["target"].copy()
        assert (targets[:, seat] == saved.seats["target"][:, seat]).all()
        assert (targets[:, 1 - seat] != saved.seats["target"][:, 1 - seat]).any()
        step(matches, *[WAIT] * 80)
        step(matches, *[WAIT] * 80)
        futures.append((targets.tolist(), matches.matches["coin"].tolist()))
    assert futures[0] == futures[1]
    assert futures[0][0] != futures[2][0]
    assert futures[0][1] != futures[2][1]


def journal(matches, steps=30):
    rng = np.random.default_rng(0)
    entries = []
    for _ in range(steps):
        step(matches, *(rng.random(matches.masks.shape) * matches.masks).argmax(-1).flat)
        entries.append(state(matches))
    return entries


@pytest.mark.parametrize(
    "copy", [deepcopy, lambda matches: pickle.loads(pickle.dumps(matches))], ids=["copy", "pickle"]
)
def test_a_copy_plays_on_as_the_original(copy):
    matches = deal(3, 3, mode=AutoresetMode.NEXT_STEP)
    journal(matches, 5)
    twin = copy(matches)
    assert journal(twin) == journal(matches)


def test_a_snapshot_brings_back_matches_seats_and_masks():
    matches = deal(3, 3, mode=AutoresetMode.NEXT_STEP)
    journal(matches, 5)
    saved, masks = matches.snapshot(), matches.masks.copy()
    expected = journal(matches)
    matches.restore(saved)
    assert (matches.masks == masks).all()
    assert journal(matches) == expected


def test_a_match_plays_alone_as_it_does_beside_others():
    together = deal(4, mode=AutoresetMode.NEXT_STEP, seed=9)
    alone = [deal(1, mode=AutoresetMode.NEXT_STEP, seed=9 + index) for index in range(4)]
    rng = np.random.default_rng(3)
    for _ in range(60):
        actions = rng.integers(0, 3, (4, 2))
        together.step(actions)
        for index, match in enumerate(alone):
            match.step(np.ascontiguousarray(actions[index : index + 1]))
            assert fields(together.seats[index]) == fields(match.seats[0])
            assert (together.masks[index] == match.masks[0]).all()

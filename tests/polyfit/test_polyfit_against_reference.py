"""Random matches go as the plain-Python referee has it, move by move."""

import pytest
from polyfit_duel import Duel, play_at_random

GAMES = ("Polyfit", "Polyfit3D")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", range(1, 9))
def test_random_matches_agree(name, players):
    for seed in range(4):
        play_at_random(Duel(name, players, seed=seed), seed)


@pytest.mark.parametrize("name", GAMES)
def test_matches_of_late_answers_and_empty_banks_agree(name):
    for players in (1, 2, 3, 5, 8):
        for seed in range(3):
            play_at_random(Duel(name, players, seed=seed), seed, pace=30_000)


@pytest.mark.parametrize("name", GAMES)
def test_matches_of_many_resignations_agree(name):
    for players in (1, 2, 3, 4, 8):
        for seed in range(3):
            play_at_random(Duel(name, players, seed=seed), seed, resigning=0.3)


@pytest.mark.nojit
@pytest.mark.parametrize("name", GAMES)
def test_a_short_match_of_normal_puzzles_agrees(name):
    play_at_random(Duel(name, 3, difficulty="normal", rounds=4, round_seconds=12), 1)


@pytest.mark.parametrize("layers", [3, 4])
def test_matches_of_higher_solids_agree(layers):
    for seed in range(3):
        play_at_random(Duel("Polyfit3D", 2, layers=layers, seed=seed), seed)


def test_random_matches_meet_every_reason():
    for name in GAMES:
        met = set()
        for seed in range(40):
            met |= set(play_at_random(Duel(name, 2, seed=seed), 100 + seed).reasons)
        expected = {"", "not_on_move", "bad_move", "wrong_round", "unknown_piece"}
        expected |= {"duplicate_piece", "missing_piece", "outside_board", "overlap"}
        expected |= {"outside_region"}
        expected |= {"wrong_shape", "mirrored"} if name == "Polyfit3D" else set()
        assert met >= expected

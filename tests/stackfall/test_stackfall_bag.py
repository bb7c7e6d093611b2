"""Where the pieces come from: bags of seven, seen four at a time."""

import random

import pytest
from stackfall_play import good_action
from stackfall_reference import HOLD_ACTION, LETTERS
from stackfall_scenes import begin, hold, letter, letters, make, place, step
from stackfall_versus import Versus

pytestmark = pytest.mark.nojit


def first_pieces(env, seed):
    """The four pieces seen at the start of a seeded game."""
    _, info = env.reset(seed=seed)
    return letter(info["current"]) + letters(info["next"])


def seen_until_the_end(env, info, rng):
    """All pieces seen in a game of random placements, in order."""
    seen = letter(info["current"]) + letters(info["next"])
    terminated = False
    while not terminated:
        legal = [action for action in range(HOLD_ACTION) if info["action_mask"][action]]
        if not legal:
            return seen
        terminated, info = step(env, rng.choice(legal))
        seen += "" if terminated else letter(info["next"][-1])
    return seen


def bags(pieces):
    """The whole bags in a sequence of pieces."""
    return [pieces[start : start + 7] for start in range(0, len(pieces) - 6, 7)]


def is_bag(pieces):
    return sorted(pieces) == sorted(LETTERS)


def test_every_seven_pieces_are_a_permutation():
    env = make()
    count = 0
    for seed in range(40):
        _, info = env.reset(seed=seed)
        seen = bags(seen_until_the_end(env, info, random.Random(seed)))
        assert all(is_bag(bag) for bag in seen), seed
        count += len(seen)
    assert count >= 80


def test_every_seven_pieces_of_a_whole_game_are_a_permutation():
    game = Versus("moves", seed=5)
    rng = random.Random(5)
    while game.reference.end_reason is None:
        game.act(good_action(game.reference, "moves", rng))
    drawn = bags("".join(game.drawn))
    assert len(drawn) >= 10
    assert all(is_bag(bag) for bag in drawn)
    assert len(set(drawn)) == len(drawn), "bags repeat"


def test_a_later_episode_starts_with_a_new_bag():
    env = make()
    rng = random.Random(1)
    env.reset(seed=11)
    for _ in range(10):
        _, info = env.reset()
        assert is_bag(seen_until_the_end(env, info, rng)[:7])


def test_later_episodes_differ():
    env = make()
    starts = [first_pieces(env, 4)]
    for _ in range(9):
        _, info = env.reset()
        starts.append(letter(info["current"]) + letters(info["next"]))
    assert len(set(starts)) >= 8


@pytest.mark.parametrize("place_in_bag", range(4))
def test_every_piece_is_equally_likely_at_each_place_of_the_first_bag(place_in_bag):
    env = make()
    counts = dict.fromkeys(LETTERS, 0)
    for seed in range(1400):
        counts[first_pieces(env, seed)[place_in_bag]] += 1
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 22.46  # 6 degrees of freedom, 0.1 %


def test_a_second_piece_is_equally_likely_behind_every_first_one():
    env = make()
    counts = {(first, second): 0 for first in LETTERS for second in LETTERS if first != second}
    for seed in range(2100):
        pieces = first_pieces(env, seed)
        counts[pieces[0], pieces[1]] += 1
    chi_square = sum((count - 50) ** 2 / 50 for count in counts.values())
    assert chi_square < 74.75  # 41 degrees of freedom, 0.1 %


def test_the_preview_comes_true():
    env = make()
    _, info = env.reset(seed=9)
    for turn in range(8):
        expected = letters(info["next"])
        info = place(env, 0, 3 * (turn % 3))
        assert letter(info["current"]) + letters(info["next"])[:2] == expected


def test_given_pieces_come_first_and_whole_bags_follow():
    env, info = begin("", "OOOOO", seed=3)
    seen = letter(info["current"]) + letters(info["next"])
    for turn in range(15):
        info = place(env, 0, 2 * (turn % 5) if turn < 5 else 3 * (turn % 3))
        seen += letter(info["next"][-1])
    assert seen[:5] == "OOOOO"
    assert is_bag(seen[5:12])
    assert is_bag(seen[12:19])


def test_one_given_piece_is_followed_by_a_whole_bag():
    env, info = begin("", "O", seed=3)
    seen = letter(info["current"]) + letters(info["next"])
    for column in (0, 3, 6, 0):
        info = place(env, 0, column)
        seen += letter(info["next"][-1])
    assert seen[0] == "O"
    assert is_bag(seen[1:8])


def test_the_pieces_do_not_depend_on_how_they_are_placed():
    env = make()
    games = []
    for seed in (1, 2, 3):
        _, info = env.reset(seed=77)
        games.append(seen_until_the_end(env, info, random.Random(seed)))
    shortest = min(len(seen) for seen in games)
    assert shortest >= 15
    assert len({seen[:shortest] for seen in games}) == 1


def test_holding_across_a_bag_draws_the_pieces_in_the_same_order():
    env = make()
    _, info = env.reset(seed=21)
    plain = seen_until_the_end(env, info, random.Random(0))
    _, info = env.reset(seed=21)
    seen = letter(info["current"]) + letters(info["next"])
    placed = []
    for turn in range(10):
        if turn % 2 == 0:
            info = hold(env)
            if turn == 0:
                seen += letter(info["next"][-1])
        placed.append(letter(info["current"]))
        info = place(env, 0, 3 * (turn % 3))
        seen += letter(info["next"][-1])
    assert seen == plain[: len(seen)]
    on_hand = [letter(info["current"]), letter(info["hold"]), *letters(info["next"])]
    assert sorted(placed + on_hand) == sorted(seen)


def test_two_seeds_give_two_games():
    env = make()
    games = []
    for seed in (0, 1):
        _, info = env.reset(seed=seed)
        games.append(seen_until_the_end(env, info, random.Random(0))[:14])
    assert games[0] != games[1]


def test_one_seed_gives_one_game():
    env = make()
    assert len({first_pieces(env, 6) for _ in range(3)}) == 1

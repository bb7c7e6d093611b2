"""The layouts that agree with a seat's clues: all of them are listed, each drawn as often."""

from collections import Counter

import gymnasium as gym
import numpy as np
import pytest
from orapa_brute_force import agreeing, answers_alike, play_late
from orapa_reference import violations
from orapa_scenes import in_words, place_action, plain

import parlour
from parlour.envs.orapa.consistent import draw_from_shares, list_consistent

SUBMIT = 1060


def make(**options):
    return gym.make("parlour/Orapa-v0", **options).unwrapped


def records(env):
    return env.matches.matches[0], env.matches.seats[0, 0]


def list_all(env, most=20_000, share=1.0):
    """All layouts that agree with the first seat's clues, as an array (n, 7)."""
    match, seat = records(env)
    found = np.empty((most, 7), np.int16)
    count = list_consistent(match, seat, share, 1.0, found)
    assert count <= most
    return found[:count]


def as_set(layouts):
    rows = [tuple(row) for row in layouts.tolist()]
    assert len(set(rows)) == len(rows)
    return set(rows)


def late(least, most, seeds=range(40)):
    """Environments in late positions with so many layouts left, and those layouts."""
    for seed in seeds:
        env = make()
        play_late(env, seed)
        expected = agreeing(records(env)[1])
        if least <= len(expected) <= most:
            yield env, expected


def excess(counts, expected):
    """Chi-square of counts beyond its mean, in standard deviations."""
    freedom = len(counts) - 1
    return (((counts - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom)


def test_all_that_agree_are_listed_and_no_others():
    tried = 0
    for env, expected in late(2, 2000, range(12)):
        assert as_set(list_all(env)) == expected
        tried += 1
    assert tried > 4


def test_each_is_drawn_as_often_as_the_others():
    env, expected = next(late(8, 25))
    drawn = Counter()
    for seed in range(60 * len(expected)):
        env.resample_hidden(seed=seed)
        drawn[tuple(env.matches.matches[0]["layout"].tolist())] += 1
    assert set(drawn) == expected
    assert abs(excess(np.array(list(drawn.values())), 60)) < 5


def test_draws_from_shares_are_even_too():
    env = make()
    for seed in range(30):
        env.reset(seed=seed)
        for entry in (1, 14, 20, 27):
            env.step(entry)
        if 3000 < len(layouts := list_all(env, 2_000_000)) < 20_000:
            break
    match, seat = records(env)
    found, draws = np.empty((2048, 7), np.int16), 500
    drawn = [found[draw_from_shares(match, seat, found)].copy() for _ in range(draws)]
    for piece in range(5):
        numbers, shares = np.unique(layouts[:, piece], return_counts=True)
        expected = draws * shares / shares.sum()
        counts = np.array([sum(row[piece] == number for row in drawn) for number in numbers])
        is_often = expected >= 5
        rest = ~is_often
        counts = np.append(counts[is_often], counts[rest].sum())
        expected = np.append(expected[is_often], expected[rest].sum())
        if rest.sum() == 0 or expected[-1] < 5:
            counts, expected = counts[:-1], expected[:-1]
        if len(counts) > 1:
            assert excess(counts, expected) < 5


BOTH = {"diamond": True, "black": True}


@pytest.mark.parametrize(
    ("options", "waves"),
    [
        *[({}, waves) for waves in (1, 3, 5, 8)],
        pytest.param(BOTH, 3, marks=pytest.mark.slow),  # minutes: very many layouts agree
        (BOTH, 8),
    ],
    ids=str,
)
def test_every_draw_gives_all_the_answers_and_nothing_else_changes(options, waves):
    env = parlour.parallel_env("Orapa", **options)
    for seed in range(3):
        env.reset(seed=seed, options={"first": 0})
        wait = env.game.wait_action
        drawn = np.random.default_rng(seed).permutation(116)
        for entry in [*drawn[drawn < 36][:waves], *drawn[drawn >= 36][:3]]:
            for actions in ((int(entry), wait), (wait, int(entry))):
                pairs = zip(actions, env.matches.masks[0], strict=True)
                chosen = [a if mask[a] else int(mask.argmax()) for a, mask in pairs]
                env.step(dict(zip(env.agents, chosen, strict=True)))
        before = plain([part["seat_0"] for part in env.restore(env.snapshot())])
        own = env.matches.seats[0, 0]["layout"].tolist()
        asked = env.matches.seats[0, 0]
        env.resample_hidden(0, 50 + seed)
        assert plain([part["seat_0"] for part in env.restore(env.snapshot())]) == before
        assert env.matches.seats[0, 0]["layout"].tolist() == own
        words = in_words(env.matches.seats[0, 1]["layout"])
        assert not violations(words)
        assert answers_alike(asked, words)


def test_a_solution_that_was_wrong_is_not_drawn():
    env = make(lives=2)
    env.reset(seed=0)
    for seed in range(40):
        play_late(env, seed)
        expected = agreeing(records(env)[1])
        if 2 <= len(expected) <= 6:
            break
    truth = tuple(env.matches.matches[0]["layout"].tolist())
    wrong = next(layout for layout in sorted(expected) if layout != truth)
    for piece, placed in in_words(wrong).items():
        env.step(place_action(piece, *placed))
    *_, info = env.step(SUBMIT)
    assert info["lives"] == 1
    looks = env.matches.seats[0, 0]["wrong"].tolist()
    left = as_set(list_all(env))
    assert truth in left and wrong not in left
    for seed in range(20):
        env.resample_hidden(seed=seed)
        assert env.matches.matches[0]["board"].tolist() != looks
        assert tuple(env.matches.matches[0]["layout"].tolist()) in left

"""The compiled game agrees with the slow reference on random play, good play and drawn boards."""

import random
from collections import Counter

import pytest
from stackfall_play import good_action, random_action, random_board, well_board
from stackfall_reference import HOLD_ACTION, LETTERS
from stackfall_scenes import make
from stackfall_versus import Versus


def random_start(rng):
    """A drawn position with a random history."""
    start = {
        "board": random_board(rng),
        "pieces": "".join(rng.choices(LETTERS, k=rng.randrange(1, 9))),
        "lines": rng.randrange(60),
        "score": 50 * rng.randrange(1000),
    }
    return start if rng.random() < 0.5 else {**start, "hold": rng.choice(LETTERS)}


def well_start(rng):
    """A position from which perfect clears are near."""
    return {"board": well_board(rng), "pieces": "I" + "".join(rng.choices("IIIO", k=5))}


def empty_start(rng):
    return {}


WAYS = {
    "random": (random_action, empty_start),
    "good": (good_action, empty_start),
    "random from drawn boards": (random_action, random_start),
    "good from drawn boards": (good_action, random_start),
    "good from wells": (good_action, well_start),
}


def play(way, actions, step_count, seed):
    """Compare whole games until so many steps are done; what happened in them."""
    choose, start = WAYS[way]
    rng = random.Random(f"{way} {actions} {seed}")
    env = make(actions)
    seen = Counter()
    while seen["steps"] < step_count:
        game = Versus(actions, rng.randrange(2**31), env, **start(rng))
        while game.reference.end_reason is None:
            was_chained = game.reference.back_to_back
            action = choose(game.reference, actions, rng)
            game.act(action)
            seen["holds"] += action >= HOLD_ACTION
            count_events(seen, game, was_chained)
        seen[game.reference.end_reason] += 1
    return seen


def count_events(seen, game, was_chained):
    reference = game.reference
    seen["steps"] += 1
    seen["clears", reference.cleared] += 1
    seen["combos of two or more"] += reference.combo >= 2
    is_chained = was_chained and reference.cleared == 4
    seen["back-to-back Tetrises"] += bool(is_chained)
    if reference.perfect_clear:
        seen["perfect", "back-to-back" if is_chained else reference.cleared] += 1


@pytest.mark.parametrize("actions", ["moves", "placements"])
@pytest.mark.parametrize("way", WAYS)
def test_short_games_agree_with_the_reference(way, actions):
    seen = play(way, actions, 500, seed=1)
    assert seen["steps"] >= 500


@pytest.mark.slow
@pytest.mark.parametrize("actions", ["moves", "placements"])
@pytest.mark.parametrize("way", WAYS)
def test_20_000_steps_agree_with_the_reference(way, actions):
    seen = play(way, actions, 20_000, seed=2)
    print(way, actions, dict(seen))
    assert seen["steps"] >= 20_000
    for event in expected_events(way):
        assert seen[event] > 0, f"{event} never happened"


def expected_events(way):
    """What this many steps must have come across to say anything."""
    events = ["top_out", "holds", ("clears", 0), ("clears", 1)]
    if way.startswith("good"):
        events += ["pieces", ("clears", 2), ("clears", 3), ("clears", 4)]
        events += ["back-to-back Tetrises", "combos of two or more"]
    if way == "good from wells":
        events += [("perfect", 4), ("perfect", "back-to-back")]
    return events

"""The example of a sixth game: its rules, and that it passes every check the five pass."""

from collections import Counter
from functools import partial

import numpy as np
import pebbles
import pytest
from pebbles_envs import lanes, solo

from parlour.envs import Table
from parlour.envs.core.conformance import check

VARIANTS = [{}, {"observation": "bits", "size": 9}]
PROCESSES = ["spawn", "async_lanes"]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_it_passes_every_check(options):
    settings = {"strict": True, "steps": 30, "skip": PROCESSES if options else [], **options}
    check(solo, **settings).raise_if_failed()
    check(lanes, solo=partial(solo, **options), **settings).raise_if_failed()


def start(pile, seed=0):
    env = solo()
    env.reset(seed=seed, options={"pile": pile})
    return env


@pytest.mark.nojit
@pytest.mark.parametrize(("pile", "mask"), [(1, [1, 0, 0]), (2, [1, 1, 0]), (3, [1, 1, 1])])
def test_no_more_can_be_taken_than_there_are(pile, mask):
    env = start(pile)
    assert env.action_masks().tolist() == mask
    for action in np.flatnonzero(np.equal(mask, 0)):
        assert env.step(int(action))[4]["illegal"] == pebbles.ILLEGAL.index("fewer pebbles left")


@pytest.mark.nojit
@pytest.mark.parametrize("pile", [1, 2, 3])
def test_taking_the_last_wins(pile):
    _, reward, terminated, _, info = start(pile).step(pile - 1)
    assert (reward, terminated) == (1, True)
    assert pebbles.END_REASONS[info["end_reason"]] == "player took the last"


@pytest.mark.nojit
def test_leaving_one_loses_to_the_house():
    _, reward, terminated, _, info = start(2).step(0)
    assert (reward, terminated) == (-1, True)
    assert pebbles.END_REASONS[info["end_reason"]] == "house took the last"


@pytest.mark.nojit
def test_the_house_takes_one_to_three_by_chance():
    taken = Counter(start(20, seed).step(0)[4]["house"] for seed in range(600))
    assert set(taken) == {1, 2, 3}
    assert min(taken.values()) > 150


@pytest.mark.nojit
def test_commands_play_the_same_rules():
    table = Table(pebbles.game(size=5), seed=0)
    assert "error: expected take" in table.command("take 9")
    assert table.command("pile") == "ooooo  you 0  house 0\n"
    table.command("take 3")
    assert table.state()["taken"] == 3
    table.command("resign")
    assert table.state()["end_reason"] == "resigned"
    assert table.command("take 1") == "error: game over"


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"size": 0}, "size must be an integer in 1..50, got 0"),
        ({"size": 2.0}, "got 2.0"),
        ({"observation": "smell"}, "counts, bits, got 'smell'"),
    ],
)
def test_bad_options_are_refused(options, text):
    with pytest.raises(ValueError, match=text):
        pebbles.game(**options)

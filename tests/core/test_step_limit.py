"""An outer step limit truncates; an end by the rules terminates."""

import numpy as np
import pytest
from core_scenes import MODES
from pebbles_envs import begin, lanes, put

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("mode", MODES)
def test_a_step_limit_truncates_and_does_not_terminate(mode):
    env = begin(mode, [20, 20], max_episode_steps=2, size=50)
    assert not env.step([0, 0])[3].any()
    _, _, terminated, truncated, _ = env.step([0, 0])
    assert truncated.tolist() == [True, True]
    assert not terminated.any()


@pytest.mark.parametrize("mode", MODES)
def test_an_end_by_the_rules_at_the_limit_is_terminated_alone(mode):
    env = begin(mode, [20, 20], max_episode_steps=2)
    env.step([0, 0])
    put(env, [1, 20])
    _, _, terminated, truncated, _ = env.step([0, 0])
    assert terminated.tolist() == [True, False]
    assert truncated.tolist() == [False, True]


@pytest.mark.parametrize("mode", MODES[:2])
def test_each_lane_counts_its_own_steps(mode):
    env = begin(mode, [1, 50], max_episode_steps=4, size=50)
    ends = np.array([env.step([0, 0])[3] for _ in range(11)])
    # The step that deals a lane anew does not count.
    expected = {"SameStep": ([4, 8], [3, 7]), "NextStep": ([5, 10], [3, 8])}
    for lane in (0, 1):
        assert np.flatnonzero(ends[:, lane]).tolist() == expected[mode][lane]


@pytest.mark.parametrize("partial", [True, False])
def test_the_count_starts_again_after_a_reset_in_mid_episode(partial):
    env = begin("Disabled", [50, 50], max_episode_steps=3, size=50)
    env.step([0, 0])
    env.step([0, 0])
    options = {"reset_mask": np.array([True, False])} if partial else None
    env.reset(options=options)
    assert env.step([0, 0])[3].tolist() == [False, partial]


def test_an_illegal_action_counts_as_a_step_of_the_limit():
    env = begin("Disabled", [1, 50], max_episode_steps=1)
    _, _, _, truncated, infos = env.step([2, 0])
    assert infos["illegal"].tolist() == [2, 0]
    assert truncated.all()


@pytest.mark.parametrize("limit", [0, -1, 1.5, "3", True])
def test_a_step_limit_must_be_a_positive_integer(limit):
    with pytest.raises(ValueError, match="max_episode_steps"):
        lanes(2, max_episode_steps=limit)

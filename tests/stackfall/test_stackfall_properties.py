"""What holds for every sequence of actions, legal or not."""

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stackfall_scenes import drawn_board, end_of, facts, letters, make

from parlour.envs.stackfall import ILLEGAL

pytestmark = pytest.mark.nojit

few = settings(max_examples=40, deadline=None, derandomize=True)
seeds = st.integers(0, 2**31 - 1)
any_moves = st.lists(st.integers(0, 40), max_size=60)
any_placements = st.lists(st.integers(0, 79), max_size=60)
wishes = st.lists(st.floats(0, 0.999), max_size=150)


@lru_cache
def environment(actions):
    return make(actions)


def steps(env, seed, actions):
    """Observation and info before and after each step until the game ends."""
    observation, info = env.reset(seed=seed)
    for action in actions:
        before = observation, info
        observation, reward, terminated, _, info = env.step(action)
        yield before, action, (observation, info), float(reward), terminated
        if terminated:
            return


def legal_walk(env, seed, wishes):
    """Observation, info and end after each legal action that the wishes pick."""
    observation, info = env.reset(seed=seed)
    for wish in wishes:
        legal = np.flatnonzero(info["action_mask"])
        before = info
        observation, _, terminated, _, info = env.step(int(legal[int(wish * len(legal))]))
        yield before, observation, info, terminated
        if terminated:
            return


def filled(observation):
    return "".join(drawn_board(observation)).count("#")


@few
@given(seeds, wishes)
def test_cells_are_four_a_piece_less_ten_a_line(seed, wishes):
    for _, observation, info, _ in legal_walk(environment("moves"), seed, wishes):
        assert filled(observation) == 4 * int(info["pieces"]) - 10 * int(info["lines"])


@few
@given(seeds, wishes)
def test_score_lines_and_pieces_never_fall(seed, wishes):
    for before, _, info, _ in legal_walk(environment("placements"), seed, wishes):
        assert int(info["score"]) == int(before["score"]) + int(info["points"])
        assert int(info["lines"]) == int(before["lines"]) + int(info["cleared"])
        assert int(info["pieces"]) == int(before["pieces"]) + 1
        assert int(info["points"]) >= 100 * int(info["cleared"]) * int(before["level"])


@few
@given(seeds, wishes)
def test_the_level_follows_from_the_lines(seed, wishes):
    for _, _, info, _ in legal_walk(environment("moves"), seed, wishes):
        assert int(info["level"]) == 1 + int(info["lines"]) // 10


@few
@given(seeds, wishes)
def test_no_row_stays_full(seed, wishes):
    for _, observation, _, _ in legal_walk(environment("placements"), seed, wishes):
        assert "#" * 10 not in drawn_board(observation)


@few
@given(seeds, wishes)
def test_a_game_goes_on_exactly_while_there_is_a_legal_action(seed, wishes):
    for actions in ("moves", "placements"):
        for _, _, info, terminated in legal_walk(environment(actions), seed, wishes):
            assert bool(terminated) == (end_of(info) is not None)
            if not terminated:
                assert info["action_mask"].any()


@few
@given(seeds, any_moves)
def test_the_mask_tells_which_moves_are_accepted(seed, moves):
    for (_, info), action, (_, later), _, _ in steps(environment("moves"), seed, moves):
        assert bool(info["action_mask"][action]) == (int(later["illegal"]) == 0)


@few
@given(seeds, any_placements)
def test_the_mask_tells_which_placements_are_accepted(seed, placements):
    for (_, info), action, (_, later), _, _ in steps(environment("placements"), seed, placements):
        assert bool(info["action_mask"][action]) == (int(later["illegal"]) == 0)


@few
@given(seeds, wishes, st.sampled_from(["moves", "placements"]))
def test_the_mask_is_what_trying_every_action_finds(seed, wishes, actions):
    env = environment(actions)
    env.reset(seed=seed)
    for _ in legal_walk(env, seed, wishes[:30]):
        pass
    if end_of(env.unwrapped.restore(env.unwrapped.snapshot())[1]) is not None:
        return
    start = env.unwrapped.snapshot()
    _, info = env.unwrapped.restore(start)
    accepted = []
    for action in range(env.action_space.n):
        accepted.append(int(int(env.unwrapped.step(action)[4]["illegal"]) == 0))
        env.unwrapped.restore(start)
    assert accepted == info["action_mask"].tolist()


@few
@given(seeds, any_moves, any_placements)
def test_an_illegal_action_changes_nothing(seed, moves, placements):
    for actions, chosen in (("moves", moves), ("placements", placements)):
        for before, _, after, reward, ended in steps(environment(actions), seed, chosen):
            if int(after[1]["illegal"]) == 0:
                continue
            old, new = facts(*before), facts(*after)
            assert new == ({**old[0], "illegal": new[0]["illegal"]}, old[1])
            assert (reward, bool(ended)) == (0.0, False)
            assert ILLEGAL[int(after[1]["illegal"])] not in ("", "none")


@few
@given(seeds, any_moves)
def test_illegal_actions_leave_no_trace_in_what_follows(seed, moves):
    env = environment("moves")
    tried = [(action, later) for _, action, (_, later), _, _ in steps(env, seed, moves)]
    legal = [action for action, later in tried if int(later["illegal"]) == 0]
    _, start = env.reset(seed=seed)
    seen = [start] + [info for *_, (_, info), _, _ in steps(env, seed, legal)]
    last = tried[-1][1] if tried else start
    for name in ("score", "lines", "pieces", "current", "hold", "combo"):
        assert int(seen[-1][name]) == int(last[name])
    assert letters(seen[-1]["next"]) == letters(last["next"])


@few
@given(seeds, wishes)
def test_the_reward_is_the_points(seed, wishes):
    env = environment("moves")
    _, info = env.reset(seed=seed)
    total = 0.0
    for wish in wishes:
        legal = np.flatnonzero(info["action_mask"])
        _, reward, terminated, _, info = env.step(int(legal[int(wish * len(legal))]))
        assert float(reward) == int(info["points"])
        total += float(reward)
        if terminated:
            break
    assert total == int(info["score"])

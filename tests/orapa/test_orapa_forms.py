"""The forms of a duel: turns play as rounds do; a learner against an agent."""

import pytest
from orapa_scenes import same_records

import parlour
from parlour import agents

pytestmark = pytest.mark.nojit


def test_turns_play_as_rounds_in_which_the_other_waits():
    aec, both = (
        parlour.aec_env("Orapa", turn_limit=60),
        parlour.parallel_env("Orapa", turn_limit=60),
    )
    aec.reset(seed=4)
    observations, _ = both.reset(seed=4)
    wait = both.game.wait_action
    for step in range(60):
        agent = aec.agent_selection
        seen, *_ = aec.last()
        assert (seen["action_mask"] == observations[agent]["action_mask"]).all()
        legal = seen["action_mask"].nonzero()[0]
        action = int(legal[(7 * step) % len(legal)])
        aec.step(action)
        observations, *_ = both.step(
            {name: action if name == agent else wait for name in both.agents}
        )
        assert same_records(aec.snapshot().seats, both.snapshot().seats)


def test_games_without_turns_are_refused():
    with pytest.raises(ValueError, match="TwistCube has no alternating turns"):
        parlour.aec_env("TwistCube")


def test_a_learner_plays_against_an_agent():
    opponent = agents.make("Orapa", "random")
    env = parlour.envs.against("Orapa", [opponent], turn_limit=30, tick_ms=5000)
    _, info = env.reset(seed=0)
    done = False
    for _ in range(2000):
        action = int(info["action_mask"].argmax()) if info["phase"] == 1 else 0
        _, reward, terminated, truncated, info = env.step(action)
        done = terminated or truncated
        if done:
            break
    assert not done or reward in (-1.0, 0.0, 1.0)

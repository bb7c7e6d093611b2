"""Matches of Nim, for the tests to play."""

from core_scenes import plain
from nim import ONE, turns

CLOCK = {"tick_ms": 100, "turn_ms": 250}


def begin(players=3, seed=0, **options):
    """A match in which every seat has laid one stone, and the turns begin."""
    env = turns(players, **options)
    env.reset(seed=seed)
    for _ in range(players):
        env.step(ONE)
    return env


def seat(env):
    """Number of the selected seat."""
    return int(env.agent_selection.removeprefix("seat_"))


def play(env, *actions):
    """Play actions; who played each."""
    players = []
    for action in actions:
        players.append(seat(env))
        env.step(action)
    return players


def end(env):
    """Play on by taking one stone until the match is over."""
    while not any(env.terminations.values()):
        env.step(ONE)


def told(env):
    """All that the environment tells of its agents, as plain values."""
    seen = {agent: env.observe(agent) for agent in env.agents}
    gathered = env._cumulative_rewards
    flags = env.terminations, env.truncations
    selected = env.agent_selection if env.agents else None
    return plain([env.agents, selected, seen, env.infos, *flags, gathered])

"""What the agents' moves cost: their own time, without the environment's."""

from ... import agents
from ..episodes import make_lanes
from .measure import Loop, Missing
from .recording import GAME

__all__ = ["loops"]

LANES = 16
STEPS, EVERY = 60, 4
TARGETS_MS = {"heuristic": 1.0, "beam": 1.0}
"""Milliseconds a move."""

REFERENCE = "random"


def loops(stack, settings):
    """The loops of this benchmark."""
    found = []
    for name in sorted(agents.names(GAME), key=lambda name: name == REFERENCE):
        try:
            agent = agents.make(GAME, name)
        except (ImportError, OSError, ValueError) as error:
            found.append(Missing(name, f"cannot be made: {error}"))
            continue
        found.append(thinking(name, agent))
    return found


def thinking(name, agent):
    """An agent's moves in positions of its own games, 16 lanes a call."""
    positions = []
    env = make_lanes(GAME, LANES, agent.game_options)
    agent.reset(0)
    observations, infos = env.reset(seed=0)
    for step in range(STEPS):
        if step % EVERY == 0:
            positions.append((observations, infos["action_mask"]))
        actions = agent.act(observations, infos["action_mask"])
        observations, _, terminated, _, infos = env.step(actions)
        if terminated.any():
            observations, infos = env.reset(options={"reset_mask": terminated})

    def run():
        for position in positions:
            agent.act(*position)
        return LANES * len(positions)

    return Loop(
        name,
        "moves",
        run,
        form="ms",
        against=None if name == REFERENCE else REFERENCE,
        target=TARGETS_MS.get(name),
        note=lambda: f"{LANES} lanes a call",
    )

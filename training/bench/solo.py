"""One environment, stepped as `gymnasium.make` gives it."""

import warnings

import gymnasium as gym
import numpy as np

from ...envs import env_id
from .measure import Loop
from .recording import GAME

__all__ = ["loops", "stackfall"]

STEPS = 4096
TARGET = 150_000
"""Steps a CPU second, the mask in `info` included."""

REFERENCE, BARE_REFERENCE = "CartPole-v1", "CartPole-v1, bare"


def loops(stack, settings):
    """The loops of this benchmark."""
    return [
        stackfall("Stackfall", target=TARGET, target_ratio=1.0),
        stackfall("Stackfall, copy=False", copy=False),
        stackfall("Stackfall, bare", REFERENCE, is_bare=True),
        stackfall("Stackfall, observation=flat", observation="flat"),
        cart_pole(REFERENCE),
        cart_pole(BARE_REFERENCE, is_bare=True),
    ]


def stackfall(name, against=REFERENCE, is_bare=False, target=None, target_ratio=None, **options):
    """Random legal actions in Stackfall, resets included."""
    against = BARE_REFERENCE if is_bare else against
    env = gym.make(env_id(GAME), **options)
    random = np.random.default_rng(0)

    def draw(info):
        return int(random.choice(np.flatnonzero(info["action_mask"])))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium's checker, on copy=False
        run = replay(env.unwrapped if is_bare else env, draw)
    loop = Loop(name, "steps", run, against=against, target=target, target_ratio=target_ratio)
    loop.note = lambda: "without gymnasium.make's wrappers" if is_bare else ""
    return loop


def cart_pole(name, is_bare=False):
    """Random actions in Gymnasium's CartPole, resets included."""
    env = gym.make("CartPole-v1")
    random = np.random.default_rng(0)
    run = replay(env.unwrapped if is_bare else env, lambda info: int(random.integers(2)))
    return Loop(name, "steps", run, note=lambda: "no mask")


def replay(env, draw):
    """A function that plays again, from a seeded reset, actions that `draw(info)` chose once."""
    actions = []
    _, info = env.reset(seed=0)
    for _ in range(STEPS):
        actions.append(draw(info))
        _, _, terminated, truncated, info = env.step(actions[-1])
        if terminated or truncated:
            _, info = env.reset()

    def run():
        env.reset(seed=0)
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return STEPS

    return run

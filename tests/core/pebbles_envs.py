"""Pebbles' environments as factories that another process can import."""

import pebbles
from gymnasium.vector import AutoresetMode

from parlour.envs import LanesEnv, SoloEnv

__all__ = ["begin", "lanes", "put", "solo"]


def solo(render_mode=None, copy=True, **options):
    """As `gymnasium.make` makes it."""
    return SoloEnv(pebbles.game(**options), render_mode, copy)


def lanes(
    num_envs=3,
    autoreset_mode=AutoresetMode.NEXT_STEP,
    max_episode_steps=None,
    render_mode=None,
    copy=True,
    **options,
):
    """As `gymnasium.make_vec` makes it."""
    return LanesEnv(
        pebbles.game(**options),
        num_envs,
        autoreset_mode=autoreset_mode,
        max_episode_steps=max_episode_steps,
        render_mode=render_mode,
        copy=copy,
    )


def begin(mode, piles, **arguments):
    """Lanes with given piles: a lane with one pebble ends on the first step that takes it."""
    env = lanes(len(piles), mode, **arguments)
    env.reset(seed=0)
    put(env, piles)
    return env


def put(env, piles):
    """Give every lane its pile, as if it had come to that."""
    env.matches.matches["pile"] = piles
    env.matches.look()

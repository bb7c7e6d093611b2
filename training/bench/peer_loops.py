"""The peers' loops: `python peer_loops.py LOOP LANES`, run by any interpreter; no Parlour here.

It says that it is ready, in JSON, then for every line with a number of seconds runs that
long and tells how many units it did in how many CPU seconds.
"""

import json
import os
import sys
import time

EPISODE, STEPS = 200, 10
"""Turns of a cube's episode, and of one run."""


def jumanji(lanes):
    """Jumanji's Tetris of 20 x 10 in JAX, recorded random legal actions, one call a step."""
    import jax
    from jumanji.environments import Tetris
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(Tetris(num_rows=20, num_cols=10))
    step = jax.jit(env.step)
    key = jax.random.PRNGKey(0)
    first, timestep = jax.jit(env.reset)(jax.random.split(key, lanes))

    @jax.jit
    def choose(key, masks):
        flat = masks.reshape(lanes, -1)
        scores = jax.random.uniform(key, flat.shape) * flat
        chosen = scores.argmax(axis=-1)
        return jax.numpy.stack([chosen // masks.shape[2], chosen % masks.shape[2]], axis=-1)

    actions, state = [], first
    for _ in range(32):
        key, sub = jax.random.split(key)
        actions.append(choose(sub, timestep.observation.action_mask))
        state, timestep = step(state, actions[-1])

    def run():
        state = first
        for row in actions:
            state, timestep = step(state, row)
        jax.block_until_ready((state, timestep))
        return lanes * len(actions)

    return run


def jumanji_cube(lanes, is_reset=False):
    """Jumanji's cube of 3 x 3 x 3 in JAX, recorded random turns, one call a step."""
    import jax
    from jumanji.environments import RubiksCube
    from jumanji.wrappers import VmapAutoResetWrapper, VmapWrapper

    env = (VmapAutoResetWrapper if is_reset else VmapWrapper)(RubiksCube(time_limit=EPISODE))
    step = jax.jit(env.step)
    key = jax.random.PRNGKey(0)
    held = {"state": jax.jit(env.reset)(jax.random.split(key, lanes))[0]}
    counts = jax.numpy.asarray(env.action_spec.num_values)
    actions = list(jax.random.randint(key, (STEPS, lanes, 3), 0, counts))

    def run():
        state = held["state"]
        for row in actions:
            state, timestep = step(state, row)
        jax.block_until_ready((state, timestep))
        if is_reset:
            held["state"] = state
        return lanes * len(actions)

    return run


def jumanji_cube_resets(lanes):
    """The same, episodes of 200 turns following each other."""
    return jumanji_cube(lanes, is_reset=True)


def envpool_cube(lanes):
    """EnvPool's cube of 3 x 3 x 3 in C++ on one thread, random turns."""
    import envpool
    import numpy

    env = envpool.make_gymnasium("RubiksCube-v0", num_envs=lanes, num_threads=1, seed=0)
    env.reset()
    random = numpy.random.default_rng(0)
    space = env.action_space
    shape = (64, lanes, *space.shape)
    high = getattr(space, "n", None)
    if high is None:
        high = numpy.asarray(space.high, int) + 1
    actions = random.integers(0, high, shape).astype(space.dtype)

    def run():
        for row in actions:
            env.step(row)
        return lanes * len(actions)

    return run


def puffer(lanes, is_drops=False):
    """PufferLib's Tetris in C: random keys, or hard drops alone."""
    import numpy
    from pufferlib.ocean.tetris.tetris import Tetris

    env = Tetris(num_envs=lanes)
    env.reset(0)
    random = numpy.random.default_rng(0)
    actions = random.integers(0, 7, (128, lanes)).astype(numpy.int32)
    if is_drops:
        actions[:] = 5

    def run():
        for row in actions:
            env.step(row)
        return actions.size

    return run


def puffer_drops(lanes):
    """The same with hard drops alone."""
    return puffer(lanes, is_drops=True)


def tetris_gymnasium(lanes):
    """Tetris Gymnasium's only environment, random keys."""
    import gymnasium
    from tetris_gymnasium.envs.tetris import Tetris

    env = gymnasium.make("tetris_gymnasium/Tetris")
    assert isinstance(env.unwrapped, Tetris)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(128)]

    def run():
        env.reset(seed=0)
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return len(actions)

    return run


def tell(**words):
    """Say something to whoever started this."""
    print(json.dumps(words), file=SAY, flush=True)


def main(name, lanes):
    """Make a loop, then run it when told to."""
    try:
        run = {
            "jumanji": jumanji,
            "jumanji_cube": jumanji_cube,
            "jumanji_cube_resets": jumanji_cube_resets,
            "envpool_cube": envpool_cube,
            "puffer": puffer,
            "puffer_drops": puffer_drops,
            "tetris_gymnasium": tetris_gymnasium,
        }[name](lanes)
        run()
    except ModuleNotFoundError as error:
        return tell(error=f"{error.name} is not installed")
    except Exception as error:
        return tell(error=f"{type(error).__name__}: {error}"[:300])
    tell(ready=True)
    for line in sys.stdin:
        end = time.perf_counter() + float(line)
        units, begin = 0, time.process_time()
        while units == 0 or time.perf_counter() < end:
            units += run()
        tell(units=units, cpu_seconds=time.process_time() - begin)
    return None


if __name__ == "__main__":
    SAY = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a peer prints must not stand between the answers
    main(sys.argv[1], int(sys.argv[2]))

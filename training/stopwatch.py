"""Stopwatch: where the time of an update goes, and how many frames a second come of it."""

import time

from stable_baselines3.common.callbacks import BaseCallback

__all__ = ["SHARES", "Stopwatch"]

SHARES = (
    "speed/frames_per_second",
    "speed/frames_per_cpu_second",
    "speed/environment_share",
    "speed/policy_share",
    "speed/update_share",
)
"""What `read` tells. The policy's share is that of choosing and storing actions."""


class Stopwatch(BaseCallback):
    """A callback of `learn` that takes the times of one rollout and its update."""

    def start(self, env):
        """Begin; `env` is the `SB3VecEnv` that is trained on."""
        self.env = env
        self.environment_before = env.seconds
        self.begin, self.cpu_begin = time.perf_counter(), time.process_time()

    def _on_rollout_end(self):
        self.rolled_out = time.perf_counter()

    def _on_step(self):
        return True

    def read(self, frames):
        """The `SHARES` by name, for `frames` frames since `start`."""
        now = time.perf_counter()
        seconds, cpu_seconds = now - self.begin, time.process_time() - self.cpu_begin
        environment = (self.env.seconds - self.environment_before) / seconds
        update = (now - self.rolled_out) / seconds
        values = (
            frames / seconds,
            frames / cpu_seconds,
            environment,
            1 - environment - update,
            update,
        )
        return dict(zip(SHARES, values, strict=True))

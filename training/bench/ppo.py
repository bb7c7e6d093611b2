"""Training, end to end: frames a CPU second, and the shares of environment, policy, update."""

import statistics

from ..config import find_config, read_config
from .measure import Loop

__all__ = ["loops"]

LANES = 64
TARGET = 8000
"""Frames a CPU second at 64 lanes."""

CONFIGS = ("stackfall-quickstart", "stackfall-mlp")
REFERENCE = "CartPole-v1 on SB3's PPO"


def loops(stack, settings):
    """The loops of this benchmark."""
    return [*(Training(stack, name) for name in CONFIGS), cart_pole(stack)]


def read(name):
    """A config at 64 lanes, with a budget that is never spent."""
    settings = [f"lanes={LANES}", "minutes=null", "frames=1000000000"]
    return read_config(find_config(name), settings)


class Training(Loop):
    """A loop of which one turn is a rollout and its update.

    Parameters
    ----------
    stack : ExitStack
        Closes the environment.
    name : str
        Of a config.
    """

    def __init__(self, stack, name):
        from ..learner import set_up
        from ..stopwatch import Stopwatch

        config = read(name)
        super().__init__(name, "frames", self.learn, against=REFERENCE, target=TARGET)
        self.batch = config.lanes * config.rollout_steps
        _, self.model, _ = set_up(config)
        self.stopwatch = Stopwatch()
        self.note = self.describe_shares
        stack.callback(self.model.env.close)

    def warm_up(self):
        """One update; its times do not count."""
        super().warm_up()
        self.details.clear()

    def learn(self):
        """One rollout and its update; returns the frames."""
        self.stopwatch.start(self.model.env)
        self.model.learn(
            self.batch, callback=self.stopwatch, log_interval=None, reset_num_timesteps=False
        )
        for name, value in self.stopwatch.read(self.batch).items():
            self.details.setdefault(name, []).append(value)
        return self.batch

    def describe_shares(self):
        """Medians of the shares of the wall time, in words."""
        shares = (
            f"{part} {statistics.median(self.details[f'speed/{part}_share']):.0%}"
            for part in ("environment", "policy", "update")
        )
        return ", ".join(shares)


def cart_pole(stack):
    """The usual way: SB3's PPO over 64 CartPoles, the update as in the config "stackfall-mlp"."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env

    config = read("stackfall-mlp")
    env = make_vec_env("CartPole-v1", LANES, seed=0)
    stack.callback(env.close)
    model = PPO(
        "MlpPolicy",
        env,
        n_steps=config.rollout_steps,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        policy_kwargs=config.policy_options,
        device=config.device,
        seed=0,
    )
    batch = LANES * config.rollout_steps

    def run():
        model.learn(batch, log_interval=None, reset_num_timesteps=False)
        return batch

    return Loop(REFERENCE, "frames", run, note=lambda: "no mask, one environment a lane")

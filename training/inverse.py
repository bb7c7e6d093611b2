"""The learner `inverse`: names the turn that leads back, on random walks from the solved cube.

Self-supervised: no game is played but to choose the best model. One update is `lanes` walks of
`rollout_steps` turns, each position with the turn that leads to the one before; the
`minibatch`es are drawn from all of them.
"""

import time
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from ..agents.networks import make_network
from ..envs.core.records import allocate
from ..envs.twist_cube.state import MATCH
from ..envs.twist_cube.walks import walk
from .budget import Budget
from .checkpoint import (
    latest_checkpoint,
    load_best,
    read_checkpoint,
    save_best,
    write_checkpoint,
)
from .episodes import play_episodes
from .inverse_policy import make_agent, network_choice
from .learner import is_due
from .run_folder import create_run, open_loggers, read_run_config, write_config
from .seeds import EVALUATION_SEED, training_seed

__all__ = ["WalkLearner", "resume", "train"]

SHOWN_TURNS = (4, 8, 12, 16)
"""Lengths of walks whose accuracy is logged."""

COLUMNS = ("train/loss", "train/accuracy", "train/learning_rate", "speed/frames_per_second")


class WalkLearner:
    """A network, its optimiser and its walks.

    Parameters
    ----------
    config : TrainConfig

    Attributes
    ----------
    policy : torch.nn.Module
        The network.
    num_timesteps : int
        Positions seen.
    """

    def __init__(self, config):
        torch.manual_seed(config.seed)
        self.config = config
        self.budget = Budget(config.frames, config.minutes)
        self.policy = make_network(*network_choice(config)).to(config.device)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), betas=(0.9, 0.99))
        self.num_timesteps = 0
        self.stream = allocate((1,), MATCH)
        self.stream["key"] = training_seed(config.seed)
        rows = config.lanes * config.rollout_steps
        self._cubes = np.empty((rows, 54), np.uint8)
        self._turns_back = np.empty(rows, np.int64)
        walk(allocate((1,), MATCH)[0], 1, self._cubes[:1], self._turns_back[:1])

    def update(self):
        """Walk and learn; the row of the curve that comes of it, by name."""
        config, begin = self.config, time.perf_counter()
        walk(self.stream[0], config.rollout_steps, self._cubes, self._turns_back)
        cubes = torch.as_tensor(self._cubes, device=config.device)
        turns_back = torch.as_tensor(self._turns_back, device=config.device)
        losses, is_right = [], torch.zeros(len(cubes), dtype=torch.bool)
        self.policy.train()
        for _ in range(config.epochs):
            for rows in torch.randperm(len(cubes)).split(config.minibatch):
                loss, named = self._descend(cubes[rows], turns_back[rows])
                losses.append(loss)
                is_right[rows] = (named == turns_back[rows]).cpu()
        self.num_timesteps += len(cubes)
        by_length = is_right.view(config.lanes, -1).float().mean(dim=0)
        shown = [length for length in SHOWN_TURNS if length <= config.rollout_steps]
        return {
            "train/loss": float(np.mean(losses)),
            "train/accuracy": float(by_length.mean()),
            "train/learning_rate": self.optimizer.param_groups[0]["lr"],
            "speed/frames_per_second": len(cubes) / (time.perf_counter() - begin),
            **{f"walk/accuracy_at_{length}": float(by_length[length - 1]) for length in shown},
        }

    def _descend(self, cubes, turns_back):
        """One gradient step; its loss, and the likeliest turns (B,)."""
        config = self.config
        precision = getattr(torch, config.precision)
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate()
        is_low = precision != torch.float32
        with torch.autocast(config.device, precision, enabled=is_low):
            logits = self.policy.rate(cubes).float()
        loss = cross_entropy(logits, turns_back)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), config.max_grad_norm)
        self.optimizer.step()
        return loss.item(), logits.argmax(dim=1)

    def learning_rate(self):
        """Falls with the budget's progress."""
        config = self.config
        end = config.learning_rate * config.learning_rate_end
        return self.budget.between(config.learning_rate, end)

    def save(self, folder, state):
        """Write a checkpoint of the whole state."""
        learner = {
            "policy": self.policy.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "random": torch.get_rng_state(),
        }
        state = state | {"draws": int(self.stream["draws"][0])}
        write_checkpoint(folder, self.num_timesteps, learner, {}, state)

    def load(self, checkpoint):
        """Go on from a checkpoint; the state that was saved with it.

        Raises
        ------
        ValueError
            It is of another network.
        """
        learner, _, state = read_checkpoint(checkpoint)
        try:
            self.policy.load_state_dict(learner["policy"])
        except RuntimeError as error:
            raise ValueError(f"the checkpoint is of another network: {error}") from error
        self.optimizer.load_state_dict(learner["optimizer"])
        torch.set_rng_state(learner["random"])
        self.stream["draws"] = state.pop("draws")
        self.num_timesteps = int(checkpoint.name)
        return state


def train(config, folder, on_update=None):
    """Train from the start; arguments and result as of `learner.train`."""
    folder = Path(folder)
    torch.set_num_threads(config.threads)
    learner = WalkLearner(config)
    create_run(folder, config)
    logger = open_loggers(folder, columns(config))
    state = {"elapsed": 0.0, "iteration": 0, "saved": 0.0, "evaluated": 0.0}
    learner.save(folder, state)
    learner.budget.go_on_from(0, 0.0)
    return go_on(folder, learner, logger, state, on_update)


def resume(folder, settings=(), on_update=None):
    """Go on with a run from its newest checkpoint; as `learner.resume`."""
    folder = Path(folder)
    config = read_run_config(folder, settings)
    checkpoint = latest_checkpoint(folder)
    torch.set_num_threads(config.threads)
    learner = WalkLearner(config)
    state = learner.load(checkpoint)
    write_config(folder, config)
    history = (checkpoint / "progress.csv").read_text("utf-8")
    logger = open_loggers(folder, columns(config), history, learner.num_timesteps)
    learner.budget.go_on_from(learner.num_timesteps, state["elapsed"])
    return go_on(folder, learner, logger, state, on_update)


def go_on(folder, learner, logger, state, on_update):
    """The loop itself: update, evaluate, log and save, until the budget is spent."""
    config, budget = learner.config, learner.budget
    on_update = on_update or (lambda budget, score: None)
    on_update(budget, None)
    score = None
    while not budget.is_spent:
        values = learner.update()
        budget.used_frames = learner.num_timesteps
        state["iteration"] += 1
        values |= {
            "frames": learner.num_timesteps,
            "iteration": state["iteration"],
            "minutes": budget.elapsed / 60,
            "progress": budget.progress,
        }
        if budget.is_spent or is_due(config.evaluation_minutes, budget, state, "evaluated"):
            score = values["evaluation/score"] = evaluate(folder, learner)
        for name, value in values.items():
            logger.record(name, value)
        logger.dump(learner.num_timesteps)
        state["elapsed"] = budget.elapsed
        if budget.is_spent or is_due(config.checkpoint_minutes, budget, state, "saved"):
            learner.save(folder, state)
        on_update(budget, score)
    logger.close()
    return folder


def columns(config):
    """Names of all values that a run logs."""
    shown = [length for length in SHOWN_TURNS if length <= config.rollout_steps]
    return [*COLUMNS, *(f"walk/accuracy_at_{length}" for length in shown)]


def evaluate(folder, learner):
    """Play the evaluation seeds greedily; keep the model if it is the best so far."""
    config = learner.config
    agent = make_agent(learner.policy, config, "inverse", beam=1)
    seeds = range(EVALUATION_SEED, EVALUATION_SEED + config.evaluation_episodes)
    episodes = play_episodes("TwistCube", agent, seeds, config.evaluation_episodes).episodes
    score = float(np.mean([episode.score for episode in episodes]))
    best = load_best(folder)
    if best is None or score >= best["score"]:
        save_best(folder, learner, score)
    return score

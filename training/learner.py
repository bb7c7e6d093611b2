"""The training loop: MaskablePPO on native lanes, from a config to a run folder."""

from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList

from ..envs import make_game
from .budget import Budget
from .checkpoint import (
    latest_checkpoint,
    load_best,
    load_checkpoint,
    save_best,
    save_checkpoint,
)
from .curriculum import COLUMNS, CurriculumCallback, read_curriculum
from .episodes import play_episodes
from .policies import PolicyAgent, policy_class, policy_keywords
from .run_folder import create_run, open_loggers, read_run_config, write_config
from .scores import LOGGED, SCORES, episode_score
from .seeds import EVALUATION_SEED, training_seed
from .stopwatch import SHARES, Stopwatch
from .vec_env import make_sb3_env

__all__ = ["resume", "train"]


def train(config, folder, on_update=None):
    """Train from the start.

    Parameters
    ----------
    config : TrainConfig
    folder : path-like
        The run's folder, which is made.
    on_update : callable (Budget, score), optional
        Called at the start and after every update, with the mean score of the last episodes
        (None before any).

    Returns
    -------
    Path
        The run's folder.
    """
    folder = Path(folder)
    budget, model, curriculum = set_up(config)
    create_run(folder, config)
    model.set_logger(open_loggers(folder, columns(config)))
    model.learn(0)  # deals the games, so that the start can be saved
    state = {"elapsed": 0.0, "iteration": 0, "saved": 0.0, "evaluated": 0.0}
    save_checkpoint(folder, model, state_of(state, curriculum))
    budget.go_on_from(0, 0.0)
    return go_on(config, folder, model, budget, curriculum, state, on_update)


def resume(folder, settings=(), on_update=None):
    """Go on with a run from its newest checkpoint; arguments and result as for `train`.

    Parameters
    ----------
    settings : iterable of str
        `key=value`, such as a greater budget.

    Raises
    ------
    ValueError
        No run, nothing to resume from, or settings under which the checkpoint does not fit.
    """
    folder = Path(folder)
    config = read_run_config(folder, settings)
    checkpoint = latest_checkpoint(folder)
    budget, model, curriculum = set_up(config)
    model.learn(0)
    state = load_checkpoint(checkpoint, model)
    if curriculum is not None and "curriculum" in state:
        curriculum.restore(state.pop("curriculum"))
    write_config(folder, config)
    history = (checkpoint / "progress.csv").read_text("utf-8")
    model.set_logger(open_loggers(folder, columns(config), history, model.num_timesteps))
    budget.go_on_from(model.num_timesteps, state["elapsed"])
    return go_on(config, folder, model, budget, curriculum, state, on_update)


def go_on(config, folder, model, budget, curriculum, state, on_update):
    """The loop itself: roll out, update, evaluate, log and save, until the budget is spent."""
    stopwatch = Stopwatch()
    on_update = on_update or (lambda budget, score: None)
    on_update(budget, None)
    batch = config.lanes * config.rollout_steps
    callbacks = CallbackList([stopwatch, *([] if curriculum is None else [curriculum])])
    while not budget.is_spent:
        model.ent_coef = budget.between(config.entropy, config.entropy_end)
        stopwatch.start(model.env)
        model.learn(batch, callback=callbacks, log_interval=None, reset_num_timesteps=False)
        budget.used_frames = model.num_timesteps
        state["iteration"] += 1
        readings = stopwatch.read(batch) | ({} if curriculum is None else curriculum.readings())
        score = log_update(config, model, budget, state, readings)
        if budget.is_spent or is_due(config.evaluation_minutes, budget, state, "evaluated"):
            evaluate(config, folder, model)
        model.logger.dump(model.num_timesteps)
        state["elapsed"] = budget.elapsed
        if budget.is_spent or is_due(config.checkpoint_minutes, budget, state, "saved"):
            save_checkpoint(folder, model, state_of(state, curriculum))
        on_update(budget, score)
    model.logger.close()
    model.env.close()
    return folder


def is_due(minutes, budget, state, name):
    """Whether `minutes` have passed since `state[name]`, in seconds, which is then set to now."""
    if minutes is None or budget.elapsed - state[name] < 60 * minutes:
        return False
    state[name] = budget.elapsed
    return True


def set_up(config):
    """The budget of a run, a fresh MaskablePPO on fresh lanes, and its curriculum or None.

    The learning rate falls with the budget's progress.
    """
    torch.set_num_threads(config.threads)
    compile_rules(config)
    budget = Budget(config.frames, config.minutes)
    env = make_sb3_env(
        config.game, config.lanes, episode_names(config), config.reward_scale, **config.game_options
    )
    end = config.learning_rate * config.learning_rate_end
    model = MaskablePPO(
        policy_class(config.policy, env.observation_space),
        env,
        learning_rate=lambda _: budget.between(config.learning_rate, end),
        n_steps=config.rollout_steps,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        vf_coef=config.value_coefficient,
        max_grad_norm=config.max_grad_norm,
        target_kl=config.target_kl,
        policy_kwargs=policy_keywords(config.policy, config.policy_options),
        stats_window_size=max(100, config.lanes),
        seed=config.seed,
        device=config.device,
    )
    env.seed(training_seed(config.seed))
    return budget, model, make_curriculum(config, env)


def make_curriculum(config, env):
    """The callback of the config's curriculum, which sets the levels of the first deals."""
    if config.curriculum is None:
        return None
    game = make_game(config.game, **config.game_options)
    return CurriculumCallback(read_curriculum(config.curriculum, game), env, config.seed)


def state_of(state, curriculum):
    """What a checkpoint keeps beside the model and the games."""
    return state if curriculum is None else state | {"curriculum": curriculum.state()}


def compile_rules(config):
    """Play one step, so that what is compiled at first use is compiled now."""
    env = make_sb3_env(config.game, 1, **config.game_options)
    env.reset()
    env.step(env.lanes.action_masks().argmax(axis=1))
    env.close()


def episode_names(config):
    """Names in `info` that are kept of every episode: the score, what is logged, why it ended."""
    game = make_game(config.game, **config.game_options)
    names = [SCORES.get(config.game), *LOGGED.get(config.game, ()), "end_reason"]
    return [name for name in dict.fromkeys(names) if name in game.info]


def log_update(config, model, budget, state, readings):
    """Record a row of the curve; returns the mean score of the last episodes, None before any."""
    episodes = list(model.ep_info_buffer)
    score = None
    values = {
        "frames": model.num_timesteps,
        "iteration": state["iteration"],
        "minutes": budget.elapsed / 60,
        "progress": budget.progress,
        "train/entropy_coefficient": float(model.ent_coef),
    }
    if episodes:
        score = mean(episode_score(config.game, entry["r"], entry) for entry in episodes)
        values |= {
            "episode/score": score,
            "episode/return": mean(entry["r"] for entry in episodes),
            "episode/length": mean(entry["l"] for entry in episodes),
        }
        names = [name for name in LOGGED.get(config.game, ()) if name != SCORES.get(config.game)]
        values |= {f"episode/{name}": mean(entry[name] for entry in episodes) for name in names}
        for code, reason in enumerate(end_reasons(config)):
            if code:
                values[f"ended/{reason}"] = mean(entry["end_reason"] == code for entry in episodes)
    for name, value in (values | readings).items():
        model.logger.record(name, value)
    return score


def mean(values):
    """Mean of numbers as float."""
    return float(np.mean(list(values)))


def end_reasons(config):
    """Names of a game's ends by code; none if its `info` does not say."""
    game = make_game(config.game, **config.game_options)
    return game.end_reasons if "end_reason" in game.info else ()


def columns(config):
    """Names of all values that a run logs."""
    losses = "entropy_loss policy_gradient_loss value_loss approx_kl clip_fraction loss"
    losses += " explained_variance learning_rate n_updates clip_range entropy_coefficient"
    names = [f"train/{name}" for name in losses.split()]
    names += [f"episode/{name}" for name in LOGGED.get(config.game, ())]
    names += [f"ended/{reason}" for reason in end_reasons(config)[1:]]
    return [*names, *SHARES, *(COLUMNS if config.curriculum else ())]


def evaluate(config, folder, model):
    """Play the evaluation seeds, log the mean score, keep the model if it is the best so far."""
    agent = PolicyAgent(model.policy, config.game_options)
    seeds = range(EVALUATION_SEED, EVALUATION_SEED + config.evaluation_episodes)
    play = play_episodes(config.game, agent, seeds, config.lanes)
    score = mean(episode.score for episode in play.episodes)
    model.logger.record("evaluation/score", score)
    best = load_best(folder)
    if best is None or score >= best["score"]:
        save_best(folder, model, score)

"""Checkpoints: the whole state of a run after an update, so that it can go on bit by bit.

A checkpoint is a folder: `learner.pt` (weights, optimiser, torch's random state),
`arrays.npz` (the games, the last observations, NumPy's random state), `state.json` (counters,
Python's random state, the last episodes) and the run's progress.csv so far. Loading one runs
no code.
"""

import json
import os
import random
import shutil

import numpy as np
import torch

__all__ = [
    "latest_checkpoint",
    "load_best",
    "load_checkpoint",
    "read_checkpoint",
    "save_best",
    "save_checkpoint",
    "write_checkpoint",
]

KEPT = 2
"""Checkpoints that a run keeps."""


def save_checkpoint(folder, model, state):
    """Write a checkpoint of a run of PPO.

    Parameters
    ----------
    folder : Path
        Of the run.
    model : MaskablePPO
        Between two calls of `learn`; its environment is an `SB3VecEnv`.
    state : dict
        What else is to be kept, as JSON.
    """
    learner = {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "random": torch.get_rng_state(),
    }
    state = state | {
        "num_timesteps": model.num_timesteps,
        "n_updates": model._n_updates,
        "episodes": list(model.ep_info_buffer or []),
        "python_random": random.getstate(),
        "numpy_random": [x.tolist() if hasattr(x, "tolist") else x for x in np.random.get_state()],
    }
    write_checkpoint(folder, model.num_timesteps, learner, arrays_of(model), state)


def write_checkpoint(folder, frames, learner, arrays, state):
    """Write a checkpoint of a run: it is there as a whole or not at all.

    Parameters
    ----------
    folder : Path
        Of the run.
    frames : int
        After which it is taken; its name.
    learner : dict
        Tensors and plain values, for learner.pt.
    arrays : dict of arrays
        For arrays.npz.
    state : dict
        As JSON, for state.json.
    """
    checkpoints = folder / "checkpoints"
    target = checkpoints / f"{frames:012d}"
    if target.exists():
        return
    writing = checkpoints / ".writing"
    shutil.rmtree(writing, ignore_errors=True)
    writing.mkdir(parents=True)
    torch.save(learner, writing / "learner.pt")
    np.savez(writing / "arrays.npz", **arrays)
    (writing / "state.json").write_text(json.dumps(state), "utf-8")
    shutil.copy(folder / "progress.csv", writing / "progress.csv")
    for path in writing.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
    writing.rename(target)
    for old in finished(checkpoints)[:-KEPT]:
        shutil.rmtree(old)


def read_checkpoint(checkpoint):
    """What `write_checkpoint` wrote: `learner`, `arrays`, `state`."""
    learner = torch.load(checkpoint / "learner.pt", weights_only=True)
    state = json.loads((checkpoint / "state.json").read_text("utf-8"))
    with np.load(checkpoint / "arrays.npz", allow_pickle=False) as file:
        return learner, dict(file), state


def arrays_of(model):
    """The arrays of a checkpoint by name."""
    arrays = {f"games.{name}": array for name, array in model.env.snapshot().items()}
    arrays["episode_starts"] = model._last_episode_starts
    observations = model._last_obs
    if isinstance(observations, dict):
        return arrays | {f"observations.{name}": array for name, array in observations.items()}
    return arrays | {"observations": observations}


def finished(checkpoints):
    """Folders of the complete checkpoints, the oldest first."""
    if not checkpoints.is_dir():
        return []
    return sorted(path for path in checkpoints.iterdir() if path.name.isdigit())


def latest_checkpoint(folder):
    """A run's newest checkpoint.

    Raises
    ------
    ValueError
        It has none.
    """
    found = finished(folder / "checkpoints")
    if not found:
        raise ValueError(f"{folder} has no checkpoint to resume from: train anew")
    return found[-1]


def load_checkpoint(checkpoint, model):
    """Put a new model where `save_checkpoint` left the old one; returns its `state`.

    Raises
    ------
    ValueError
        The model is made for other games or another network.
    """
    learner, arrays, state = read_checkpoint(checkpoint)
    try:
        model.policy.load_state_dict(learner["policy"])
    except RuntimeError as error:
        raise ValueError(f"the checkpoint is of another network: {error}") from error
    model.policy.optimizer.load_state_dict(learner["optimizer"])
    model.env.restore(named(arrays, "games"))
    model._last_obs = arrays.get("observations", named(arrays, "observations"))
    model._last_episode_starts = arrays["episode_starts"]
    model.num_timesteps = state["num_timesteps"]
    model._n_updates = state["n_updates"]
    model.ep_info_buffer.extend(state["episodes"])
    version, words, normal = state["python_random"]
    random.setstate((version, tuple(words), normal))
    np.random.set_state(tuple(state["numpy_random"]))
    torch.set_rng_state(learner["random"])
    return state


def named(arrays, owner):
    """The arrays of one owner by their names without it."""
    start = owner + "."
    return {name[len(start) :]: array for name, array in arrays.items() if name.startswith(start)}


def save_best(folder, model, score):
    """Keep a model as the best of its run so far."""
    writing = folder / ".best.pt.writing"
    weights = {"policy": model.policy.state_dict(), "frames": model.num_timesteps, "score": score}
    torch.save(weights, writing)
    writing.replace(folder / "best.pt")


def load_best(folder):
    """A run's best model as a dict: `policy` (weights), `frames`, `score`; None without one."""
    path = folder / "best.pt"
    return torch.load(path, weights_only=True) if path.is_file() else None

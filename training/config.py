"""TrainConfig: everything that decides a training run, read from YAML and `key=value` settings."""

# ruff: noqa: RUF009 (every field is made by `setting`)
import re
from dataclasses import MISSING, asdict, dataclass, field, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

from .options import near, read_assignment

__all__ = [
    "LEARNERS",
    "TrainConfig",
    "config_names",
    "describe_settings",
    "find_config",
    "read_config",
]

LEARNERS = {"ppo": ".learner", "inverse": ".inverse"}
"""Name -> module with `train` and `resume`."""

PRECISIONS = ("float32", "bfloat16")


def setting(default, meaning):
    """A field of the config with its meaning, unit included, for `--help`."""
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata={"meaning": meaning})
    return field(default=default, metadata={"meaning": meaning})


@dataclass
class TrainConfig:
    """One training run. Each field says what it means and in which unit.

    A share is a number of 0..1. What falls during a run falls linearly in its progress: the
    share of `frames` or of `minutes` that is used up, whichever is greater.
    """

    game: str = setting("Stackfall", "game, as `parlour list` shows them")
    game_options: dict[str, Any] = setting({}, "options of the game, such as observation, reward")
    reward_scale: float = setting(1.0, "factor on the rewards that the learner sees")
    curriculum: dict[str, Any] | None = setting(
        None,
        "levels that rise with success: option and success (names in info), first, last, "
        "threshold, episodes, top_share; null: none",
    )
    learner: str = setting(
        "ppo",
        "`ppo`, or `inverse` (Twist Cube, N = 3): names the turn that leads back on `lanes` random "
        "walks of `rollout_steps` turns; it has no use for the settings of PPO and of rewards",
    )
    policy: str = setting(
        "mlp",
        "network: `mlp` (Stable-Baselines3's own), `afterstates` (Stackfall's), or `network`: "
        "one of the agents', named in policy_options",
    )
    policy_options: dict[str, Any] = setting({}, "options of the policy, such as net_arch")
    seed: int = setting(0, "seed of networks, sampling and games")
    frames: int | None = setting(None, "budget in frames, all lanes together; null: no limit")
    minutes: float | None = setting(None, "budget in minutes of wall time; null: no limit")
    lanes: int = setting(128, "games played side by side")
    rollout_steps: int = setting(64, "steps a lane between two updates")
    minibatch: int = setting(1024, "frames a gradient step; divides lanes * rollout_steps")
    epochs: int = setting(3, "passes over a rollout")
    learning_rate: float = setting(1e-3, "Adam's step size at the start")
    learning_rate_end: float = setting(0.03, "share of it that is left at the end, 0..1")
    gamma: float = setting(0.99, "discount a step, 0..1")
    gae_lambda: float = setting(0.9, "lambda of generalised advantage estimation, 0..1")
    clip: float = setting(0.2, "PPO's clip range of the probability ratio")
    entropy: float = setting(0.01, "coefficient of the entropy bonus at the start")
    entropy_end: float = setting(0.0, "the same at the end")
    value_coefficient: float = setting(0.5, "weight of the value loss")
    max_grad_norm: float = setting(0.5, "gradients are cut to this norm")
    precision: str = setting(
        "float32",
        "of the learner `inverse`: float32, or bfloat16 for matrix products (faster where the "
        "processor has it)",
    )
    target_kl: float | None = setting(None, "KL divergence that ends an update early; null: none")
    checkpoint_minutes: float = setting(5.0, "minutes between checkpoints; 0: after every update")
    evaluation_minutes: float | None = setting(
        5.0, "minutes between evaluations that choose the best model; null: at the end only"
    )
    evaluation_episodes: int = setting(100, "episodes an evaluation, on seeds of their own")
    threads: int = setting(1, "CPU threads of torch")
    device: str = setting("cpu", "torch device: cpu, cuda")

    def __post_init__(self):
        positive = ("lanes", "rollout_steps", "minibatch", "epochs", "learning_rate", "threads")
        for name in (*positive, "evaluation_episodes", "reward_scale", "max_grad_norm"):
            expect(getattr(self, name) > 0, self, name, "above 0")
        for name in ("frames", "minutes", "target_kl"):
            expect(getattr(self, name) is None or getattr(self, name) > 0, self, name, "above 0")
        for name in ("learning_rate_end", "gamma", "gae_lambda"):
            expect(0 <= getattr(self, name) <= 1, self, name, "in 0..1")
        for name in ("seed", "entropy", "entropy_end", "clip", "checkpoint_minutes"):
            expect(getattr(self, name) >= 0, self, name, "0 or more")
        for name, known in (("learner", LEARNERS), ("precision", PRECISIONS)):
            expect(getattr(self, name) in known, self, name, f"one of {', '.join(known)}")
        if self.learner == "inverse":
            expect(self.game == "TwistCube", self, "game", "TwistCube for the learner inverse")
        if self.frames is None and self.minutes is None:
            raise ValueError("a run needs a budget: set frames or minutes, or both")
        batch = self.lanes * self.rollout_steps
        if batch % self.minibatch:
            raise ValueError(
                f"minibatch must divide lanes * rollout_steps = {batch}, got {self.minibatch}"
            )

    def as_dict(self):
        """The config as YAML holds it."""
        return asdict(self)


def expect(condition, config, name, wanted):
    """ValueError that names a setting, what was expected and what came."""
    if not condition:
        raise ValueError(f"{name} must be {wanted}, got {getattr(config, name)!r}")


def config_names():
    """Names of the configs that come with Parlour."""
    folder = files("parlour.configs")
    return sorted(path.name[:-5] for path in folder.iterdir() if path.name.endswith(".yaml"))


def find_config(name):
    """Text of a config.

    Parameters
    ----------
    name : str or path-like
        A name of `config_names()`, or the path of a YAML file.

    Raises
    ------
    ValueError
        There is none.
    """
    if str(name) in config_names():
        return (files("parlour.configs") / f"{name}.yaml").read_text("utf-8")
    if Path(name).is_file():
        return Path(name).read_text("utf-8")
    raise ValueError(
        f"no config {str(name)!r}: expected the path of a YAML file, or one of "
        f"{', '.join(config_names())}{near(str(name), config_names())}"
    )


def read_config(text, settings=()):
    """A config from YAML and settings that go over it.

    Parameters
    ----------
    text : str
        YAML: a mapping of the fields of `TrainConfig`; what it lacks keeps its default.
    settings : iterable of str
        `key=value`, the value in YAML; `game_options.reward=lines` sets one option in a mapping.

    Returns
    -------
    TrainConfig

    Raises
    ------
    ValueError
        An unknown key, with those near it; a value of the wrong type or out of range.
    """
    import yaml

    try:
        values = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise ValueError(f"the config is no YAML: {' '.join(str(error).split())}") from error
    if not isinstance(values, dict):
        raise ValueError(f"a config must be a mapping, got {type(values).__name__}")
    for assignment in settings:
        set_value(values, assignment)
    for key in values:
        check_key(str(key))
    return TrainConfig(**typed(values))


def set_value(values, assignment):
    """Put `key=value` into a mapping; `outer.inner=value` into a mapping inside it."""
    key, value = read_assignment(assignment)
    outer, _, inner = key.replace("-", "_").partition(".")
    check_key(outer)
    values[outer] = {**(values.get(outer) or {}), inner: value} if inner else value


def typed(values):
    """The values checked against the fields' types, and turned into them where YAML is vague."""
    from jsonargparse import ArgumentError, ArgumentParser

    parser = ArgumentParser(exit_on_error=False)
    parser.add_class_arguments(TrainConfig)
    try:
        return parser.parse_object(values).as_dict()
    except ArgumentError as error:
        named = re.search(r'Parser key "(\w+)', str(error))
        if named is None or named[1] not in values:
            raise ValueError(" ".join(str(error).split())) from error
        kinds = {entry.name: kind_of(entry) for entry in fields(TrainConfig)}
        wanted, given = kinds[named[1]], values[named[1]]
        raise ValueError(f"{named[1]} must be {wanted}, got {given!r}") from error


def check_key(key):
    """ValueError unless a key is a field of `TrainConfig`; it names the near ones."""
    known = [entry.name for entry in fields(TrainConfig)]
    if key not in known:
        raise ValueError(f"unknown setting {key!r}{near(key, known) or ': see parlour train -h'}")


def describe_settings():
    """All settings as text: name, type, default, meaning."""
    lines = []
    for entry in fields(TrainConfig):
        default = {} if entry.default is MISSING else entry.default
        shown = "null" if default is None else default
        lines.append(
            f"  {entry.name} ({kind_of(entry)}, default {shown})\n      {entry.metadata['meaning']}"
        )
    return "\n".join(lines)


def kind_of(entry):
    """A field's type in words."""
    if entry.type == dict[str, Any]:
        return "mapping"
    kind = getattr(entry.type, "__name__", str(entry.type))
    return kind.replace("None", "null").replace(" | ", " or ").replace("Union", "")

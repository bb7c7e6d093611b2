"""Train an agent from a config, or go on with a run that was cut off."""

from importlib import import_module

from .config import LEARNERS, config_names, describe_settings, find_config, read_config

__all__ = ["add_arguments", "main", "train_with_bar"]


def add_arguments(parser):
    """Add this command's arguments."""
    names = ", ".join(config_names())
    parser.add_argument("config", nargs="?", help=f"name of a config ({names}) or path of a YAML")
    parser.add_argument(
        "settings",
        nargs="*",
        metavar="key=value",
        help="settings that go over the config's; --key value does the same",
    )
    parser.add_argument("--run-dir", help="the run's folder (default: runs/<config>-<time>)")
    parser.add_argument("--resume", metavar="RUN", help="go on with a run from its checkpoint")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.epilog = f"settings, with their defaults:\n{describe_settings()}"
    parser.takes_settings = True


def main(arguments):
    """Run the command; returns its exit code."""
    if arguments.resume:
        first = [arguments.config] if arguments.config else []
        folder = resume_with_bar(arguments.resume, [*first, *arguments.settings], arguments.quiet)
    elif arguments.config:
        from .run_folder import new_run_dir

        config = read_config(find_config(arguments.config), arguments.settings)
        folder = arguments.run_dir or new_run_dir(arguments.config)
        train_with_bar(config, folder, arguments.quiet)
    else:
        raise ValueError(f"name a config: one of {', '.join(config_names())}, or a YAML file")
    print(f"{folder}: {describe_best(folder)}")
    return 0


def describe_best(folder):
    """What a run came to, in words."""
    from .policies import load_run
    from .scores import show_score

    _, config, best = load_run(folder)
    return (
        f"best model after {best['frames']:,} frames, "
        f"mean score {show_score(config.game, best['score'])} "
        f"over {config.evaluation_episodes} evaluation episodes"
    )


def train_with_bar(config, folder, is_quiet=False):
    """Train, with a progress bar, and export the best policy; returns the run's folder."""
    train = learner_of(config).train
    return follow(folder, is_quiet, lambda on_update: train(config, folder, on_update))


def resume_with_bar(folder, settings=(), is_quiet=False):
    """The same for a run that was cut off."""
    from .run_folder import read_run_config

    resume = learner_of(read_run_config(folder, settings)).resume
    return follow(folder, is_quiet, lambda on_update: resume(folder, settings, on_update))


def learner_of(config):
    """The module that trains a config."""
    return import_module(LEARNERS[config.learner], __package__)


def follow(folder, is_quiet, run):
    """Call `run(on_update)` under a progress bar, then export what it trained."""
    from tqdm import tqdm

    from .export import export_run

    form = "{percentage:5.1f} % |{bar:30}| {elapsed}<{remaining}{postfix}"
    bars = []

    def on_update(budget, score):
        if not bars:
            bars.append(tqdm(total=100, bar_format=form, disable=is_quiet, mininterval=0.5))
        reached = f"frames {budget.used_frames:,}"
        reached += "" if score is None else f", score {score:,.0f}"
        bars[0].set_postfix_str(reached, refresh=False)
        bars[0].update(100 * budget.progress - bars[0].n)

    try:
        run(on_update)
    except KeyboardInterrupt:
        raise ValueError(
            f"interrupted; `parlour train --resume {folder}` goes on from the last checkpoint"
        ) from None
    finally:
        for bar in bars:
            bar.close()
    export_run(folder)
    return folder

"""The command line `parlour`: one subcommand a module, imported only when it is called."""

import argparse
import os
import re
import sys
from importlib import import_module

import gymnasium

from .. import __version__
from .options import near

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "list": (".listing", "list games, agents and configs"),
    "train": (".train", "train an agent from a config"),
    "evaluate": (".evaluate", "compare agents over seeded episodes"),
    "tournament": (".tournament", "let agents play against each other, and rate them"),
    "play": (".play", "play a game yourself, in the terminal"),
    "watch": (".watch", "draw an episode or a replay as GIF or PNG"),
    "export": (".export", "write a run's best policy as safetensors and YAML"),
    "curve": (".curve", "draw the learning curve of a run"),
    "check": (".check", "put an environment through the conformance checks"),
    "bench": (".bench", "measure speed, next to the peers that are installed"),
    "baselines": (".baselines", "print the table of published scores"),
    "depths": (".depths", "measure how many scrambles of each depth agents solve"),
    "quickstart": (".quickstart", "watch an agent learn, in about two minutes"),
}
"""Subcommand -> module with `add_arguments(parser)` and `main(arguments)`, and its job."""

TRAIN_EXTRA = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "jsonargparse", "yaml"}
TRAIN_EXTRA |= {"rich", "tqdm", "matplotlib", "imageio", "PIL", "scipy", "safetensors", "openskill"}
"""Modules that come with `parlour[train]`."""

USER_ERROR = 2


class Parser(argparse.ArgumentParser):
    """An argument parser that says in one line what is wrong, and names options that are near."""

    takes_settings = False
    """True where what is not among the options is a setting, `--key value` for `key=value`."""

    def __init__(self, **keywords):
        formatter = argparse.RawDescriptionHelpFormatter
        super().__init__(allow_abbrev=False, formatter_class=formatter, **keywords)

    def error(self, message):
        """Exit with code 2 and one line on stderr."""
        unknown = re.search(r"unrecognized arguments: (--?[\w-]+)", message)
        if unknown:
            message += near(unknown[1], self._option_string_actions)
        self.exit(USER_ERROR, f"{self.prog}: {message} (--help explains)\n")

    def parse(self, words):
        """The arguments of a command, settings and options in any order."""
        if self.takes_settings:
            words = as_settings(words, self._option_string_actions)
        return self.parse_intermixed_args(words)


def as_settings(words, options):
    """`--key value` and `--key=value` as `key=value`, unless the key is one of the options."""
    settings, rest = [], list(words)
    while rest:
        word = rest.pop(0)
        key, is_set, _ = word.partition("=")
        if word.startswith("--") and key not in options:
            if not is_set and not rest:
                raise ValueError(f"{word} needs a value")
            word = word[2:] if is_set else f"{word[2:]}={rest.pop(0)}"
        settings.append(word)
        if key in options and not is_set and options[key].nargs != 0 and rest:
            settings.append(rest.pop(0))
    return settings


def overview():
    """The text of `parlour --help`."""
    lines = [f"  {name:<12}{job}" for name, (_, job) in COMMANDS.items()]
    return "\n".join(
        [
            "usage: parlour COMMAND ...",
            "",
            *lines,
            "",
            "`parlour COMMAND --help` explains a command, with units and defaults.",
        ]
    )


def main(argv=None):
    """Run `parlour` with the given words, or those of the process; returns the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0 if words else USER_ERROR
    if words[0] == "--version":
        print(__version__)
        return 0
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # small networks: more threads only wait
    name, rest = words[0], words[1:]
    if name not in COMMANDS:
        return fail("parlour", f"no command {name!r}{near(name, COMMANDS) or ': see --help'}")
    module_name, job = COMMANDS[name]
    try:
        module = import_module(module_name, __package__)
        parser = Parser(prog=f"parlour {name}", description=job[0].upper() + job[1:] + ".")
        module.add_arguments(parser)
        return module.main(parser.parse(rest)) or 0
    except ModuleNotFoundError as error:
        hint = ": pip install 'parlour[train]'" if error.name in TRAIN_EXTRA else ""
        return fail(f"parlour {name}", f"{error.name} is not installed{hint}")
    except (ValueError, OSError, ImportError, gymnasium.error.Error) as error:
        return fail(f"parlour {name}", error)
    except KeyboardInterrupt:
        return fail(f"parlour {name}", "interrupted")


def fail(command, message):
    """Say in one line on stderr what is wrong; returns the exit code."""
    print(f"{command}: {' '.join(str(message).split())}", file=sys.stderr)
    return USER_ERROR


if __name__ == "__main__":
    sys.exit(main())

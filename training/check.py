"""Put an environment through the conformance checks."""

from ..envs import env_id, games
from .options import near, read_options

__all__ = ["add_arguments", "main"]


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument(
        "id", help="any Gymnasium id (module:id imports a module first), or the name of a game"
    )
    parser.add_argument(
        "--option", action="append", metavar="KEY=VALUE", help="option of the environment"
    )
    parser.add_argument("--steps", type=int, default=100, help="steps a play (default 100)")
    parser.add_argument("--lanes", type=int, default=3, help="lanes as a vector (default 3)")
    parser.add_argument("--skip", nargs="+", default=[], metavar="CHECK", help="leave checks out")
    parser.add_argument("--only", nargs="+", default=[], metavar="CHECK", help="run these alone")
    parser.add_argument(
        "--counters",
        nargs="+",
        default=[],
        metavar="NAME",
        help="parts of observations and infos that an illegal action may change, such as a clock",
    )
    parser.add_argument(
        "--strict", action="store_true", help="what is optional in Gymnasium must be offered too"
    )
    parser.epilog = f"checks:\n{describe_checks()}\n\nexit code: 0 if all passed, 1 if one failed"


def describe_checks():
    """Every check with what it demands."""
    from ..envs.core.conformance import CHECKS

    return "\n".join(f"  {name:<24}{meaning}" for name, meaning in CHECKS.items())


def main(arguments):
    """Run the command; returns its exit code."""
    from ..envs.core.conformance import check

    report = check(
        find_id(arguments.id),
        steps=arguments.steps,
        lanes=arguments.lanes,
        skip=arguments.skip,
        only=arguments.only,
        counters=arguments.counters,
        strict=arguments.strict,
        **read_options(arguments.option),
    )
    print(report)
    return 0 if report.passed else 1


def find_id(name):
    """A Gymnasium id that is registered, from itself or from the name of a game.

    Raises
    ------
    ValueError
        There is none.
    """
    import gymnasium as gym

    if name in games():
        return env_id(name)
    if ":" not in name:
        try:
            gym.spec(name)
        except gym.error.Error as error:
            known = [*games(), *gym.registry]
            hint = near(name, known) or f": {error}"
            raise ValueError(f"no environment {name!r}{hint}") from error
    return name

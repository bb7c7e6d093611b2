"""Parlour: reinforcement-learning environments of five parlour games.

Importing it registers every environment with Gymnasium, as `parlour/Stackfall-v0` and so on.
"""

from pathlib import Path

__version__ = "0.1.0"

_ROOT = Path(__file__).resolve().parents[2]
if not (Path(__file__).parent / "envs").is_dir() and (_ROOT / "envs").is_dir():
    # A checkout without symbolic links: the packages are found where they really stand.
    __path__.append(str(_ROOT))

from .envs import (  # noqa: E402
    aec_env,
    against,
    against_lanes,
    games,
    parallel_env,
    seat_lanes,
    table,
)

__all__ = [
    "__version__",
    "aec_env",
    "against",
    "against_lanes",
    "games",
    "parallel_env",
    "seat_lanes",
    "table",
]

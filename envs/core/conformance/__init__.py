"""Checks that any Gymnasium or PettingZoo environment can be put through.

`check` takes an id, a factory or an instance and reports, check by check, what was expected and
what came. `CHECKS` names the checks. A file holds one family of checks; `player.py` and
`players.py` let each check be written once for single, vector and multi-agent environments.
"""

from __future__ import annotations

from . import lanes, life, masks, memory, randomness, spaces, workers
from .registry import FORMS, REGISTRY
from .report import Report, Result
from .run import check

__all__ = ["CHECKS", "FORMS", "Report", "Result", "check"]

_FAMILIES = (spaces, randomness, masks, lanes, life, memory, workers)

CHECKS = {name: entry.description for name, entry in REGISTRY.items()}
"""Every check's name, with a line on what it demands."""

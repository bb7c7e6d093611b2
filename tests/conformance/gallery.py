"""Environments with one fault each, at least one for every check; a docstring says the fault.

The classes stand on the top level of their modules so that spawned processes can import them.
"""

import broken_chance
import broken_lanes
import broken_life
import broken_masks
import broken_memory
import broken_returns
import broken_workers
from broken import BROKEN

FAMILIES = [
    broken_returns,
    broken_chance,
    broken_masks,
    broken_lanes,
    broken_life,
    broken_memory,
    broken_workers,
]

CASES = [(name, broken) for name, entries in BROKEN.items() for broken in entries]
"""Every check's name with each environment that it must fail."""

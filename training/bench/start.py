"""From nothing to the first observation, each time in a fresh process."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ...envs import env_id
from .measure import Loop
from .recording import GAME

__all__ = ["loops"]

WARM_TARGET, COLD_TARGET = 2.0, 20.0
"""CPU seconds of the first import, make and reset."""

REFERENCE = "dependencies"
IMPORTS = "import gymnasium, numba, numpy"
PLAY = f"""
import gymnasium, parlour
env = gymnasium.make("{env_id(GAME)}")
_, info = env.reset(seed=0)
told["reset"] = time.process_time()
env.step(int(info["action_mask"].argmax()))
"""


class Start(Loop):
    """A loop of which one turn is one process.

    Parameters
    ----------
    name : str
    code : str
        What the process does; it may tell `told["reset"]`, its CPU seconds so far.
    cache : callable () -> path
        The folder of compiled code for the next process.
    **keywords
        As for `Loop`.
    """

    def __init__(self, name, code, cache, **keywords):
        super().__init__(name, "starts", form="s", **keywords)
        self.code, self.cache = code, cache

    def warm_up(self):
        """Nothing: every process is the first."""

    def sample(self, seconds):
        """(1, CPU seconds) of one process, however long it takes."""
        told = run_fresh(self.code, self.cache())
        step = told["end"] - told.get("reset", told["end"])
        self.details.setdefault("first_step_seconds", []).append(step)
        return 1, told.get("reset", told["end"])

    def describe_first_step(self):
        """What the first step takes on top."""
        steps = sorted(self.details["first_step_seconds"])
        return f"then the first step takes {steps[len(steps) // 2]:.2f} s"


def run_fresh(code, cache):
    """Run code in a fresh interpreter; returns what it told, and its CPU seconds at the `end`."""
    script = "\n".join(
        [
            "import json, time",
            "told = {}",
            code,
            'told["end"] = time.process_time()',
            "print(json.dumps(told))",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ValueError(f"a fresh process failed: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout.splitlines()[-1])


def loops(stack, settings):
    """The loops of this benchmark."""
    root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlour-bench-")))
    caches = []

    def empty():
        caches.append(root / str(len(caches)))
        return caches[-1]

    cold = Start("cache empty", PLAY, empty, against=REFERENCE, target=COLD_TARGET)
    warm = Start("cache warm", PLAY, lambda: caches[-1], against=REFERENCE, target=WARM_TARGET)
    for loop in (cold, warm):
        loop.note = loop.describe_first_step
    reference = Start(REFERENCE, IMPORTS, lambda: root)
    reference.note = lambda: "import gymnasium, numba"
    return [cold, warm, reference]

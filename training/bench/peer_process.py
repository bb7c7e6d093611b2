"""A peer's process: started by the first interpreter that has the peer, asked a line at a time."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

__all__ = ["PeerStarter", "ask"]

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


class PeerStarter:
    """Starts peers' processes, and ends them when a benchmark is over.

    Parameters
    ----------
    stack : contextlib.ExitStack
        Ends the processes, then removes the folder in which they work, since a peer may leave
        files where it is imported.
    peer_pythons : list of Path
        Interpreters that are tried before our own.
    """

    def __init__(self, stack, peer_pythons):
        self.stack = stack
        self.pythons = [str(Path(path).absolute()) for path in (*peer_pythons, sys.executable)]
        self.folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="parlour-bench-"))

    def start(self, script, *words):
        """Run a script: (process, "") once it is ready, or (None, why no interpreter can).

        Parameters
        ----------
        script : Path
            Prints {"ready": true} or {"error": ...} as a line of JSON, then answers each line.
        words : str
            Its arguments.
        """
        reason = ""
        for python in self.pythons:
            process = subprocess.Popen(
                [python, str(script), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | ONE_THREAD,
                cwd=self.folder,
                text=True,
            )
            told = json.loads(process.stdout.readline() or "{}")
            if told.get("ready"):
                self.stack.callback(end, process)
                return process, ""
            end(process)
            reason = reason or told.get("error", "its process ended")
        return None, reason


def ask(process, line, key, name):
    """What a peer answers to a line, a dict with `key`; ValueError if `name` has stopped."""
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    told = json.loads(process.stdout.readline() or "{}")
    if key not in told:
        raise ValueError(f"{name} stopped: {told.get('error', 'its process ended')}")
    return told


def end(process):
    """End a peer's process."""
    process.stdin.close()
    process.stdout.close()
    process.terminate()
    process.wait()

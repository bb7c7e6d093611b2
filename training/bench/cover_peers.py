"""General exact-cover solvers: `python cover_peers.py PEER`, run by any interpreter; no Parlour
here.

It says that it is ready, in JSON, then solves a puzzle for every line:
`{"options": [[cell, ..., shape], ...], "cells": C, "counts": [S], "limit": CPU seconds}`, and
answers `{"is_solved": bool, "cpu_seconds": float}`. Every puzzle is solved in a process of
its own, which the limit ends. The time begins with the options: making a matrix or a model
of them counts, as making tables does for Parlour.
"""

import json
import os
import signal
import statistics
import sys
import time


def matrix_of(puzzle, is_multiset):
    """The puzzle as rows of 0 and 1, an array: a column a cell, then one a shape or piece.

    Without multisets identical pieces have columns of their own, and a row each.
    """
    import numpy

    cells, counts = puzzle["cells"], puzzle["counts"]
    starts = [cells + sum(counts[:shape]) for shape in range(len(counts))]
    rows = []
    for *covered, shape in puzzle["options"]:
        if is_multiset:
            rows.append([*covered, cells + shape])
        else:
            rows += [[*covered, starts[shape] + copy] for copy in range(counts[shape])]
    width = cells + (len(counts) if is_multiset else sum(counts))
    matrix = numpy.zeros((len(rows), width), numpy.int8)
    for row, columns in enumerate(rows):
        matrix[row, columns] = 1
    return matrix


def is_cover(matrix, chosen, target):
    """Whether the chosen rows add up to the target."""
    return chosen is not None and (matrix[list(chosen)].sum(axis=0) == target).all()


def exact_multiset_cover():
    """Dancing links on multisets, in C."""
    import exact_multiset_cover as peer
    import numpy

    def solve(puzzle):
        matrix = matrix_of(puzzle, True)
        target = numpy.array([1] * puzzle["cells"] + puzzle["counts"], numpy.int8)
        return is_cover(matrix, peer.get_exact_cover(matrix, target), target)

    return solve


def exact_cover():
    """Dancing links in C."""
    import exact_cover as peer

    def solve(puzzle):
        matrix = matrix_of(puzzle, False).astype(bool)
        return is_cover(matrix, peer.get_exact_cover(matrix), 1)

    return solve


def xcover():
    """Dancing cells, compiled by Numba."""
    from xcover import covers_bool

    def solve(puzzle):
        matrix = matrix_of(puzzle, False).astype(bool)
        return is_cover(matrix, next(covers_bool(matrix), None), 1)

    solve(TINY)
    return solve


def dlx_cython():
    """Dancing links in Cython."""
    from dlxsolver import DLXSolver

    def solve(puzzle):
        matrix = matrix_of(puzzle, False).astype("int32")
        return is_cover(matrix, DLXSolver(matrix).solve_one(), 1)

    return solve


def cp_sat():
    """OR-Tools' CP-SAT with one worker."""
    from ortools.sat.python import cp_model

    def solve(puzzle):
        model = cp_model.CpModel()
        by_cell = [[] for _ in range(puzzle["cells"])]
        by_shape = [[] for _ in puzzle["counts"]]
        for *covered, shape in puzzle["options"]:
            variable = model.new_bool_var("")
            by_shape[shape].append(variable)
            for cell in covered:
                by_cell[cell].append(variable)
        for variables in by_cell:
            model.add_exactly_one(variables)
        for shape, count in enumerate(puzzle["counts"]):
            model.add(sum(by_shape[shape]) == count)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)

    return solve


PEERS = {
    "exact-multiset-cover": exact_multiset_cover,
    "exact-cover": exact_cover,
    "xcover": xcover,
    "dlx-cython": dlx_cython,
    "ortools": cp_sat,
}

TINY = {"options": [[0, 1, 0], [2, 3, 0], [1, 2, 0]], "cells": 4, "counts": [2], "limit": 60}
"""Two dominoes on four cells in a row: solved once beforehand, so that all is compiled."""


SHORT, AGAIN = 0.05, 5
"""A puzzle solved within SHORT seconds is solved AGAIN times more, and their median counts,
since a new process is slow at first."""


def timed(solve, puzzle):
    """Whether a puzzle was solved, and in how many CPU seconds."""
    begin = clock()
    is_solved = bool(solve(puzzle))
    return is_solved, clock() - begin


def solve_apart(solve, puzzle):
    """Solve a puzzle in a process of its own: the answer, as the first lines here say."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, puzzle["limit"])
            is_solved, seconds = timed(solve, puzzle)
            if seconds < SHORT:
                seconds = statistics.median(timed(solve, puzzle)[1] for _ in range(AGAIN))
            answer = {"is_solved": is_solved, "cpu_seconds": seconds}
            os.write(writing, json.dumps(answer).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text or json.dumps({"is_solved": False, "cpu_seconds": puzzle["limit"]}))


def clock():
    """CPU seconds so far; a timer makes the clock of all threads coarse on some systems."""
    return max(time.process_time(), time.thread_time())


def tell(**words):
    """Say something to whoever started this."""
    print(json.dumps(words), file=SAY, flush=True)


def main(name):
    """Get a peer ready, then solve what is asked."""
    try:
        solve = PEERS[name]()
        if not solve_apart(solve, TINY)["is_solved"]:
            raise ValueError("it did not solve a tiny puzzle")
    except ModuleNotFoundError as error:
        return tell(error=f"{error.name} is not installed")
    except Exception as error:
        return tell(error=f"{type(error).__name__}: {error}"[:300])
    tell(ready=True)
    for line in sys.stdin:
        tell(**solve_apart(solve, json.loads(line)))
    return None


if __name__ == "__main__":
    SAY = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a peer prints must not stand between the answers
    main(sys.argv[1])

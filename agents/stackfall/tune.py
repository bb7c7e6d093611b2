"""Tune the weights by the cross-entropy method, on seeds apart from those of any evaluation.

    python -m parlour.agents.stackfall.tune heuristic
    python -m parlour.agents.stackfall.tune beam

Each generation draws candidates around a mean, plays the same fresh episodes with every
one of them, and moves mean and spread towards the best. The heuristic starts from
`START`, set by hand; the beam from the heuristic's tuned weights. The result goes into
`weights.json`, with what it took. One process, one thread.
"""

import argparse
import json
import sys
import time

import numpy as np

from .episodes import scores
from .value import TERMS, WEIGHTS, read_weights

__all__ = ["cross_entropy", "main"]

START = {
    "holes": -300,
    "hole_depth": -30,
    "hole_rows": -200,
    "row_transitions": -20,
    "column_transitions": -60,
    "steps_of_1": -20,
    "steps_of_2": -60,
    "steps_of_3": -120,
    "step_excess": -60,
    "side_wells": -80,
    "well_inside": -100,
    "ready_rows": 60,
    "is_ready": 100,
    "holds_i": 100,
    "ready_and_i": 100,
    "back_to_back": 300,
    "tallest": -10,
    "danger": -60,
    "over_four": -10,
    "wasted_lines": -300,
    "level_slope": 0.4,
    "fade": 6,
}

SEARCHES = {
    "heuristic": {
        "depth": 1,
        "width": 1,
        "spread": 0.4,
        "generations": 12,
        "population": 40,
        "episodes": 200,
    },
    "beam": {
        "depth": 5,
        "width": 4,
        "spread": 0.25,
        "generations": 10,
        "population": 24,
        "episodes": 48,
    },
}
"""Search, first spread, and size of a generation: minutes each. The beam is tuned at half
its usual width, which costs half."""

FIRST_SEED = 1_000_000
"""Tuning seeds start here; evaluations take smaller ones."""

ELITE_SHARE = 0.25
LEAST_SPREAD = 0.05
"""Standard deviation that never gets lost, as a share of the weight, so that one lucky
generation does not end the search."""


def cross_entropy(start, spread, rate, generations, population, rng):
    """Maximise a noisy function.

    Parameters
    ----------
    start : (T,) float64
        First mean; no entry is 0.
    spread : float
        First standard deviation, as a share of `start`.
    rate : callable (candidates (population, T), generation) -> (population,)
        Higher is better; the noise is best shared within a generation.
    generations, population : int
    rng : numpy.random.Generator

    Yields
    ------
    mean : (T,) float64
    ratings : (population,)
        Of the candidates that led to it; the first of them is the mean before.
    """
    mean, deviation = start.copy(), spread * np.abs(start)
    elite_count = max(2, round(ELITE_SHARE * population))
    shares = np.log(elite_count + 0.5) - np.log(np.arange(1, elite_count + 1))
    shares /= shares.sum()
    for generation in range(generations):
        candidates = mean + deviation * rng.standard_normal((population, len(start)))
        candidates[0] = mean
        ratings = np.asarray(rate(candidates, generation))
        elite = candidates[np.argsort(-ratings)[:elite_count]]
        before, mean = mean, shares @ elite
        seen = np.sqrt(shares @ (elite - before) ** 2)
        deviation = 0.5 * deviation + 0.5 * np.maximum(seen, LEAST_SPREAD * np.abs(mean))
        yield mean, ratings


def tune(name, generations, population, episodes, seed):
    """Weights by name for one of `SEARCHES`, printing each generation's scores."""
    depth, width, spread = (SEARCHES[name][key] for key in ("depth", "width", "spread"))
    first = np.array([START[term] for term in TERMS], np.float64)
    if name != "heuristic":
        first = read_weights("heuristic")

    def rate(candidates, generation):
        seeds = FIRST_SEED + generation * episodes + np.arange(episodes)
        return [scores(weights, seeds, depth, width).mean() for weights in candidates]

    started = time.monotonic()
    rng = np.random.default_rng(seed)
    mean = first
    for number, (mean, ratings) in enumerate(  # noqa: B007
        cross_entropy(first, spread, rate, generations, population, rng), start=1
    ):
        print(
            f"{name} {number}/{generations}: mean's score {ratings[0]:.0f}, "
            f"best {ratings.max():.0f}, median {np.median(ratings):.0f}, "
            f"{time.monotonic() - started:.0f} s",
            flush=True,
        )
    return {term: float(f"{weight:.4g}") for term, weight in zip(TERMS, mean, strict=True)}


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("name", choices=SEARCHES)
    for option in ("generations", "population", "episodes"):
        parser.add_argument(f"--{option}", type=int, help="default: as published")
    parser.add_argument("--seed", type=int, default=0, help="of the candidates (default 0)")
    given = parser.parse_args()
    numbers = {
        option: getattr(given, option) or SEARCHES[given.name][option]
        for option in ("generations", "population", "episodes")
    }
    weights = tune(given.name, **numbers, seed=given.seed)
    entries = json.loads(WEIGHTS.read_text("utf-8"))
    last_seed = FIRST_SEED + numbers["generations"] * numbers["episodes"] - 1
    entries[given.name] = {
        "command": " ".join(("python -m parlour.agents.stackfall.tune", *sys.argv[1:])),
        **numbers,
        "seed": given.seed,
        "episode_seeds": f"{FIRST_SEED}-{last_seed}",
        "weights": weights,
    }
    WEIGHTS.write_text(json.dumps(entries, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""Tune the weights by the cross-entropy method, on seeds apart from those of any evaluation.

    python -m parlour.agents.stackfall.tune

Each generation draws candidates around a mean, plays the same fresh episodes one ply deep
with every one of them, and moves mean and spread towards the best, from `START` on, which
was set by hand. The result goes into `weights.json`, with what it took: four minutes on
one core. The beam plays by the same weights: tuned by its own episodes, for thrice the
time, it scored no better.
"""

import argparse
import json
import sys
import time

import numpy as np

from .episodes import scores
from .value import TERMS, WEIGHTS

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

FIRST_SEED = 1_000_000
"""Tuning seeds start here; evaluations take smaller ones."""

FIRST_SPREAD = 0.4
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


def tune(generations, population, episodes, seed):
    """Tuned weights by term; prints the scores of each generation."""
    start = np.array([START[term] for term in TERMS], np.float64)

    def rate(candidates, generation):
        seeds = FIRST_SEED + generation * episodes + np.arange(episodes)
        return [scores(weights, seeds, depth=1, width=1).mean() for weights in candidates]

    began = time.monotonic()
    rng = np.random.default_rng(seed)
    tuned = start
    steps = cross_entropy(start, FIRST_SPREAD, rate, generations, population, rng)
    for number, (mean, ratings) in enumerate(steps, start=1):
        print(
            f"{number}/{generations}: mean's score {ratings[0]:.0f}, best {ratings.max():.0f}, "
            f"median {np.median(ratings):.0f}, {time.monotonic() - began:.0f} s",
            flush=True,
        )
        tuned = mean
    return {term: float(f"{weight:.4g}") for term, weight in zip(TERMS, tuned, strict=True)}


def main():
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--generations", type=int, default=12, help="one or more")
    parser.add_argument("--population", type=int, default=40, help="candidates a generation")
    parser.add_argument("--episodes", type=int, default=200, help="episodes a candidate")
    parser.add_argument("--seed", type=int, default=0, help="of the candidates")
    given = parser.parse_args()
    weights = tune(given.generations, given.population, given.episodes, given.seed)
    last_seed = FIRST_SEED + given.generations * given.episodes - 1
    result = {
        "command": " ".join(("python -m parlour.agents.stackfall.tune", *sys.argv[1:])),
        **vars(given),
        "episode_seeds": f"{FIRST_SEED}-{last_seed}",
        "weights": weights,
    }
    WEIGHTS.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""Seed ranges: training, model selection and held-out tests never share an episode."""

__all__ = ["EVALUATION_SEED", "TEST_SEED", "training_seed"]

EVALUATION_SEED = 1_000_000
"""Episodes that choose the best model of a run have the seeds 1,000,000, 1,000,001, ..."""

TEST_SEED = 2_000_000
"""Held-out episodes, which published scores come from: 2,000,000, 2,000,001, ..."""

TRAINING_SEED = 1_000_000_000
MOST_LANES = 100_000


def training_seed(seed):
    """Seed of a run's first lane; lane i has that of i more.

    Parameters
    ----------
    seed : int
        The run's own seed, 0 or more: run s trains on 10**9 + s * 10**5 and what follows.
    """
    return TRAINING_SEED + seed * MOST_LANES

"""Which question to ask: the one after which the fewest turns are left on average. Compiled.

Tables, sets and groups are those of `rating`.
"""

import numpy as np

from ...envs.core.compiled import compiled
from .rating import ANSWER_LIMIT, cost, group_count, part, rate_questions, weight_of

__all__ = ["best_question"]

MOST_QUESTIONS = 40
"""Depth of the search; sets deeper down are estimated."""


@compiled
def best_question(table, groups, sizes, left, floor, widths):
    """Look for the question after which the fewest turns are left on average.

    A depth-first search over questions and answers, without recursion, since recursive
    machine code cannot be kept on disk.

    Parameters
    ----------
    table : (Q, N) int16
    groups : (N,) int
        The group of each layout, equal ones together.
    sizes : (2, N + 1) float
    left : (2, K) float
        Of `forecast.cost_tables`.
    floor : int
        Sets of so many groups or fewer are not looked into but estimated; 0: none are.
    widths : (D,) int
        Questions tried at each depth, those whose parts have the least costs; the last one
        holds for all greater depths.

    Returns
    -------
    question : int
        -1: none tells the set apart.
    turns : float
        Mean turns left; the submission counts as one. Layouts that no question of the table
        tells apart count as three turns each.
    """
    questions, size = table.shape
    tally, seen = np.zeros((ANSWER_LIMIT, 3), np.int64), np.empty(ANSWER_LIMIT, np.int64)
    weights = np.empty(ANSWER_LIMIT)
    sets = np.empty((MOST_QUESTIONS + 1, size), np.int32)
    ends = np.empty((MOST_QUESTIONS, ANSWER_LIMIT), np.int64)
    rates = np.empty((MOST_QUESTIONS, questions))
    bounds = np.empty((MOST_QUESTIONS, questions))
    low, high = np.zeros(MOST_QUESTIONS + 1, np.int64), np.zeros(MOST_QUESTIONS + 1, np.int64)
    asked = np.empty(MOST_QUESTIONS, np.int64)
    chosen = np.empty(MOST_QUESTIONS, np.int64)
    tries = np.empty(MOST_QUESTIONS, np.int64)
    at, parts = np.empty(MOST_QUESTIONS, np.int64), np.empty(MOST_QUESTIONS, np.int64)
    best, sums = np.empty(MOST_QUESTIONS), np.empty(MOST_QUESTIONS)
    least = 2.0 if floor == 0 else 0.0
    for index in range(size):
        sets[0, index] = index
    high[0] = size
    depth, is_new, turns, first = 0, True, 0.0, -1
    while True:
        members = sets[depth, low[depth] : high[depth]]
        count = len(members)
        is_settled = False
        if is_new:
            is_new = False
            known = group_count(members, groups)
            if (depth and known <= floor) or depth == MOST_QUESTIONS:
                weight = weight_of(members, groups, sizes)
                turns, is_settled = cost(count, weight, sizes, left), True
            elif count == 1:
                turns, is_settled = 1.0, True
            else:
                perfect = rate_questions(
                    table,
                    members,
                    groups,
                    sizes,
                    left,
                    floor,
                    tally,
                    weights,
                    seen,
                    rates[depth],
                    bounds[depth],
                )
                if perfect >= 0:
                    turns, is_settled = 2.0 * count, True
                    if depth == 0:
                        first = perfect
                asked[depth] = chosen[depth] = -1
                at[depth] = parts[depth] = 0
                tries[depth] = widths[min(depth, len(widths) - 1)]
                best[depth] = sums[depth] = np.inf
        elif at[depth] < parts[depth]:
            low[depth + 1] = ends[depth, at[depth] - 1] if at[depth] else 0
            high[depth + 1] = ends[depth, at[depth]]
            at[depth] += 1
            count = high[depth + 1] - low[depth + 1]
            if count > 1 or floor > 0:
                sums[depth] -= least * count
                depth += 1
                is_new = True
        else:
            if sums[depth] < best[depth]:
                best[depth] = sums[depth]
                chosen[depth] = asked[depth]
            question = np.argmin(rates[depth])
            if tries[depth] == 0 or rates[depth, question] == np.inf:
                turns, is_settled = best[depth], True
                if chosen[depth] < 0:
                    turns = 3.0 * count
                if depth == 0:
                    first = chosen[0]
            else:
                tries[depth] -= 1
                rates[depth, question] = np.inf
                sums[depth] = bounds[depth, question]
                asked[depth] = question
                if sums[depth] < best[depth]:
                    parted = sets[depth + 1]
                    row = table[question]
                    parts[depth] = part(
                        row, members, groups, sizes, tally, weights, seen, parted, ends[depth]
                    )
                    at[depth] = 0
        if is_settled:
            if depth == 0:
                return first, turns / size
            depth -= 1
            sums[depth] += turns
            if sums[depth] >= best[depth]:
                at[depth] = parts[depth]

"""What questions to a set of layouts come to: the parts that the answers make, and their costs.
Compiled.

A table (Q, N) of int16 holds what each of N layouts answers to each of Q questions. A set of
layouts is a list of its columns. Each layout belongs to a group (see `forecast`); a set holds the
layouts of a group one after the other. What is missing about black, summed over a set, is its
weight: for each layout, the doublings to the size of its group's part in the set.
"""

import numpy as np

from ...envs.core.compiled import compiled
from .forecast import GRID, LOWEST

__all__ = ["ANSWER_LIMIT", "cost", "group_count", "part", "rate_questions", "weight_of"]

ANSWER_LIMIT = 1024
"""Answers in a table lie below this number."""


@compiled
def cost(layouts, weight, sizes, turns):
    """Turns left, summed over a set of so many layouts and such a weight.

    `sizes` and `turns` are those of `forecast.cost_tables`.
    """
    black = weight / layouts
    place = int(GRID * (sizes[0, layouts] - black - LOWEST) + 0.5)
    return layouts * (turns[0, max(place, 0)] + turns[1, max(place, 0)] * black)


@compiled
def spread(answers, members, groups, sizes, tally, weights, seen):
    """Count the answers of a set to one question.

    Parameters
    ----------
    answers : (N,) int16
        A row of the table.
    members : (n,) int
        The set.
    groups : (N,) int
        The group of each layout.
    sizes : (2, N + 1) float
        Of `forecast.cost_tables`.
    tally : (ANSWER_LIMIT, 3) int
        By answer: layouts, which must be 0; the last group; its layouts so far. Filled.
    weights : (ANSWER_LIMIT,) float
        By answer: filled with the weight of the part.
    seen : (ANSWER_LIMIT,) int
        Filled with the answers that occur.

    Returns
    -------
    int
        Different answers.
    """
    kinds = 0
    for index in range(len(members)):
        answer, group = answers[members[index]], groups[members[index]]
        if tally[answer, 0] == 0:
            seen[kinds] = answer
            kinds += 1
            tally[answer, 1] = -1
            weights[answer] = 0.0
        tally[answer, 0] += 1
        if tally[answer, 1] != group:
            tally[answer, 1] = group
            tally[answer, 2] = 0
        tally[answer, 2] += 1
        weights[answer] += sizes[1, tally[answer, 2]]
    return kinds


@compiled
def group_count(members, groups):
    """Groups in a set that is not empty."""
    count = 1
    for index in range(1, len(members)):
        count += groups[members[index]] != groups[members[index - 1]]
    return count


@compiled
def weight_of(members, groups, sizes):
    """The weight of a set that is not empty."""
    weight, run = 0.0, 0
    for index in range(len(members)):
        if index and groups[members[index]] != groups[members[index - 1]]:
            run = 0
        run += 1
        weight += sizes[1, run]
    return weight


@compiled
def part(answers, members, groups, sizes, tally, weights, seen, parted, ends):
    """Sort a set by the answers to one question.

    Parameters
    ----------
    answers, members, groups, sizes, tally, weights, seen
        As of `spread`; `tally` counts no layouts again afterwards.
    parted : (n,) int
        Filled with the members, equal answers together.
    ends : (ANSWER_LIMIT,) int
        Filled with the end of each part in `parted`.

    Returns
    -------
    int
        Parts.
    """
    kinds = spread(answers, members, groups, sizes, tally, weights, seen)
    at = 0
    for kind in range(kinds):
        size = tally[seen[kind], 0]
        tally[seen[kind], 0] = at
        at += size
        ends[kind] = at
    for index in range(len(members)):
        answer = answers[members[index]]
        parted[tally[answer, 0]] = members[index]
        tally[answer, 0] += 1
    for kind in range(kinds):
        tally[seen[kind], 0] = 0
    return kinds


@compiled
def rate_questions(
    table, members, groups, sizes, turns, floor, tally, weights, seen, rates, bounds
):
    """Rate all questions to a set by the parts that their answers make.

    Parameters
    ----------
    table : (Q, N) int16
    members, groups, sizes, tally, weights, seen
        As of `spread`.
    turns : (2, K) float
        Of `forecast.cost_tables`.
    floor : int
        0: all layouts are there, so a question whose answers are all different is looked for.
    rates : (Q,) float
        Filled with the sum of the costs of the parts; infinite where there is but one part.
    bounds : (Q,) float
        Filled with what the turns left come to at least, summed over the set.

    Returns
    -------
    int
        A question whose answers are all different; -1: none, or that is not looked for.
    """
    count = len(members)
    for question in range(len(table)):
        kinds = spread(table[question], members, groups, sizes, tally, weights, seen)
        singles, rate = 0, 0.0
        for kind in range(kinds):
            size = tally[seen[kind], 0]
            singles += size == 1
            rate += cost(size, weights[seen[kind]], sizes, turns)
            tally[seen[kind], 0] = 0
        if kinds == count and floor == 0:
            return question
        rates[question] = rate if kinds > 1 else np.inf
        bounds[question] = 3.0 * count - singles if floor == 0 else 1.0 * count
    return -1

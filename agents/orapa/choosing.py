"""Which question to ask: the one after which the fewest turns are left on average. Compiled.

A table (Q, N) of int16 holds what each of N layouts answers to each of Q questions. A set of
layouts is a list of its columns.
"""

import numpy as np

from ...envs.core.compiled import compiled

__all__ = ["ANSWER_LIMIT", "best_question"]

ANSWER_LIMIT = 1024
"""Answers in a table lie below this number."""


@compiled
def spread(answers, members, tally, seen):
    """Count the answers of a set to one question.

    Parameters
    ----------
    answers : (N,) int16
        A row of the table.
    members : (n,) int
        The set.
    tally : (ANSWER_LIMIT,) int
        All 0; filled with the count of each answer.
    seen : (ANSWER_LIMIT,) int
        Filled with the answers that occur.

    Returns
    -------
    int
        Different answers.
    """
    kinds = 0
    for index in range(len(members)):
        answer = answers[members[index]]
        if tally[answer] == 0:
            seen[kinds] = answer
            kinds += 1
        tally[answer] += 1
    return kinds


@compiled
def part(answers, members, tally, seen, parted, ends):
    """Sort a set by the answers to one question.

    Parameters
    ----------
    answers, members, tally, seen
        As of `spread`; `tally` is all 0 again afterwards.
    parted : (n,) int
        Filled with the members, equal answers together.
    ends : (ANSWER_LIMIT,) int
        Filled with the end of each part in `parted`.

    Returns
    -------
    int
        Parts.
    """
    kinds = spread(answers, members, tally, seen)
    at = 0
    for kind in range(kinds):
        size = tally[seen[kind]]
        tally[seen[kind]] = at
        at += size
        ends[kind] = at
    for index in range(len(members)):
        answer = answers[members[index]]
        parted[tally[answer]] = members[index]
        tally[answer] += 1
    for kind in range(kinds):
        tally[seen[kind]] = 0
    return kinds


@compiled
def rate_questions(table, members, costs, floor, tally, seen, rates, bounds):
    """Rate all questions to a set by the parts that their answers make.

    Parameters
    ----------
    table, members, costs, floor, tally, seen
        As of `best_question` and `spread`.
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
        kinds = spread(table[question], members, tally, seen)
        singles, rate = 0, 0.0
        for kind in range(kinds):
            size = tally[seen[kind]]
            singles += size == 1
            rate += costs[size]
            tally[seen[kind]] = 0
        if kinds == count and floor == 0:
            return question
        rates[question] = rate if kinds > 1 else np.inf
        bounds[question] = 3.0 * count - singles if floor == 0 else 1.0 * count
    return -1


MOST_QUESTIONS = 40
"""Depth of the search; sets deeper down are estimated."""


@compiled
def best_question(table, costs, floor, widths):
    """Look for the question after which the fewest turns are left on average.

    A depth-first search over questions and answers, without recursion, since recursive
    machine code cannot be kept on disk.

    Parameters
    ----------
    table : (Q, N) int16
    costs : (N + 1,) float
        Estimate of the turns left, summed over a set, by its size.
    floor : int
        Sets of this size or less are not looked into but estimated; 0: none are.
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
    tally, seen = np.zeros(ANSWER_LIMIT, np.int64), np.empty(ANSWER_LIMIT, np.int64)
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
            if count <= floor or depth == MOST_QUESTIONS:
                turns, is_settled = costs[count], True
            elif count == 1:
                turns, is_settled = 1.0, True
            else:
                perfect = rate_questions(
                    table, members, costs, floor, tally, seen, rates[depth], bounds[depth]
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
                    parts[depth] = part(
                        table[question], members, tally, seen, sets[depth + 1], ends[depth]
                    )
                    at[depth] = 0
        if is_settled:
            if depth == 0:
                return first, turns / size
            depth -= 1
            sums[depth] += turns
            if sums[depth] >= best[depth]:
                at[depth] = parts[depth]

"""What a board is worth besides its points: weighted terms, compiled.

The weights stand in `weights.json`, by name; `tune` finds them.
"""

import json
from pathlib import Path

import numpy as np

from ...envs.core.compiled import compiled
from ...envs.stackfall.board import (
    COLUMN_CHANGES,
    HOLE_DEPTH,
    HOLE_ROWS,
    HOLES,
    ROW_CHANGES,
    SIDE_WELLS,
    STEP_EXCESS,
    STEPS_OF_1,
    STEPS_OF_2,
    STEPS_OF_3,
    TALLEST,
    TETRIS_ROWS,
    WELL,
    describe,
)
from ...envs.stackfall.state import LETTERS, WIDTH

__all__ = ["TERMS", "quality", "read_weights"]

WEIGHTS = Path(__file__).with_name("weights.json")

TERMS = (
    "holes",  # the first five as in the game's `BOARD_FEATURES`
    "hole_depth",
    "hole_rows",
    "row_transitions",
    "column_transitions",
    "steps_of_1",  # neighbouring columns, the well left out, that differ by 1
    "steps_of_2",  # ... by 2
    "steps_of_3",  # ... by 3 or more
    "step_excess",  # what those of 3 or more exceed 3 by, summed
    "side_wells",  # cells of wells deeper than 2 that are not the well
    "well_inside",  # 1: the well is not a border column
    "ready_rows",  # rows from the well's floor up that lack only the well's cell, 0-4
    "is_ready",  # 1: four of them, an I piece makes a Tetris
    "holds_i",  # 1: an I piece is on hold
    "ready_and_i",  # 1: both
    "back_to_back",  # 1: the next Tetris is a back-to-back one
    "tallest",
    "danger",  # squared height above 10, in tenths
    "over_four",  # cells above row 4 while the well is open to the floor
    "wasted_lines",  # lines cleared since the root by less than a Tetris
    "level_slope",  # growth of all the above with each level
    "fade",  # pieces before the end from which on all the above shrink towards 0
)
"""Terms of the sum; the last two scale it."""

(
    HOLES_AT,
    HOLE_DEPTH_AT,
    HOLE_ROWS_AT,
    ROW_TRANSITIONS_AT,
    COLUMN_TRANSITIONS_AT,
    STEPS_OF_1_AT,
    STEPS_OF_2_AT,
    STEPS_OF_3_AT,
    STEP_EXCESS_AT,
    SIDE_WELLS_AT,
    WELL_INSIDE,
    READY_ROWS,
    IS_READY,
    HOLDS_I,
    READY_AND_I,
    BACK_TO_BACK,
    TALLEST_AT,
    DANGER,
    OVER_FOUR,
    WASTED_LINES,
    LEVEL_SLOPE,
    FADE,
) = range(len(TERMS))

I_PIECE = LETTERS.index("I")
TETRIS = 4
SAFE_HEIGHT = 10


def read_weights():
    """The tuned weights (T,) float64 in the order of `TERMS`."""
    by_name = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return np.array([by_name[term] for term in TERMS], np.float64)


@compiled
def quality(node, pieces_left, weights, features):
    """What a node's board promises, in points.

    Parameters
    ----------
    node : record
        Of `beam.NODE`; read only.
    pieces_left : int
        Pieces to be placed after this one.
    weights : (T,) float64
        In the order of `TERMS`.
    features : (B,) float32
        Scratch for the game's `BOARD_FEATURES`.

    Returns
    -------
    float
    """
    if pieces_left == 0:
        return 0.0
    describe(node.rows, node.heights, features)
    total = weights[HOLES_AT] * features[HOLES]
    total += weights[HOLE_DEPTH_AT] * features[HOLE_DEPTH]
    total += weights[HOLE_ROWS_AT] * features[HOLE_ROWS]
    total += weights[ROW_TRANSITIONS_AT] * features[ROW_CHANGES]
    total += weights[COLUMN_TRANSITIONS_AT] * features[COLUMN_CHANGES]
    total += weights[STEPS_OF_1_AT] * features[STEPS_OF_1]
    total += weights[STEPS_OF_2_AT] * features[STEPS_OF_2]
    total += weights[STEPS_OF_3_AT] * features[STEPS_OF_3]
    total += weights[STEP_EXCESS_AT] * features[STEP_EXCESS]
    total += weights[SIDE_WELLS_AT] * features[SIDE_WELLS]
    well = int(features[WELL])
    if 0 < well < WIDTH - 1:
        total += weights[WELL_INSIDE]
    ready = min(features[TETRIS_ROWS], TETRIS)
    total += weights[READY_ROWS] * ready
    if ready == TETRIS:
        total += weights[IS_READY]
    if node.hold == I_PIECE:
        total += weights[HOLDS_I]
        if ready == TETRIS:
            total += weights[READY_AND_I]
    total += weights[BACK_TO_BACK] * node.back_to_back
    top = features[TALLEST]
    total += weights[TALLEST_AT] * top
    if top > SAFE_HEIGHT:
        total += weights[DANGER] * (top - SAFE_HEIGHT) * (top - SAFE_HEIGHT) * 0.1
    if node.heights[well] == 0:
        over = 0
        for column in range(WIDTH):
            over += max(node.heights[column] - TETRIS, 0)
        total += weights[OVER_FOUR] * over
    total += weights[WASTED_LINES] * node.wasted_lines
    total *= 1.0 + weights[LEVEL_SLOPE] * (node.level - 1)
    if pieces_left < weights[FADE]:
        total *= pieces_left / weights[FADE]
    return total

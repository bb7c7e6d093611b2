"""Every reason by itself, then with a second fault: the rules' order decides which is named."""

import itertools

import pytest
from polyfit_reference import mirror, moved
from polyfit_scenes import begin_table

pytestmark = pytest.mark.nojit

PUZZLES = {
    "Polyfit": {"region": ["####."] * 3, "pieces": ["I3"] * 4},
    "Polyfit3D": {"region": [["####.", "####."]] * 2, "pieces": ["H4L"] * 4},
}
"""Column 4 is on the board and not in the region."""

BARS = [
    {"piece": f"p{number + 1}", "rotation": 1, "flip": False, "anchor": [0, number]}
    for number in range(4)
]
SCREWS = [
    {"piece": "p1", "cells": [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 1]]},
    {"piece": "p2", "cells": [[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 0, 1]]},
    {"piece": "p3", "cells": [[0, 0, 2], [0, 1, 2], [1, 1, 2], [1, 1, 3]]},
    {"piece": "p4", "cells": [[0, 0, 3], [0, 1, 3], [1, 0, 2], [1, 0, 3]]},
]
SOLUTIONS = {"Polyfit": BARS, "Polyfit3D": SCREWS}

PASSES = {
    "bad_move": 0,
    "wrong_round": 0,
    "unknown_piece": 1,
    "duplicate_piece": 1,
    "missing_piece": 2,
    "wrong_shape": 3,
    "mirrored": 3,
    "outside_board": 3,
    "outside_region": 3,
    "overlap": 3,
}
"""Reason -> which pass finds it; of two in one pass the earlier placement counts."""

REASONS = {
    "Polyfit": [name for name in PASSES if name not in ("bad_move", "wrong_shape", "mirrored")],
    "Polyfit3D": [name for name in PASSES if name != "bad_move"],
}
CASES = [(name, reason) for name, reasons in REASONS.items() for reason in reasons]
PAIRS = [
    (name, one, other)
    for name, reasons in REASONS.items()
    for one, other in itertools.permutations(reasons, 2)
]


def solution(name):
    return {"round": 1, "placements": [dict(given) for given in SOLUTIONS[name]]}


def moved_right(given, columns):
    if "anchor" in given:
        return {**given, "anchor": [given["anchor"][0], given["anchor"][1] + columns]}
    cells = [[layer, row, column + columns] for layer, row, column in given["cells"]]
    return {**given, "cells": cells}


def last_column(given):
    return max([given["anchor"][1]] if "anchor" in given else [c[2] for c in given["cells"]])


def spoil(move, reason, at):
    """Put a fault into a move, in placement `at`; the first placement stays as it is."""
    placements = move["placements"]
    given = placements[at]
    if reason == "wrong_round":
        move["round"] += 1
    elif reason == "missing_piece":
        del placements[3]
    elif reason == "unknown_piece":
        given["piece"] = "p77"
    elif reason == "duplicate_piece":
        given["piece"] = placements[0]["piece"]
    elif reason == "wrong_shape":
        given["cells"] = [[0, 0, column] for column in range(4)]
    elif reason == "mirrored":
        mirrored = moved(mirror([tuple(cell) for cell in given["cells"]]))
        given["cells"] = [list(cell) for cell in sorted(mirrored)]
    elif reason == "outside_board":
        placements[at] = moved_right(given, 40)
    elif reason == "outside_region":
        placements[at] = moved_right(given, 4 - last_column(given))
    elif reason == "overlap":
        placements[at] = {**placements[0], "piece": given["piece"]}


def begin(name, **options):
    return begin_table(name, puzzles=[PUZZLES[name]], difficulty="normal", **options)


def reason_of(name, move):
    verdict = begin(name).move(0, move, 5)
    assert verdict.detail.startswith(verdict.reason)
    assert verdict.accepted == (verdict.reason == "")
    return verdict.reason


@pytest.mark.parametrize("name", PUZZLES)
def test_the_solution_is_accepted(name):
    assert reason_of(name, solution(name)) == ""


@pytest.mark.parametrize(("name", "reason"), CASES)
def test_a_single_fault_is_named(name, reason):
    for at in (1, 2):
        move = solution(name)
        spoil(move, reason, at)
        assert reason_of(name, move) == reason


@pytest.mark.parametrize(("name", "one", "other"), PAIRS)
def test_of_two_faults_the_rules_order_decides(name, one, other):
    move = solution(name)
    spoil(move, one, 1)
    spoil(move, other, 2)
    expected = one if PASSES[one] <= PASSES[other] else other
    assert reason_of(name, move) == expected


@pytest.mark.parametrize("name", PUZZLES)
def test_a_cell_that_nothing_covers_is_named_last(name):
    table = begin(name)
    cell = 4  # no puzzle that can be given has this fault: the region is made larger
    table.match["region"][0] |= 1 << cell
    verdict = table.move(0, solution(name), 5)
    assert verdict.reason == "uncovered" and verdict.detail.startswith("uncovered")
    move = solution(name)
    spoil(move, "overlap", 1)
    assert table.move(0, move, 5).reason == "overlap"


def placed(name, at, **changes):
    move = solution(name)
    move["placements"][at].update(changes)
    return reason_of(name, move)


def test_inside_one_flat_placement_the_board_comes_before_the_region_and_that_before_overlaps():
    across = {"rotation": 0, "flip": False}
    assert placed("Polyfit", 1, **across, anchor=[0, 3]) == "outside_board"
    assert placed("Polyfit", 1, **across, anchor=[0, 2]) == "outside_region"
    assert placed("Polyfit", 1, **across, anchor=[0, 0]) == "overlap"


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([[0, 0, 40], [0, 0, 41], [0, 0, 42], [0, 0, 43]], "wrong_shape"),
        ([[0, 0, 4], [0, 1, 4], [1, 1, 4], [1, 1, 3]], "mirrored"),
        ([[0, 0, 4], [0, 1, 4], [1, 1, 4], [1, 1, 5]], "outside_board"),
        ([[0, 0, -1], [0, 1, -1], [1, 1, -1], [1, 1, 0]], "outside_board"),
        ([[1, 0, 0], [1, 1, 0], [2, 1, 0], [2, 1, 1]], "outside_board"),
        ([[0, 0, 3], [0, 1, 3], [1, 1, 3], [1, 1, 4]], "outside_region"),
    ],
)
def test_inside_one_solid_placement_the_order_is_the_rules(cells, reason):
    assert placed("Polyfit3D", 3, cells=cells) == reason


@pytest.mark.parametrize(
    "cells",
    [
        [],
        [[0, 0, 0]],
        [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 0]],
        [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 1], [0, 0, 0]],
        [[0, 0, 0], [0, 1, 0], [1, 1, 0], [10**30, 1, 1]],
    ],
)
def test_cubes_that_are_no_piece_are_a_wrong_shape(cells):
    assert placed("Polyfit3D", 1, cells=cells) == "wrong_shape"


BAD = [
    None,
    7,
    "",
    "{",
    [],
    {},
    {"round": 1},
    {"round": True, "pass": True},
    {"round": "1", "pass": True},
    {"round": 1.0, "pass": True},
    {"round": 1, "pass": False},
    {"round": 1, "pass": 1},
    {"round": 1, "pass": True, "placements": []},
    {"round": 1, "placements": None},
    {"round": 1, "placements": "p1"},
    {"pass": True},
]


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("move", BAD, ids=repr)
def test_a_malformed_move_changes_nothing_but_the_clock(name, move):
    table = begin(name)
    before = table.batch.snapshot()
    verdict = table.move(0, move, 700)
    assert verdict.reason == "bad_move" and verdict.detail.startswith("bad_move")
    after = table.batch.snapshot().seats
    assert all((after[field] == before.seats[field]).all() for field in after.dtype.names)
    assert table.match["time_ms"] == 700
    assert table.move(0, solution(name), 800).accepted


@pytest.mark.parametrize(
    "changes",
    [
        {"piece": 1},
        {"rotation": 4},
        {"rotation": -1},
        {"rotation": True},
        {"flip": 0},
        {"anchor": [0]},
        {"anchor": [0, 0, 0]},
        {"anchor": [0, 0.0]},
        {"anchor": None},
        {"cells": []},
    ],
)
def test_a_malformed_flat_placement_is_a_bad_move(changes):
    assert placed("Polyfit", 2, **changes) == "bad_move"


@pytest.mark.parametrize(
    "changes", [{"cells": None}, {"cells": [[0, 0]]}, {"cells": [[0, 0, "1"]]}, {"anchor": [0, 0]}]
)
def test_a_malformed_solid_placement_is_a_bad_move(changes):
    assert placed("Polyfit3D", 2, **changes) == "bad_move"


@pytest.mark.parametrize("name", PUZZLES)
def test_a_rejected_solution_may_be_mended(name):
    table = begin(name)
    move = solution(name)
    spoil(move, "overlap", 1)
    assert not table.move(0, move, 100).accepted
    verdict = table.move(0, solution(name), 250)
    assert verdict.body == {"round": 1, "answer": "solved", "time_ms": 250}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_late_answer_is_not_checked_but_must_name_its_round(name):
    table = begin(name, round_seconds=10)
    late = {"round": 1, "placements": [{"what": "ever"}]}
    assert table.move(0, {**late, "round": 2}, 10_001).reason == "wrong_round"
    assert table.move(0, late, 10_001).body["answer"] == "late"
    assert not table.seats[0]["on_move"]


@pytest.mark.parametrize("name", PUZZLES)
def test_the_window_s_last_millisecond_is_in_time(name):
    table = begin(name, round_seconds=10)
    assert table.move(0, solution(name), 10_000).body["answer"] == "solved"
    assert table.move(1, solution(name), 10_001).body["answer"] == "late"


@pytest.mark.parametrize("name", PUZZLES)
def test_identical_pieces_are_interchangeable(name):
    move = solution(name)
    numbers = [given["piece"] for given in move["placements"]]
    for given, number in zip(move["placements"], reversed(numbers), strict=True):
        given["piece"] = number
    assert reason_of(name, move) == ""
    move["placements"].reverse()
    assert reason_of(name, move) == ""


def test_a_symmetric_piece_is_accepted_under_every_equivalent_turn():
    for rotation, flip in itertools.product((1, 3), (False, True)):
        move = solution("Polyfit")
        for given in move["placements"]:
            given.update(rotation=rotation, flip=flip)
        assert reason_of("Polyfit", move) == ""

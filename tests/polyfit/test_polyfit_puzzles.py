"""What is dealt meets the rules' figures, and gives nothing away; counted over many seeds."""

import collections

import numpy as np
import pytest
from polyfit_reference import mirror, moved, turned
from polyfit_scenes import region_of, solve

import parlour
from parlour.envs.geometry.polyforms import POLYCUBES, POLYOMINOES

BOX = {"hard": (7, 11), "extreme": (16, 24)}
COUNTS = {
    "Polyfit": {"easy": (3, 5), "normal": (4, 7), "hard": (7, 12), "extreme": (32, 56)},
    "Polyfit3D": {"easy": (3, 5), "normal": (4, 7), "hard": (7, 11), "extreme": (16, 28)},
}
SIZES = {
    "Polyfit": {"easy": {3, 4}, "normal": {4, 5}, "hard": {4, 5}, "extreme": {4, 5}},
    "Polyfit3D": {"easy": {3, 4}, "normal": {4, 5}, "hard": {3, 4, 5}, "extreme": {4, 5}},
}
"""Source of all three: the rules of the two games."""

CASES = [
    *(("Polyfit", difficulty, 1) for difficulty in COUNTS["Polyfit"]),
    *(("Polyfit3D", d, layers) for d in COUNTS["Polyfit3D"] for layers in (2, 3, 4)),
]


def deal(name, difficulty, layers, seeds, rounds=4):
    """The puzzles of matches: lists, one a match, of a body's `puzzle` by round."""
    options = {"difficulty": difficulty, "rounds": rounds}
    if name == "Polyfit3D":
        options["layers"] = layers
    for seed in range(seeds):
        table = parlour.table(name, players=1, seed=seed, **options)
        puzzles = []
        while not table.is_over:
            body = table.body(0)
            puzzles.append(body["puzzle"])
            table.move(0, {"round": body["round"], "pass": True})
        yield puzzles


def cells_of(puzzle, name):
    return region_of(puzzle, name == "Polyfit3D")


def flood(cells, start, axes=2):
    seen, queue = set(), [start]
    while queue:
        cell = queue.pop()
        if cell in cells and cell not in seen:
            seen.add(cell)
            for axis in range(len(cell)):
                for step in (1, -1):
                    queue.append((*cell[:axis], cell[axis] + step, *cell[axis + 1 :]))
    return seen


def sizes(puzzle):
    return [len(piece["cells"]) for piece in puzzle["pieces"]]


@pytest.mark.parametrize(("name", "difficulty", "layers"), CASES)
def test_the_figures_of_the_rules_hold(name, difficulty, layers):
    low, high = COUNTS[name][difficulty]
    for puzzles in deal(name, difficulty, layers, 4 if difficulty == "extreme" else 25):
        expected = [low + (high - low) * index / 3 for index in range(4)]
        counts = [len(puzzle["pieces"]) for puzzle in puzzles]
        assert counts[0] == low and counts[-1] == high
        assert all(abs(a - b) <= 0.5 for a, b in zip(counts, expected, strict=True))
        for puzzle in puzzles:
            check_region(puzzle, name, difficulty, layers)
            check_pieces(puzzle, name, difficulty, layers)


def check_region(puzzle, name, difficulty, layers):
    region = cells_of(puzzle, name)
    assert len(region) == sum(sizes(puzzle))
    if name == "Polyfit3D":
        assert len(puzzle["region"]) == layers
        assert all(layer == puzzle["region"][0] for layer in puzzle["region"])
        outline = {cell[1:] for cell in region}
    else:
        outline = region
    rows, columns = (max(axis) + 1 for axis in zip(*outline, strict=True))
    assert min(row for row, _ in outline) == min(column for _, column in outline) == 0
    if name == "Polyfit" and difficulty in BOX:
        assert rows <= BOX[difficulty][0] and columns <= BOX[difficulty][1]
    assert flood(outline, min(outline)) == outline
    around = {(r, c) for r in range(-1, rows + 1) for c in range(-1, columns + 1)} - outline
    assert flood(around, (-1, -1)) == around, "a hole"


def check_pieces(puzzle, name, difficulty, layers):
    found = sizes(puzzle)
    assert [piece["id"] for piece in puzzle["pieces"]] == [f"p{i + 1}" for i in range(len(found))]
    assert set(found) <= SIZES[name][difficulty]
    names = collections.Counter(piece["name"] for piece in puzzle["pieces"])
    fives = found.count(5)
    if difficulty == "hard":
        assert 3 * fives >= 2 * len(found)
        assert 3 not in found or (layers, len(found)) == (4, 7)
    elif difficulty == "extreme" and name == "Polyfit":
        assert fives >= len(found) - 2
        assert len([n for n in names if n[1] == "5"]) == 12
        assert all(count >= 2 for n, count in names.items() if n[1] == "5")
    elif difficulty == "extreme":
        assert len(names) <= 12 and max(names.values()) > 1


@pytest.mark.parametrize(("name", "difficulty", "layers"), CASES)
def test_what_is_seen_has_room_for_the_pieces(name, difficulty, layers):
    options = {"layers": layers} if name == "Polyfit3D" else {}
    lanes = parlour.seat_lanes(name, 1, 300, difficulty=difficulty, rounds=3, **options)
    forms = POLYCUBES if name == "Polyfit3D" else POLYOMINOES
    passing = np.full(300, lanes.single_action_space.n - 2)
    observation, _ = lanes.reset(seed=0)
    for _ in range(3):  # the first, the middle and the last round
        seen = observation["planes"][:, 0::4].sum(axis=(1, 2, 3))
        np.testing.assert_array_equal(seen, observation["counts"] @ forms.shape_size)
        observation = lanes.step(passing)[0]


@pytest.mark.parametrize(
    ("name", "difficulty", "layers"),
    [case for case in CASES if case[1] in ("easy", "normal") and case[2] in (1, 2, 4)],
)
def test_every_puzzle_can_be_solved(name, difficulty, layers):
    for puzzles in deal(name, difficulty, layers, 4):
        for puzzle in puzzles:
            assert solve(puzzle, name == "Polyfit3D")


def test_a_match_is_dealt_by_its_seed_alone():
    one, other = (list(deal("Polyfit", "normal", 1, 3)) for _ in range(2))
    assert one == other
    assert one[0] != one[1]


@pytest.mark.parametrize("players", [1, 2, 8])
def test_the_puzzle_does_not_depend_on_the_seats(players):
    table = parlour.table("Polyfit", players=players, seed=4)
    assert table.body(0)["puzzle"] == parlour.table("Polyfit", players=3, seed=4).body(0)["puzzle"]


# Nothing is skewed


def first_puzzles(name, difficulty, count, **options):
    env = parlour.table(name, players=1, seed=0, difficulty=difficulty, **options)
    for seed in range(count):
        env.batch.reset(seed)
        yield env.body(0)["puzzle"]


def chi_square(counts, expected):
    counts, expected = np.asarray(counts, float), np.asarray(expected, float)
    return ((counts - expected) ** 2 / expected).sum()


def is_even(counts):
    """Whether counts may well come from equal chances: within 5 standard deviations."""
    counts = np.asarray(counts)
    freedom = len(counts) - 1
    return (
        chi_square(counts, np.full(len(counts), counts.mean())) < freedom + 5 * (2 * freedom) ** 0.5
    )


def test_every_shape_of_a_size_is_as_likely_in_flat_puzzles():
    counts = collections.Counter()
    for puzzle in first_puzzles("Polyfit", "normal", 3000):
        counts.update(piece["name"] for piece in puzzle["pieces"])
    for size, kinds in (("4", 5), ("5", 12)):
        own = [count for name, count in counts.items() if name[1] == size]
        assert len(own) == kinds and is_even(own), own


def test_every_orientation_in_the_tray_is_as_likely():
    counts = collections.defaultdict(collections.Counter)
    for puzzle in first_puzzles("Polyfit", "normal", 3000):
        for piece in puzzle["pieces"]:
            counts[piece["name"]][str(piece["cells"])] += 1
    assert len(counts["F5"]) == 8 and len(counts["X5"]) == 1
    for name, own in counts.items():
        assert len(own) == 1 or is_even(list(own.values())), (name, own)


def test_the_tray_s_order_does_not_tell_the_order_of_laying():
    """Where a shape lies in the tray does not depend on it: each is as often first as last."""
    places = collections.defaultdict(collections.Counter)
    for puzzle in first_puzzles("Polyfit3D", "normal", 2500):
        for place, piece in enumerate(puzzle["pieces"]):
            places[len(piece["cells"])][place] += 1
    for own in places.values():
        assert is_even([own[place] for place in range(4)]), own


@pytest.mark.parametrize("name", ["Polyfit", "Polyfit3D"])
def test_outlines_are_as_likely_as_their_mirror_images(name):
    """Cells at the four sides of the box around the region are covered as often."""
    covered = collections.Counter()
    for puzzle in first_puzzles(name, "normal", 3000):
        rows = puzzle["region"][0] if name == "Polyfit3D" else puzzle["region"]
        corners = {"nw": rows[0][0], "ne": rows[0][-1], "sw": rows[-1][0], "se": rows[-1][-1]}
        covered.update(key for key, mark in corners.items() if mark == "#")
    assert is_even([covered[key] for key in ("nw", "ne", "sw", "se")]), covered


def test_left_and_right_handed_solids_are_as_likely():
    counts = collections.Counter()
    for puzzle in first_puzzles("Polyfit3D", "normal", 2000):
        for piece in puzzle["pieces"]:
            cells = [tuple(cell) for cell in piece["cells"]]
            if moved(mirror(cells)) not in turned(cells):
                counts[piece["name"][-1]] += 1
    assert set(counts) == {"L", "R"} and is_even(list(counts.values()))


def test_every_solid_shape_occurs():
    names = {
        piece["name"]
        for puzzle in first_puzzles("Polyfit3D", "normal", 1500)
        for piece in puzzle["pieces"]
    }
    assert len(names) == 8 + 29


def test_without_turning_the_tray_a_shape_always_lies_the_same_way():
    looks = collections.defaultdict(set)
    for puzzle in first_puzzles("Polyfit", "normal", 200, rotate_tray=False):
        for piece in puzzle["pieces"]:
            looks[piece["name"]].add(str(piece["cells"]))
    assert all(len(own) == 1 for own in looks.values())


def test_gems_come_in_every_colour_as_often():
    counts = collections.Counter()
    for seed in range(400):
        counts.update(parlour.table("Polyfit", players=8, seed=seed).body(0)["gem_row"])
    assert len(counts) == 4 and is_even(list(counts.values()))

"""The commutator agent: what its sequences do, how lists merge, and how far it gets."""

import numpy as np
import pytest

from parlour import agents
from parlour.agents.twist_cube.macros import labels, macros, oddness, slices
from parlour.agents.twist_cube.merging import inserted, inserted_length, push
from parlour.envs.twist_cube.cube import score, solved_cube, turn
from parlour.envs.twist_cube.puzzles import pieces
from parlour.training.episodes import play_episodes


def make(cube, size, turns):
    """A cube after turns counted by slice, made by the game's own rules."""
    turned = cube.copy()
    for action in slices(size).actions[list(turns)]:
        turn(turned, size, int(action))
    return turned


def draw(random, size, count):
    return random.integers(0, 9 * size, count).astype(np.int16)


@pytest.mark.nojit
@pytest.mark.parametrize("size", [3, 5, 7])
def test_slices_are_turns_each_once(size):
    known = slices(size)
    assert len({row.tobytes() for row in known.sources}) == 9 * size
    cube = np.arange(6 * size * size) % 251
    for row, action in zip(known.sources, known.actions, strict=True):
        turned = cube.copy()
        turn(turned, size, int(action))
        assert (turned == cube[row]).all()


@pytest.mark.parametrize(("size", "orbits"), [(3, 2), (5, 6), (7, 12)])
def test_a_sequence_moves_what_it_is_said_to_move(size, orbits):
    known, found = slices(size), macros(size)
    assert len(known.cells) == orbits
    cube = np.arange(6 * size * size, dtype=np.int64)
    for index in np.random.default_rng(0).integers(0, len(found.lengths), 300):
        turned = make(cube, size, found.turns[index, : found.lengths[index]])
        moves = found.moves[found.starts[index] : found.starts[index + 1]].astype(int)
        expected = cube.copy()
        cells = known.cells[moves // 576].astype(int)
        come, go = (cells[np.arange(len(moves)), at] for at in (moves // 24 % 24, moves % 24))
        expected[go] = cube[come]
        assert (turned == expected).all()


@pytest.mark.parametrize("size", [3, 5, 7])
def test_every_twist_and_flip_of_two_pieces_is_known(size):
    """28 pairs of corners twisted either way, 66 pairs of middle edges flipped."""
    found, own = macros(size), {3: set(), 2: set()}
    cells_of = {cell: cells for cells in pieces(size).values() for cell in cells}
    known = slices(size)
    for index in range(len(found.lengths)):
        moves = found.moves[found.starts[index] : found.starts[index + 1]].astype(int)
        cells = known.cells[moves // 576, moves % 24].tolist()
        come = known.cells[moves // 576, moves // 24 % 24].tolist()
        if all(cells_of[a] == cells_of[b] for a, b in zip(cells, come, strict=True)):
            own[len(cells_of[cells[0]])].add(tuple(zip(cells, come, strict=True)))
    assert (len(own[3]), len(own[2])) == (56, 66)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_oddness_counts_quarter_turns(size):
    random, known = np.random.default_rng(1), slices(size)
    for _ in range(20):
        turns = draw(random, size, 15)
        turns = turns[turns // 3 % size != size // 2]  # the centres stay
        cube = make(solved_cube(size), size, turns)
        now, wanted = labels(cube, size, solved_cube(size))
        assert ((now == wanted) <= (cube == solved_cube(size))).all()
        quarters = turns[turns % 3 != 1]
        layers = quarters // 3 % size
        depth = np.minimum(layers, size - 1 - layers)
        corners = {bool(oddness(now, size) >> orbit & 1) for orbit in corner_orbits(known, size)}
        assert corners == {bool((depth == 0).sum() % 2)}
        is_odd = any((depth == inner).sum() % 2 for inner in range(size // 2))
        assert bool(oddness(now, size)) == is_odd


def corner_orbits(known, size):
    return [orbit for orbit, cells in enumerate(known.cells) if 0 in cells]


@pytest.mark.nojit
def test_merging_changes_no_cube():
    random, size = np.random.default_rng(2), 5
    cube = np.arange(150)
    for _ in range(200):
        turns, more = draw(random, size, 12), draw(random, size, 6)
        turns[:8] %= 9  # one face and its neighbours: much to merge
        merged, count = np.zeros(40, np.int16), 0
        for one in turns:
            count = push(merged, count, one, size)
        at = int(random.integers(0, count + 1))
        result = np.zeros(40, np.int16)
        length = inserted(result, merged, count, at, more, 6, size)
        expected = make(cube, size, [*merged[:at], *more, *merged[at:count]])
        assert (make(cube, size, result[:length]) == expected).all()
        assert inserted_length(np.zeros(80, np.int16), merged, count, at, more, 6, size) == length
        assert (make(cube, size, merged[:count]) == make(cube, size, turns)).all()


@pytest.mark.nojit
def test_turns_and_their_inverses_vanish():
    turns, count = np.zeros(10, np.int16), 0
    for one in (0, 3, 2, 5):  # U, the slice below, and both back
        count = push(turns, count, one, 3)
    assert count == 0


def final(size, seeds, **options):
    agent = agents.make("TwistCube", "commutators", size=size, **options)
    return play_episodes("TwistCube", agent, seeds, lanes=4).episodes


@pytest.mark.parametrize(
    ("size", "seeds", "least"), [(3, range(20), 50), (5, range(3), 145), (7, range(1), 280)]
)
def test_it_comes_close_to_solved(size, seeds, least):
    episodes = final(size, seeds, restarts=1)
    assert np.mean([episode.score for episode in episodes]) >= least
    assert max(episode.info["best_length"] for episode in episodes) <= 400
    assert min(episode.info["time_left_ms"] for episode in episodes) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count", "least"), [(3, 100, 50), (5, 30, 145), (7, 20, 280)])
def test_it_comes_close_to_solved_on_average(size, count, least):
    assert np.mean([episode.score for episode in final(size, range(count))]) >= least


def test_more_restarts_take_fewer_turns():
    few, many = (
        np.mean([episode.info["best_length"] for episode in final(3, range(10), restarts=restarts)])
        for restarts in (1, 12)
    )
    assert many < few


def test_it_depends_on_its_seed_alone():
    agent = agents.make("TwistCube", "commutators", restarts=3, places=5)
    cube = solved_cube(3)
    for action in np.random.default_rng(5).integers(0, 36, 40):
        turn(cube, 3, int(action))
    plans = []
    for seed in (1, 1, 2):
        agent.reset(seed)
        plans.append(agent.plan(cube, 400))
    assert plans[0] == plans[1] != plans[2]


def test_where_time_is_short_it_makes_the_best_of_it():
    episodes = final(3, range(5), tick_ms=3000, restarts=4)
    assert all(episode.info["best_length"] <= 10 for episode in episodes)
    assert np.mean([episode.score for episode in episodes]) > 30


def test_a_solved_cube_is_left_alone():
    agent = agents.make("TwistCube", "commutators", size=5)
    assert agent.plan(solved_cube(5), 400) == []
    assert score(solved_cube(5), 5) == 150


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 4}, "size must be 3, 5 or 7, got 4"),
        ({"restarts": 0}, r"restarts must be an integer in 1\.\.10000, got 0"),
        ({"places": 1.5}, r"places must be an integer in 1\.\.400, got 1\.5"),
        ({"tick_ms": 0}, r"tick_ms must be an integer in 1\.\.30000, got 0"),
    ],
)
def test_bad_options_of_commutators_are_told(options, message):
    with pytest.raises(ValueError, match=message):
        agents.make("TwistCube", "commutators", **options)

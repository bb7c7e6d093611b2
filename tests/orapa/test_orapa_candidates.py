"""The observation "candidates": placements that nothing told rules out, by a slow reference."""

import itertools

import gymnasium as gym
import numpy as np
import pytest
from orapa_reference import COLOUR, board_of, cells_of, fire, touch
from orapa_scenes import LAYOUTS, as_pieces, in_words, place_action

from parlour.envs.orapa.pieces import PLACEMENTS
from parlour.envs.orapa.state import LABELS, MIXES, PIECES, PROBED

LETTERS = {"red": "R", "blue": "B", "yellow": "Y", "white": "W", "occupied_no_color": ""}
WHITES = "white1", "white2"


def clues_of(observation):
    """Own waves {label: (end, mix)} and probes {(x, y): what it told} of an observation."""
    waves, probes = {}, {}
    for entry, (state, end, mix, absorbed) in enumerate(observation["waves"]):
        if state == 1:
            point = "absorbed" if absorbed else LABELS[end]
            waves[LABELS[entry]] = point, None if absorbed else MIXES[mix]
    for y, x in zip(*np.nonzero(observation["probes"]), strict=True):
        probes[int(x), int(y)] = PROBED[observation["probes"][y, x]]
    return waves, probes


def look(piece):
    """What a probe of a piece's cell tells, as a letter."""
    return COLOUR.get(piece, "")


def may_be(pieces, words, piece, clues):
    """Whether nothing rules out a piece where it lies in `words`, given the others there."""
    waves, probes = clues
    cells = {name: cells_of(name, placed) for name, placed in words.items()}
    spots = {name: {(x, y) for x, y, _ in own} for name, own in cells.items()}
    for other in set(words) - {piece}:
        if spots[piece] & spots[other] or touch(cells[piece], cells[other]):
            return False
    if piece in WHITES and all(white in words for white in WHITES):
        both = spots["white1"] | spots["white2"]
        if both in ({(9 - x, y) for x, y in both}, {(x, 7 - y) for x, y in both}):
            return False
    alike = [name for name in pieces if look(name) == look(piece)]
    for spot, told in probes.items():
        if spot in spots[piece] and LETTERS.get(told) != look(piece):
            return False
        is_judged = LETTERS.get(told) == look(piece) and all(name in words for name in alike)
        if is_judged and not any(spot in spots[name] for name in alike):
            return False
    board = board_of(words)
    for label, (end, mix) in waves.items():
        letters = "" if mix is None else mix_letters(mix)
        takers = [name for name in pieces if mix is None or (look(name) or "-") in letters]
        takers += ["diamond"] if "diamond" in pieces else []
        if all(name in words for name in takers):
            kind, point, colours, _ = fire(board, label)
            found = ("absorbed", None) if kind == "Absorbed" else (point, colours)
            if found != (end, mix):
                return False
    return True


def mix_letters(mix):
    from orapa_reference import MIXES as NAMES

    return next(letters for letters, name in NAMES.items() if name == mix)


def expected(pieces, laid, clues):
    """The candidates (1144,) of all pieces, with others as in `laid`."""
    marks = np.zeros(len(PLACEMENTS), np.uint8)
    for number, placement in enumerate(PLACEMENTS):
        piece = PIECES[placement.piece]
        if piece in pieces:
            others = {name: placed for name, placed in laid.items() if name != piece}
            words = {**others, piece: tuple(placement[1:])}
            marks[number] = may_be(pieces, words, piece, clues)
    if "white1" in laid or "white2" in laid:
        return marks
    numbers = [
        [n for n in np.flatnonzero(marks) if PIECES[PLACEMENTS[n].piece] == white]
        for white in WHITES
    ]
    has_partner = np.zeros_like(marks)
    for one, other in itertools.product(*numbers):
        if not (has_partner[one] and has_partner[other]):
            words = {
                **laid,
                "white1": tuple(PLACEMENTS[one][1:]),
                "white2": tuple(PLACEMENTS[other][1:]),
            }
            if may_be(pieces, words, "white2", clues):
                has_partner[[one, other]] = 1
    for number in itertools.chain(*numbers):
        marks[number] = has_partner[number]
    return marks


def ask(env, rng, waves, probes):
    """Ask so many random questions; returns the last observation."""
    for first, last, count in ((0, 36, waves), (36, 116, probes)):
        for _ in range(count):
            action = first + rng.choice(np.flatnonzero(env.action_masks()[first:last]))
            observation = env.step(int(action))[0]
    return observation


@pytest.mark.parametrize(
    ("options", "bits"),
    [({}, 31), ({"diamond": True}, 63), ({"black": True}, 95)],
)
@pytest.mark.parametrize("seed", range(3))
def test_they_are_what_the_reference_leaves_possible(options, bits, seed):
    env = gym.make("parlour/Orapa-v0", observation="candidates", **options).unwrapped
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    observation = ask(env, rng, 8 + 2 * seed, 4)
    pieces = [piece for number, piece in enumerate(PIECES) if bits >> number & 1]
    truth, laid = in_words(env.matches.matches[0]["layout"]), {}
    for step in range(2 + (bits > 31)):
        marks = expected(pieces, laid, clues_of(observation))
        assert observation["candidates"].tolist() == marks.tolist()
        assert 0 < marks.sum() < 1144
        piece = ["red", "white1", pieces[-1]][step]  # one right, one wherever it may lie
        laid[piece] = truth[piece]
        if piece == "white1":
            chosen = [n for n in np.flatnonzero(marks) if PLACEMENTS[n].piece == 3]
            laid[piece] = tuple(PLACEMENTS[rng.choice(chosen)][1:])
        observation = env.step(place_action(piece, *laid[piece], bits))[0]


@pytest.mark.parametrize("options", [{}, {"diamond": True}, {"black": True, "help_mode": False}])
def test_the_truth_is_always_among_them(options):
    env = gym.make("parlour/Orapa-v0", observation="candidates", **options).unwrapped
    rng = np.random.default_rng(1)
    for seed in range(20):
        env.reset(seed=seed)
        observation = ask(env, rng, 6, 10)
        layout = env.matches.matches[0]["layout"]
        assert observation["candidates"][layout[layout >= 0]].all()


@pytest.mark.nojit
def test_all_questions_together_leave_the_truth_alone_where_the_pieces_before_it_lie():
    env = gym.make("parlour/Orapa-v0", observation="candidates", allow_repeats=True).unwrapped
    observation, _ = env.reset(seed=0, options={"layout": as_pieces(LAYOUTS[0])})
    assert observation["candidates"][:939].all() and not observation["candidates"][939:].any()
    for action in range(116):
        observation = env.step(action)[0]
    for piece, placed in LAYOUTS[0].items():
        number = place_action(piece, *placed) - 116
        alike = [n for n, other in enumerate(PLACEMENTS) if PIECES[other.piece] == piece]
        assert [n for n in alike if observation["candidates"][n]] == [number]
        observation = env.step(number + 116)[0]

"""The solo environment: clues, the hypothesis grid, edits, masks, contradictions, rewards."""

import gymnasium as gym
import numpy as np
import orapa_reference as reference
import pytest
from orapa_scenes import LAYOUTS, as_pieces, in_words, place_action

from parlour.envs.orapa.state import GEMS, KINDS, LABELS, MIXES, PROBED

pytestmark = pytest.mark.nojit
HIDDEN, OTHER = LAYOUTS
BOARD = reference.board_of(HIDDEN)
SUBMIT, WAIT = 1060, 1061


def begin(words=HIDDEN, **options):
    env = gym.make("parlour/Orapa-v0", **options).unwrapped
    env.reset(seed=0, options={"layout": as_pieces(words)})
    return env


def told(env):
    """The observation now."""
    return env.restore(env.snapshot())[0]


def lay(env, words):
    for piece, placed in words.items():
        result = env.step(place_action(piece, *placed))
        assert result[4]["illegal"] == 0
    return result


def reason(env, action):
    return env.game.illegal[env.step(action)[4]["illegal"]]


def test_waves_are_told_as_the_reference_answers_them():
    env = begin()
    for entry, label in enumerate(LABELS):
        _, point, mix, _ = reference.fire(BOARD, label)
        if told(env)["waves"][entry, 0] == 0:
            row = env.step(entry)[0]["waves"][entry].tolist()
            assert row == [1, LABELS.index(point), MIXES.index(mix), 0]
        else:
            assert told(env)["waves"][entry].tolist() == [
                2,
                LABELS.index(point),
                MIXES.index(mix),
                0,
            ]


def test_a_wave_tells_the_answer_of_its_exit_too():
    env = begin()
    observation, _, _, _, info = env.step(LABELS.index("A"))
    end = int(observation["waves"][0, 1])
    _, point, mix, _ = reference.fire(BOARD, LABELS[end])
    assert observation["waves"][end].tolist() == [2, LABELS.index(point), MIXES.index(mix), 0]
    assert info["action_mask"][end] == 0


def test_an_absorbed_wave_is_told():
    env = begin({**HIDDEN, "black": (1, 9, 6)}, black=True)
    assert env.step(LABELS.index("R"))[0]["waves"][17].tolist() == [1, -1, 0, 1]


def test_probes_tell_the_colour():
    env = begin()
    colours = {"R": "red", "B": "blue", "Y": "yellow", "W": "white"}
    for cell in range(80):
        x, y = cell % 10, cell // 10
        piece = BOARD.get((x, y), ("", ""))[1]
        observation = env.step(36 + cell)[0]
        expected = colours[reference.COLOUR[piece]] if piece else "empty"
        assert PROBED[observation["probes"][y, x]] == expected


def test_known_answers_are_masked_until_everything_is_known():
    env = begin()
    for action in range(116):
        if env.action_masks()[action]:
            env.step(action)
            if env.action_masks()[:116].sum() < 116:
                assert reason(env, action) == "known_already"
    assert env.action_masks()[:116].all()  # nothing new is left to ask
    assert reason(env, 0) == "none"


def test_repeats_can_be_allowed():
    env = begin(allow_repeats=True)
    env.step(0)
    env.step(40)
    assert env.action_masks()[:116].all()
    turns = env.step(0)[4]["turns"]
    assert turns == 3


def test_the_hypothesis_shows_the_pieces_laid():
    env = begin()
    observation = lay(env, OTHER)[0]
    board = reference.board_of(OTHER)
    for y in range(8):
        for x in range(10):
            kind, gem = observation["hypothesis"][y, x]
            if (x, y) in board:
                word, piece = board[x, y]
                assert KINDS[kind].removeprefix("tri_") == word
                assert GEMS[gem] == piece.rstrip("12")
            else:
                assert (kind, gem) == (0, 0)


def test_a_piece_laid_again_moves():
    env = begin()
    lay(env, {"red": (0, 0, 0)})
    observation = lay(env, {"red": (0, 4, 4)})[0]
    assert observation["hypothesis"].any(axis=2).nonzero()[0].tolist() == [4, 4, 4]
    assert reason(env, place_action("red", 0, 4, 4)) == "laid_already"
    back = 116 + 939
    assert env.action_masks()[back : back + 5].tolist() == [True] + [False] * 4
    assert not env.step(back)[0]["hypothesis"].any()
    assert reason(env, back) == "not_laid"


def test_overlapping_placements_are_masked_and_touching_ones_are_not():
    env = begin()
    lay(env, {"white2": (0, 4, 3)})
    mask = env.action_masks()
    for orientation in range(4):
        for y in range(7):
            for x in range(9):
                cells = {(a, b) for a, b, _ in reference.cells_of("yellow", (orientation, x, y))}
                own = {(a, b) for a, b, _ in reference.cells_of("white2", (0, 4, 3))}
                assert mask[place_action("yellow", orientation, x, y)] == (not cells & own)
    assert reason(env, place_action("yellow", 0, 4, 3)) == "overlap"


def test_edits_are_bounded_a_turn_and_cost_none():
    env = begin(edits_per_turn=3)
    assert env.step(place_action("red", 0, 0, 0))[4]["edits_left"] == 2
    lay(env, {"yellow": (0, 5, 5), "white2": (0, 0, 4)})
    assert not env.action_masks()[116:].any()
    assert reason(env, place_action("red", 0, 3, 0)) == "no_edits_left"
    info = env.step(0)[4]
    assert (info["turns"], info["edits_left"]) == (1, 3)


def test_an_incomplete_hypothesis_cannot_be_submitted():
    env = begin()
    lay(env, dict(list(HIDDEN.items())[:4]))
    assert not env.action_masks()[SUBMIT]
    assert reason(env, SUBMIT) == "incomplete"
    lay(env, {"white2": HIDDEN["white2"]})
    assert env.action_masks()[SUBMIT]


def test_waiting_is_no_action_of_the_solo_game():
    env = begin()
    assert not env.action_masks()[WAIT]
    assert reason(env, WAIT) == "no_turn_limit"


def test_a_right_solution_wins():
    env = begin()
    lay(env, HIDDEN)
    observation, reward, terminated, truncated, info = env.step(SUBMIT)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["solved"] == 1 and not env.action_masks().any()
    assert observation["status"][-1] == 1


def test_lives_spent_end_the_game_without_a_winner():
    env = begin(lives=2)
    lay(env, OTHER)
    _, reward, terminated, _, info = env.step(SUBMIT)
    assert (reward, terminated, info["lives"]) == (0.0, False, 1)
    _, reward, terminated, _, info = env.step(SUBMIT)
    assert (reward, terminated, info["lives"], info["outcome"]) == (0.0, True, 0, 3)


def test_a_turn_can_cost():
    env = begin(turn_cost=0.125)
    assert env.step(0)[1] == -0.125
    assert env.step(40)[1] == -0.125
    assert lay(env, HIDDEN)[1] == 0.0
    assert env.step(SUBMIT)[1] == 0.875


def contradicted(words, waves, cells):
    """What a hypothesis contradicts, by the reference: labels, cells."""
    board = reference.board_of(words)
    wrong = {
        label
        for label in waves
        if reference.fire(board, label)[:3] != reference.fire(BOARD, label)[:3]
    }
    return wrong, {at for at in cells if colour(board, at) != colour(BOARD, at)}


def colour(board, at):
    """Letter of the colour at (x, y); None where nothing lies."""
    return reference.COLOUR.get(board.get(at, ("", ""))[1])


def test_contradicted_clues_are_told_as_the_hypothesis_changes():
    env, rng = begin(edits_per_turn=100), np.random.default_rng(0)
    waves, cells, words = set(), set(), {}
    for _ in range(60):
        mask = env.action_masks()
        side = mask[:116] if rng.random() < 0.3 else mask[:SUBMIT]
        action = int(rng.choice(np.flatnonzero(side)))
        if action < 36:
            waves.add(LABELS[action])
        elif action < 116:
            cells.add(((action - 36) % 10, (action - 36) // 10))
        observation, _, _, _, info = env.step(action)
        words = laid(env)
        wrong, wrong_cells = contradicted(words, waves, cells)
        assert {LABELS[i] for i in np.flatnonzero(observation["contradicted_waves"])} == wrong
        where = zip(*np.nonzero(observation["contradicted_probes"]), strict=True)
        assert {(x, y) for y, x in where} == wrong_cells
        assert info["contradictions"] == len(wrong) + len(wrong_cells)


def laid(env):
    """The hypothesis in words."""
    return in_words(env.matches.seats[0, 0]["hypothesis"])


def test_without_help_mode_no_contradiction_is_told():
    env = begin(help_mode=False)
    for entry in (0, 2, 4, 30):
        env.step(entry)
    observation = lay(env, OTHER)[0]
    assert not observation["contradicted_waves"].any()
    assert not observation["contradicted_probes"].any()
    assert observation["status"][11] == 0


def test_lanes_play_as_the_reference_answers():
    envs = gym.make_vec("parlour/Orapa-v0", num_envs=5, black=True)
    observations, infos = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(30):
        weights = rng.random(infos["action_mask"].shape) * infos["action_mask"]
        observations, _, _, _, infos = envs.step(weights.argmax(axis=1))
        assert not infos["illegal"].any()
    for lane in range(5):
        board = reference.board_of(in_words(envs.unwrapped.matches.matches[lane]["layout"]))
        for entry in range(36):
            state, end, mix, absorbed = observations["waves"][lane, entry]
            kind, point, name, _ = reference.fire(board, LABELS[entry])
            if state and kind == "Absorbed":
                assert (end, mix, absorbed) == (-1, 0, 1)
            elif state:
                assert (LABELS[end], MIXES[mix], absorbed) == (point, name, 0)


def test_the_flat_observation_holds_the_same():
    flat, tables = begin(observation="flat"), begin()
    for action in (0, 5, 40, 36 + 47, place_action("red", 0, 2, 2)):
        row = flat.step(action)[0]
        dicts = tables.step(action)[0]
    assert row.shape == flat.observation_space.shape and flat.observation_space.contains(row)
    waves = row[: 36 * 43].reshape(36, 43)
    assert (waves[:, 0] == (dicts["waves"][:, 0] > 0)).all()
    assert (waves[:, 7:].argmax(axis=1)[[0, 5]] == dicts["waves"][[0, 5], 1]).all()
    colours = waves[:, 3:7] @ [1, 2, 4, 8]
    assert (colours == dicts["waves"][:, 2]).all()
    probes = row[36 * 43 : 36 * 43 + 480].reshape(80, 6)
    known = dicts["probes"].reshape(-1)
    assert (probes.sum(axis=1) == (known > 0)).all()
    assert (probes.argmax(axis=1)[known > 0] == known[known > 0] - 1).all()

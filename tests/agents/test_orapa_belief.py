"""Orapa's agent that reasons: what it believes, that it is never wrong, how it plays a duel."""

import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest

import parlour
from parlour import agents
from parlour.agents.orapa import Belief, BeliefAgent
from parlour.envs.core.compiled import JIT
from parlour.envs.orapa.encoder import STATUS
from parlour.envs.orapa.hypothesis import BASE_SET
from parlour.envs.orapa.layouts import LOOKS, build, is_valid
from parlour.envs.orapa.pieces import FIRST
from parlour.envs.orapa.state import (
    BLACK,
    BOARD_CELLS,
    DIAMOND,
    PLACES,
    POINTS,
    PROBED_OF_GEM,
)
from parlour.training.episodes import play_episodes

BOTH = BASE_SET | 1 << DIAMOND | 1 << BLACK
NO_PROBES = np.zeros(80, int)


def draw(seed, pieces=BASE_SET):
    """A valid layout (7,), its answers (36,) and what its cells show (80,)."""
    random = np.random.default_rng(seed)
    board, answers = np.zeros(BOARD_CELLS, np.uint8), np.zeros(POINTS, np.int64)
    while True:
        layout = np.array(
            [
                random.integers(FIRST[piece], FIRST[piece + 1]) if pieces >> piece & 1 else -1
                for piece in range(7)
            ]
        )
        if is_valid(layout, pieces, board, answers):
            build(board, layout)
            return layout, answers, LOOKS[board].reshape(10, 12)[1:-1, 1:-1].reshape(-1)


def told(answers, entries):
    """Answers (36,) of which only those of some entries are known."""
    known = np.full(POINTS, -1)
    known[list(entries)] = answers[list(entries)]
    return known


def table_of(known):
    """Answers (36,) as the table of waves that a seat sees."""
    waves = np.zeros((POINTS, 4), np.int8)
    waves[:, 1] = -1
    for entry in np.flatnonzero(known >= 0):
        end = known[entry] & 63
        waves[entry] = 1, end if end < POINTS else -1, known[entry] >> 6, end == POINTS
    return waves


def play(agent, seed, **options):
    """Play a solo game; returns the last `info` and the environment."""
    env = gym.make("parlour/Orapa-v0", **{**agent.game_options, **options}).unwrapped
    agent.reset(seed)
    observation, info = env.reset(seed=seed)
    terminated, steps = False, 0
    while not terminated:
        batch = {name: value[None] for name, value in observation.items()}
        action = agent.act(batch, info["action_mask"][None])[0]
        assert info["action_mask"][action]
        observation, _, terminated, _, info = env.step(int(action))
        steps += 1
        assert steps < 300
    return info, env


# Beliefs


def test_before_any_clue_everything_is_possible_and_the_first_wave_is_fixed():
    belief = Belief(BASE_SET)
    assert belief.count == pytest.approx(1.68e10)
    assert not belief.is_exact
    assert belief.question()[0] < POINTS
    assert belief.candidates(5).shape == (0, 7)


@pytest.mark.parametrize("pieces", [BASE_SET, BOTH])
def test_every_candidate_agrees_with_all_clues_and_the_truth_is_among_them(pieces):
    truth, answers, _ = draw(1, pieces)
    board, replies = np.zeros(BOARD_CELLS, np.uint8), np.zeros(POINTS, np.int64)
    belief = Belief(pieces, sample=500)
    entries = [1, 11, 29, 20, 4, 33, 15, 6, 26, 18, 9, 31]
    for count in range(1, len(entries) + 1):
        belief.learn(told(answers, entries[:count]), NO_PROBES)
        for layout in belief.candidates(50):
            assert is_valid(layout, pieces, board, replies)
            assert (replies[entries[:count]] == answers[entries[:count]]).all()
    assert belief.is_exact
    assert belief.count == len(belief.layouts)
    assert (belief.layouts == truth).all(1).any()


def test_clues_all_at_once_leave_what_clues_one_by_one_leave():
    _, answers, looks = draw(2)
    entries, cells = [1, 11, 29, 20, 4, 33], [34, 55]
    probes = NO_PROBES.copy()
    probes[cells] = np.array(PROBED_OF_GEM)[looks[cells] >> 3]
    at_once, in_turn = Belief(BASE_SET), Belief(BASE_SET, seed=3)
    at_once.learn(told(answers, entries), probes)
    for count in range(1, len(entries) + 1):
        in_turn.learn(told(answers, entries[:count]), NO_PROBES)
    in_turn.learn(told(answers, entries), probes)
    assert at_once.is_exact
    assert in_turn.is_exact
    assert set(map(bytes, at_once.looks)) == set(map(bytes, in_turn.looks))


def test_an_estimate_comes_near_the_count():
    _, answers, _ = draw(4)
    known = told(answers, [1, 11, 29, 20, 4])
    exact = Belief(BASE_SET, sample=400_000)
    exact.learn(known, NO_PROBES)
    rough = [Belief(BASE_SET, sample=300, seed=seed) for seed in range(8)]
    for belief in rough:
        belief.learn(known, NO_PROBES)
        assert not belief.is_exact
    assert exact.is_exact
    assert np.mean([belief.count for belief in rough]) == pytest.approx(exact.count, rel=0.4)


def test_clues_that_are_taken_back_or_impossible_change_nothing():
    _, answers, _ = draw(5)
    belief = Belief(BASE_SET)
    belief.learn(told(answers, range(0, POINTS, 4)), NO_PROBES)
    before = belief.known.copy(), belief.count
    with pytest.raises(ValueError, match="clues must include"):
        belief.learn(told(answers, [1]), NO_PROBES)
    wrong = belief.known.astype(int)
    wrong[np.flatnonzero(wrong < 0)[0]] = 15 << 6 | 17
    with pytest.raises(ValueError, match="no layout agrees"):
        belief.learn(wrong, np.full(80, 1))
    assert (belief.known == before[0]).all()
    assert belief.count == before[1]


def test_a_wrong_solution_is_not_believed_again():
    _, answers, _ = draw(6)
    belief = Belief(BASE_SET)
    belief.learn(told(answers, range(0, POINTS, 6)), NO_PROBES)
    count = len(belief.layouts)
    wrong = belief.looks[0].copy()
    belief.exclude(wrong)
    assert len(belief.layouts) == count - 1
    assert not (belief.looks == wrong).all(1).any()


def test_searches_that_take_too_long_leave_no_layout_but_a_question(monkeypatch):
    _, answers, _ = draw(7)
    belief = Belief(BASE_SET)
    monkeypatch.setattr("parlour.agents.orapa.belief.draw_share", lambda *_: None)
    for count in range(1, 6):
        belief.learn(told(answers, range(count)), NO_PROBES)
        assert not len(belief.layouts)
        assert not belief.is_exact
        assert belief.known[belief.question()[0]] < 0
    monkeypatch.undo()
    belief.learn(told(answers, range(6)), NO_PROBES)
    assert len(belief.layouts)


# The agent


@pytest.mark.parametrize(
    ("options", "seeds", "most"),
    [({}, 12, 11.0), ({"diamond": True, "black": True, "sample": 1000, "width": 4}, 3, 16.0)],
)
def test_it_is_never_wrong_alone_and_needs_few_turns(options, seeds, most):
    agent = agents.make("Orapa", "belief", **options)
    turns = []
    for seed in range(seeds):
        agent.reset(seed)
        info, _ = play(agent, seed)
        assert info["solved"] == 1
        turns.append(info["turns"])
    assert np.mean(turns) <= most


def test_the_seed_decides_what_it_does_whichever_lane_plays():
    agent = agents.make("Orapa", "belief", sample=300)
    plays = [play_episodes("Orapa", agent, range(5, 9), lanes).episodes for lanes in (1, 3)]
    assert [one.length for one in plays[0]] == [one.length for one in plays[1]]
    assert [one.info["turns"] for one in plays[0]] == [one.info["turns"] for one in plays[1]]


def two_left():
    """A belief of exactly two layouts that a wave tells apart."""
    for seed in range(20, 60):
        _, answers, _ = draw(seed)
        belief = Belief(BASE_SET, sample=1000)
        for count in range(4, POINTS):
            belief.learn(told(answers, range(count)), NO_PROBES)
            if belief.is_exact and len(belief.layouts) == 2 and (belief.known < 0).any():
                return belief
    raise AssertionError("no game came to two layouts")


@pytest.mark.parametrize("lives", [1, 2])
def test_with_a_life_to_spare_it_guesses_between_two(lives):
    agent = agents.make("Orapa", "belief")
    env = gym.make("parlour/Orapa-v0", **agent.game_options, lives=lives).unwrapped
    observation, info = env.reset(seed=0)
    belief = two_left()
    observation["waves"] = table_of(belief.known)
    observation["status"][list(STATUS).index("turns")] = 8
    mask = info["action_mask"].copy()
    mask[:POINTS] = belief.known < 0
    batch = {name: value[None] for name, value in observation.items()}
    action = agent.act(batch, mask[None])[0]
    assert (action >= PLACES) == (lives == 2)


def test_a_wrong_guess_with_a_life_to_spare_is_followed_by_the_right_one():
    agent = agents.make("Orapa", "belief", sample=1000)
    wrong = 0
    for seed in range(30):
        info, _ = play(agent, seed, lives=2)
        assert info["solved"] == 1
        wrong += info["lives"] == 1
        if wrong:
            break
    assert wrong


def test_few_edits_a_turn_are_enough():
    agent = agents.make("Orapa", "belief")
    assert play(agent, 3, edits_per_turn=2)[0]["solved"] == 1


def test_seconds_take_the_place_of_the_width():
    agent = agents.make("Orapa", "belief", seconds=0.001)
    assert play(agent, 4)[0]["solved"] == 1


# The duel


def duel(players, seed, **options):
    """Play a duel of two agents; returns the last `infos`."""
    env = parlour.aec_env("Orapa", **options)
    env.reset(seed=seed)
    infos = {}
    for name in env.agent_iter(max_iter=2000):
        seen, _, terminated, _, info = env.last()
        infos[name] = info
        action = None
        if not terminated:
            action = players[name](seen)
            assert seen["action_mask"][action]
        env.step(action)
    return infos


def of_agent(agent):
    """An agent as a player of `duel`."""

    def act(seen):
        batch = {name: value[None] for name, value in seen["observation"].items()}
        return int(agent.act(batch, seen["action_mask"][None])[0])

    return act


@pytest.mark.parametrize("placement", ["random", "player"])
def test_it_beats_random_play_from_both_seats(placement):
    for seat in range(2):
        agent = agents.make("Orapa", "belief", sample=300)
        agent.reset(seat)
        players = {f"seat_{seat}": of_agent(agent)}
        players[f"seat_{1 - seat}"] = of_agent(agents.make("Orapa", "random"))
        infos = duel(players, 1 + seat, placement=placement, lives=2)
        assert infos[f"seat_{seat}"]["outcome"] == 1


def a_duel_in_the_middle():
    """What the first seat of a duel sees, a few layouts left; and the answers of its own."""
    env = parlour.aec_env("Orapa")
    env.reset(seed=0, options={"first": 0})
    seen = env.last()[0]
    observation = {name: value.copy() for name, value in seen["observation"].items()}
    _, answers, _ = draw(8)
    belief = Belief(BASE_SET)
    for count in range(4, POINTS):
        belief.learn(told(answers, range(count)), NO_PROBES)
        if belief.is_exact and len(belief.layouts) < 30:
            break
    assert len(belief.layouts) > 1
    observation["waves"] = table_of(belief.known)
    status = dict(zip(STATUS, observation["status"], strict=True))
    status.update(turns=6, rival_turns=6)
    observation["status"] = np.array(list(status.values()), np.int32)
    mask = seen["action_mask"].copy()
    mask[:POINTS] = belief.known < 0
    return observation, mask, draw(9)[1]


def test_the_first_player_guesses_when_the_other_must_know_and_asks_when_it_does_not():
    observation, mask, answers = a_duel_in_the_middle()
    for is_known in (False, True):
        if is_known:
            observation["rival_waves"] = table_of(answers)
        agent = agents.make("Orapa", "belief")
        action = of_agent(agent)({"observation": observation, "action_mask": mask})
        assert (action >= PLACES) == is_known


def test_in_the_last_turn_it_guesses():
    observation, mask, _ = a_duel_in_the_middle()
    observation["status"][list(STATUS).index("is_last_turn")] = 1
    agent = agents.make("Orapa", "belief")
    assert of_agent(agent)({"observation": observation, "action_mask": mask}) >= PLACES
    assert 1 < agent.belief_count() == len(agent.candidates(100)) < 30
    assert len(agent.candidates(1)) == 1


# Options


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"diamond": 1}, "diamond must be True or False, got 1"),
        ({"sample": 5}, r"sample must be an integer in 100..100000, got 5"),
        ({"width": True}, "width must be an integer"),
        ({"seconds": 0}, "seconds must be None or a number above 0, got 0"),
    ],
)
def test_bad_options_are_named(options, match):
    with pytest.raises(ValueError, match=match):
        agents.make("Orapa", "belief", **options)


def test_it_plays_orapa_only():
    with pytest.raises(ValueError, match="belief plays Orapa, got 'Stackfall'"):
        BeliefAgent("Stackfall")


def test_a_lane_that_has_not_acted_has_no_belief():
    agent = agents.make("Orapa", "belief")
    with pytest.raises(ValueError, match="lane must be one that has acted"):
        agent.belief_count(3)


# Compiling

PLAY = """
import sys
from numba.core.registry import CPUDispatcher
from parlour import agents
from parlour.training.episodes import play_episodes

def loaded():
    for module in [m for n, m in sys.modules.items() if n.startswith("parlour.")]:
        for name, value in vars(module).items():
            if isinstance(value, CPUDispatcher):
                yield module.__name__, name, len(value.signatures)

options = {"diamond": True, "black": True}
play_episodes("Orapa", agents.make("Orapa", "random", **options), range(1))
agent = agents.make("Orapa", "belief", sample=200, **options)
before = set(loaded())
play_episodes("Orapa", agent, range(1))
print(sorted(set(loaded()) - before))
"""


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_all_is_compiled_when_it_is_made_so_that_no_clock_pays_for_it():
    done = subprocess.run([sys.executable, "-c", PLAY], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"

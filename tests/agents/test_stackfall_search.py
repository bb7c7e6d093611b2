"""Stackfall's searching agents: always legal, lane by lane, and they see what is there to see."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import parlour
from parlour import agents

HOLD = 40
EMPTY_ROW = "." * 10
MAKERS = {
    "heuristic": {},
    "beam": {},
    "beam wide": {"width": 20, "depth": 2},
    "beam deep and narrow": {"width": 1, "depth": 5},
    "beam of one": {"width": 1, "depth": 1},
}


def make(label):
    return agents.make("Stackfall", label.split()[0], **MAKERS[label])


def lanes(count, seed, **options):
    env = gymnasium.make_vec(
        "parlour/Stackfall-v0", num_envs=count, autoreset_mode=AutoresetMode.NEXT_STEP
    )
    observations, infos = env.reset(seed=seed, options=options)
    return env, observations, infos["action_mask"]


def solo(**options):
    env = gymnasium.make("parlour/Stackfall-v0")
    observation, info = env.reset(seed=3, options=options)
    return env, observation, info


def one(observation):
    return {name: value[None] for name, value in observation.items()}


def choice(agent, observation, info):
    """The agent's action in a solo environment."""
    return int(agent.act(one(observation), info["action_mask"][None])[0])


def board(*lines):
    """A whole board of its lowest lines."""
    return [EMPTY_ROW] * (20 - len(lines)) + list(lines)


def tall_board(rng):
    """Up to 20 rows with gaps, open or covered."""
    height = rng.integers(12, 21)
    rows = ["".join(rng.choice(list("#.."), p=(0.7, 0.2, 0.1), size=10)) for _ in range(height)]
    return board(*(row if "." in row else "." + row[1:] for row in rows))


def positions(seed, count=6, steps=40):
    """Observations and masks on the way of a random player, on empty boards and on tall ones."""
    rng = np.random.default_rng(seed)
    for options in ({}, {"board": tall_board(rng)}, {"board": tall_board(rng), "hold": "I"}):
        try:
            env, observations, masks = lanes(count, seed, **options)
        except ValueError:  # the drawn board leaves no move
            continue
        for _ in range(steps):
            yield observations, masks
            weights = rng.random(masks.shape) * masks
            observations, *_, infos = env.step(weights.argmax(axis=1))
            masks = infos["action_mask"]


@pytest.mark.parametrize("label", MAKERS)
def test_every_action_is_legal(label):
    agent = make(label)
    for observations, masks in positions(1):
        actions = agent.act(observations, masks)
        alive = masks.any(axis=1)
        assert masks[np.arange(len(masks)), actions][alive].all()
        assert actions.dtype == np.int64


@pytest.mark.parametrize("label", ["heuristic", "beam wide"])
def test_actions_respect_masks_that_forbid_more_than_the_rules(label):
    agent, rng = make(label), np.random.default_rng(5)
    for observations, masks in positions(2, steps=10):
        fewer = masks * (rng.random(masks.shape) < 0.2)
        actions = agent.act(observations, fewer.astype(np.int8))
        alive = fewer.any(axis=1)
        assert fewer[np.arange(len(fewer)), actions][alive].all()


@pytest.mark.parametrize("label", ["heuristic", "beam wide"])
def test_lanes_do_not_touch_each_other(label):
    agent, rng = make(label), np.random.default_rng(0)
    for observations, masks in positions(3, steps=10):
        actions = agent.act(observations, masks)
        order = rng.permutation(len(masks))
        shuffled = {name: value[order] for name, value in observations.items()}
        assert (agent.act(shuffled, masks[order]) == actions[order]).all()
        for lane in range(len(masks)):
            alone = {name: value[lane : lane + 1] for name, value in observations.items()}
            assert agent.act(alone, masks[lane : lane + 1])[0] == actions[lane]


@pytest.mark.nojit
@pytest.mark.parametrize("label", ["heuristic"])
def test_observations_and_masks_stay_as_they_are(label):
    observations, masks = next(positions(4))
    copies = {name: value.copy() for name, value in observations.items()}, masks.copy()
    make(label).act(observations, masks)
    assert (masks == copies[1]).all()
    assert all((observations[name] == copies[0][name]).all() for name in observations)


@pytest.mark.parametrize("label", ["heuristic", "beam wide"])
def test_a_lane_without_legal_actions_is_passed_over(label):
    _, observations, masks = lanes(3, 7)
    agent = make(label)
    expected = agent.act(observations, masks)
    masks[1] = 0
    actions = agent.act(observations, masks)
    assert 0 <= actions[1] <= HOLD
    assert (actions[[0, 2]] == expected[[0, 2]]).all()


@pytest.mark.nojit
@pytest.mark.parametrize("label", MAKERS)
def test_the_i_piece_goes_into_the_well(label):
    rows = ["#########."] * 4
    env, observation, info = solo(board=board(*rows), pieces="IOTSZJ", lines=8)
    *_, info = env.step(choice(make(label), observation, info))
    assert int(info["cleared"]) == 4


@pytest.mark.nojit
@pytest.mark.parametrize("label", MAKERS)
def test_the_i_piece_comes_out_of_the_hold_for_the_well(label):
    rows = ["#########."] * 4
    env, observation, info = solo(board=board(*rows), pieces="SOTZJL", hold="I")
    agent = make(label)
    action = choice(agent, observation, info)
    assert action == HOLD
    observation, *_, info = env.step(action)
    *_, info = env.step(choice(agent, observation, info))
    assert int(info["cleared"]) == 4


def test_the_beam_clears_the_board_with_two_pieces():
    env, observation, info = solo(board=board("####....##", "####....##"), pieces="OOTSZJ")
    agent = make("beam")
    for _ in range(2):
        observation, *_, info = env.step(choice(agent, observation, info))
    assert int(info["perfect_clear"]) == 1


def test_the_beam_waits_for_the_previewed_i_piece():
    rows = ["#########."] * 4
    env, observation, info = solo(board=board(*rows), pieces="LOTIJS")
    agent = make("beam")
    while int(info["lines"]) == 0:
        observation, *_, info = env.step(choice(agent, observation, info))
    assert int(info["lines"]) == 4


@pytest.mark.parametrize("label", ["heuristic", "beam wide"])
def test_the_last_pieces_are_played_for_points(label):
    """Three pieces before the end, a triple that any player would take."""
    env, observation, info = solo(board=board(*["#########."] * 3), pieces="IOTSZJ")
    last = {name: value.copy() for name, value in one(observation).items()}
    last["pieces_left"][:] = 1
    action = int(make(label).act(last, info["action_mask"][None])[0])
    *_, info = env.step(action)
    assert int(info["cleared"]) == 3


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("beam", {"width": 0}, "width must be an integer in 1..1000, got 0"),
        ("beam", {"width": 2.5}, "width must be an integer in 1..1000, got 2.5"),
        ("beam", {"depth": 6}, "depth must be an integer in 1..5, got 6"),
        ("beam", {"depth": True}, "depth must be an integer in 1..5, got True"),
    ],
)
def test_a_bad_option_is_named(name, options, message):
    with pytest.raises(ValueError, match=message):
        agents.make("Stackfall", name, **options)


def test_both_play_the_board_observation_with_moves():
    for name in ("heuristic", "beam"):
        game = parlour.envs.make_game("Stackfall", **agents.make("Stackfall", name).game_options)
        assert game.options["observation"] == "board"
        assert game.action_count == HOLD + 1

"""One seat learns, agents hold the others: the same match as when every seat is stepped."""

import coins
import numpy as np
import pytest
from coins import GO_HOME, GRAB, WAIT
from core_scenes import MODES, plain
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import parlour
from parlour.agents import make
from parlour.envs.core.conformance import check
from parlour.envs.core.opponents import AgainstOpponents, LanesAgainstOpponents

pytestmark = pytest.mark.nojit


class Grabber:
    """Grabs what lies there, and goes home once its purse is full enough."""

    name = "grabber"
    game_options: dict = {}  # noqa: RUF012

    def __init__(self, enough=6):
        self.enough = enough
        self.seeds = []

    def reset(self, seed=None):
        self.seeds.append(seed)

    def act(self, observations, masks):
        actions = np.where(masks[:, GRAB], GRAB, WAIT)
        is_full = (observations["purse"][:, 0] >= self.enough) & (masks[:, GO_HOME] == 1)
        return np.where(is_full, GO_HOME, actions)


def against_one(render_mode=None, seat=1):
    """A solo form that another process can import."""
    return AgainstOpponents(coins.game(), [Grabber()], seat, render_mode)


def learner_actions(masks, step):
    """Legal actions that differ from lane to lane and from step to step."""
    wanted = (np.arange(len(masks)) + step) % 2
    return np.where(masks[np.arange(len(masks)), wanted], wanted, masks.argmax(axis=1))


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("seat", [0, 2, None])
def test_the_learner_sees_the_match_that_all_seats_play(mode, seat):
    env = LanesAgainstOpponents(coins.game(), [Grabber(4), Grabber(9)], 3, seat, mode)
    lanes = coins.LanesEnv(coins.game(), 9, 3, mode)
    own = np.arange(3) % 3 if seat is None else np.full(3, seat)
    rows = np.arange(3) * 3 + own
    observations, infos = env.reset(seed=5)
    all_observations, all_infos = lanes.reset(seed=5)
    agents = Grabber(4), Grabber(9)
    for step in range(60):
        for name, values in observations.items():
            assert values.tolist() == all_observations[name][rows].tolist()
        for name in ("purse", "illegal", "action_mask", "match", "seat"):
            assert infos[name].tolist() == all_infos[name][rows].tolist()
        chosen = learner_actions(infos["action_mask"], step)
        everybody = np.empty((3, 3), np.int64)
        for match in range(3):
            others = [number for number in range(3) if number != own[match]]
            for agent, number in zip(agents, others, strict=True):
                row = [match * 3 + number]
                seen = {name: values[row] for name, values in all_observations.items()}
                everybody[match, number] = agent.act(seen, all_infos["action_mask"][row])[0]
            everybody[match, own[match]] = chosen[match]
        observations, rewards, terminated, truncated, infos = env.step(chosen)
        all_observations, *results, all_infos = lanes.step(everybody.reshape(-1))
        for values, all_values in zip((rewards, terminated, truncated), results, strict=True):
            assert values.tolist() == all_values[rows].tolist()
        if "final_info" in all_infos:
            finals = [all_infos["final_obs"][row] for row in rows]
            assert plain(infos["final_obs"]) == [plain(final) for final in finals]


def test_the_solo_form_plays_what_a_lane_plays():
    env = AgainstOpponents(coins.game(), [Grabber()], 1)
    lanes = LanesAgainstOpponents(coins.game(), [Grabber()], 1, 1, "Disabled")
    observation, info = env.reset(seed=3)
    observations, infos = lanes.reset(seed=3)
    is_over = False
    for step in range(100):
        assert plain(observation) == {name: plain(v)[0] for name, v in observations.items()}
        assert plain(info) == {name: plain(v)[0] for name, v in infos.items()}
        if is_over:
            break
        action = learner_actions(infos["action_mask"], step)
        observation, reward, is_over, is_cut, info = env.step(int(action[0]))
        observations, rewards, *_, infos = lanes.step(action)
        assert (reward, is_cut) == (rewards[0], False)
    assert is_over


def test_a_snapshot_brings_the_match_back():
    env = against_one()
    env.reset(seed=0)
    env.step(WAIT)
    saved = env.snapshot()
    first = [plain(env.step(GRAB)) for _ in range(3)]
    env.restore(saved)
    assert [plain(env.step(GRAB)) for _ in range(3)] == first


def test_opponents_start_from_seeds_of_their_own():
    agents = [Grabber(), Grabber()]
    env = LanesAgainstOpponents(coins.game(), agents, 2)
    env.reset(seed=10)
    env.reset(options={"reset_mask": np.array([True, False])})
    env.reset()
    assert [agent.seeds for agent in agents] == [[11, None], [12, None]]


def test_an_agent_may_see_another_observation_than_the_learner():
    greedy = make("TwistCube", "greedy", plies=1)
    env = parlour.against("TwistCube", [greedy], observation="flat", tick_ms=3000)
    observation, _ = env.reset(seed=1)
    assert observation.shape == env.observation_space.shape
    for _ in range(10):
        *_, is_over, _, info = env.step(env.action_space.n - 1)
    assert is_over
    assert info["place"] == 2
    lanes = parlour.against_lanes("TwistCube", [greedy], 4, seat=None, tick_ms=3000)
    _, infos = lanes.reset(seed=1)
    assert infos["seat"].tolist() == [0, 1, 0, 1]


class Sulking(Grabber):
    """Answers for one lane only."""

    def act(self, observations, masks):
        return super().act(observations, masks)[:1]


@pytest.mark.parametrize(
    ("make_it", "message"),
    [
        (lambda: LanesAgainstOpponents(coins.game(), []), "2 to 4 players, got 1"),
        (lambda: against_one(seat=2), "seat must lie in 0..1 or be None, got 2"),
        (lambda: LanesAgainstOpponents(coins.game(), [Grabber()], 0), "num_envs"),
        (lambda: LanesAgainstOpponents(coins.game(), [Grabber()] * 2), "one of them twice"),
        (
            lambda: parlour.against("TwistCube", [make("TwistCube", "greedy", size=5)]),
            "greedy plays under size=5, got a game under size=3",
        ),
    ],
)
def test_what_cannot_be_played_is_said(make_it, message):
    with pytest.raises(ValueError, match=message):
        make_it()


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [0.0, 1.0], [0, 3]])
def test_wrong_actions_change_nothing(actions):
    env = LanesAgainstOpponents(coins.game(), [Grabber()], 2)
    env.reset(seed=0)
    before = env.snapshot()
    with pytest.raises(ValueError, match="action"):
        env.step(actions)
    assert env.snapshot().seats.tobytes() == before.seats.tobytes()


def test_an_opponent_that_answers_wrongly_is_named():
    env = LanesAgainstOpponents(coins.game(), [Sulking()], 2)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="grabber must answer 2 integers"):
        env.step([WAIT, WAIT])


def test_it_must_be_reset_first_and_not_be_closed():
    env = against_one()
    with pytest.raises(ResetNeeded):
        env.step(WAIT)
    env.reset(seed=0)
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.step(WAIT)


def test_it_passes_the_checks_of_a_gymnasium_environment():
    # A lost race is rejected although the mask allowed it.
    skip = ["mask_acceptance", "spawn", "async_lanes"]
    check(against_one, steps=20, seeds=[0, 7], skip=skip).raise_if_failed()

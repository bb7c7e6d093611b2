"""Evaluation: seeded episodes, the same for any number of lanes, and what is told of them."""

import json

import gymnasium as gym
import numpy as np
import pytest

from parlour.agents.random import RandomAgent
from parlour.training.cli import main
from parlour.training.episodes import Episode, Play, play_episodes
from parlour.training.players import find_player, options_of
from parlour.training.results import read_results, summary
from parlour.training.scores import SCORES, episode_score


class Lowest:
    """Plays the legal action of the lowest or the highest number."""

    name = "lowest"

    def __init__(self, turned=False, **game_options):
        self.turned = turned
        self.game_options = game_options

    def reset(self, seed=None):
        self.batches = []

    def act(self, observations, masks):
        self.batches.append(len(masks))
        if self.turned:
            return masks.shape[1] - 1 - np.asarray(masks)[:, ::-1].argmax(axis=1)
        return np.asarray(masks).argmax(axis=1)


@pytest.fixture(scope="module")
def alone():
    """Seventeen episodes played one after the other."""
    return play_episodes("Stackfall", Lowest(), range(40, 57), lanes=1).episodes


@pytest.mark.parametrize("lanes", [2, 5, 17, 64])
def test_episodes_do_not_depend_on_the_number_of_lanes(lanes, alone):
    agent = Lowest()
    assert play_episodes("Stackfall", agent, range(40, 57), lanes=lanes).episodes == alone
    assert max(agent.batches) == min(lanes, 17)
    assert min(agent.batches) == 1


def test_episode_k_is_a_solo_episode_with_its_seed(alone):
    env = gym.make("parlour/Stackfall-v0")
    _, info = env.reset(seed=43)
    length, is_over = 0, False
    while not is_over:
        _, _, is_over, _, info = env.step(int(info["action_mask"].argmax()))
        length += 1
    assert alone[3].seed == 43
    assert alone[3].length == length
    assert alone[3].score == info["score"]
    assert alone[3].end_reason == "top_out"
    assert alone[3].info["pieces"] == info["pieces"]


def test_an_agent_that_draws_lots_is_repeatable():
    plays = [play_episodes("Stackfall", RandomAgent("Stackfall"), range(9), 4) for _ in range(2)]
    assert plays[0].episodes == plays[1].episodes


def test_the_agents_game_options_are_those_of_its_games():
    agent = Lowest(actions="placements", observation="flat", turned=True)
    assert play_episodes("Stackfall", agent, [1, 2], 2).episodes[0].length > 5


def test_a_step_limit_cuts_episodes():
    play = play_episodes("Stackfall", Lowest(), range(3), 2, max_episode_steps=4)
    assert [(episode.length, episode.end_reason) for episode in play.episodes] == [(4, None)] * 3


def test_every_end_is_told_once():
    ends = []
    play_episodes("Stackfall", Lowest(), range(7), 3, on_end=ends.append)
    assert sorted(episode.seed for episode in ends) == list(range(7))


def test_an_illegal_action_ends_the_evaluation_with_the_reason():
    agent = Lowest()
    agent.act = lambda observations, masks: np.full(len(masks), 39)
    with pytest.raises(ValueError, match="agent lowest played the illegal action 39: "):
        play_episodes("Stackfall", agent, [0])


def test_the_score_of_a_game_is_named_in_one_place():
    assert SCORES["Stackfall"] == "score"
    assert episode_score("Stackfall", 1.5, {"score": 70}) == 70
    assert episode_score("Another", 1.5, {"score": 70}) == 1.5


def make_play(scores):
    ends = ["pieces", "pieces", "top_out", None]
    return Play([Episode(k, s, 10, ends[k % 4], {}) for k, s in enumerate(scores)], 0.5)


def test_statistics_of_known_numbers():
    numbers = summary(make_play([0, 10, 20, 30, 40, 50, 60, 1000]))
    assert numbers["mean"] == 151.25
    assert numbers["interquartile_mean"] == 35  # of 20, 30, 40, 50
    assert numbers["deviation"] == pytest.approx(np.std([0, 10, 20, 30, 40, 50, 60, 1000], ddof=1))
    assert (numbers["lowest"], numbers["highest"]) == (0, 1000)
    assert numbers["ended"] == {"pieces": 0.5, "top_out": 0.25, "cut": 0.25}
    assert numbers["ms_per_move"] == 0.5


def test_the_interval_is_near_that_of_a_normal_mean():
    scores = np.random.default_rng(0).normal(100, 10, 400)
    low, high = summary(make_play(scores))["interval"]
    assert low == pytest.approx(scores.mean() - 1.96 * 0.5, abs=0.1)
    assert high == pytest.approx(scores.mean() + 1.96 * 0.5, abs=0.1)


def test_one_episode_has_an_interval_of_one_point():
    numbers = summary(make_play([7]))
    assert numbers["interval"] == [7, 7]
    assert numbers["deviation"] == 0


def test_the_command_writes_every_episode_and_a_plot(tmp_path, capsys):
    output = tmp_path / "deep" / "results.json"
    words = ["evaluate", "--game", "Stackfall", "--agent", "random", "heuristic"]
    words += ["--episodes", "5", "--seed", "70", "--lanes", "3", "--quiet", "--max-steps", "30"]
    assert main([*words, "--output", str(output)]) == 0
    assert "heuristic" in capsys.readouterr().out
    content = read_results(output)
    assert content["seed"] == 70
    assert content["command"].endswith(
        "--agent random heuristic --episodes 5 --seed 70 --lanes 3 --max-steps 30"
    )
    assert content["versions"]["numpy"] == np.__version__
    assert list(content["agents"]) == ["random", "heuristic"]
    assert len(content["agents"]["random"]["scores"]) == 5
    assert content["agents"]["heuristic"]["lengths"] == [30] * 5
    assert content["agents"]["heuristic"]["summary"]["ended"] == {"cut": 1.0}
    assert output.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_options_reach_the_agent_and_the_file(tmp_path, capsys):
    output = tmp_path / "results.json"
    words = ["evaluate", "--agent", "beam", "random", "--episodes", "2", "--quiet"]
    words += ["--max-steps", "3", "--option", "beam.width=2", "--option", "beam.depth=1"]
    assert main([*words, "--output", str(output)]) == 0
    agents = read_results(output)["agents"]
    assert agents["beam"]["options"] == {"width": 2, "depth": 1}
    assert agents["random"]["options"] == {}


def test_options_without_an_agents_name_are_for_all():
    words = ["width=3", "beam.depth=2", "other.width=9"]
    assert options_of("beam", words) == {"width": 3, "depth": 2}


def test_a_file_of_something_else_is_no_results(tmp_path):
    path = tmp_path / "x.json"
    for text in ("{", "[]", json.dumps({"format": "other"})):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"x\.json"):
            read_results(path)


def test_a_folder_that_is_no_run_is_no_player(tmp_path):
    with pytest.raises(ValueError, match="is no run folder"):
        find_player("Stackfall", str(tmp_path))

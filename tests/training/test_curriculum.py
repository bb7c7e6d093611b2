"""Curricula: when the top moves, what is dealt, what is logged, kept and refused."""

import csv
from types import SimpleNamespace

import numpy as np
import pytest

from parlour.envs import make_game
from parlour.training.config import read_config
from parlour.training.curriculum import Curriculum, CurriculumCallback, read_curriculum
from parlour.training.learner import resume, train
from parlour.training.vec_env import make_sb3_env

SMALL = """
game: TwistCube
game_options:
  {observation: canonical, reward: solved, stop_when_solved: true, tick_ms: 6000, scramble_turns: 2}
curriculum:
  {option: scramble_turns, success: solved, first: 1, last: 4, threshold: 0.05, episodes: 20}
policy: network
policy_options: {network: twist_cube, network_options: {hidden: [8]}}
lanes: 16
rollout_steps: 8
minibatch: 64
epochs: 1
frames: 2048
checkpoint_minutes: 0
evaluation_minutes: null
evaluation_episodes: 4
"""
OWN = {"option": "scramble_turns", "success": "solved"}


def callback(count=8, seed=0, **settings):
    """A curriculum over lanes that have not been dealt yet."""
    env = make_sb3_env("TwistCube", count)
    return CurriculumCallback(Curriculum(**OWN, **settings), env, seed)


def end(curriculum, successes, lanes=None, level=1):
    """Tell it that the episodes of some lanes have ended."""
    count = curriculum.env.num_envs
    dones = np.zeros(count, bool)
    infos = [{} for _ in range(count)]
    for lane, success in zip(lanes or range(count), successes, strict=False):
        dones[lane] = True
        infos[lane] = {"scramble_turns": level, "solved": int(success)}
    curriculum.locals = {"dones": dones, "infos": infos}
    assert curriculum._on_step()


def dealt(curriculum, rounds):
    """Levels that lanes are dealt, time after time: (rounds, lanes)."""
    levels = []
    for _ in range(rounds):
        end(curriculum, [0] * curriculum.env.num_envs)
        curriculum.env.reset()
        levels.append(curriculum.env.infos["scramble_turns"].tolist())
    return np.array(levels)


def test_the_first_deals_are_at_the_first_level():
    curriculum = callback(first=3, last=6)
    curriculum.env.reset()
    assert curriculum.env.infos["scramble_turns"].tolist() == [3] * 8


def test_the_top_moves_when_enough_of_the_last_episodes_succeeded():
    curriculum = callback(last=5, threshold=0.75, episodes=8)
    end(curriculum, [1, 1, 1, 1, 1, 1, 1], range(7))
    assert curriculum.top == 1, "seven episodes are not eight"
    end(curriculum, [0], [7])
    assert curriculum.top == 2


def test_it_stays_below_the_threshold_and_looks_at_the_last_episodes_alone():
    curriculum = callback(last=5, threshold=0.75, episodes=8)
    end(curriculum, [1, 1, 1, 1, 1, 0, 0, 0])
    assert curriculum.top == 1
    end(curriculum, [1] * 5)  # in the place of five successes
    assert curriculum.top == 1
    end(curriculum, [1], [5])  # in the place of a failure: 6 of 8
    assert curriculum.top == 2


def test_episodes_dealt_before_a_move_do_not_count_after_it():
    curriculum = callback(last=5, threshold=0.5, episodes=8)
    end(curriculum, [1] * 8)
    assert curriculum.top == 2
    end(curriculum, [1] * 8)
    assert (curriculum.top, curriculum.success()) == (2, None)
    end(curriculum, [1] * 8, level=2)
    assert curriculum.top == 3


def test_the_top_stops_at_the_last_level():
    curriculum = callback(last=2, threshold=0, episodes=8)
    for _ in range(10):
        end(curriculum, [0] * 8)
    assert curriculum.top == 2


def test_the_chosen_share_of_deals_is_at_the_top_and_the_rest_spread_evenly_below():
    curriculum = callback(count=100, last=5, threshold=2, top_share=0.4)
    curriculum.top = 5
    levels = dealt(curriculum, 30)[1:].reshape(-1)
    shares = np.bincount(levels, minlength=6) / len(levels)
    assert shares[5] == pytest.approx(0.4, abs=0.03)
    assert shares[1:5] == pytest.approx(np.full(4, 0.15), abs=0.03)


def test_lanes_that_play_on_keep_the_level_they_were_given():
    curriculum = callback(last=9, threshold=2)
    curriculum.top = 9
    dealt(curriculum, 1)
    before = curriculum.levels.copy()
    end(curriculum, [0, 0], [2, 5])
    others = [0, 1, 3, 4, 6, 7]
    assert (curriculum.levels[others] == before[others]).all()


def test_another_seed_draws_other_levels():
    drawn = []
    for seed in (0, 0, 1):
        curriculum = callback(count=50, seed=seed, last=9, threshold=2)
        curriculum.top = 9
        drawn.append(dealt(curriculum, 2).tolist())
    assert drawn[0] == drawn[1] != drawn[2]


def test_success_is_told_of_all_and_of_the_top():
    curriculum = callback(last=5, threshold=2)
    assert curriculum.readings() == {"curriculum/top": 1}
    curriculum.top = 2
    end(curriculum, [1, 1, 1, 0], [0, 1, 2, 3], level=1)
    end(curriculum, [1, 0, 0, 0], [4, 5, 6, 7], level=2)
    assert curriculum.readings() == {
        "curriculum/top": 2,
        "curriculum/success": 0.5,
        "curriculum/success_at_top": 0.25,
    }


def test_a_restored_curriculum_goes_on_as_the_first_would():
    first, second = (callback(count=20, seed=seed, last=9, episodes=30) for seed in (0, 5))
    first.top = 6
    dealt(first, 2)
    second.restore(first.state())
    second.env.restore(first.env.snapshot())
    for _ in range(4):
        assert (dealt(first, 1) == dealt(second, 1)).all()
        end(first, [1] * 20)
        end(second, [1] * 20)
    assert first.state() == second.state()
    assert first.top > 6


def curve(folder):
    """The rows of a run's progress.csv without what the clock decides."""
    with (folder / "progress.csv").open() as file:
        return [
            {name: row[name] for name in row if not name.startswith(("minutes", "speed/"))}
            for row in csv.DictReader(file)
        ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run that nothing cut off."""
    return train(read_config(SMALL), tmp_path_factory.mktemp("runs") / "whole")


def test_the_curve_shows_the_levels_and_so_does_tensorboard(whole):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    rows = curve(whole)
    tops = [int(float(row["curriculum/top"])) for row in rows]
    assert tops == sorted(tops) and tops[0] < tops[-1] == 4
    assert any(row["curriculum/success_at_top"] for row in rows)
    events = EventAccumulator(str(whole / "tensorboard"))
    events.Reload()
    assert [event.value for event in events.Scalars("curriculum/top")] == tops


def test_a_run_cut_off_and_resumed_is_dealt_the_same_levels(whole, tmp_path):
    class CutError(Exception):
        pass

    def cut(budget, score):
        if budget.used_frames >= 1024:
            raise CutError

    with pytest.raises(CutError):
        train(read_config(SMALL), tmp_path / "cut", cut)
    assert len(curve(tmp_path / "cut")) < len(curve(whole))
    resume(tmp_path / "cut")
    assert curve(tmp_path / "cut") == curve(whole)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"threshhold": 0.5}, "unknown curriculum setting 'threshhold'; did you mean threshold"),
        ({"colour": 1}, "unknown curriculum setting 'colour': expected option, success, first"),
        ({"first": "one"}, "curriculum.first must be int, got 'one'"),
        ({"last": 2.5}, "curriculum.last must be int, got 2.5"),
        ({"episodes": True}, "curriculum.episodes must be int, got True"),
        ({"threshold": "high"}, "curriculum.threshold must be float, got 'high'"),
        ({"threshold": 1.5}, r"curriculum.threshold must be in 0..1, got 1.5"),
        ({"top_share": -0.1}, r"curriculum.top_share must be in 0..1, got -0.1"),
        ({"episodes": 0}, "curriculum.episodes must be above 0, got 0"),
        ({"first": 5, "last": 4}, "curriculum.first must be at most last = 4, got 5"),
        ({"option": "size"}, "curriculum.option must be one of score, .*, got 'size'"),
        ({"success": None}, "curriculum.success must be str, got None"),
        ({"first": -1}, "scramble_turns must be an integer in 0..1000"),
        ({"last": 1001}, "scramble_turns must be an integer in 0..1000"),
        ({"option": "score"}, "deals take the option scramble_turns, got score"),
    ],
)
def test_a_wrong_setting_is_told_before_a_folder_is_made(settings, message, tmp_path):
    given = [f"curriculum.{key}={value!r}" for key, value in settings.items()]
    given = [text.replace("None", "null").replace("True", "true") for text in given]
    with pytest.raises(ValueError, match=message):
        train(read_config(SMALL, given), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_curriculum_needs_its_option_and_its_success():
    game = make_game("TwistCube")
    for key in OWN:
        with pytest.raises(ValueError, match=rf"curriculum.{key} must be one of .*, got None"):
            read_curriculum({name: OWN[name] for name in OWN if name != key}, game)


def test_a_game_without_deal_options_refuses_a_curriculum(tmp_path):
    text = "frames: 64\nlanes: 4\nrollout_steps: 8\nminibatch: 32"
    settings = ["curriculum.option=level", "curriculum.success=lines"]
    with pytest.raises(ValueError, match="deals of this game take no options, got level"):
        train(read_config(text, settings), tmp_path / "run")


def test_a_whole_number_may_stand_for_a_share():
    assert read_curriculum(OWN | {"threshold": 1}, make_game("TwistCube")).threshold == 1


def test_env_is_anything_with_lanes_that_take_deal_options():
    given = []
    lanes = SimpleNamespace(set_deal_options=lambda options: given.append(options))
    env = SimpleNamespace(num_envs=2, lanes=lanes)
    CurriculumCallback(Curriculum("level", "won", first=7), env, 0)
    assert given[-1]["level"].tolist() == [7, 7]

"""Configs: what is read, what is refused, and what a refusal says."""

import dataclasses

import pytest

from parlour.training.config import (
    TrainConfig,
    config_names,
    describe_settings,
    find_config,
    read_config,
)

BUDGET = "frames: 1000"


def test_what_a_config_lacks_has_its_default():
    config = read_config(BUDGET)
    assert config == TrainConfig(frames=1000)


@pytest.mark.parametrize("name", config_names())
def test_every_config_that_comes_with_parlour_is_valid(name):
    assert read_config(find_config(name)).lanes >= 1


def test_a_config_is_found_by_its_path(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(BUDGET)
    assert find_config(path) == BUDGET


def test_a_config_that_is_not_there_is_told_with_those_near():
    with pytest.raises(ValueError, match=r"no config 'stackfal-ppo'.*did you mean stackfall-ppo"):
        find_config("stackfal-ppo")


def test_settings_go_over_the_config():
    config = read_config("frames: 10\nlanes: 2", ["lanes=8", "minibatch=64", "learning-rate=1e-4"])
    assert (config.lanes, config.minibatch, config.learning_rate) == (8, 64, 1e-4)


def test_a_setting_reaches_into_a_mapping_and_leaves_the_rest():
    text = BUDGET + "\ngame_options: {observation: flat, reward: points}"
    config = read_config(text, ["game_options.reward=lines", "policy_options.net_arch=[8, 8]"])
    assert config.game_options == {"observation": "flat", "reward": "lines"}
    assert config.policy_options == {"net_arch": [8, 8]}


def test_whole_numbers_may_be_written_with_an_exponent():
    assert read_config("", ["frames=2e6"]).frames == 2_000_000


def test_null_takes_a_limit_away():
    assert read_config("frames: 5\nminutes: 3", ["minutes=null"]).minutes is None


@pytest.mark.parametrize(
    ("key", "near"), [("lane", "lanes"), ("learningrate", "learning_rate"), ("minute", "minutes")]
)
def test_an_unknown_key_is_told_with_those_near(key, near):
    for text, settings in ((f"{key}: 1", []), ("", [f"{key}=1"])):
        with pytest.raises(ValueError, match=f"unknown setting '{key}'.*{near}"):
            read_config(text, settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["lanes=x"], "lanes must be int, got 'x'"),
        (["lanes=1.5"], "lanes must be int, got 1.5"),
        (["minutes=soon"], "minutes must be float or null, got 'soon'"),
        (["game_options=3"], "game_options must be mapping, got 3"),
        (["lanes=0"], "lanes must be above 0, got 0"),
        (["gamma=1.5"], r"gamma must be in 0..1, got 1.5"),
        (["entropy=-1"], "entropy must be 0 or more"),
        (["frames=0"], "frames must be above 0"),
        (["frames=null"], "needs a budget"),
        (["minibatch=1000"], "minibatch must divide lanes . rollout_steps = 8192, got 1000"),
        (["lanes"], "expected key=value, got 'lanes'"),
        (["lanes=[1"], "lanes must have a value in YAML"),
    ],
)
def test_a_wrong_value_is_told_with_what_was_expected(settings, message):
    with pytest.raises(ValueError, match=message) as caught:
        read_config(BUDGET, settings)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"), [("[1, 2]", "must be a mapping"), ("a: [", "is no YAML")]
)
def test_a_config_that_is_no_mapping_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        read_config(text)


def test_the_help_names_every_setting_with_type_default_and_meaning():
    text = describe_settings()
    for field in dataclasses.fields(TrainConfig):
        assert f"  {field.name} (" in text
        assert field.metadata["meaning"] in text


def test_a_config_survives_being_written():
    import yaml

    config = read_config(BUDGET, ["seed=3", "policy_options.activation=relu", "target_kl=0.02"])
    assert read_config(yaml.safe_dump(config.as_dict())) == config

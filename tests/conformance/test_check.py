"""`check`: what it takes, what it reports, and its options."""

import re

import gymnasium
import pytest
from broken_chance import SeedIgnored, UnseededFromSecondStep
from gymnasium import spaces
from healthy import Lanes, Row

from parlour.envs.core.conformance import CHECKS, check


class Uncopyable(Row):
    """Holds something that cannot be copied."""

    def __deepcopy__(self, memo):
        raise TypeError("cannot be copied")


class Fixed(Row):
    """Nothing is left to chance."""

    def reset(self, *, seed=None, options=None):
        return super().reset(seed=0)

    def change(self):
        pass


class Counting(Row):
    """Observes the number of calls of step, legal or not."""

    def __init__(self, render_mode=None):
        super().__init__(render_mode)
        calls = spaces.Box(0, 1000, (1,), self.observation_space["numbers"].dtype)
        self.observation_space["calls"] = calls

    def deal(self):
        super().deal()
        self.calls = self.numbers[:1] * 0

    def step(self, action):
        self.calls = self.calls + 1
        return super().step(action)

    def observe(self):
        return {**super().observe(), "calls": self.calls.copy()}

    snapshot = restore = None


class Sized(Row):
    """Takes an argument."""

    def __init__(self, size, render_mode=None):
        if size != 5:
            raise ValueError(f"size must be 5, got {size}")
        super().__init__(render_mode)


def outcome(report, name, form="solo"):
    """The result of one check on one form."""
    found = [r for r in report.results if r.name == name and r.form == form]
    assert len(found) == 1
    return found[0]


def test_the_message_says_where_what_was_expected_and_what_came():
    message = check(UnseededFromSecondStep, only=["determinism"]).failures[0].message
    # One draw in ten is alike by chance, so the first step that differs may be a later one.
    where = r"two copies seeded 0 differ: step [2-9]\d*: observation\['numbers'\]: "
    assert re.search(where + r"expected \d at \(0,\), got \d", message), message


def test_the_report_counts_and_lists_every_result():
    lines = str(check(Row, only=["spaces", "seeds"])).splitlines()
    assert lines[0] == "healthy.Row: 2 passed, 0 failed, 0 skipped"
    assert [line.split()[:3] for line in lines[1:]] == [
        ["passed", "spaces", "solo"],
        ["passed", "seeds", "solo"],
    ]


def test_raise_if_failed_names_the_failed_checks():
    with pytest.raises(AssertionError, match="failed 1 checks:\nfailed  seeds_differ"):
        check(SeedIgnored, only=["seeds_differ"]).raise_if_failed()


def test_skip_leaves_a_check_out():
    names = {result.name for result in check(Row, skip=[*CHECKS][1:]).results}
    assert names == {next(iter(CHECKS))}


def test_an_unknown_check_is_refused():
    with pytest.raises(ValueError, match=r"unknown checks \['sead'\], expected some of"):
        check(Row, only=["sead"])


@pytest.mark.parametrize("thing", [3, spaces.Discrete(2), lambda: None])
def test_what_is_no_environment_is_refused(thing):
    with pytest.raises(TypeError, match="expected a Gymnasium Env or VectorEnv or a PettingZoo"):
        check(thing)


def test_every_check_has_a_line_of_description():
    assert all(line.endswith((".", " .")) and len(line) < 100 for line in CHECKS.values())


def test_an_instance_is_copied_where_fresh_ones_are_needed():
    report = check(Row(), only=["determinism", "isolation"])
    assert [result.status for result in report.results] == ["passed", "passed"]


def test_an_instance_that_cannot_be_copied_is_checked_as_far_as_possible():
    report = check(Uncopyable(), only=["determinism", "seeds", "returned_kept"])
    assert outcome(report, "seeds").status == "passed"
    assert outcome(report, "returned_kept").status == "passed"
    assert outcome(report, "determinism").status == "skipped"
    assert "needs fresh copies" in outcome(report, "determinism").message


def test_an_instance_with_a_spec_is_made_again():
    report = check(gymnasium.make("CartPole-v1"), only=["determinism", "spawn"])
    assert [result.status for result in report.results] == ["passed", "passed"]


def test_a_vector_instance_is_checked_as_a_vector_environment():
    report = check(Lanes(), solo=Row, only=["spaces", "isolation"])
    assert [(result.form, result.status) for result in report.results] == [("vector", "passed")] * 2


def test_without_solo_the_lanes_are_only_held_to_their_autoreset_mode():
    report = check(Lanes, only=["solo_is_lane", "autoreset_next_step"])
    assert outcome(report, "solo_is_lane", "vector").status == "skipped"
    assert outcome(report, "autoreset_next_step", "vector").status == "passed"


def test_constructor_arguments_are_passed_on():
    assert check(Sized, only=["spaces"], size=5).passed
    with pytest.raises(ValueError, match="size must be 5, got 4"):
        check(Sized, only=["spaces"], size=4)


def test_a_game_without_chance_says_so():
    names = ["seeds_differ", "seed_stream"]
    assert len(check(Fixed, only=names).failures) == 2
    assert check(Fixed, only=names, is_random=False).passed


def test_declared_counters_may_change_on_an_illegal_action():
    assert not check(Counting, only=["illegal_action"]).passed
    assert check(Counting, only=["illegal_action"], counters=["calls"]).passed


def test_what_is_not_offered_fails_only_a_strict_run():
    assert check("CartPole-v1", only=["snapshot"]).passed
    assert len(check("CartPole-v1", only=["snapshot"], strict=True).failures) == 2

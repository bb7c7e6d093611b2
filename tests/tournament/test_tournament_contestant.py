"""Contestants: agents in processes of their own, whatever they do there."""

from functools import partial

import numpy as np
import pytest
from tournament_scenes import GRAB, WAIT, Bad, Grabber, bad, die, fail, hang, leave, stay

from parlour.training.tournament import contestant as module
from parlour.training.tournament.contestant import Contestant

MASKS = np.array([[1, 1, 1], [1, 0, 1]], np.int8)
LIMIT_S = 8.0


@pytest.fixture
def ask():
    """Asks an agent, made by a callable, a number of times: the replies."""
    opened = []

    def play(make, times=1):
        opened.append(Contestant(make, LIMIT_S))
        opened[-1].reset(3)
        return [opened[-1].ask(np.zeros((2, 1)), MASKS) for _ in range(times)]

    yield play
    for one in opened:
        one.close()


def test_an_agent_answers_from_its_own_process(ask):
    replies = ask(Grabber, 2)
    assert [reply.actions.tolist() for reply in replies] == [[GRAB, WAIT]] * 2
    assert all(reply.fault == "" and 0 < reply.thought_ns < 8e9 for reply in replies)


@pytest.mark.parametrize(
    ("deed", "fault", "detail"),
    [
        (fail, "raised", "KeyError: 'no such\\nthing'"),
        (hang, "hung", "no answer within 8 s"),
        (die, "died", "its process ended with code 3"),
        (leave, "died", "its process ended with code 1"),
    ],
)
def test_an_agent_that_fails_is_told_and_can_be_asked_again(ask, deed, fault, detail):
    first, second, third = ask(partial(Bad, deed, 2), 3)
    assert first.fault == ""
    assert second.fault == ""
    assert (third.fault, third.detail, third.actions) == (fault, detail, None)


def test_a_process_that_died_is_started_again_and_reset(ask):
    first, second, third = ask(partial(Bad, die, 1), 3)
    assert [first.fault, second.fault, third.fault] == ["", "died", ""]


def test_an_agent_that_cannot_be_made_has_raised(ask):
    (reply,) = ask(partial(Bad, stay, 1, 2))
    assert reply.fault == "raised"
    assert "TypeError" in reply.detail


def test_an_agent_that_hangs_at_its_first_answer_is_not_waited_for_again(ask, monkeypatch):
    monkeypatch.setattr(module, "START_S", 10.0)
    monkeypatch.setattr(module.Contestant, "start", start_once(module.Contestant.start))
    replies = ask(partial(Bad, hang), 3)
    assert [reply.fault for reply in replies] == ["hung"] * 3


def start_once(start):
    """`Contestant.start` that fails where a second process would be started."""
    started = []

    def counted(self):
        if self._process is None:
            assert not started
            started.append(self)
        start(self)

    return counted


def test_an_entrant_is_made_once_to_hear_of_its_options():
    assert bad(stay).game_options == {}

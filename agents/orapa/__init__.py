"""Orapa's agent that reasons: asks what tells most, submits when it knows.

`belief` keeps the layouts that agree with the clues, `sampling` and `search` find them. `choosing`
picks a question by what `rating` and `forecast` say of it. `laying` turns a layout into actions.
"""

import time
from dataclasses import dataclass, field

import numpy as np

from ...envs.orapa.encoder import STATUS
from ...envs.orapa.hypothesis import BASE_SET
from ...envs.orapa.state import BLACK, DIAMOND, HEIGHT, LAYOUT, PLACES, POINTS, UNKNOWN, WIDTH
from .belief import Belief
from .laying import Bench, draw_layout
from .sampling import answer_all

__all__ = ["Belief", "BeliefAgent"]

PLACE_OF = {name: place for place, name in enumerate(STATUS)}
NARROW = ((1,), (4, 1), (8, 3, 1), (16, 4, 2, 1), (36, 6, 3, 1))
"""Widths of the search for a question, one after the other while there is time."""

FEW = 50
"""In a duel, what the other seat knows is worked out when no more layouts than this are left."""


@dataclass
class Lane:
    """What the agent remembers of one lane.

    Attributes
    ----------
    belief : Belief
    turns : int
        Turns the seat had taken when it was last on turn.
    target : (7,) int or None
        The layout that is being laid.
    is_submitted : bool
        It has been submitted.
    own : (7,) int or None
        The layout to hide in the layout phase.
    """

    belief: Belief
    turns: int = 0
    target: np.ndarray | None = None
    is_submitted: bool = False
    own: np.ndarray | None = field(default=None)


class BeliefAgent:
    """Keeps the layouts that agree with its clues and asks what is likely to end the game soonest.

    In the solo game with one life it submits only what must be right, unless no question is
    left that could tell. It guesses between two layouts with a life to spare, in its last turn
    of a duel, and where it began the duel and the other seat must know the solution already.

    Parameters
    ----------
    game : str
        "Orapa".
    diamond, black : bool
        Options of the game that it plays.
    sample : int, optional
        Layouts considered where there are too many to list them all, 100 to 100,000. By default
        15,000, with diamond or black 40,000.
    width : int
        Questions looked into before each one asked, 1 to 116.
    seconds : float, optional
        In place of `width`: CPU time for each question, about; a wider and wider search until
        it is spent. Then the agent is no longer the same on every machine.
    """

    name = "belief"

    def __init__(
        self, game="Orapa", diamond=False, black=False, sample=None, width=8, seconds=None
    ):
        if game != "Orapa":
            raise ValueError(f"{self.name} plays Orapa, got {game!r}")
        for option, value in (("diamond", diamond), ("black", black)):
            if not isinstance(value, (bool, np.bool_)):
                raise ValueError(f"{option} must be True or False, got {value!r}")
        is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
        if seconds is not None and (not is_number or not seconds > 0):
            raise ValueError(f"seconds must be None or a number above 0, got {seconds!r}")
        if sample is None:
            sample = 40_000 if diamond or black else 15_000
        self.sample = read_count("sample", sample, 100, 100_000)
        self.width = read_count("width", width, 1, 116)
        self.seconds = seconds
        self.pieces = BASE_SET | bool(diamond) << DIAMOND | bool(black) << BLACK
        self.game_options = {
            "diamond": bool(diamond),
            "black": bool(black),
            "observation": "tables",
        }
        self.bench = Bench(self.pieces)
        compile_search(self.pieces)
        self.reset()

    def reset(self, seed=None):
        """Forget all lanes; the seed decides the samples, and the layouts hidden in a duel."""
        self._lanes = {}
        self._random = np.random.default_rng(seed)
        self._seed = int(self._random.integers(2**32))

    def act(self, observations, masks):
        """Actions (M,) int64 for "tables" observations (M, ...) and masks (M, A)."""
        masks = np.asarray(masks)
        actions = np.zeros(len(masks), np.int64)
        for lane in np.flatnonzero(masks.any(axis=1)):
            seen = {name: np.asarray(rows[lane]) for name, rows in observations.items()}
            actions[lane] = self._act(int(lane), seen, masks[lane])
        return actions

    def belief_count(self, lane=0):
        """Layouts that agree with what a lane has been told; an estimate where they are many."""
        return self._remembered(lane).belief.count

    def candidates(self, most, lane=0):
        """Up to `most` of those layouts, (k, 7) int16 placement numbers, -1: no such piece.

        Where they are many, these are drawn at random among them; none before the first clue.
        """
        return self._remembered(lane).belief.candidates(most)

    def _remembered(self, lane):
        """The memory of a lane; ValueError if it has not been seen."""
        if lane not in self._lanes:
            raise ValueError(f"lane must be one that has acted since the reset, got {lane}")
        return self._lanes[lane]

    def _act(self, number, seen, mask):
        """The action in one lane, by what is seen there."""
        bench = self.bench
        status = {name: int(seen["status"][place]) for name, place in PLACE_OF.items()}
        if status["phase"] != LAYOUT and not mask[:PLACES].any():
            return bench.wait
        lane = self._lane(number, seen, status)
        grid = seen["hypothesis"].reshape(-1, 2)
        if status["phase"] == LAYOUT:
            if lane.own is None:
                lane.own = draw_layout(self.pieces, self._random)
            edit = bench.next_edit(lane.own, grid, mask)
            return edit if edit >= 0 else bench.wait
        question = -1
        if lane.target is None:
            question, lane.target = self._decide(lane.belief, seen, status)
        if lane.target is not None:
            edit = bench.next_edit(lane.target, grid, mask)
            lane.is_submitted = edit == bench.submit
            if edit >= 0:
                return edit
        return question if question >= 0 and mask[question] else int(np.argmax(mask[:PLACES]))

    def _lane(self, number, seen, status):
        """The memory of a lane, with what has been told since its last action."""
        known, probes = read_waves(seen["waves"]), seen["probes"].reshape(-1)
        turns = status["turns"]
        lane = self._lanes.get(number)
        if lane is None or turns < lane.turns or not includes(lane.belief, known, probes):
            lane = self._moved(turns, known, probes)
            if lane is None:
                lane = Lane(Belief(self.pieces, self.sample, self._seed))
            self._lanes[number] = lane
        if turns > lane.turns and lane.is_submitted:
            shown = seen["hypothesis"].reshape(-1, 2)
            lane.belief.exclude(shown[:, 0] | shown[:, 1] << 3)
        if turns > lane.turns:
            lane.target, lane.is_submitted = None, False
        lane.turns = turns
        lane.belief.learn(known, probes)
        return lane

    def _moved(self, turns, known, probes):
        """The memory of a game that was in another lane until its last turn, or None."""
        for number, lane in self._lanes.items():
            is_last = lane.turns > 0 and turns - 1 <= lane.turns <= turns
            if is_last and includes(lane.belief, known, probes):
                return self._lanes.pop(number)
        return None

    def _decide(self, belief, seen, status):
        """What to do in this turn: a question, or -1 and a layout to submit."""
        layouts = belief.layouts
        if belief.is_exact and len(layouts) == 1:
            return -1, layouts[0]
        if len(layouts) and self._must_guess(belief, seen, status):
            return -1, layouts[0]
        question = self._question(belief)
        has_no_choice = question < 0 and belief.is_exact
        return question, layouts[0] if has_no_choice else None

    def _must_guess(self, belief, seen, status):
        """Whether to submit although it may be wrong."""
        if status["is_last_turn"]:
            return True
        if not belief.is_exact or len(belief.layouts) > FEW:
            return False
        if len(belief.layouts) == 2 and status["lives"] > 1:
            return True
        return bool(status["is_first"] and status["rival_turns"] and self._is_known(seen))

    def _is_known(self, seen):
        """Whether the other seat of a duel has been told enough to know the own layout."""
        rival = Belief(self.pieces, self.sample, self._seed)
        rival.learn(read_waves(seen["rival_waves"]), seen["rival_probes"].reshape(-1))
        return rival.is_exact and len(rival.layouts) == 1

    def _question(self, belief):
        """The next question; -1: none helps."""
        if self.seconds is None:
            return belief.question((self.width, 3, 1))[0]
        end = time.process_time() + self.seconds
        question = -1
        for widths in NARROW:
            question, _ = belief.question(widths)
            if time.process_time() >= end:
                break
        return question


def compile_search(pieces):
    """Have all that a decision runs compiled, so that no clock pays for it; else milliseconds."""
    layout = draw_layout(pieces, np.random.default_rng(0))
    answers = np.empty((1, POINTS), np.int16)
    looks = np.empty((1, WIDTH * HEIGHT), np.uint8)
    answer_all(layout[None].astype(np.int16), pieces, answers, looks, np.empty(1, bool))
    belief = Belief(pieces, 100)
    belief.learn(answers[0], np.zeros(WIDTH * HEIGHT, np.uint8))
    belief.question()


def read_waves(waves):
    """Answers (36,) by entry, -1 where unknown, of a table of waves (36, 4)."""
    state, exits, mixes, absorbed = waves.astype(np.int64).T
    answers = np.where(absorbed > 0, POINTS, exits | mixes << 6)
    return np.where(state == UNKNOWN, -1, answers)


def includes(belief, known, probes):
    """Whether clues go on from those of a belief."""
    waves = (belief.known < 0) | (belief.known == known)
    return bool(waves.all() and ((belief.probes == 0) | (belief.probes == probes)).all())


def read_count(name, value, least, most):
    """An option that counts; ValueError unless it is an integer in a range."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or not least <= value <= most:
        raise ValueError(f"{name} must be an integer in {least}..{most}, got {value!r}")
    return int(value)

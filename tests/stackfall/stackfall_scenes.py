"""Drawn positions, and the few calls that every Stackfall test makes on an environment."""

import gymnasium as gym
import numpy as np
from stackfall_reference import HOLD_ACTION, LETTERS

import parlour

ROW_COUNT = 20
END_REASONS = {0: None, 1: "top_out", 2: "pieces", 3: "resigned"}


def draw(text):
    """A board of 20 strings, top row first, of which only the lowest rows are written."""
    rows = text.split()
    return ["." * 10] * (ROW_COUNT - len(rows)) + rows


def garbage(row_count):
    """Rows that no single piece can complete: two gaps each, all but the top ones covered."""
    rows = [".########.", "#.######.#"] * ROW_COUNT
    return "\n".join(rows[:row_count])


# In row 20 an I finds room, once and twice; nothing else fits.
ROOM_FOR_ONE_I = ".####....#\n" + garbage(19)
ROOM_FOR_TWO_I = "....#.....\n" + garbage(19)


def make(actions="moves", **game_options):
    return gym.make(
        "parlour/Stackfall-v0", actions=actions, disable_env_checker=True, **game_options
    )


def begin(text="", pieces="", actions="moves", seed=1, **options):
    """An environment at a drawn position, and the info it starts with."""
    env = make(actions)
    _, info = env.reset(seed=seed, options=position(text, pieces, **options))
    return env, info


def begin_table(text="", pieces="", seed=1, **options):
    """A table at a drawn position."""
    return parlour.table("Stackfall", seed=seed, options=position(text, pieces, **options))


def position(text="", pieces="", **options):
    """Reset options; no pieces means random ones."""
    options["board"] = draw(text)
    return {**options, "pieces": pieces} if pieces else options


def place(env, rotation, column):
    """Place the current piece; the info afterwards."""
    return step(env, rotation * 10 + column)[1]


def hold(env):
    return step(env, HOLD_ACTION)[1]


def step(env, action):
    """Whether the game ended, and the info, of a legal action."""
    *_, terminated, truncated, info = env.step(action)
    assert int(info["illegal"]) == 0
    assert not truncated
    return bool(terminated), info


def end_of(info):
    return END_REASONS[int(info["end_reason"])]


def letter(code):
    """Letter of a piece number, None for -1."""
    return None if int(code) < 0 else LETTERS[int(code)]


def letters(codes):
    return "".join(LETTERS[int(code)] for code in codes)


def drawn_board(observation):
    """The board of a `board` observation as 20 strings, top row first."""
    return [
        "".join("#" if cell else "." for cell in row)
        for row in np.flipud(np.asarray(observation["board"]))
    ]


def facts(observation, info):
    """Everything an observation and its info tell, as plain values that can be compared."""
    plain = {name: np.asarray(value).tolist() for name, value in info.items()}
    return plain, {name: np.asarray(value).tolist() for name, value in observation.items()}

"""Faults in the order of calls, arguments, step limits and rendering."""

from broken import fails
from healthy import Row


@fails("step_before_reset")
class StepsUnreset(Row):
    """A step before the reset fails by accident."""

    def step(self, action):
        self.numbers[action]
        return super().step(action)


@fails("step_before_reset")
class DealsUnreset(Row):
    """A step before the reset deals silently."""

    def step(self, action):
        if self.numbers is None:
            self.reset()
        return super().step(action)


@fails("step_after_close")
class ClosedByAccident(Row):
    """A step after close fails by accident."""

    def close(self):
        self.taken = None


@fails("step_after_close")
class NeverClosed(Row):
    """A step after close works (a fault only in a strict run)."""

    def close(self):
        pass


@fails("arguments")
class SwallowsArguments(Row):
    """Misspelt constructor arguments are ignored."""

    def __init__(self, render_mode=None, **ignored):
        super().__init__(render_mode)


@fails("truncation")
class EndIsTruncated(Row):
    """The end by the rules is called a truncation."""

    def step(self, action):
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, reward, truncated, terminated, info


@fails("render")
class GreyPicture(Row):
    """The picture has no colour channels."""

    def render(self):
        frame = super().render()
        return frame if isinstance(frame, str) else frame[..., 0]


@fails("render")
class ModeForgotten(Row):
    """The render mode is not kept."""

    def __init__(self, render_mode=None):
        super().__init__()


@fails("render_changes_nothing")
class RenderDraws(Row):
    """Rendering draws a random number."""

    def render(self):
        self.np_random.random()
        return super().render()

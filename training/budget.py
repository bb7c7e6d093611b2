"""Budget: how far a run has come in frames and minutes, and what falls as it goes on."""

import time

__all__ = ["Budget"]


class Budget:
    """Frames and minutes of a run, whichever is used up first.

    Parameters
    ----------
    frames : int or None
        All lanes together.
    minutes : float or None
        Wall time, evaluations and checkpoints included; that of earlier parts of a
        resumed run counts.

    Attributes
    ----------
    used_frames : int
        Set by whoever trains.
    """

    def __init__(self, frames, minutes):
        self.frames = frames
        self.minutes = minutes
        self.used_frames = 0
        self._start = time.monotonic()

    def go_on_from(self, frames, elapsed):
        """Start the clock, after earlier parts of the run that took these frames and seconds."""
        self.used_frames = frames
        self._start = time.monotonic() - elapsed

    @property
    def elapsed(self):
        """Seconds since the run began, breaks between its parts left out."""
        return time.monotonic() - self._start

    @property
    def progress(self):
        """0 at the start, 1 at the end: the greater share of frames or minutes used up.

        A run that has a budget in frames alone does not look at the clock: it is repeatable.
        """
        shares = [0.0]
        if self.frames is not None:
            shares.append(self.used_frames / self.frames)
        if self.minutes is not None:
            shares.append(self.elapsed / (60 * self.minutes))
        return min(1.0, max(shares))

    @property
    def is_spent(self):
        """Whether the run is at its end."""
        return self.progress >= 1

    def between(self, start, end):
        """A value that goes linearly from `start` to `end` as the run progresses."""
        return start + (end - start) * self.progress

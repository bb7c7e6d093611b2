"""Form: what the forms of an environment share, be it solo, vector, rounds or turns."""

from gymnasium.error import ClosedEnvironmentError, ResetNeeded

__all__ = ["Form"]


class Form:
    """A batch of matches behind an environment: open or closed, saved, restored, drawn.

    A form calls `_take` in its constructor and defines `_results`, the pair of observations
    and infos that `reset` and `restore` return.
    """

    def _take(self, game, matches, render_mode, **metadata):
        """Keep what the environment is made of.

        Raises
        ------
        ValueError
            A render mode that the game does not offer.
        """
        check_render_mode(game, render_mode)
        self.game = game
        self.matches = matches
        self.render_mode = render_mode
        self.metadata = {"render_modes": game.render_modes, "render_fps": 4, **metadata}
        if game.wait_action is not None:
            self.metadata["wait_action"] = game.wait_action
        self._is_closed = False

    def set_deal_options(self, options):
        """Change how coming deals are made; see `Matches.set_deal_options`."""
        self._check_open()
        self.matches.set_deal_options(options)

    def snapshot(self):
        """The whole state, random streams included; for `restore`, also in another copy."""
        self._check_open()
        return self.matches.snapshot()

    def restore(self, snapshot):
        """Go back to a `snapshot()`; returns the observations and infos there."""
        self._check_open()
        self.matches.restore(snapshot)
        return self._results()

    def resample_hidden(self, seat=0, seed=0):
        """Draw anew what a seat cannot know; see `Matches.resample_hidden`."""
        self._check_open()
        self.matches.resample_hidden(seat, seed)

    def render(self):
        """The first match as its first seat sees it, by `render_mode`; None without one."""
        pictures = self._pictures(1, 1)
        return pictures and pictures[0]

    def _pictures(self, count, players):
        """Texts or pictures of the first seats of the first matches; None without a mode."""
        self._check_open()
        if self.render_mode is None:
            return None
        batch = self.matches
        if not batch.matches["is_dealt"][:count].all():
            raise ResetNeeded("call reset() before render()")
        show = self.game.show if self.render_mode == "ansi" else self.game.draw
        return tuple(
            show(batch.matches[index], batch.seats[index], seat)
            for index in range(count)
            for seat in range(players)
        )

    def close(self):
        """Close the environment; every later call but this one is an error."""
        self._is_closed = True

    def _check_open(self):
        if self._is_closed:
            raise ClosedEnvironmentError("the environment has been closed")


def check_render_mode(game, render_mode):
    """ValueError unless a game offers the render mode; None is one."""
    if render_mode is not None and render_mode not in game.render_modes:
        raise ValueError(f"render_mode must be one of {game.render_modes}, got {render_mode!r}")

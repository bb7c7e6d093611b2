"""Game: everything that a game gives the core. There is no base class to inherit from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from .compiled import compiled

__all__ = ["NOT_ON_MOVE", "Game", "no_clock", "nothing_hidden"]

NOT_ON_MOVE = 1
"""Index of `not_on_move` in every game's reasons of a rejected action."""


@compiled
def no_clock(match, seats, until_ms):
    """`advance` of a game without clocks: time passes and nothing else happens."""
    match.time_ms = until_ms


def nothing_hidden(match, seats, seat):
    """`redraw` of a game in which a seat sees everything, the future included."""


def no_options(options, players):
    """`parse_options` of a game that offers none."""
    if options:
        raise ValueError(f"this game takes no reset options, got {', '.join(map(str, options))}")
    return {}


def no_deal_options(matches, options):
    """`set_deal_options` of a game whose deals always go by the options it was made with."""
    raise ValueError(f"the deals of this game take no options, got {', '.join(map(str, options))}")


def no_arrangement(match, seats, setup):
    """`arrange` of a game that offers no reset options."""


@dataclass(frozen=True, eq=False)
class Game:
    """One game under one choice of options, as the core needs it.

    Rules take one match (a record) and its seats (P,) and change them in place. They
    are compiled, check no bounds, read no clock and draw only from the match.

    Parameters
    ----------
    name : str
        As in `parlour.games()`.
    made_by : callable
        Module-level function that returns this game for `options`; makes it picklable.
    options : mapping
        The keyword arguments that `made_by` took.
    match_dtype, seat_dtype : numpy.dtype
        From `records.match_dtype` and `records.seat_dtype`.
    observation_space : gymnasium.spaces.Space
        Of one seat; a Box or a Dict of Box, with a key a field of what `encode` returns.
    action_count : int
        A: actions are `Discrete(A)`, their meaning documented by the game.
    deal : compiled (match, seats)
        Starts an episode; the shared fields are already cleared, every seat is on move.
    legal : compiled (match, seats, seat, mask)
        Fills `mask` (A,) int8 with 1 for the actions that `act` accepts.
    act : compiled (match, seats, seat, action) -> int
        Applies a legal action, adds to rewards, sets `is_over` and `end_reason`, returns
        0; or changes nothing, draws nothing and returns an index into `illegal`.
    advance : compiled (match, seats, until_ms)
        Lets time pass: closes rounds and clocks, sets `match.time_ms`.
    encode : callable (matches (...), seats (...), out) -> array or dict of arrays (...)
        Vectorised NumPy over any leading axes, of which those of `matches` may be 1.
        Fresh arrays where `out` is None, else it fills those of `out`, an earlier
        result. Takes records or `records.Columns`. It gets a seat's own record and its
        match's, no other seat's: what is public lies in the match, what is private in
        the seat, so no observation can tell what a seat may not know.
    info : mapping of str to str
        Name in `info` -> field of the seat's record, or `match.<field>`.
    illegal : tuple of str
        Reasons of a rejected action by code: "none", "not_on_move", then the game's own.
    end_reasons : tuple of str
        Reasons of an end by code, "none" first.
    players : (int, int)
        Fewest and most seats.
    prepare : callable (matches, seats)
        Writes options into fresh records, once.
    parse_options : callable (options, players) -> setup
        Checks `reset(options=...)`; ValueError that names what was expected and what came.
    arrange : callable (match, seats, setup)
        Puts a freshly dealt match into the position that `parse_options` read.
    set_deal_options : callable (matches (M,), options)
        Checks options of coming deals, then writes them into the records: what a curriculum
        changes as it goes. ValueError as for `parse_options`, and nothing has changed.
    redraw : callable (match, seats, seat)
        Draws anew, from the match's stream, what `seat` may not know.
    show : callable (match, seats, seat) -> str
        The position as text.
    draw : callable (match, seats, seat) -> (height, width, 3) uint8
        The position as a picture.
    action_names : callable (action) -> str
        An action in words.
    commands : Any
        The game's module of documented moves for `Table`.
    standings : callable (match, seats) -> list of dict
        Seats of an ended match in the order of their places, each with at least `seat`
        and `place`.
    wait_action : int, optional
        The action that lets time pass and does nothing else, in a game with a clock. A
        rejected action does the same there: the clock runs on.
    alternates : bool
        The seats of a match take turns, instead of acting all at the same time; such a game
        has a `wait_action`.
    """

    name: str
    made_by: Callable[..., "Game"]
    options: Mapping[str, Any]
    match_dtype: np.dtype
    seat_dtype: np.dtype
    observation_space: spaces.Space
    action_count: int
    deal: Callable
    legal: Callable
    act: Callable
    encode: Callable
    info: Mapping[str, str]
    illegal: tuple[str, ...]
    end_reasons: tuple[str, ...]
    players: tuple[int, int] = (1, 1)
    advance: Callable = no_clock
    prepare: Callable | None = None
    parse_options: Callable = no_options
    arrange: Callable = no_arrangement
    set_deal_options: Callable = no_deal_options
    redraw: Callable = nothing_hidden
    show: Callable | None = None
    draw: Callable | None = None
    action_names: Callable[[int], str] = str
    commands: Any = None
    standings: Callable | None = None
    wait_action: int | None = None
    alternates: bool = False

    def __post_init__(self):
        if self.illegal[:2] != ("none", "not_on_move"):
            raise ValueError(
                f"illegal must begin with 'none', 'not_on_move', got {self.illegal[:2]}"
            )

    def __reduce__(self):
        return remake, (self.made_by, dict(self.options))

    def __deepcopy__(self, memo):
        return self

    @property
    def title(self):
        """Name and options, such as "Stackfall(reward='points')": equal for equal games."""
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"{self.name}({options})"

    @property
    def action_space(self):
        """A fresh `Discrete(A)`: spaces carry a random state, so none is shared."""
        return spaces.Discrete(self.action_count)

    @property
    def render_modes(self):
        """Names of the render modes that the game offers."""
        modes = (("ansi", self.show), ("rgb_array", self.draw))
        return [mode for mode, function in modes if function]

    def check_players(self, players):
        """Raise ValueError unless `players` seats can play; returns `players` as int."""
        fewest, most = self.players
        if isinstance(players, bool) or not isinstance(players, (int, np.integer)):
            raise ValueError(f"players must be an integer, got {players!r}")
        if not fewest <= players <= most:
            raise ValueError(f"{self.name} takes {fewest} to {most} players, got {players}")
        return int(players)


def remake(made_by, options):
    """A game again from its maker and options: what a pickle of it holds."""
    return made_by(**options)

"""Messages besides the play: reactions, showing the solution, rematch, resignation.

Source: the Orapa rules, "Duel", "Solo", "Reactions".
"""

from ..core.verdict import Verdict
from .bodies import REACTIONS, game_over
from .dealing import play_again
from .information import forget_all
from .notation import show_board
from .replies import ACCEPTED, answered, refused, wrong_phase
from .state import INFORMATION, LAYOUT, OVER, PLAY
from .turns import resign

__all__ = ["give_up", "react", "request_rematch", "reveal_solution"]


def react(match, seats, index, reaction):
    """Reaction: shown to both, changes nothing else."""
    if len(seats) == 1:
        return refused("duel_only", "reactions are for duels")
    if not isinstance(reaction, str) or reaction not in REACTIONS:
        return refused(
            "unknown_reaction", f"id must be {', '.join(REACTIONS)}, got {reaction!r:.80}"
        )
    match["reactions"][index] = 1 + REACTIONS.index(reaction)
    return answered("Reaction", seat=index, id=reaction)


def reveal_solution(match, seats, index):
    """RevealSolution: solo only."""
    if len(seats) > 1:
        return refused("solo_only", "no solution is shown in a duel")
    return answered("SolutionRevealed", True, board=show_board(match["board"]))


def request_rematch(match, seats, index):
    """RequestRematch: once every seat asks for it, another match begins at this table."""
    if error := wrong_phase(match, OVER):
        return error
    match["rematch"] |= 1 << index
    if match["rematch"] == (1 << len(seats)) - 1:
        play_again(match, seats)
        if match["reward_kind"] == INFORMATION:
            for seat in seats:
                forget_all(match, seat)
    return ACCEPTED


def give_up(match, seats, index):
    """Resign."""
    if error := wrong_phase(match, LAYOUT, PLAY):
        return error
    resign(match, seats, index)
    return Verdict(True, body=game_over(match, seats), text="resigned")

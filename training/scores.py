"""Scores: what counts as the result of an episode, game by game; the one place that says so."""

__all__ = ["LOGGED", "SCORES", "SHARES", "TOLD", "episode_score", "show_score"]

SCORES = {
    "Stackfall": "score",
    "TwistCube": "best_score",
    "Polyfit": "solved",
    "Polyfit3D": "solved",
    "Orapa": "solved",
}
"""Game -> name in `info` that is its score; the sum of rewards for a game not named here."""

LOGGED = {
    "Stackfall": ("score", "lines", "level", "pieces"),
    "TwistCube": ("best_score", "best_length", "solved", "accepted"),
    "Polyfit": ("solved", "gems"),
    "Polyfit3D": ("solved", "gems"),
    "Orapa": ("solved", "turns", "lives", "contradictions"),
}
"""Game -> names in `info` whose values at an episode's end are logged in training."""

SHARES = ("Orapa",)
"""Games whose score is 0 or 1: its mean is shown in percent."""

TOLD = {"Orapa": ("turns",)}
"""Game -> names in `info` whose means are told beside the score."""


def show_score(game, value):
    """A mean score in words: to a tenth, from 1,000 on to a whole; of `SHARES` in percent."""
    if game in SHARES:
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


def episode_score(game, episode_return, info):
    """Score of an ended episode.

    Parameters
    ----------
    game : str
    episode_return : float
        Sum of its rewards, as the environment gave them.
    info : mapping
        The last `info` of the episode.
    """
    name = SCORES.get(game)
    return float(episode_return if name is None else info[name])

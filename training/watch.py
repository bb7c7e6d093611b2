"""Draw an agent's episode, or a replay, as GIF or PNG."""

from pathlib import Path

import numpy as np

from ..envs import games, make_game, read_replay
from .players import find_player, options_of
from .seeds import TEST_SEED

__all__ = ["add_arguments", "draw_episode", "draw_replay", "main", "write_pictures"]

LAST_SHOWN_S = 3.0
"""Seconds for which a GIF shows its last picture."""


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument("replay", nargs="?", type=Path, help="a replay file to draw")
    parser.add_argument("--game", default="Stackfall", choices=games(), help="default: %(default)s")
    parser.add_argument("--agent", help="name of an agent, or the folder of a run or policy")
    parser.add_argument(
        "--option", action="append", metavar="KEY=VALUE", help="option of the agent"
    )
    parser.add_argument(
        "--seed", type=int, default=TEST_SEED, help="seed of the episode (default %(default)s)"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("episode.gif"),
        help=".gif for all positions, .png for the last one (default %(default)s)",
    )
    parser.add_argument(
        "--seat", type=int, default=0, help="seat of a replay that looks on (default 0)"
    )
    parser.add_argument("--fps", type=float, default=6, help="pictures a second (default 6)")
    parser.add_argument(
        "--max-steps", type=int, default=1000, help="actions to show at most (default 1000)"
    )


def main(arguments):
    """Run the command; returns its exit code."""
    if arguments.output.suffix not in (".gif", ".png"):
        raise ValueError(f"output must end in .gif or .png, got {arguments.output}")
    if arguments.fps <= 0 or arguments.max_steps < 1:
        raise ValueError("fps and max-steps must be above 0")
    if arguments.replay and arguments.agent:
        raise ValueError("give a replay or an agent, not both")
    if arguments.replay:
        text = arguments.replay.read_text("utf-8")
        pictures, end = draw_replay(text, arguments.max_steps, arguments.seat)
    elif arguments.agent:
        options = options_of(arguments.agent, arguments.option)
        agent = find_player(arguments.game, arguments.agent, options)
        pictures, end = draw_episode(arguments.game, agent, arguments.seed, arguments.max_steps)
    else:
        raise ValueError("give a replay file, or an agent with --agent")
    write_pictures(arguments.output, pictures, arguments.fps)
    print(f"{arguments.output}: {len(pictures)} positions, {end}")
    return 0


def draw_episode(game, agent, seed, max_steps=1000):
    """Play an episode.

    Returns
    -------
    pictures : list of (height, width, 3) uint8
        The start and what came of each action.
    end : str
        How it ended, in words.
    """
    from .episodes import make_episode, make_lanes

    env = make_lanes(game, 1, {**agent.game_options, "render_mode": "rgb_array"})
    agent.reset(seed)
    observations, infos = env.reset(seed=[seed])
    pictures, total, is_over = [env.render()[0]], 0.0, False
    while not is_over and len(pictures) <= max_steps:
        actions = agent.act(observations, infos["action_mask"])
        observations, rewards, terminated, truncated, infos = env.step(actions)
        total += rewards[0]
        is_over = bool(terminated[0] or truncated[0])
        pictures.append(env.render()[0])
    episode = make_episode(env.game, seed, total, len(pictures) - 1, infos, 0)
    reason = episode.end_reason if is_over else "cut"
    return pictures, f"score {episode.score:,.0f}, ended by {reason}"


def draw_replay(text, max_steps=1000, seat=0):
    """Draw a replay as one of its seats sees it.

    Returns
    -------
    pictures, end
        As `draw_episode` returns them; `end` tells the places where there are any.

    Raises
    ------
    ValueError
        The text is no replay, or has no such seat.
    """
    pictures = []
    for table in read_replay(text, make_game):
        if table.game.draw is None:
            raise ValueError(f"{table.game.name} has no pictures")
        if seat not in range(len(table.seats)):
            raise ValueError(f"seat must lie in 0..{len(table.seats) - 1}, got {seat}")
        if len(pictures) > max_steps:
            return pictures, "then cut: --max-steps shows more"
        pictures.append(np.asarray(table.game.draw(table.match, table.seats, seat)))
    return pictures, describe_end(table)


def describe_end(table):
    """Whether a table's match is over and, where its game ranks seats, who took which place."""
    if not table.is_over:
        return "not over"
    if table.game.standings is None or len(table.seats) == 1:
        return "over"
    names = table.agents or [f"seat {seat}" for seat in range(len(table.seats))]
    return "over: " + ", ".join(
        f"{row['place']}. {names[row['seat']]}" for row in table.standings()
    )


def write_pictures(path, pictures, fps):
    """Write a GIF of all pictures, or a PNG of the last one."""
    import imageio.v3 as imageio

    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".png":
        imageio.imwrite(path, pictures[-1])
        return
    times_ms = [1000 / fps] * (len(pictures) - 1) + [1000 * LAST_SHOWN_S]
    imageio.imwrite(path, np.stack(pictures), duration=times_ms, loop=0)

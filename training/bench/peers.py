"""Peers: other environments of the same games, each in a process and, if need be, an
interpreter of its own."""

from pathlib import Path

from .measure import Loop, Missing
from .peer_process import PeerStarter, ask
from .recording import Recording, make_lanes
from .solo import stackfall

__all__ = ["INSTALL", "loops", "peers"]

INSTALL = {
    "Jumanji": "pip install jumanji",
    "puffer_tetris": "pip install pufferlib",
    "Tetris Gymnasium": "pip install tetris-gymnasium",
    "EnvPool": "pip install envpool",
}
"""Peer -> how to install it."""

LANES, STEPS = 1024, 128
VECTOR, SOLO = "Stackfall, 1,024 lanes", "Stackfall, solo"

LOOPS = (
    # name, peer, loop in `peer_loops`, unit, against, what the ratio may be at most, remark
    (
        "Jumanji",
        "Jumanji",
        "jumanji",
        "placements",
        VECTOR,
        0.1,
        "20 x 10, mask, jitted and vmapped",
    ),
    (
        "puffer_tetris",
        "puffer_tetris",
        "puffer",
        "keystrokes",
        VECTOR,
        1.0,
        "no mask; several keys a placement",
    ),
    (
        "puffer_tetris, hard drops",
        "puffer_tetris",
        "puffer_drops",
        "placements",
        VECTOR,
        1.0,
        "no mask; hard drops alone",
    ),
    (
        "Tetris Gymnasium",
        "Tetris Gymnasium",
        "tetris_gymnasium",
        "keystrokes",
        SOLO,
        1.0,
        "no mask",
    ),
)

SCRIPT = Path(__file__).with_name("peer_loops.py")


class Peer(Loop):
    """A loop in another process, which takes its own CPU time."""

    def __init__(self, process, name, unit, against, target_ratio, note):
        super().__init__(name, unit, against=against, target_ratio=target_ratio, is_peer=True)
        self.process = process
        self.note = lambda: note

    def warm_up(self):
        """Nothing: the process has done that before it said that it is ready."""

    def sample(self, seconds):
        """(units, CPU seconds) of the peer over `seconds` of wall time."""
        told = ask(self.process, seconds, "units", self.name)
        return told["units"], told["cpu_seconds"]


def loops(stack, settings):
    """The loops of this benchmark; a peer that is not installed is `Missing`."""
    play = Recording(make_lanes(LANES), STEPS)
    return [
        Loop(VECTOR, "placements", play.replay, play.rewind, note=lambda: "mask and observation"),
        stackfall(SOLO, None),
        *peers(stack, settings, LOOPS),
    ]


def peers(stack, settings, rows):
    """The loops of peers, `rows` as in `LOOPS`; one that is not installed is `Missing`."""
    starter = PeerStarter(stack, settings.peer_python)
    found = []
    for name, peer, loop, unit, against, ratio, note in rows:
        process, reason = starter.start(SCRIPT, loop, str(LANES))
        if process is None:
            found.append(Missing(name, f"{INSTALL[peer]} ({reason})"))
        else:
            found.append(Peer(process, name, unit, against, ratio, note))
    return found

"""The compiled game and the reference side by side, compared after every action."""

import numpy as np
from stackfall_reference import HOLD_ACTION, ReferenceGame, show_board
from stackfall_scenes import drawn_board, end_of, letter, letters, make


class Versus:
    """One game played twice; the reference is dealt the pieces that the compiled game shows.

    Parameters
    ----------
    actions : "moves" or "placements"
    seed : int
    env : environment, optional
        One to play on; a fresh one otherwise.
    **options
        The position to start from, as the environment's `reset` takes it.
    """

    def __init__(self, actions, seed, env=None, **options):
        self.actions = actions
        self.given = options.get("pieces", "")
        self.env = env or make(actions)
        self.observation, self.info = self.env.reset(seed=seed, options=options)
        self.dealt = [letter(self.info["current"]), *letters(self.info["next"])]
        self.drawn = []
        self.reference = ReferenceGame(
            self.draw(),
            board=options.get("board"),
            held=options.get("hold"),
            lines=options.get("lines", 0),
            score=options.get("score", 0),
        )
        self.terminated = False
        self.compare()

    def draw(self):
        """Pieces as the compiled game reveals them, checked to come in bags."""
        while True:
            piece = self.dealt.pop(0)
            self.drawn.append(piece)
            self.check_bag()
            yield piece

    def check_bag(self):
        """The unfinished bag holds no piece twice, given pieces aside."""
        own = self.drawn[len(self.given) :]
        bag = own[(len(own) - 1) // 7 * 7 :]
        assert len(set(bag)) == len(bag), f"a piece twice in one bag: {bag}"
        assert "".join(self.drawn).startswith(self.given[: len(self.drawn)])

    def act(self, action):
        """Play a legal action in both games and compare them."""
        self.observation, self.reward, self.terminated, _, self.info = self.env.step(action)
        game = self.reference
        needs_hold = action >= HOLD_ACTION
        needs_place = action != HOLD_ACTION or self.actions == "placements"
        draw_count = int(needs_hold and game.held is None) + int(needs_place)
        self.dealt = list(letters(self.info["next"]))[3 - draw_count :]
        if needs_hold:
            game.hold()
        if needs_place:
            game.place(*divmod(action % HOLD_ACTION, 10))
        self.compare()

    def compare(self):
        info, game = self.info, self.reference
        names = ["score", "level", "lines", "combo", "back_to_back"]
        names += ["cleared", "points", "perfect_clear"]
        found = {name: int(info[name]) for name in names}
        expected = {name: getattr(game, name) for name in names}
        found["pieces"], expected["pieces"] = int(info["pieces"]), game.placed
        found["end"], expected["end"] = end_of(info), game.end_reason
        found["over"], expected["over"] = self.terminated, game.end_reason is not None
        found["illegal"], expected["illegal"] = int(info["illegal"]), 0
        found["hold"], expected["hold"] = letter(info["hold"]), game.held
        if game.end_reason is None:
            found["current"], expected["current"] = letter(info["current"]), game.current
            found["next"], expected["next"] = letters(info["next"]), "".join(game.preview)
        assert found == expected
        assert drawn_board(self.observation) == show_board(game.board)
        mask = game.moves_mask() if self.actions == "moves" else game.placements_mask()
        assert np.asarray(info["action_mask"]).tolist() == mask

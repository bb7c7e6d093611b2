"""The network of Orapa's learned agent: what is still possible, and what to do about it.

Axes: B states, 80 cells, 18 lines (8 rows, 10 columns), P = 5 pieces, A actions.
"""

import numpy as np
import torch
from torch import nn

from ...envs.orapa.encoder import STATUS
from ...envs.orapa.hypothesis import GRID_CELLS
from ...envs.orapa.pieces import CELL_COUNTS, CELLS, CODES, FIRST
from ...envs.orapa.state import (
    BASE_PIECES,
    GEMS,
    HEIGHT,
    KINDS,
    PLACES,
    PROBED,
    WIDTH,
)

__all__ = ["GridNetwork"]

NEVER = -1e6
"""Logit of an action that is taken only where there is no other; masked ones lie far below."""
AREA = WIDTH * HEIGHT
PLACEMENTS = int(FIRST[BASE_PIECES])
SHOWN = BASE_PIECES * (len(KINDS) - 1)
"""What a cell can show: pieces times kinds."""
TURNS, EDITS_LEFT, CONTRADICTIONS = (
    list(STATUS).index(name) for name in ("turns", "edits_left", "contradictions")
)
NUMBERS = 3 + 4 * BASE_PIECES
TOLD = 6
"""What a wave has told: whether it is known, four colours, whether it is contradicted."""
CELL = SHOWN + 2 * BASE_PIECES + len(PROBED) + len(GEMS)
CHOICES = 3 + BASE_PIECES
"""What to do: a wave, a probe, submitting, or laying one of the pieces."""
WAVE, PROBE, SUBMIT, LAY = range(4)


def one_hot_table(counts):
    """(product, sum) float32 of counts: one-hot rows of the parts of a code, by the code."""
    parts = np.unravel_index(np.arange(np.prod(counts)), counts)
    rows = [np.eye(count)[part] for count, part in zip(counts, parts, strict=True)]
    return torch.as_tensor(np.concatenate(rows, axis=1), dtype=torch.float32)


def line_table():
    """(80, 18) float32: 1 where a cell lies in a row, or in a column."""
    y, x = np.divmod(np.arange(AREA), WIDTH)
    lines = np.concatenate([np.eye(HEIGHT)[y], np.eye(WIDTH)[x]], axis=1)
    return torch.as_tensor(lines, dtype=torch.float32)


def what_placements_show():
    """Pairs of a placement 0..938 and a (cell, piece, kind) 0..1999 that it shows, each (n,)."""
    placements = np.repeat(np.arange(PLACEMENTS), CELL_COUNTS[:PLACEMENTS])
    chosen = np.arange(CELLS.shape[1]) < CELL_COUNTS[:PLACEMENTS, None]
    cells = GRID_CELLS[CELLS[:PLACEMENTS][chosen]]
    codes = CODES[:PLACEMENTS][chosen].astype(np.int64)
    shown = ((codes >> 3) - 1) * (len(KINDS) - 1) + (codes & 7) - 1
    return placements, cells * SHOWN + shown


class Sums(nn.Module):
    """Sums of chosen numbers: those of column `takers[i]` take in that of column `givers[i]`."""

    def __init__(self, takers, givers, count):
        super().__init__()
        order = np.argsort(takers, kind="stable")
        starts = np.searchsorted(takers[order], np.arange(count))
        self.register_buffer("givers", torch.as_tensor(givers[order]), persistent=False)
        self.register_buffer("starts", torch.as_tensor(starts), persistent=False)

    def forward(self, rows):
        """Sums (B, count) of rows (B, n)."""
        return nn.functional.embedding_bag(self.givers, rows.t(), self.starts, mode="sum").t()


class GridNetwork(nn.Module):
    """Rates waves and probes by what is possible where, placements by their cells.

    From the candidates of each piece it works out how likely each cell shows what, as if all
    candidates of a piece were equally likely and the pieces independent. A placement is rated by
    the sum of what its cells say for the piece and kind it shows there.

    Parameters
    ----------
    width : int
        Of all hidden layers.
    patience : int
        From this turn on it only lays what is missing and submits.
    """

    def __init__(self, width=32, patience=60):
        super().__init__()
        self.patience = patience
        placements, shown = what_placements_show()
        self.over_cells = Sums(placements, shown, PLACEMENTS)
        self.over_placements = Sums(shown, placements, AREA * SHOWN)
        pieces = np.searchsorted(FIRST, np.arange(PLACEMENTS), "right") - 1
        self.keep("pieces", torch.as_tensor(pieces))
        self.keep("of_piece", torch.eye(BASE_PIECES)[pieces])
        self.keep("lines", line_table())
        self.keep("looks", one_hot_table((len(PROBED), len(GEMS))))
        self.keep("colours", torch.as_tensor(np.arange(16)[:, None] >> np.arange(4) & 1).float())
        self.enter = nn.Linear(CELL, width)
        self.line = nn.Linear(2 * TOLD, width)
        self.number = nn.Linear(NUMBERS, width)
        self.row, self.column = nn.Linear(width, width), nn.Linear(width, width)
        self.cell = nn.Linear(width, width)
        self.shown = nn.Linear(width, SHOWN)
        self.probe = nn.Linear(width, 1)
        self.wave = nn.Linear(width, 4)
        self.choice = head(width + NUMBERS, width, CHOICES)
        self.value = head(width + NUMBERS, width, 1)
        self.trust = nn.Parameter(torch.tensor(4.0))
        self.stay = nn.Parameter(torch.tensor(3.0))
        for layer in (self.shown, self.probe, self.wave, self.choice[-1], self.value[-1]):
            layer.weight.data *= 0.1
            nn.init.zeros_(layer.bias)
        self.choice[-1].bias.data[LAY:] = -3

    def keep(self, name, tensor):
        """Hold a constant that is no part of the weights."""
        self.register_buffer(name, tensor, persistent=False)

    def forward(self, seen):
        """Logits (B, A) and values (B, 1) for "candidates" observations (B, ...)."""
        maps, lines, summary, marks = self.read(seen)
        return self.rate(seen, maps, lines, summary, marks), self.value(summary)

    def logits(self, seen):
        """Logits (B, A) alone."""
        return self.rate(seen, *self.read(seen))

    def read(self, seen):
        """Maps (B, 80, W), lines (B, 18, W), summary (B, W + 23), candidates (B, 939)."""
        marks = seen["candidates"][:, :PLACEMENTS].float()
        counts = marks @ self.of_piece
        numbers = self.numbers(seen, counts)
        entered = self.enter(self.cells(seen, marks, counts))
        lines = self.line(self.told(seen)) + self.number(numbers)[:, None]
        maps = torch.relu(spread(entered, self.lines, lines))
        sums = torch.matmul(self.lines.t(), maps)
        rows, columns = sums[:, :HEIGHT] / WIDTH, sums[:, HEIGHT:] / HEIGHT
        lines = torch.relu(lines + torch.cat([self.row(rows), self.column(columns)], 1))
        maps = torch.relu(spread(self.cell(maps), self.lines, lines))
        return maps, lines, torch.cat([lines.mean(1), numbers], 1), marks

    def cells(self, seen, marks, counts):
        """What each cell may show and has told, (B, 80, 49)."""
        batch = len(marks)
        shares = marks / counts.clamp(min=1)[:, self.pieces]
        shown = self.over_placements(shares).reshape(batch, AREA, SHOWN)
        covered = shown.view(batch, AREA, BASE_PIECES, -1).sum(3)
        probes = seen["probes"].long().view(batch, AREA)
        gems = seen["hypothesis"][..., 1].long().view(batch, AREA)
        looks = nn.functional.embedding(probes * len(GEMS) + gems, self.looks)
        return torch.cat([shown, covered, covered * (1 - covered), looks], 2)

    def told(self, seen):
        """What the two waves of each line have told, (B, 18, 12)."""
        waves = seen["waves"].long()
        known = (waves[:, :, :1] > 0).float()
        wrong = seen["contradicted_waves"].float()[:, :, None]
        told = torch.cat([known, self.colours[waves[:, :, 2]], wrong], 2)
        left, bottom, top, right = told.split([HEIGHT, WIDTH, WIDTH, HEIGHT], 1)
        return torch.cat([torch.cat([left, top], 1), torch.cat([right, bottom], 1)], 2)

    def numbers(self, seen, counts):
        """Turns, edits left, contradictions; of each piece: if laid, and its candidates."""
        status = seen["status"].float()[:, [TURNS, EDITS_LEFT, CONTRADICTIONS]]
        scaled = status / status.new_tensor([40.0, 10.0, 10.0])
        sizes = torch.cat([(1 + counts).log2() / 8, counts == 1, counts == 0], 1)
        return torch.cat([scaled, self.laid(seen), sizes], 1)

    def laid(self, seen):
        """Whether each piece is laid, (B, 5) float32; of the whites by the cells they cover."""
        gems = seen["hypothesis"][..., 1].flatten(1)
        red, blue, yellow, white = ((gems == gem).sum(1) for gem in range(1, 5))
        laid = [red > 0, yellow > 0, blue > 0, white >= 6, (white == 4) | (white > 6)]
        return torch.stack(laid, 1).float()

    def rate(self, seen, maps, lines, summary, marks):
        """Logits (B, A).

        What actions of a kind have in common is `choice`, less about the logarithm of how many
        they are: an untrained network is as likely to lay one of few candidates as of many.
        """
        batch = len(maps)
        choice = self.choice(summary)
        shown = self.shown(maps).view(batch, -1)
        placements = self.over_cells(shown) + self.trust * marks
        waves = self.wave(lines)
        rows, columns = waves[:, :HEIGHT], waves[:, HEIGHT:]
        waves = torch.cat([rows[..., 0], columns[..., 1], columns[..., 2], rows[..., 3]], 1)
        sizes = torch.log(1 + (self.trust.detach().exp() * marks) @ self.of_piece)
        pieces = choice[:, LAY:] - self.stay * self.laid(seen) - sizes
        logits = torch.cat(
            [
                waves + choice[:, WAVE, None] - 2.5,
                self.probe(maps).view(batch, -1) + choice[:, PROBE, None] - 4,
                placements + pieces[:, self.pieces],
                choice.new_full((batch, BASE_PIECES), NEVER),
                choice[:, SUBMIT, None],
                choice.new_full((batch, 1), NEVER),
            ],
            1,
        )
        return self.hurry(logits, seen)

    def hurry(self, logits, seen):
        """Leave to those past their patience what is missing, and submitting."""
        late = (seen["status"][:, TURNS] >= self.patience)[:, None]
        if not late.any():
            return logits
        idle = torch.ones_like(logits, dtype=torch.bool)
        idle[:, PLACES : PLACES + PLACEMENTS] = self.laid(seen)[:, self.pieces] > 0
        idle[:, -2] = False
        return torch.where(late & idle, logits.new_tensor(NEVER), logits)


def spread(maps, lines, values):
    """Maps (B, 80, W) plus what stands in a cell's row and in its column (B, 18, W)."""
    return torch.baddbmm(maps, lines.expand(len(maps), -1, -1), values)


def head(inputs, width, outputs):
    """Two layers from the summary."""
    return nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, outputs))

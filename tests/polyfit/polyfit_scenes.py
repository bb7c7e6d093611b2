"""Shorthand for the tests of both Polyfit games: solutions by brute force, tables, answers."""

from polyfit_reference import laid, moved, turned

import parlour

PASS = "pass"


def orientations(piece, is_solid):
    """The ways a piece can lie: (cells at the origin, what a placement says besides the anchor)."""
    cells = [tuple(cell) for cell in piece["cells"]]
    if is_solid:
        return [(sorted(form), {}) for form in turned(cells)]
    ways = {}
    for flip in (False, True):
        for rotation in range(4):
            form = moved(laid(cells, rotation, flip, (0, 0)))
            ways.setdefault(form, {"rotation": rotation, "flip": flip})
    return [(sorted(form), way) for form, way in ways.items()]


def region_of(puzzle, is_solid):
    """The cells to fill, a set."""
    layers = puzzle["region"] if is_solid else [puzzle["region"]]
    return {
        (layer, row, column) if is_solid else (row, column)
        for layer, rows in enumerate(layers)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "#"
    }


def solve(puzzle, is_solid):
    """A solution's placements by brute force; None if there is none."""
    pieces = {
        piece["id"]: (piece["name"], orientations(piece, is_solid)) for piece in puzzle["pieces"]
    }

    def search(open_cells, left):
        if not open_cells:
            return []
        first, tried = min(open_cells), set()
        for number in left:
            name, ways = pieces[number]
            if name in tried:
                continue
            tried.add(name)
            for cells, way in ways:
                at = [a - b for a, b in zip(first, cells[0], strict=True)]
                put = {tuple(a + b for a, b in zip(cell, at, strict=True)) for cell in cells}
                if put <= open_cells:
                    rest = search(open_cells - put, [other for other in left if other != number])
                    if rest is not None:
                        where = (
                            {"cells": [list(c) for c in sorted(put)]}
                            if is_solid
                            else {"anchor": at}
                        )
                        return [{"piece": number, **way, **where}, *rest]
        return None

    return search(frozenset(region_of(puzzle, is_solid)), list(pieces))


def begin_table(name="Polyfit", players=2, seed=0, puzzles=None, **options):
    """A table, easy unless told otherwise."""
    given = {"puzzles": puzzles} if puzzles else None
    options = {"difficulty": "easy", "rounds": 3, **options}
    return parlour.table(name, players=players, seed=seed, options=given, **options)


def is_solid(table):
    return table.game.name == "Polyfit3D"


def solution(table):
    """A move that solves the open round of a table."""
    body = table.body(0)
    return {"round": body["round"], "placements": solve(body["puzzle"], is_solid(table))}


def passing(table):
    return {"round": table.body(0)["round"], PASS: True}


def places(table):
    """Seat -> place."""
    return {row["seat"]: row["place"] for row in table.standings()}

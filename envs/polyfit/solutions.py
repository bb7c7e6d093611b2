"""Answers sent as JSON: read, and held to the rules in their order. Plain Python, for tables."""

from ..core.given import is_integer
from .pieces import POLYFORMS
from .state import SOLID

PASS = "pass"
PLACEMENT_KEYS = (("piece", "rotation", "flip", "anchor"), ("piece", "cells"))


class Rejected(Exception):
    """Why a move is not accepted: the rules' reason, and a sentence."""

    def __init__(self, reason, detail):
        super().__init__(detail)
        self.reason, self.detail = reason, detail


def is_cell(value, axes):
    """True for a list of `axes` integers."""
    return isinstance(value, (list, tuple)) and len(value) == axes and all(map(is_integer, value))


# What a move says


def check_move(move):
    """Raise `Rejected` with `bad_move` unless a move is an answer to a round, right or wrong."""
    if not isinstance(move, dict) or not is_integer(move.get("round")):
        raise bad("a move must name its round, an integer", move)
    rest = set(move) - {"round"}
    if rest == {PASS}:
        if move[PASS] is not True:
            raise bad("pass must be true", move[PASS])
    elif rest == {"placements"}:
        if not isinstance(move["placements"], (list, tuple)):
            raise bad("placements must be a list", move["placements"])
    else:
        raise bad("a move must have round, and either placements or pass", move)


def bad(expected, came):
    """The rejection of what cannot be read."""
    return Rejected("bad_move", f"bad_move: {expected}, got {came!r:.80}")


def check_placement(given, solid):
    """Raise `Rejected` with `bad_move` unless a placement has the form of its game."""
    keys = PLACEMENT_KEYS[solid]
    if not isinstance(given, dict) or set(given) != set(keys):
        raise bad(f"a placement must have {', '.join(keys)} alone", given)
    if not isinstance(given["piece"], str):
        raise bad("piece must be an id", given["piece"])
    if solid:
        cells = given["cells"]
        if not isinstance(cells, (list, tuple)) or not all(is_cell(cell, 3) for cell in cells):
            raise bad("cells must be a list of [layer, row, col]", cells)
        return
    if not is_integer(given["rotation"]) or not 0 <= given["rotation"] <= 3:
        raise bad("rotation must be 0, 1, 2 or 3", given["rotation"])
    if not isinstance(given["flip"], bool):
        raise bad("flip must be true or false", given["flip"])
    if not is_cell(given["anchor"], 2):
        raise bad("anchor must be [row, col]", given["anchor"])


# Where pieces come to lie


def form_cells(solid, form):
    """Cells (layer, row, column) of a form, in scan order, its box pushed to 0."""
    forms = POLYFORMS[solid]
    cells = forms.cells[form, : forms.size[form]] - forms.corner[form]
    return [tuple(cell) for cell in cells.tolist()]


def laid_form(tray_form, rotation, flip):
    """The form of a flat piece mirrored if `flip`, then turned `rotation` quarters clockwise."""
    return int(POLYFORMS[0].turned[tray_form, 4 * flip + rotation])


def placed_cells(given, tray_form, solid):
    """Form and cells (layer, row, column) of a placement; `Rejected` if a solid's are wrong."""
    if not solid:
        form = laid_form(tray_form, given["rotation"], given["flip"])
        down, right = given["anchor"]
        return form, [(0, row + down, column + right) for _, row, column in form_cells(0, form)]
    forms = POLYFORMS[SOLID]
    cells = [tuple(cell) for cell in given["cells"]]
    form = find_form(cells)
    shape = int(forms.shape[tray_form])
    found = int(forms.shape[form]) if form >= 0 else -1
    if found == shape:
        return form, cells
    if found >= 0 and found == int(forms.partner[shape]):
        raise fault("mirrored", given, "the cubes are its mirror image")
    raise fault("wrong_shape", given, f"the cubes are not {forms.names[shape]} turned")


def find_form(cells):
    """The solid form that cells show, -1 if they are none or one is there twice."""
    if len(set(cells)) < len(cells) or not cells:
        return -1
    lowest = [min(axis) for axis in zip(*cells, strict=True)]
    near = [[a - b for a, b in zip(cell, lowest, strict=True)] for cell in cells]
    if max(map(max, near)) > 4:
        return -1
    return int(POLYFORMS[SOLID].find(near))


def fault(reason, given, why):
    """The rejection of a placement."""
    return Rejected(reason, f"{reason}: {given['piece']}, {why}")


def shown(cell, solid):
    """A cell as the game's moves write it."""
    return list(cell if solid else cell[1:])


# The rules


def check_solution(match, placements):
    """Hold placements to the rules.

    Parameters
    ----------
    match : record
    placements : list of dict
        As the game documents them.

    Returns
    -------
    list of (int, int)
        Form and number of its first cell, of each piece, in scan order of these cells.

    Raises
    ------
    Rejected
        With the first reason in the rules' order: `bad_move`, `unknown_piece`,
        `duplicate_piece`, `missing_piece`, `wrong_shape`, `mirrored`, `outside_board`,
        `outside_region`, `overlap`, `uncovered`.
    """
    solid = int(match["solid"])
    for given in placements:
        check_placement(given, solid)
    numbers = check_pieces(match, placements)
    region, covered, laid = region_cells(match), {}, []
    for given, number in zip(placements, numbers, strict=True):
        form, cells = placed_cells(given, int(match["tray"][number]), solid)
        check_cells(match, given, cells, region, covered)
        covered.update(dict.fromkeys(cells, given["piece"]))
        laid.append((cell_number(match, min(cells)), form))
    missed = region - set(covered)
    if missed:
        raise Rejected("uncovered", f"uncovered: cell {shown(min(missed), solid)}")
    return [(form, cell) for cell, form in sorted(laid)]


def check_pieces(match, placements):
    """Places in the tray of the pieces that are used, each once; `Rejected` otherwise."""
    ids = {f"p{number + 1}": number for number in range(match["piece_count"])}
    used = []
    for given in placements:
        if given["piece"] not in ids:
            raise fault("unknown_piece", given, "the puzzle has no such piece")
        if ids[given["piece"]] in used:
            raise fault("duplicate_piece", given, "it is placed twice")
        used.append(ids[given["piece"]])
    missing = [name for name, number in ids.items() if number not in used]
    if missing:
        raise Rejected("missing_piece", f"missing_piece: {missing[0]} is not placed")
    return used


def check_cells(match, given, cells, region, covered):
    """Raise `Rejected` unless a placement's cells lie on the region and cover nothing twice."""
    solid = match["solid"]
    box = int(match["layers"]), int(match["rows"]), int(match["columns"])
    for cell in cells:
        if not all(0 <= at < size for at, size in zip(cell, box, strict=True)):
            raise fault("outside_board", given, f"cell {shown(cell, solid)}")
    for cell in cells:
        if cell not in region:
            raise fault("outside_region", given, f"cell {shown(cell, solid)}")
    for cell in cells:
        if cell in covered:
            raise fault("overlap", given, f"cell {shown(cell, solid)} is under {covered[cell]} too")


def cell_number(match, cell):
    """Number of a cell (layer, row, column), as `board` counts."""
    layer, row, column = cell
    return layer * int(match["layer_stride"]) + row * int(match["stride"]) + column


def region_cells(match):
    """The region's cells (layer, row, column), a set."""
    return cells_in(match, match["region"])


def cells_in(match, words):
    """The cells (layer, row, column) of a set of words that lie in the region's own box."""
    bits = sum(int(word) << 64 * place for place, word in enumerate(words))
    return {
        (layer, row, column)
        for layer in range(match["layers"])
        for row in range(match["rows"])
        for column in range(match["columns"])
        if bits >> cell_number(match, (layer, row, column)) & 1
    }

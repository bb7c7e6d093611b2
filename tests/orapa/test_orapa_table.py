"""The table: every message, its answer, its errors; bodies, replays, rematches."""

import json

import orapa_reference as reference
import pytest
from orapa_scenes import (
    LAYOUTS,
    as_pieces,
    begin_duel,
    begin_solo,
    fire_from,
    probe_at,
    solve,
)

import parlour
from parlour.envs import make_game, read_replay
from parlour.envs.orapa.state import LABELS

pytestmark = pytest.mark.nojit
BOARD = reference.board_of(LAYOUTS[0])
PIECE = as_pieces(LAYOUTS[0])[0]


def outcome_in_words(board, label):
    kind, point, mix, _ = reference.fire(board, label)
    return {"kind": kind} if kind == "Absorbed" else {"kind": kind, "point": point, "color": mix}


def test_every_wave_is_answered_as_the_reference_answers_it():
    table = begin_solo()
    for label in LABELS:
        verdict = fire_from(table, 0, label)
        expected = {"type": "BeamResult", "entry": label, "outcome": outcome_in_words(BOARD, label)}
        assert verdict.accepted and verdict.body == expected


def test_an_absorbed_wave_has_no_point_and_no_colour():
    words = {**LAYOUTS[0], "black": (1, 9, 6)}
    assert not reference.violations(words)
    table = begin_solo(words, black=True)
    assert fire_from(table, 0, "R").body["outcome"] == {"kind": "Absorbed"}


def test_every_probe_tells_the_colour_of_its_cell():
    words = {**LAYOUTS[0], "black": (1, 9, 6), "diamond": (0, 4, 2)}
    assert not reference.violations(words)
    table, board = begin_solo(words, black=True, diamond=True), reference.board_of(words)
    colours = {"R": "red", "B": "blue", "Y": "yellow", "W": "white"}
    for y in range(8):
        for x in range(10):
            _, piece = board.get((x, y), (None, None))
            colour = colours.get(reference.COLOUR.get(piece), "occupied_no_color")
            expected = colour if piece else "empty"
            body = probe_at(table, 0, x, y).body
            assert body == {"type": "ProbeResult", "x": x, "y": y, "result": expected}


def error(table, move, seat=0):
    """The code of the error that a message meets, after which nothing has changed."""
    before = json.dumps(table.body(seat))
    verdict = table.move(seat, move)
    assert not verdict.accepted and verdict.body["type"] == "Error"
    assert verdict.body["code"] == verdict.reason and verdict.body["message"] == verdict.detail
    assert json.dumps(table.body(seat)) == before
    return verdict.reason


def guess(*pieces):
    return {"type": "SubmitSolution", "pieces": list(pieces)}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"type": "FireBeam", "entry": "S"}, "unknown_entry"),
        ({"type": "FireBeam", "entry": "19"}, "unknown_entry"),
        ({"type": "FireBeam", "entry": 1}, "unknown_entry"),
        ({"type": "FireBeam", "entry": None}, "unknown_entry"),
        ({"type": "Probe", "x": 10, "y": 0}, "outside_grid"),
        ({"type": "Probe", "x": 0, "y": 8}, "outside_grid"),
        ({"type": "Probe", "x": -1, "y": 0}, "outside_grid"),
        ({"type": "Probe", "x": 0.0, "y": 0}, "outside_grid"),
        ({"type": "Probe", "x": True, "y": 0}, "outside_grid"),
        ({"type": "Probe", "x": 10**30, "y": 0}, "outside_grid"),
        (guess({**PIECE, "piece_id": "green"}), "unknown_piece"),
        (guess({**PIECE, "piece_id": "diamond"}), "unknown_piece"),  # not in this game
        (guess({**PIECE, "piece_id": []}), "unknown_piece"),
        (guess({**PIECE, "orientation": 4}), "unknown_orientation"),
        (guess({**PIECE, "orientation": -1}), "unknown_orientation"),
        (guess({**PIECE, "orientation": "0"}), "unknown_orientation"),
        (guess(PIECE), "missing_piece"),
        (guess(), "missing_piece"),
        (guess(PIECE, PIECE), "duplicate_piece"),
        (guess({**PIECE, "anchor_x": None}), "bad_message"),
        (guess({**PIECE, "anchor_y": 10**30}), "bad_message"),
        (guess({"piece_id": "red"}), "bad_message"),
        (guess("red"), "bad_message"),
        ({"type": "SubmitSolution", "pieces": "red"}, "bad_message"),
        ({"type": "FireBeam"}, "bad_message"),
        ({"type": "FireBeam", "entry": "A", "more": 1}, "bad_message"),
        ({"type": "Fire"}, "bad_message"),
        ({"type": ["FireBeam"]}, "bad_message"),
        ({}, "bad_message"),
        ("{", "bad_message"),
        ([], "bad_message"),
        (None, "bad_message"),
        ({"type": "SetPlacement", "pieces": as_pieces(LAYOUTS[0])}, "wrong_phase"),
        ({"type": "RequestRandomPlacement"}, "wrong_phase"),
        ({"type": "ReadyToPlay"}, "wrong_phase"),
        ({"type": "RequestRematch"}, "wrong_phase"),
        ({"type": "Reaction", "id": "gg"}, "duel_only"),
        ({"type": "CheckHypothesis", "pieces": [{**PIECE, "anchor_x": 9}]}, "malformed_hypothesis"),
    ],
)
def test_an_error_says_why_and_changes_nothing(move, code):
    assert error(begin_solo(), move) == code


def test_errors_of_a_duel():
    table = begin_duel(first=0)
    assert error(table, {"type": "FireBeam", "entry": "A"}, seat=1) == "wrong_turn"
    assert error(table, {"type": "Probe", "x": 0, "y": 0}, seat=1) == "wrong_turn"
    assert error(table, guess(*as_pieces(LAYOUTS[0])), seat=1) == "wrong_turn"
    assert error(table, {"type": "RevealSolution"}) == "solo_only"
    assert error(table, {"type": "Reaction", "id": "hm"}) == "unknown_reaction"
    table.resign(0)
    assert error(table, {"type": "FireBeam", "entry": "A"}, seat=1) == "wrong_phase"
    assert error(table, {"type": "Resign"}, seat=1) == "wrong_phase"


def test_the_same_point_may_be_fired_from_again():
    table = begin_solo()
    first = fire_from(table, 0, "C").body
    assert fire_from(table, 0, "C").body == first
    assert table.body(0)["turns"] == [2]


def test_a_message_may_come_as_text():
    table = begin_solo()
    verdict = table.move(0, '{"type": "FireBeam", "entry": "12"}')
    assert json.loads(verdict.text) == verdict.body
    assert "error" in table.command('{"type": "FireBeam", "entry": "40"}')


def test_the_solo_game_is_won_by_a_right_solution():
    table = begin_solo()
    fire_from(table, 0, "A")
    verdict = solve(table, 0, LAYOUTS[0])
    assert verdict.body["correct"] is True
    over = verdict.body["game_over"]
    assert over["type"] == "GameOver" and over["winner"] == 0
    assert [entry["kind"] for entry in over["history"]] == ["Beam", "Solution"]
    assert table.standings() == [{"seat": 0, "place": 1, "outcome": "won", "lives": 1, "turns": 2}]


def test_the_solo_game_ends_without_a_winner_when_lives_are_spent():
    table = begin_solo(lives=2)
    assert solve(table, 0, LAYOUTS[1]).body == {"type": "SolutionResult", "correct": False}
    assert not table.is_over
    solve(table, 0, LAYOUTS[1])
    assert table.is_over and table.body(0)["game_over"]["winner"] is None


def test_revealing_shows_the_board_and_ends_nothing():
    table = begin_solo()
    body = table.move(0, {"type": "RevealSolution"}).body
    assert body["type"] == "SolutionRevealed"
    colours = {"R": "red", "B": "blue", "Y": "yellow", "W": "white"}
    for y, row in enumerate(body["board"]):
        for x, cell in enumerate(row):
            kind, piece = BOARD.get((x, y), (None, None))
            if kind is None:
                assert cell is None
            else:
                colour = colours[reference.COLOUR[piece]]
                name = kind if kind == "square" else f"tri_{kind}"
                assert cell == {"kind": name, "color": colour, "special": None}
    assert not table.is_over and fire_from(table, 0, "A").accepted


def check(table, words, seat=0):
    return table.move(seat, {"type": "CheckHypothesis", "pieces": as_pieces(words)}).body


def test_a_hypothesis_is_held_against_all_own_clues():
    table = begin_solo()
    for label in ("A", "C", "5", "14"):
        fire_from(table, 0, label)
    probe_at(table, 0, 7, 4)
    probe_at(table, 0, 3, 7)
    consistent = {"type": "HypothesisCheckResult", "consistent": True, "contradicting_entries": []}
    assert check(table, LAYOUTS[0]) == consistent
    other = reference.board_of(LAYOUTS[1])
    expected = [
        {"kind": "Beam", "entry": label}
        for label in ("A", "C", "5", "14")
        if reference.fire(other, label)[:3] != reference.fire(BOARD, label)[:3]
    ]
    colour = {piece: reference.COLOUR[piece] for piece in reference.COLOUR}
    for x, y in ((7, 4), (3, 7)):
        seen = [colour.get(board.get((x, y), ("", ""))[1]) for board in (other, BOARD)]
        if seen[0] != seen[1]:
            expected.append({"kind": "Probe", "x": x, "y": y})
    answer = check(table, LAYOUTS[1])
    order = list(LABELS)
    key = lambda entry: order.index(entry["entry"]) if "entry" in entry else 99  # noqa: E731
    assert answer["consistent"] is False
    assert answer["contradicting_entries"] == sorted(expected, key=key)
    assert any("x" in entry for entry in expected)


def test_checking_is_free_and_may_be_done_off_turn():
    table = begin_duel(first=0)
    fire_from(table, 0, "A")
    turn, moves = table.body(0)["turn"], len(table.moves)
    assert check(table, LAYOUTS[1], seat=0)["consistent"] is True
    assert (table.body(0)["turn"], len(table.moves)) == (turn, moves)


def test_checking_uses_own_clues_alone():
    table = begin_duel(first=0)
    fire_from(table, 0, "A")
    fire_from(table, 1, "B")
    assert check(table, LAYOUTS[1], seat=0)["consistent"] is True
    assert check(table, LAYOUTS[0], seat=1)["consistent"] is True


def test_part_of_a_hypothesis_can_be_checked():
    table = begin_solo()
    fire_from(table, 0, "A")
    assert check(table, {"red": LAYOUTS[0]["red"]})["consistent"] in (True, False)
    empty = check(table, {})
    assert empty["contradicting_entries"] == [{"kind": "Beam", "entry": "A"}]


def test_help_mode_off_refuses_to_check():
    table = begin_solo(help_mode=False)
    assert error(table, {"type": "CheckHypothesis", "pieces": []}) == "help_mode_off"


def test_reactions_are_shown_to_both_and_change_nothing_else():
    table = begin_duel(first=0)
    before = table.body(0)
    for seat, reaction in ((1, "gg"), (0, "think"), (1, "oops")):
        body = table.move(seat, {"type": "Reaction", "id": reaction}).body
        assert body == {"type": "Reaction", "seat": seat, "id": reaction}
    assert table.body(0)["reactions"] == table.body(1)["reactions"] == ["think", "oops"]
    assert {**table.body(0), "reactions": before["reactions"]} == before


def test_a_rematch_needs_both():
    table = begin_duel()
    solve(table, 0, LAYOUTS[0])
    assert table.is_over
    assert table.move(0, {"type": "RequestRematch"}).accepted and table.is_over
    assert table.move(1, {"type": "RequestRematch"}).accepted and not table.is_over
    body = table.body(0)
    assert (body["phase"], body["history"], body["lives"]) == ("play", [], [1, 1])
    assert fire_from(table, body["turn"], "A").accepted


def test_the_body_is_json_and_tells_both_histories():
    table = begin_duel(first=1, turn_limit=60)
    fire_from(table, 1, "A", 100)
    probe_at(table, 0, 2, 3, 200)
    for seat in (0, 1):
        body = json.loads(json.dumps(table.body(seat)))
        assert [entry["seat"] for entry in body["history"]] == [1, 0]
        assert body["own_layout"] == as_pieces(LAYOUTS[seat])
        assert body["turns"] == [1, 1] and body["time_left_ms"] == 60_000
    assert table.body(0)["history"][1] == {
        **{"kind": "Probe", "seat": 0, "x": 2, "y": 3},
        "result": "blue" if (2, 3) in reference.board_of(LAYOUTS[1]) else "empty",
    }


def test_a_long_history_drops_its_oldest_entries():
    table = begin_solo()
    for number in range(520):
        probe_at(table, 0, number % 10, 0)
    history = table.body(0)["history"]
    assert len(history) == 512
    assert [entry["x"] for entry in history] == [number % 10 for number in range(8, 520)]


@pytest.mark.parametrize("placement", ["random", "player"])
def test_a_replay_plays_the_same_match(placement):
    table = parlour.table("Orapa", players=2, seed=5, placement=placement, turn_limit=30)
    if placement == "player":
        for seat in (0, 1):
            now = 100 * seat
            pieces = table.move(seat, {"type": "RequestRandomPlacement"}, now).body["pieces"]
            table.move(seat, {"type": "SetPlacement", "pieces": pieces}, now + 20)
            table.move(seat, {"type": "ReadyToPlay"}, now + 30)
    for step, label in enumerate(("A", "B", "Q", "7")):
        fire_from(table, table.body(0)["turn"], label, 1000 + step)
    table.advance(50_000)
    table.resign(1, 50_001)
    *_, last = read_replay(table.replay(), make_game)
    assert last.body(0) == table.body(0) and last.body(1) == table.body(1)
    assert last.standings() == table.standings()


def test_random_layouts_are_dealt_to_a_table_by_its_seed():
    bodies = [
        parlour.table("Orapa", seed=seed).move(0, {"type": "RevealSolution"}).body
        for seed in (1, 2, 1)
    ]
    assert bodies[0] == bodies[2] != bodies[1]


def test_the_state_says_everything_in_words():
    table = begin_solo()
    state = table.state(0)
    assert state["phase"] == "play" and state["outcome"] == "none"
    assert "wave A" in state["action_mask"] and "probe 9 7" in state["action_mask"]
    assert "lay red 0 at 0 0" in state["action_mask"] and "submit" not in state["action_mask"]

"""The layout phase of a duel: at a table and as actions."""

import pytest
from orapa_reference import violations
from orapa_scenes import LAYOUTS, as_pieces, in_words, place_action

import parlour

pytestmark = pytest.mark.nojit


def begin(**options):
    return parlour.table("Orapa", players=2, seed=0, placement="player", **options)


def lay(table, seat, words):
    return table.move(seat, {"type": "SetPlacement", "pieces": as_pieces(words)})


def ready(table, seat):
    return table.move(seat, {"type": "ReadyToPlay"})


def test_the_turns_begin_when_both_are_ready():
    table = begin()
    assert table.body(0)["phase"] == "layout"
    for seat in (0, 1):
        assert not ready(table, seat).accepted
        assert lay(table, seat, LAYOUTS[seat]).accepted
        assert ready(table, seat).accepted
        assert ready(table, seat).reason == "wrong_phase"
        assert lay(table, seat, LAYOUTS[seat]).reason == "wrong_phase"
        assert table.body(0)["phase"] == ("play" if seat else "layout")
    assert table.body(0)["own_layout"] == as_pieces(LAYOUTS[0])


def test_a_layout_can_be_laid_anew_before_ready():
    table = begin()
    lay(table, 0, LAYOUTS[0])
    lay(table, 0, LAYOUTS[1])
    assert table.body(0)["own_layout"] == as_pieces(LAYOUTS[1])


def test_a_rejected_placement_tells_all_violations_and_changes_nothing():
    table = begin()
    lay(table, 0, LAYOUTS[0])
    wrong = {**LAYOUTS[0], "yellow": (0, 1, 0), "red": (0, -1, 0), "white2": (0, 3, 3)}
    verdict = lay(table, 0, wrong)
    assert (verdict.accepted, verdict.reason) == (False, "placement_rejected")
    assert verdict.body["type"] == "PlacementRejected"
    told = {(one["kind"], frozenset(one["pieces"])) for one in verdict.body["violations"]}
    assert told == violations(wrong)
    assert {kind for kind, _ in told} >= {"out_of_bounds", "overlap"}
    assert table.body(0)["own_layout"] == as_pieces(LAYOUTS[0])


def test_a_random_placement_is_valid_and_not_laid():
    table = begin(diamond=True, black=True)
    seen = set()
    for _ in range(5):
        body = table.move(1, {"type": "RequestRandomPlacement"}).body
        assert body["type"] == "RandomPlacement"
        words = {
            piece["piece_id"]: (piece["orientation"], piece["anchor_x"], piece["anchor_y"])
            for piece in body["pieces"]
        }
        assert len(words) == 7 and not violations(words)
        seen.add(str(words))
    assert len(seen) == 5
    assert table.body(1)["own_layout"] is None


def test_asking_waits_for_the_play():
    table = begin()
    for move in (
        {"type": "FireBeam", "entry": "A"},
        {"type": "Probe", "x": 0, "y": 0},
        {"type": "SubmitSolution", "pieces": as_pieces(LAYOUTS[0])},
        {"type": "CheckHypothesis", "pieces": []},
    ):
        assert table.move(0, move).reason == "wrong_phase"


def test_laying_and_ready_as_actions():
    env = parlour.parallel_env("Orapa", placement="player")
    observations, _ = env.reset(seed=3)
    wait = env.game.wait_action
    listed = [
        [place_action(piece, *placed) for piece, placed in words.items()] for words in LAYOUTS
    ]
    for actions in zip(*listed, strict=True):
        masks = [observations[agent]["action_mask"] for agent in env.agents]
        assert not any(mask[:116].any() or mask[wait - 1] for mask in masks)
        assert all(mask[action] for mask, action in zip(masks, actions, strict=True))
        observations, *_ = env.step(dict(zip(env.agents, actions, strict=True)))
    assert all(row["action_mask"][wait - 1] for row in observations.values())
    observations, _, _, _, infos = env.step({"seat_0": wait - 1, "seat_1": wait})
    assert infos["seat_1"]["illegal"] == 0 and infos["seat_0"]["phase"] == 0
    assert observations["seat_0"]["action_mask"].nonzero()[0].tolist() == [wait]
    observations, *_ = env.step({"seat_0": wait, "seat_1": wait - 1})
    for agent in env.agents:
        row = observations[agent]["observation"]
        assert row["status"][0] == 1 and not row["hypothesis"].any()
        assert row["own_layout"].any()


def test_placements_that_would_touch_are_masked_while_laying():
    env = parlour.parallel_env("Orapa", placement="player")
    env.reset(seed=3)
    wait = env.game.wait_action
    observations, *_ = env.step({"seat_0": place_action("white2", 0, 4, 3), "seat_1": wait})
    mask = observations["seat_0"]["action_mask"]
    for orientation in range(4):
        for y in range(7):
            for x in range(9):
                words = {"white1": (0, 0, 0), "white2": (0, 4, 3), "yellow": (orientation, x, y)}
                clash = {
                    kind
                    for kind, pieces in violations(words)
                    if pieces == frozenset(["white2", "yellow"])
                }
                assert mask[place_action("yellow", orientation, x, y)] == (not clash)


def test_an_invalid_layout_cannot_be_hidden():
    env = parlour.parallel_env("Orapa", placement="player")
    env.reset(seed=3)
    wait = env.game.wait_action
    symmetric = {"white1": (0, 3, 0), "white2": (0, 4, 6)}  # both about the middle column
    rest = {"red": (0, 0, 0), "yellow": (0, 0, 4), "blue": (0, 0, 6)}
    assert ("white_symmetry", frozenset(symmetric)) in violations({**symmetric, **rest})
    for piece, placed in {**symmetric, **rest}.items():
        _, _, _, _, infos = env.step({"seat_0": place_action(piece, *placed), "seat_1": wait})
        assert infos["seat_0"]["illegal"] == 0
    observations, _, _, _, infos = env.step({"seat_0": wait - 1, "seat_1": wait})
    assert env.game.illegal[infos["seat_0"]["illegal"]] == "invalid_layout"
    assert observations["seat_0"]["action_mask"][wait - 1] == 0


@pytest.mark.parametrize("seed", [0, 1])
def test_random_layouts_are_laid_without_a_layout_phase(seed):
    env = parlour.parallel_env("Orapa")
    _, infos = env.reset(seed=seed)
    assert infos["seat_0"]["phase"] == 1
    layouts = [in_words(seat["layout"]) for seat in env.matches.seats[0]]
    assert layouts[0] != layouts[1]
    assert not any(violations(words) for words in layouts)

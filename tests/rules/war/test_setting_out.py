"""Placing and reinforcing, before turns (docs/rules/war.md, "Moves")."""

from __future__ import annotations

import pytest

from tests.rules.war.table import SYMBOLS, Json, play, refusal, standing, summary, table

HALVES: Json = {
    f"{column}{row}": None if row < 3 else SYMBOLS[(row - 3) * 2 + i // 3]
    for row in range(1, 5)
    for i, column in enumerate("abcdef")
}
"""Two players: the rows 1 and 2 are brown, so that brown tiles touch."""
PLACES = ["place ann a1", "place bob f2", "place ann c1", "place bob f4", "place ann a3",
          "place bob d4", "place ann c3", "place bob d2"]  # fmt: skip
REINFORCED = ["reinforce ann a1", "reinforce bob f2", "reinforce ann a1", "reinforce bob d2"]


def test_four_rounds_of_placing_then_two_of_reinforcing_then_turns() -> None:
    timeline, parts = table(), []
    for one in [*PLACES, *REINFORCED]:
        shown = summary(timeline)
        parts.append((shown["part"], shown["active"], shown["step"]))
        timeline = play(timeline, one)
    places = [("place", "ann", None), ("place", "bob", None)]
    assert parts == [*places * 4, *[("reinforce", *rest) for _, *rest in places] * 2]
    shown = summary(timeline)
    assert (shown["part"], shown["active"], shown["step"]) == ("turns", "ann", "move")
    assert standing(timeline) == {
        "a1": "ann 3", "c1": "ann 1", "a3": "ann 1", "c3": "ann 1",
        "f2": "bob 2", "d2": "bob 2", "f4": "bob 1", "d4": "bob 1",
    }  # fmt: skip
    assert shown["supply"] == {"ann": 14, "bob": 14}


def test_before_turns_no_move_is_begun() -> None:
    shown = summary(table())
    assert (shown["moves_left"], shown["attack"], shown["final_turns"]) == (2, None, False)
    assert shown["scores"]["ann"] == {"tiles": 0, "symbols": 0, "sets": 0, "total": 0}
    assert shown["winners"] == ["ann", "bob"]


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_places_in_order(players: int) -> None:
    timeline, names = table(players), ["ann", "bob", "cem", "dee"][:players]
    brown = [tile for tile, symbol in timeline.start.scenario.wire["tiles"].items() if not symbol]
    for tile, name in zip(brown, names * 4, strict=False):
        timeline = play(timeline, f"place {name} {tile}")
    assert summary(timeline)["part"] == ("reinforce" if len(brown) >= 4 * players else "place")
    for name, tile in zip(names, brown, strict=False):
        timeline = play(timeline, f"reinforce {name} {tile}")
    assert summary(timeline)["active"] == "ann"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("place bob a3", None),
        ("place bob c1", None),
        ("place bob b1", "bad-tile"),  # not brown
        ("place bob a1", "bad-tile"),  # occupied
        ("place bob a9", "unknown-tile"),
        ("place ann c1", "not-your-turn"),
        ("place ann a9", "not-your-turn"),
        ("place eve a9", "unknown-player"),
        ("reinforce bob a1", "wrong-step"),
        ("reinforce ann a1", "wrong-step"),
        ("move ann a1 b1 1", "wrong-step"),
        ("draw bob drop1 hammers1", "wrong-step"),
        ("combat bob drop1", "wrong-step"),
        ("end bob", "wrong-step"),
        ("fight bob 1 1", "wrong-step"),
        ("withdraw bob", "wrong-step"),
        ("withdraw eve", "unknown-player"),
    ],
)
def test_placing(move: str, code: str | None) -> None:
    assert refusal(play(table(), "place ann a1"), move) == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("place ann c1", None),
        ("place ann b2", None),  # only a corner is shared
        ("place ann b1", "bad-tile"),
        ("place ann a2", "bad-tile"),
        ("place ann f1", "bad-tile"),  # Bob's
        ("place ann e1", None),  # next to Bob's, which is allowed
    ],
)
def test_no_tile_next_to_ones_own(move: str, code: str | None) -> None:
    timeline = play(table(tiles=HALVES), "place ann a1", "place bob f1")
    assert refusal(timeline, move) == code


def test_where_none_is_left_the_rule_about_neighbours_is_waived() -> None:
    timeline = play(
        table(tiles=HALVES),
        "place ann b1", "place bob a2", "place ann e1", "place bob f2", "place ann c2",
    )  # fmt: skip
    assert refusal(play(timeline, "place bob d1"), "place ann a1") is None
    assert refusal(play(timeline, "place bob d1"), "place ann d2") is None
    assert refusal(play(timeline, "place bob d1"), "place ann d1") == "bad-tile"
    assert refusal(play(timeline, "place bob d1"), "place ann a3") == "bad-tile"
    one_left = play(
        table(tiles=HALVES),
        "place ann b1", "place bob a2", "place ann e1", "place bob d1", "place ann c2",
        "place bob f1",
    )  # fmt: skip
    assert refusal(one_left, "place ann a1") == "bad-tile"
    assert refusal(one_left, "place ann f2") is None


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("reinforce bob f2", None),
        ("reinforce bob d2", None),
        ("reinforce bob a1", "bad-tile"),
        ("reinforce bob e1", "bad-tile"),
        ("reinforce bob a9", "unknown-tile"),
        ("reinforce ann a1", "not-your-turn"),
        ("place bob e1", "wrong-step"),
        ("place ann e1", "wrong-step"),
        ("draw bob drop1 hammers1", "wrong-step"),
    ],
)
def test_reinforcing(move: str, code: str | None) -> None:
    assert refusal(play(table(), *PLACES, "reinforce ann a1"), move) == code

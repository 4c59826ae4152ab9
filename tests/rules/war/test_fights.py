"""Attacks: who takes part, what it costs, how it ends.

Source: docs/rules/war.md, "Moves" and "The end".
"""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.log import Timeline
from tests.rules.war.table import in_turns, play, refusal, standing, summary, table

BOARD = {"c1": "ann 3", "a1": "ann 1", "d1": "bob 2", "d2": "bob 3", "f4": "bob 1"}


def attack(units: int = 2, combat: Any = ((), ())) -> Timeline:
    """Ann attacks d1, where Bob has 2, from c1, where she has 3."""
    return play(in_turns(table(), BOARD, combat=combat), f"move ann c1 d1 {units}")


def test_the_units_stay_until_the_attack_is_won() -> None:
    shown = summary(attack())
    assert shown["attack"] == {"from": "c1", "to": "d1", "units": 2}
    assert (shown["step"], shown["moves_left"], shown["active"]) == ("fight", 1, "ann")
    assert shown["tiles"]["c1"] == {"player": "ann", "units": 3}
    assert shown["tiles"]["d1"] == {"player": "bob", "units": 2}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("fight ann 1 1", None),
        ("fight ann 6 6", None),
        ("fight ann 0 6", "bad-move"),
        ("fight ann 6 7", "bad-move"),
        ("fight bob 1 1", "not-your-turn"),
        ("fight eve 1 1", "unknown-player"),
        ("withdraw bob", "not-your-turn"),
        ("withdraw ann", "must-fight"),
        ("move ann c1 b1 1", "wrong-step"),
        ("move bob f4 e4 1", "wrong-step"),
        ("draw ann drop1 hammers1", "wrong-step"),
        ("play ann drop1 b1:1", "wrong-step"),
        ("combat ann drop1", "wrong-step"),
        ("end ann", "wrong-step"),
        ("place ann a3", "wrong-step"),
    ],
)
def test_nothing_but_fighting_during_an_attack(move: str, code: str | None) -> None:
    assert refusal(attack(), move) == code


DROP, HAMMERS = ("drop4",), ("hammers4",)


@pytest.mark.parametrize(
    ("dice", "combat", "ann", "bob"),
    [
        ("3 2", ((), ()), 3, 1),  # 3 + 2 against 2 + 2
        ("2 3", ((), ()), 2, 2),
        ("4 4", ((), ()), 3, 2),  # a tie
        ("1 5", (DROP, ()), 3, 2),  # 1 + 2 + 4 against 5 + 2
        ("1 4", (DROP, ()), 3, 1),
        ("5 1", ((), DROP), 3, 2),
        ("4 1", ((), DROP), 2, 2),
        ("2 1", (DROP, DROP), 3, 1),
        ("1 4", (HAMMERS, ()), 2, 2),  # of another symbol
        ("4 1", ((), HAMMERS), 3, 1),
    ],
)
def test_the_lower_total_loses_one_unit(dice: str, combat: Any, ann: int, bob: int) -> None:
    before = attack(combat=combat)
    timeline = play(before, f"fight ann {dice}")
    assert standing(timeline)["c1"] == f"ann {ann}"
    assert standing(timeline)["d1"] == f"bob {bob}"
    gone = {"ann": 3 - ann, "bob": 2 - bob}
    supply, was = summary(timeline)["supply"], summary(before)["supply"]
    assert supply == {id: was[id] + gone[id] for id in was}
    assert summary(timeline)["attack"]["units"] == 2 - (3 - ann)


def test_a_brown_tile_has_no_bonus() -> None:
    timeline = in_turns(table(), {"b1": "ann 2", "a1": "bob 2"}, combat=(DROP, DROP))
    timeline = play(timeline, "move ann b1 a1 2", "fight ann 2 3")
    assert standing(timeline) == {"b1": "ann 1", "a1": "bob 2"}


def test_the_attackers_are_those_sent_and_left() -> None:
    """1 of 3 is sent: 4 + 1 is less than 4 + 2."""
    timeline = play(attack(1), "fight ann 4 4")
    assert summary(timeline)["attack"] is None
    assert standing(timeline)["c1"] == "ann 2"
    again = play(attack(3), "fight ann 1 6")
    assert summary(play(again, "fight ann 4 4"))["attack"]["units"] == 2  # 4 + 2, 4 + 2: a tie


def test_the_attackers_move_in_when_the_defenders_are_gone() -> None:
    timeline = play(attack(), "fight ann 6 1", "fight ann 6 1")
    shown = summary(timeline)
    assert (shown["attack"], shown["step"], shown["moves_left"]) == (None, "move", 1)
    assert shown["tiles"]["d1"] == {"player": "ann", "units": 2}
    assert shown["tiles"]["c1"] == {"player": "ann", "units": 1}
    everybody = play(attack(3), "fight ann 6 1", "fight ann 1 6", "fight ann 6 1")
    assert standing(everybody)["d1"] == "ann 2"
    assert "c1" not in standing(everybody)


def test_an_attack_is_over_when_the_attackers_are_gone() -> None:
    timeline = play(attack(), "fight ann 1 6", "fight ann 1 6")
    shown = summary(timeline)
    assert (shown["attack"], shown["step"], shown["moves_left"]) == (None, "move", 1)
    assert standing(timeline)["c1"] == "ann 1"
    assert refusal(timeline, "withdraw ann") == "wrong-step"
    assert refusal(timeline, "fight ann 6 1") == "wrong-step"
    nobody_left = play(attack(3), *["fight ann 1 6"] * 3)
    assert "c1" not in standing(nobody_left)
    assert refusal(nobody_left, "move ann c1 c2 1") == "bad-tile"


def test_withdrawing_after_a_fight_that_removed_a_unit() -> None:
    tied = play(attack(), "fight ann 4 4", "fight ann 1 1")
    assert refusal(tied, "withdraw ann") == "must-fight"
    for dice, tie in (("6 1", "4 5"), ("1 6", "5 4")):
        fought = play(tied, f"fight ann {dice}")
        assert refusal(fought, "withdraw ann") is None
        assert refusal(play(fought, f"fight ann {tie}"), "withdraw ann") is None
    timeline = play(tied, "fight ann 1 6", "withdraw ann")
    shown = summary(timeline)
    assert (shown["attack"], shown["step"], shown["moves_left"]) == (None, "move", 1)
    assert standing(timeline)["c1"] == "ann 2"
    assert standing(timeline)["d1"] == "bob 2"


def test_every_attack_asks_for_a_fight_of_its_own() -> None:
    timeline = play(attack(), "fight ann 6 1", "withdraw ann", "move ann c1 d1 3")
    assert summary(timeline)["moves_left"] == 1
    assert refusal(timeline, "withdraw ann") == "must-fight"


def test_several_attacks_from_one_tile_are_one_move() -> None:
    board = {"c2": "ann 3", "c1": "bob 1", "b2": "bob 1", "d2": "bob 1", "c3": "bob 1"}
    timeline = in_turns(table(), board)
    for tile in ("c1", "b2", "d2"):
        timeline = play(timeline, f"move ann c2 {tile} 1", "fight ann 6 1")
        assert standing(timeline)[tile] == "ann 1"
    assert summary(timeline)["moves_left"] == 1
    assert refusal(timeline, "move ann c2 c3 1") == "bad-tile"
    assert refusal(timeline, "move ann d2 d3 1") is None


def test_victors_may_go_on_with_the_next_move() -> None:
    timeline = play(attack(), "fight ann 6 1", "fight ann 6 1", "move ann d1 d2 1")
    assert summary(timeline)["attack"] == {"from": "d1", "to": "d2", "units": 1}
    assert summary(timeline)["moves_left"] == 0


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ((), (0, 0, 0)),
        (("a1",), (1, 0, 0)),
        (("b1",), (1, 1, 0)),
        (("b1", "d1"), (2, 1, 0)),
        (("b1", "d1", "f1"), (3, 1, 5)),
        (("b1", "a2"), (2, 3, 0)),
        (("b1", "a2", "b3"), (3, 6, 0)),
        (("b1", "a2", "b3", "a4"), (4, 10, 0)),
        (("b1", "d1", "f1", "a2", "c2", "e2", "a1"), (7, 3, 10)),
    ],
)
def test_points(tiles: tuple[str, ...], points: tuple[int, int, int]) -> None:
    timeline = in_turns(table(), {**dict.fromkeys(tiles, "ann 1"), "f4": "bob 9"})
    shown = summary(timeline)
    assert shown["scores"]["ann"] == {
        "tiles": points[0],
        "symbols": points[1],
        "sets": points[2],
        "total": sum(points),
    }
    bob = shown["scores"]["bob"]["total"]
    assert bob == 1
    leads = {True: ["ann"], False: ["bob"]}[sum(points) > bob]
    assert shown["winners"] == (["ann", "bob"] if sum(points) == bob else leads)


def test_six_symbols_are_worth_twenty_one() -> None:
    tiles = ("b1", "a2", "b3", "a4", "b5", "a6")
    shown = summary(in_turns(table(4), dict.fromkeys(tiles, "dee 1"), turn=5, combat=((),) * 4))
    assert shown["scores"]["dee"] == {"tiles": 6, "symbols": 21, "sets": 0, "total": 27}
    assert shown["winners"] == ["dee"]

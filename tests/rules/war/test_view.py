"""Secrets: a hand is visible to its owner, the deck to nobody."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from moderator.rules.log import Timeline
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from moderator.rules.war import WAR
from tests.rules.war.table import PLAYERS, in_turns, play, table
from tests.rules.war.test_offers import CASES

ANN, BOB = Viewer("ann"), Viewer("bob")
TURN = CASES["cards"]


def view(timeline: Timeline, viewer: Viewer = PUBLIC) -> Any:
    return WAR.view(timeline.state, viewer, timeline.before)


def said(cards: Any) -> list[str]:
    return [f"{card.symbol}{card.value}" for card in cards]


@pytest.mark.parametrize(
    ("viewer", "is_open"),
    [
        (PUBLIC, [False, False]),
        (ANN, [True, False]),
        (BOB, [False, True]),
        (MODERATOR, [False, False]),
        (Viewer("eve"), [False, False]),
    ],
)
@pytest.mark.parametrize("case", ["cards", "over"])
def test_a_hand_is_its_owners(case: str, viewer: Viewer, is_open: list[bool]) -> None:
    players = view(CASES[case], viewer).players
    assert [player.hand is not None for player in players] == is_open
    assert [player.cards for player in players] == [5, 1]
    for player, hand in zip(players, [["drop1", "drop6", "drop2", "drop2", "bricks4"],
                                      ["circles1"]], strict=True):  # fmt: skip
        assert player.hand is None or said(player.hand) == hand


def test_no_trace_of_a_hand_is_left_in_what_others_see() -> None:
    """Two games that differ only in Ann's cards look the same to everybody else."""
    board = {"b1": "ann 3", "c1": "bob 2"}
    one = in_turns(table(), board, ann=("drop1", "drop6"), bob=("circles1",))
    other = in_turns(table(), board, ann=("arrow2", "crown3"), bob=("circles1",))
    for viewer in (PUBLIC, BOB, MODERATOR):
        assert view(one, viewer) == view(other, viewer)
        assert WAR.glance(one.state) == WAR.glance(other.state)
    assert view(one, ANN) != view(other, ANN)


def test_a_refusal_does_not_tell_what_somebody_holds() -> None:
    heard = WAR.parse_command(TURN.state, "combat circles 1")
    assert heard.refused is not None
    assert str(heard.refused) == ("Ann does not hold circles 1; only cards in hand can be played.")


@pytest.mark.parametrize("viewer", [PUBLIC, ANN, MODERATOR])
def test_the_deck_is_nobodys(viewer: Viewer) -> None:
    """Two games with differently shuffled decks look the same."""
    one, other = table(2, "drop2", "circles1"), table(2, "drop2", "circles1", "bricks3", "drop6")
    assert one.start.deck != other.start.deck
    assert view(one, viewer) == view(other, viewer)
    assert view(one, viewer).deck_left == 32


def test_every_move_is_made_in_the_open() -> None:
    timeline = play(TURN, "combat ann drop2", "draw ann drop1 drop2")
    for step in timeline.steps():
        assert not WAR.is_hidden(step.before, step.move, timeline.state, PUBLIC)


def test_the_map_is_a_grid() -> None:
    seen = view(table(tiles={**_moved("f4", "g3")}))
    assert seen.columns == ("a", "b", "c", "d", "e", "f", "g")
    assert [number for number, _ in seen.rows] == [1, 2, 3, 4]
    assert [tile and tile.id for tile in seen.rows[3][1]] == [
        "a4", "b4", "c4", "d4", "e4", None, None,
    ]  # fmt: skip
    assert [tile and tile.symbol for tile in seen.rows[2][1]][-2:] == ["circles", None]
    assert [tile and tile.id for tile in seen.rows[2][1]][-1] == "g3"


def _moved(old: str, new: str) -> Any:
    value = dict(table().start.scenario.wire["tiles"])
    value[new] = value.pop(old)
    return value


def test_an_attack_shows_both_sides() -> None:
    attack = view(CASES["attack"]).attack
    assert (attack.attacker.seat.id, attack.attacker.tile, attack.attacker.units) == (
        "ann",
        "b1",
        2,
    )
    assert (attack.defender.seat.id, attack.defender.tile, attack.defender.units) == (
        "bob",
        "c1",
        2,
    )
    marked = [
        t for _, tiles in view(CASES["attack"]).rows for t in tiles if t.is_source or t.is_target
    ]
    assert [(tile.id, tile.is_source, tile.is_target) for tile in marked] == [
        ("b1", True, False),
        ("c1", False, True),
    ]
    assert view(TURN).attack is None


def fresh(timeline: Timeline) -> list[str]:
    return [tile.id for _, tiles in view(timeline).rows for tile in tiles if tile and tile.is_fresh]


def test_what_the_last_entry_changed_is_fresh() -> None:
    timeline = play(TURN, "move ann b1 a1 1")
    assert fresh(timeline) == ["a1", "b1"]
    assert fresh(play(timeline, "undo")) == ["a1", "b1"]
    drawn = play(TURN, "draw ann drop1 drop3")
    assert fresh(drawn) == []
    cards = [(said([card])[0], card.is_fresh) for card in view(drawn).face_up]
    assert cards == [("drop2", False), ("drop2", False), ("drop1", True), ("hammers1", True)]
    back = view(play(drawn, "undo")).face_up
    assert [card.is_fresh for card in back] == [False, False, False, True]
    hand = view(drawn, ANN).players[0].hand
    assert [card.is_fresh for card in hand] == [False] * 5 + [True] * 2
    laid = view(play(TURN, "combat ann drop2")).players[0].combat_card
    assert (laid.symbol, laid.value, laid.is_fresh) == ("drop", 2, True)
    assert not any(card.is_fresh for card in view(table()).face_up)


def test_places_are_shared_and_bars_are_of_the_highest() -> None:
    players = view(TURN).players
    assert [(p.total, p.place, p.share) for p in players] == [(6, 1, 100), (3, 2, 50)]
    players = view(table()).players
    assert [(p.total, p.place, p.share) for p in players] == [(0, 1, 0), (0, 1, 0)]


@pytest.mark.parametrize(
    ("ids", "names", "letters"),
    [
        (["ann", "bob"], ["Ann", "Bob"], ["A", "B"]),
        (["ann", "abe", "a-b"], ["Ann", "Abe", "A B"], ["A", "Ab", "3"]),
        (["p1", "p2", "p", "7"], ["P1", "P2", "P", "7"], ["P", "P2", "3", "7"]),
        (["4", "a", "aa", "aaa"], ["4", "A", "Aa", "Aaa"], ["4", "A", "Aa", "5"]),
    ],
)
def test_seats(ids: list[str], names: list[str], letters: list[str]) -> None:
    seats = WAR.seats(table(len(ids)).start.scenario, {"players": ids})
    assert [seat.id for seat in seats] == ids
    assert [seat.name for seat in seats] == names
    assert [seat.letter for seat in seats] == letters
    assert [seat.number for seat in seats] == list(range(1, len(ids) + 1))


def plain(value: Any) -> Iterator[Any]:
    if dataclasses.is_dataclass(value):
        assert type(value).__name__ not in ("State", "Scenario")
        for field in dataclasses.fields(value):
            yield from plain(getattr(value, field.name))
    elif type(value) is tuple:
        for item in value:
            yield from plain(item)
    else:
        yield value


@pytest.mark.parametrize("case", CASES)
def test_a_view_holds_plain_values_only(case: str) -> None:
    """A template can reach nothing of the state through it."""
    for value in plain(view(CASES[case], MODERATOR)):
        assert value is None or type(value) in (str, int, bool)


def test_there_are_players_for_every_seat() -> None:
    assert len(view(table(4)).players) == len(PLAYERS)

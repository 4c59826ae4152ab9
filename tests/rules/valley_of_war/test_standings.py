"""A tournament's standings: order, ties and values."""

from __future__ import annotations

import re

import pytest

from moderator.rules.game import FinishedGame
from moderator.rules.valley_of_war import TOURNAMENT, half
from tests.rules.valley_of_war.table import phase, play, table


def results(*games: str) -> list[FinishedGame]:
    """`Ann-Bob` for a win of Ann's over Bob, `Ann=Bob` for a loss-draw, `Ann` for a bye."""
    out = []
    for game in games:
        first, kind, second = re.fullmatch(r"(\w+)([-=]?)(\w*)", game).groups()  # type: ignore[union-attr]
        outcome = {"-": "red", "=": "loss-draw", "": ""}[kind]
        out.append(FinishedGame(first, second or None, outcome))
    return out


def rows(*games: str, names: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    table = TOURNAMENT.standings(results(*games), names, is_swiss=False)
    for row in table:
        is_shared = [one.place for one in table].count(row.place) > 1
        assert row.place_text == (f"={row.place}" if is_shared else str(row.place))
    return [(row.place, row.name) for row in table]


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ((), []),
        (("Ann-Bob",), [(1, "Ann"), (2, "Bob")]),
        # a loss-draw is half a loss for both, and they share the place, ordered by name
        (("Bob=Ann",), [(1, "Ann"), (1, "Bob")]),
        # a loss is worse than a loss-draw, two loss-draws are as bad as one loss
        (("Cy-Ann", "Bob=Dee"), [(1, "Cy"), (2, "Bob"), (2, "Dee"), (4, "Ann")]),
        (("Cy-Ann", "Bob=Dee", "Bob=Dee"), [(1, "Cy"), (2, "Ann"), (2, "Bob"), (2, "Dee")]),
        # the same value: more wins come first (Zoe 2 of 3 and Bob 1 of 1 both have +1)
        (
            ("Zoe-Cy", "Zoe-Dee", "Eve-Zoe", "Bob-Cy"),
            [(1, "Zoe"), (2, "Bob"), (2, "Eve"), (4, "Dee"), (5, "Cy")],
        ),
        # the same value and the same wins share the place, whatever kinds of losses
        (
            ("Ann-Cy", "Cy-Ann", "Bob-Dee", "Bob=Dee", "Bob=Dee"),
            [(1, "Ann"), (1, "Bob"), (1, "Cy"), (4, "Dee")],
        ),
        # names in the order of the alphabet, not of the code points
        (("bea=Ann", "Cy=bea", "Ann=Cy"), [(1, "Ann"), (1, "bea"), (1, "Cy")]),
    ],
)
def test_places(games: tuple[str, ...], expected: list[tuple[int, str]]) -> None:
    assert rows(*games) == expected


def test_the_counts() -> None:
    games = results("Ann-Bob", "Bob-Ann", "Ann=Bob", "Ann-Bob")
    ann, bob = TOURNAMENT.standings(games, (), is_swiss=False)
    assert (ann.name, ann.score, ann.cells) == ("Ann", 1, ("2", "1", "1", "+½"))
    assert (bob.name, bob.score, bob.cells) == ("Bob", -3, ("1", "2", "1", "−1½"))


def test_a_swiss_table_worked_by_hand() -> None:
    """Five players, three rounds; values in halves, Buchholz from the final values.

    1: Ann beats Bob, Cy draws with Dee, Eve has a bye. 2: Ann beats Eve, Cy beats Bob, Dee bye.
    3: Dee beats Ann, Eve beats Cy, Bob bye.
    Ann +2 (2 W 1 L), Bob -2 (1 W by bye, 2 L), Cy -1 (1 W 1 L 1 D), Dee +3 (2 W 1 D),
    Eve +2 (2 W 1 L).
    """
    games = results(
        *("Ann-Bob", "Cy=Dee", "Ann-Eve", "Cy-Bob", "Dee-Ann", "Eve-Cy", "Eve", "Dee", "Bob")
    )
    table = TOURNAMENT.standings(games, (), is_swiss=True)
    assert [(row.place, row.name, row.score, row.cells[-1]) for row in table] == [
        (1, "Dee", 3, half(-1 + 2 + 3)),
        (2, "Ann", 2, half(-2 + 2 + 3)),
        (2, "Eve", 2, half(2 + 2 - 1)),
        (4, "Cy", -1, half(3 - 2 + 2)),
        (5, "Bob", -2, half(2 - 1 - 2)),
    ]


def test_buchholz_parts_who_would_share_the_place() -> None:
    """Bob and Dee have lost once each: Bob to Ann, who then wins, Dee to Cy, who then loses."""
    games = results("Ann-Bob", "Cy-Dee", "Ann-Cy")
    assert rows("Ann-Bob", "Cy-Dee", "Ann-Cy")[-2:] == [(3, "Bob"), (3, "Dee")]
    table = TOURNAMENT.standings(games, (), is_swiss=True)
    assert [(r.place, r.name, r.cells[-1]) for r in table] == [
        (1, "Ann", half(-2)),
        (2, "Cy", half(2)),
        (3, "Bob", half(4)),
        (4, "Dee", half(0)),
    ]


def test_what_a_tournament_shows() -> None:
    games = [
        FinishedGame("Ann", "Bob", "blue"),
        FinishedGame("Bob", "Cy", "loss-draw"),
        FinishedGame("Cy", None, ""),
    ]
    names = ("Ann", "Bob", "Cy")
    assert [row.cells for row in TOURNAMENT.standings(games, names, is_swiss=True)] == [
        ("1", "0", "1", "+½", "+1"),  # Cy, whose bye adds his own +½
        ("1", "0", "1", "+½", "−½"),
        ("0", "1", "0", "−1", "+½"),
    ]
    table = TOURNAMENT.standings(games, names, is_swiss=False)
    assert [(row.place, row.name, row.cells) for row in table] == [
        (1, "Bob", ("1", "0", "1", "+½")),
        (2, "Cy", ("0", "0", "1", "−½")),
        (3, "Ann", ("0", "1", "0", "−1")),
    ]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("occ1,eyes2 occ1,eyes1", "red"),
        ("occ1,eyes1 occ1,eyes2", "blue"),
        ("occ1,eyes2 occ1,eyes2", "loss-draw"),
    ],
)
def test_the_outcome_of_a_game(text: str, outcome: str) -> None:
    timeline = table(phase(3, 1, eyes=1), phase(3, 1, eyes=1))
    assert TOURNAMENT.outcome_of(timeline.state) is None
    assert TOURNAMENT.outcome_of(play(timeline, text).state) == outcome
    assert outcome in [one.id for one in TOURNAMENT.outcomes]


def test_who_has_not_played_yet_stands_between_winners_and_losers() -> None:
    assert rows("Ann-Bob", names=("Cy", "Ann")) == [(1, "Ann"), (2, "Cy"), (3, "Bob")]

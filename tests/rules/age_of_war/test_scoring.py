"""Points, clans that turn face down, and who leads."""

from __future__ import annotations

import pytest

from moderator.rules.age_of_war.castles import CASTLE_NUMBERS
from moderator.rules.age_of_war.state import Score, State, leaders, score
from tests.rules.age_of_war.table import summary, table, take

CENTER = (None,) * len(CASTLE_NUMBERS)


def held(**castles: str) -> State:
    """Kim, Ed and Ann with these castles, by their names."""
    players, holders = ("kim", "ed", "ann"), list(CENTER)
    for id, names in castles.items():
        for castle in names.split():
            holders[CASTLE_NUMBERS[castle]] = players.index(id)
    return State(players, tuple(holders))


@pytest.mark.parametrize(
    ("castles", "expected"),
    [
        ("", Score(0, 0, 0)),
        ("gifu", Score(1, 1, 0)),
        ("azuchi matsumoto odani", Score(6, 3, 0)),
        ("azuchi matsumoto odani gifu", Score(10, 4, 1)),
        ("edo kiyosu inuyama", Score(8, 3, 1)),
        ("kasugayama", Score(4, 1, 0)),
        ("kasugayama kitanosho", Score(8, 2, 1)),
        ("gassantoda takahashi", Score(5, 2, 1)),
        ("matsuyama marugame", Score(4, 2, 1)),
        ("kumamoto", Score(3, 1, 1)),
        ("kumamoto gifu matsuyama marugame", Score(8, 4, 2)),
        (" ".join(CASTLE_NUMBERS), Score(38, 14, 6)),
    ],
)
def test_points(castles: str, expected: Score) -> None:
    assert score(held(kim=castles), 0) == expected


def test_the_parts_of_a_score_by_their_names() -> None:
    found = score(held(kim="edo kiyosu inuyama gifu"), 0)
    assert (found.points, found.castles, found.clans) == (9, 4, 1)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (held(), ["kim", "ed", "ann"]),
        (held(ed="gifu"), ["ed"]),
        (held(kim="gifu", ann="odani"), ["kim", "ann"]),
        (held(kim="edo", ed="kiyosu inuyama"), ["ed"]),
        (held(kim="kumamoto", ed="azuchi"), ["kim"]),
        (held(kim="kumamoto", ed="kiyosu inuyama"), ["ed"]),
        (held(kim="kumamoto gifu", ed="matsuyama marugame"), ["kim", "ed"]),
        (held(kim="kasugayama", ed="azuchi gifu", ann="edo odani"), ["ed", "ann"]),
        # equal points: castles count before clans
        (held(kim="kumamoto", ed="gifu odani inuyama"), ["ed"]),
        (held(kim="kumamoto gifu", ed="azuchi odani"), ["kim"]),
    ],
)
def test_leaders(state: State, expected: list[str]) -> None:
    assert [state.players[player] for player in leaders(state)] == expected


def test_a_clan_counts_for_its_conqueror_alone() -> None:
    state = held(kim="azuchi matsumoto odani", ed="gifu")
    assert [state.conqueror(clan) for clan in range(6)] == [None] * 6
    assert (score(state, 0), score(state, 1)) == (Score(6, 3, 0), Score(1, 1, 0))


def test_a_conquered_clan_lies_face_down_and_its_castles_still_count() -> None:
    shown = summary(take(table(), "kim", "kumamoto"))
    assert shown["castles"] == {"kim": [], "ed": []}
    assert shown["clans"] == {"kim": ["shimazu"], "ed": []}
    assert shown["scores"]["kim"] == {"castles": 1, "clans": 1, "points": 3}
    assert shown["winners"] == ["kim"]

"""What is picked out of the Valley before the next throw."""

from __future__ import annotations

import pytest

from moderator.rules.valley_of_war.state import Emperor
from tests.rules.valley_of_war.table import phase, play, summary, table


@pytest.mark.parametrize(
    ("red", "blue", "before", "text", "after", "restocked"),
    [
        # two are needed next
        (Emperor(), Emperor(), 26, "ko0 ko0", 28, 0),
        (Emperor(), Emperor(), 27, "ko0 ko0", 0, 1),
        (Emperor(), Emperor(), 28, "ko0 ko0", 0, 1),
        # one is needed next
        (phase(2), Emperor(), 28, "occ0 ko0", 29, 0),
        (phase(2), Emperor(), 29, "occ0 ko0", 0, 1),
        # one was thrown, two are needed next
        (phase(2, 2), Emperor(), 28, "occ3,eyes0 ko0", 0, 1),
        (phase(2, 2), Emperor(), 27, "occ3,eyes0 ko0", 28, 0),
        # two were thrown, one is needed next
        (Emperor(), Emperor(), 27, "ko2 ko0", 29, 0),
        (Emperor(), Emperor(), 28, "ko2 ko0", 0, 1),
        # none is needed next
        (Emperor(), Emperor(), 28, "ko2 ko2", 30, 0),
        (phase(2), phase(2), 30, "occ0 occ1", 30, 0),
        (phase(2, 2), phase(2), 30, "occ3,eyes0 occ1", 0, 1),
        # after the last throw nothing is picked out
        (phase(3, 1, eyes=1), phase(3, 1), 28, "occ1,eyes2 occ1,eyes0", 30, 0),
    ],
)
def test_ninjas(
    red: Emperor, blue: Emperor, before: int, text: str, after: int, restocked: int
) -> None:
    shown = summary(play(table(red, blue, ninjas=before), text))
    assert shown["ninjas_in_valley"] == after
    assert shown["restocked"] == {"ninjas": restocked, "samurai": 0}


@pytest.mark.parametrize(
    ("red", "blue", "text", "after", "restocked"),
    [
        (phase(2, 2, samurai=8), phase(2, 1, samurai=5), "occ1 occ1", (9, 6), 0),
        (phase(2, 2, samurai=9), phase(2, 1, samurai=5), "occ1 occ2", (1, 2), 1),
        (phase(2, 0, samurai=9), phase(2, 1, samurai=9), "occ0 occ1", (0, 1), 1),
        # Samurai of an Emperor who throws Ninjas are picked out with the other's
        (phase(2, 0, samurai=9), phase(3, 2, samurai=7), "occ0 occ2,eyes0", (0, 2), 1),
        # the tenth brings him to phase 3: he needs none, until he falls back
        (phase(2, 2, samurai=9), phase(2, 1, samurai=5), "occ3,eyes0 occ1", (10, 6), 0),
        (phase(3, 3, samurai=10), phase(2, 1, samurai=5), "occ1,eyes0 occ1", (10, 6), 0),
        (phase(3, 3, samurai=10), phase(2, 1, samurai=5), "occ0,eyes0 occ1", (0, 1), 1),
        # after the last throw nothing is picked out
        (phase(2, 0, samurai=9), phase(3, 2, eyes=1), "occ0 occ2,eyes2", (10, 2), 0),
        (phase(3, 3, samurai=10), phase(3, 2), "occ0,eyes2 occ2,eyes0", (10, 2), 0),
    ],
)
def test_samurai(
    red: Emperor, blue: Emperor, text: str, after: tuple[int, int], restocked: int
) -> None:
    shown = summary(play(table(red, blue), text))
    lying = tuple(emperor["samurai_in_valley"] for emperor in shown["emperors"].values())
    assert lying == after
    assert shown["restocked"] == {"ninjas": 0, "samurai": restocked}


def test_both_kinds_at_once_and_undone() -> None:
    before = table(phase(2, 0, samurai=9), Emperor(), ninjas=29, restocked_ninjas=1)
    after = play(before, "occ1 ko0")
    assert summary(after)["restocked"] == {"ninjas": 2, "samurai": 1}
    assert summary(after)["ninjas_in_valley"] == 0
    assert summary(play(after, "undo")) == summary(before)

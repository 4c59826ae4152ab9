"""Checks of a game's rolls against its seed."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules import dice as rules_dice
from moderator.rules import record
from moderator.rules.dice import RevealedSeed
from moderator.rules.errors import Refused
from moderator.rules.move import DIE, Dice
from moderator.rules.war import WAR
from tests.support.paths import PLAYED

ATTACKS = PLAYED / "war" / "attacks.json"
SEED = bytes(range(32))
OPENED = RevealedSeed(rules_dice.commitment(SEED), SEED, "game")
PAIR = (Dice("attacker", DIE), Dice("defender", DIE))
Entries = list[tuple[int, Any, dict[str, Any]]]


@pytest.fixture(scope="module")
def entries() -> Entries:
    """A whole game of War!, with the seed's dice in each fight."""
    read = record.read(ATTACKS.read_bytes())
    states = [timeline.state for timeline in record.walk(read, {})]
    rolled: Entries = []
    for number, wire in enumerate(read.moves, start=1):
        if wire["type"] == "fight":
            wire = {**wire, **rules_dice.roll(SEED, "game", number, PAIR)}
        rolled.append((number, states[number - 1], wire))
    return rolled


def test_each_fight_is_a_roll_of_two_dice(entries: Entries) -> None:
    found = rules_dice.checked_rolls(WAR, entries, OPENED, None)
    assert [one.number for one in found] == [n for n, _, w in entries if w["type"] == "fight"]
    assert len(found) > 5
    assert all(one.is_right for one in found)
    assert all(set(one.shown) == {"attacker", "defender"} for one in found)


def test_one_die_that_shows_another_face_is_found(entries: Entries) -> None:
    for number, before, wire in entries:
        if wire["type"] == "fight":
            for side in ("attacker", "defender"):
                other = {**wire, side: wire[side] % 6 + 1}
                (found,) = rules_dice.checked_rolls(WAR, [(number, before, other)], OPENED, None)
                assert not found.is_right
                assert found.due == {one.field: wire[one.field] for one in PAIR}


def test_after_the_opening_dice_are_typed(entries: Entries) -> None:
    found = rules_dice.checked_rolls(WAR, entries, OPENED, None)
    last = found[2].number
    later = rules_dice.checked_rolls(WAR, entries, OPENED, last)
    assert [one.due is None for one in later] == [one.number > last for one in found]


def test_what_is_no_seed_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        rules_dice.opened_in({"dice_commitment": "0" * 64, "dice_seed": "0" * 63 + "\n", "id": "x"})
    assert refused.value.code == "bad-record"

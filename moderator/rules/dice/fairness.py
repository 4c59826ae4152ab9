"""Checking a game's dice against its seed, entry by entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeGuard

from moderator.rules.dice import rolls as dice_rolls
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.record import Record, walk
from moderator.rules.wire import Wire

COMMITMENT, SEED, GAME_ID = "dice_commitment", "dice_seed", "dice_game"
"""Top-level keys of a record. If the last one is missing, the record's `id` is the game's."""
_HEX = re.compile(r"[0-9a-f]{64}")
_ID_LETTERS = 100


@dataclass(frozen=True, slots=True)
class RevealedSeed:
    """A seed that has been revealed, its commitment, and the id of the game that it belongs to."""

    commitment: str
    seed: bytes
    game: str

    @property
    def is_as_promised(self) -> bool:
        """Whether the seed matches the commitment."""
        return dice_rolls.commitment(self.seed) == self.commitment


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """An entry with dice: what was recorded, and what the seed gives; `due` None: typed dice."""

    number: int
    move: Wire
    shown: Mapping[str, Any]
    due: Mapping[str, Any] | None

    @property
    def is_right(self) -> bool:
        """Whether the dice are those of the seed, or were typed."""
        return self.due is None or self.shown == self.due


def opened_in(more: Mapping[str, Any]) -> RevealedSeed:
    """The revealed seed in a record's other top-level keys.

    Raises:
        Refused: `bad-record`, with what is missing or wrong.
    """
    promised, seed = more.get(COMMITMENT), more.get(SEED)
    game = more.get(GAME_ID, more.get("id"))
    if promised is None:
        _refuse("The record has no dice rolled by a server: it contains no commitment.")
    if seed is None:
        _refuse("The seed is revealed when the game is over: download the record then.")
    if not (_is_hex(promised) and _is_hex(seed)):
        _refuse("Commitment and seed should have 64 digits each, 0 to 9 and a to f.")
    if not isinstance(game, str) or not game or len(game) > _ID_LETTERS:
        _refuse("The record doesn’t say which game its dice belong to: its “id” is missing.")
    return RevealedSeed(promised, bytes.fromhex(seed), game)


def _is_hex(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _refuse(sentence: str) -> NoReturn:
    raise Refused("bad-record", sentence)


def rolls(
    rules: Rules[Any],
    entries: Iterable[tuple[int, Any, Wire]],
    opened: RevealedSeed,
    last: int | None,
) -> list[CheckedRoll]:
    """The entries with dice, in order, with what the seed gives for each.

    Args:
        entries: the number of each entry, the state before it, and the move.
        last: the entry that revealed the seed, None if none did; later dice were typed.
    """
    found = []
    for number, before, wire in entries:
        needed = dice_rolls.needed(rules, before, wire)
        if needed:
            is_rolled = last is None or number <= last
            due = dice_rolls.roll(opened.seed, opened.game, number, needed) if is_rolled else None
            found.append(CheckedRoll(number, wire, dice_rolls.shown(wire, needed), due))
    return found


def record_rolls(
    record: Record, shipped: Mapping[str, Any]
) -> tuple[list[CheckedRoll], Refused | None]:
    """The checked rolls of a record, and why it can't be played to its end (None if it can).

    A forged roll may make a later move illegal: then the rolls up to there are returned.

    Args:
        shipped: the scenarios that ship with this game, by id.

    Raises:
        Refused: `bad-record` if it has no seed, or its game was never over.
    """
    opened = opened_in(record.more)
    timelines, refused = [], None
    try:
        for timeline in walk(record, shipped):
            timelines.append(timeline)
    except Refused as found:
        if not timelines:
            raise
        refused = found
    rules = timelines[0].rules
    last = next((one.number for one in timelines if rules.is_over(one.state)), None)
    if last is None and refused is None:
        _refuse("The record has the seed, but ends before the game is over: moves are missing.")
    played = zip(timelines[:-1], record.moves, strict=False)
    entries = ((one.number + 1, one.state, wire) for one, wire in played)
    return rolls(rules, entries, opened, last), refused

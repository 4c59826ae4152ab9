"""Verifiable dice: every roll follows from a seed to which the server commits before the game.

Everybody is shown the seed's SHA-256 before the game, and the seed itself afterwards. So anybody
can check that it is the same seed, and repeat the rolls.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NoReturn, TypeGuard

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules
from moderator.rules.move import Dice
from moderator.rules.reading import Wire
from moderator.rules.record import Record, walk

# Rolling.

SEED_BYTES = 32
_BYTE_VALUES = 256


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed, shown before the game, as 64 hexadecimal digits.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def roll(seed: bytes, game: str, number: int, dice: Sequence[Dice]) -> dict[str, Any]:
    """The faces of these dice in entry `number` of the game's log, by field.

    The bytes are those of HMAC-SHA256(seed, "game/number/k") for k = 0, 1, 2 …; each gives a die
    its face: the one whose index, from 0, is the byte's remainder. A byte that would make some
    faces likelier than others is skipped.

    Args:
        seed: 32 bytes.
        game: the game's id.
        number: from 1.
        dice: in the order in which the rules name them (`Rules.dice_of`).

    >>> from moderator.rules.move import DIE
    >>> roll(bytes(32), "game", 1, [Dice("attacker", DIE), Dice("defender", DIE)])
    {'attacker': 4, 'defender': 3}
    >>> roll(bytes(32), "game", 2, [Dice("dice", ("sun", "moon"), 3)])
    {'dice': ['moon', 'sun', 'moon']}
    """
    stream = _stream(seed, game, number)
    rolled: dict[str, Any] = {}
    for one in dice:
        shown = [_face(stream, one.faces) for _ in range(1 if one.count is None else one.count)]
        rolled[one.field] = shown[0] if one.count is None else shown
    return rolled


def _stream(seed: bytes, game: str, number: int) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(seed, f"{game}/{number}/{block}".encode(), "sha256")


def _face(stream: Iterator[int], faces: Sequence[str | int]) -> str | int:
    fair = _BYTE_VALUES - _BYTE_VALUES % len(faces)
    return faces[next(byte for byte in stream if byte < fair) % len(faces)]


def needed(rules: Rules[Any], state: Any, wire: object) -> tuple[Dice, ...]:
    """The dice that the move needs, whether it contains them or not; none if it isn't an object."""
    return rules.dice_of(state, wire) if isinstance(wire, dict) else ()


def filled(wire: Wire, dice: Sequence[Dice], seed: bytes, game: str, number: int) -> Wire:
    """The move with its dice rolled (`roll`).

    Raises:
        Refused: `bad-move` if it already contains one of them: nobody may choose a roll.
    """
    for one in dice:
        if one.field in wire:
            raise Refused(
                "bad-move",
                f"The server rolls the dice of “{printable(wire.get('type'))}”, so it must "
                f"not have “{one.field}”.",
            )
    return {**wire, **roll(seed, game, number, dice)}


def without(wire: Wire, dice: Sequence[Dice]) -> Wire:
    """The move without these dice, as it was posted."""
    fields = {one.field for one in dice}
    return {name: value for name, value in wire.items() if name not in fields}


def shown(wire: Mapping[str, Any], dice: Sequence[Dice]) -> dict[str, Any]:
    """The faces of these dice in a logged move, by field."""
    return {one.field: wire.get(one.field) for one in dice}


# Checking the dice of a game against its seed, entry by entry.

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
        return commitment(self.seed) == self.commitment


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


def checked_rolls(
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
        dice = needed(rules, before, wire)
        if dice:
            is_rolled = last is None or number <= last
            due = roll(opened.seed, opened.game, number, dice) if is_rolled else None
            found.append(CheckedRoll(number, wire, shown(wire, dice), due))
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
    return checked_rolls(rules, entries, opened, last), refused

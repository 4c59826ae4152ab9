"""Verifiable dice: every roll follows from a seed to which the server commits before the game.

Everybody is shown the seed's SHA-256 before the game, and the seed itself afterwards. So anybody
can check that it is the same seed, and repeat the rolls.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules
from moderator.rules.move import Dice
from moderator.rules.wire import Wire

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

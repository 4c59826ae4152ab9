"""Dice that nobody can choose: each roll follows from a seed, which is promised before the game.

Before the game everybody is shown the seed's SHA-256, after it the seed itself. So anybody can
see that it is the same one, and roll again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from moderator.rules.chance import Dice
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules, Wire

SEED_BYTES = 32
_VALUES = 256  # of a byte


def commitment(seed: bytes) -> str:
    """What is shown before the game: SHA-256 of the seed, 64 hexadecimal digits.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def roll(seed: bytes, game: str, number: int, dice: Sequence[Dice]) -> dict[str, Any]:
    """What these dice show as entry `number` of the game's log, by field.

    The bytes are those of HMAC-SHA256(seed, "game/number/k") for k = 0, 1, 2 …; each gives a die
    its face: the one whose place, from 0, is the byte's remainder. A byte for which not all faces
    would be alike likely is passed over.

    Args:
        seed: 32 bytes.
        game: the game's id.
        number: from 1.
        dice: in the order in which the rules name them (`Game.dice_of`).

    >>> from moderator.rules.chance import DIE
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
    fair = _VALUES - _VALUES % len(faces)
    return faces[next(byte for byte in stream if byte < fair) % len(faces)]


def needed(rules: Rules[Any, Any], state: Any, wire: object) -> tuple[Dice, ...]:
    """The dice that the move needs here, whether it has them or not; none for what is no move."""
    return rules.dice_of(state, wire) if isinstance(wire, dict) else ()


def filled(wire: Wire, dice: Sequence[Dice], seed: bytes, game: str, number: int) -> Wire:
    """The move with its dice rolled (`roll`).

    Raises:
        Refused: `bad-move`, if it has one of them already: nobody chooses a roll.
    """
    for one in dice:
        if one.field in wire:
            raise Refused(
                "bad-move",
                f"The server rolls the dice of “{printable(wire.get('type'))}”, so it comes "
                f"without “{one.field}”.",
            )
    return {**wire, **roll(seed, game, number, dice)}


def without(wire: Wire, dice: Sequence[Dice]) -> Wire:
    """The move without what these dice showed: as it was asked for."""
    fields = {one.field for one in dice}
    return {name: value for name, value in wire.items() if name not in fields}


def shown(wire: Mapping[str, Any], dice: Sequence[Dice]) -> dict[str, Any]:
    """What these dice showed in a logged move, by field."""
    return {one.field: wire.get(one.field) for one in dice}

"""Where pieces are drawn: scattered, since the game counts them but doesn't know where they lie.

The Valley is 1,000 units wide and 500 high; Red's Territory is on the left, Blue's on the right.
"""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.valley_of_war.emperor import EMPIRE_DICE, Emperor
from moderator.rules.valley_of_war.state import SAMURAI_EACH


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its centre, its rotation (degrees), and whether the last entry put it there."""

    x: int
    y: int
    turn: int = 0
    is_fresh: bool = False


@dataclass(frozen=True, slots=True)
class DiePiece(Piece):
    """An Empire Die; an Eye that the opponent took lies beside the Valley, on his side."""

    is_out: bool = False
    is_taken: bool = False


_NINJAS = (
    *((752, 390, 39), (37, 80, 69), (485, 41, 36), (72, 467, 14), (856, 62, 47), (965, 306, 71)),
    *((181, 268, 3), (448, 380, 88), (669, 49, 24), (213, 32, 75), (258, 468, 47), (499, 211, 57)),
    *((902, 463, 88), (813, 224, 67), (37, 266, 28), (951, 163, 22), (632, 453, 83)),
    *((207, 149, 17), (116, 353, 50), (754, 127, 18), (368, 35, 50), (865, 304, 29)),
    *((558, 374, 14), (222, 375, 77), (941, 388, 9), (464, 468, 7), (88, 148, 75)),
    *((855, 147, 46), (158, 450, 68), (805, 457, 75)),
)
_SAMURAI = (
    (
        *((908, 208), (571, 429), (754, 51), (856, 359), (945, 94)),
        *((516, 110), (489, 326), (395, 84), (193, 322), (492, 409)),
    ),
    (
        *((90, 203), (306, 436), (147, 44), (59, 342), (142, 167)),
        *((101, 415), (209, 432), (37, 414), (196, 87), (488, 161)),
    ),
)
_TERRITORIES = (345, 655)
_MIDDLE = 250
_OCCUPYING = ((-52, -48), (58, -30), (-8, 62))
_DICE_IN = ((10, 12, 0), (-10, -12, 8))
_DICE_OUT = (((300, 62, 24), (398, 440, 61)), ((700, 438, 24), (602, 60, 61)))
_DICE_TAKEN = (((1034, 40, 0), (1094, 40, 0)), ((-94, 40, 0), (-34, 40, 0)))


def ninjas(count: int, before: int) -> tuple[Piece, ...]:
    """The `count` Ninjas in the Valley; those beyond the number `before` are fresh."""
    return tuple(Piece(*spot, i >= before) for i, spot in enumerate(_NINJAS[:count]))


def loose(number: int, emperor: Emperor, before: Emperor) -> tuple[Piece, ...]:
    """An Emperor's Samurai that are in the Valley and do not Occupy."""
    now, earlier = (one.samurai - one.occupying for one in (emperor, before))
    spots = _SAMURAI[number][:now]
    return tuple(Piece(x, y, 0, i >= earlier) for i, (x, y) in enumerate(spots))


def occupying(number: int, emperor: Emperor, before: Emperor) -> tuple[Piece, ...]:
    """His Samurai that Occupy: they lie on the opponent's Territory."""
    middle = _TERRITORIES[1 - number]
    return tuple(
        Piece(middle + x, _MIDDLE + y, 0, i >= before.occupying)
        for i, (x, y) in enumerate(_OCCUPYING[: emperor.occupying])
    )


def dice(number: int, other: Emperor, before: Emperor) -> tuple[DiePiece, ...]:
    """An Emperor's own Empire Dice, the lower one of the stack first.

    Args:
        number: whose they are.
        other, before: the opponent, now and before the last entry.
    """
    return tuple(_die(number, i, other, before) for i in range(EMPIRE_DICE))


def reserve(number: int, emperor: Emperor) -> tuple[Piece, ...]:
    """His Samurai outside: beside the Valley, on his side."""
    left = (-94, 1034)[number]
    return tuple(
        Piece(left + 60 * (i % 2), 130 + 62 * (i // 2))
        for i in range(SAMURAI_EACH - emperor.samurai)
    )


def ninjas_reserve(count: int) -> tuple[Piece, ...]:
    """The `count` Ninjas outside: below the Valley."""
    return tuple(Piece(36 + 32 * i, 546) for i in range(count))


def _die(number: int, i: int, other: Emperor, before: Emperor) -> DiePiece:
    rank = EMPIRE_DICE - i  # the upper die is knocked out, and taken, first
    is_out, was_out = (one.knocked_out >= rank for one in (other, before))
    is_taken, was_taken = (one.eyes >= rank for one in (other, before))
    if is_taken:
        x, y, turn = _DICE_TAKEN[number][i]
    elif is_out:
        x, y, turn = _DICE_OUT[number][i]
    else:
        x, y, turn = _DICE_IN[i]
        x, y = x + _TERRITORIES[number], y + _MIDDLE
    is_fresh = is_taken > was_taken or is_out > was_out
    return DiePiece(x, y, turn, is_fresh, is_out, is_taken)

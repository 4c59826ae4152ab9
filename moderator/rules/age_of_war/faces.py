"""The six faces of a die, and their swords."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

ARCHERY, CAVALRY, DAIMYO = "archery", "cavalry", "daimyo"
SWORDS = {"infantry-1": 1, "infantry-2": 2, "infantry-3": 3}
"""The number of swords on each infantry face."""
FACES = (*SWORDS, ARCHERY, CAVALRY, DAIMYO)
LETTERS = {face: f"i{swords}" for face, swords in SWORDS.items()} | {
    face: face[0] for face in (ARCHERY, CAVALRY, DAIMYO)
}
"""How a face is written in a line of text."""


def swords(dice: Iterable[str]) -> int:
    """The total number of swords on these faces; a face without infantry has none.

    >>> swords(["infantry-3", "infantry-2"])
    5
    """
    return sum(SWORDS.get(face, 0) for face in dice)


def has_dice(roll: Iterable[str], dice: Iterable[str]) -> bool:
    """Whether the roll contains all these faces, repeated ones as often as they are given."""
    return Counter(dice) <= Counter(roll)


def short(dice: Sequence[str]) -> str:
    """Faces in letters.

    >>> short(["infantry-1", "archery", "daimyo"])
    'i1 a d'
    """
    return " ".join(LETTERS[face] for face in dice)


def check(value: object) -> str | None:
    """A check for `fields`: a list of faces, which may be empty."""
    if isinstance(value, list) and all(isinstance(one, str) and one in FACES for one in value):
        return None
    return f"a list of faces, each of them {', '.join(FACES[:-1])} or {FACES[-1]}"

"""The six faces of a die: their swords, and how they are written and typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from moderator.rules.errors import Refused, printable
from moderator.rules.kinds import Kind

ARCHERY, CAVALRY, DAIMYO = "archery", "cavalry", "daimyo"
SWORDS = {"infantry-1": 1, "infantry-2": 2, "infantry-3": 3}
"""The number of swords on each infantry face."""
FACES = (*SWORDS, ARCHERY, CAVALRY, DAIMYO)
LETTERS = {face: f"i{swords}" for face, swords in SWORDS.items()} | {
    face: face[0] for face in (ARCHERY, CAVALRY, DAIMYO)
}
"""How a face is written in a line of text."""
_DIE = re.compile(r"i?([123])|([acd])")
_BY_LETTER = {letters[-1]: face for face, letters in LETTERS.items()}


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


def parse(words: Iterable[str]) -> list[str]:
    """Faces typed separately or together: letters, swords, or prefixes of their names.

    Raises:
        Refused: `not-understood` or `ambiguous`.

    >>> parse(["12a", "cav"])
    ['infantry-1', 'infantry-2', 'archery', 'cavalry']
    """
    out: list[str] = []
    for word in words:
        if re.fullmatch(rf"({_DIE.pattern})+", word):
            out += [_BY_LETTER[one or other] for one, other in _DIE.findall(word)]
            continue
        found = [face for face in FACES if len(word) > 2 and face.startswith(word)]
        if len(found) != 1:
            raise Refused(
                "ambiguous" if found else "not-understood",
                "“{typed}” is not a face: type 1, 2 or 3 for infantry, a for archery, c for "
                "cavalry, d for daimyo.",
                typed=printable(word),
            )
        out += found
    return out


def _check(value: object) -> str | None:
    if isinstance(value, list) and all(isinstance(one, str) and one in FACES for one in value):
        return None
    return f"a list of faces, each of them {', '.join(FACES[:-1])} or {FACES[-1]}"


KIND = Kind(_check, read=lambda state, dice: tuple(dice), write=lambda state, dice: list(dice))
"""A list of faces, which may be empty."""

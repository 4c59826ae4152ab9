"""The faces of the dice, and the fourteen castles with their clans: the only scenario.

Castles and clans are numbered from 0, in the order of the table in
docs/rules/age-of-war.md, "Setup".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Standard
from moderator.rules.kinds import Kind
from moderator.rules.reading import fits

# The six faces of a die: their swords, and how they are written and typed.

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


_check = fits(
    lambda value: (
        isinstance(value, list) and all(isinstance(one, str) and one in FACES for one in value)
    ),
    f"a list of faces, each of them {', '.join(FACES[:-1])} or {FACES[-1]}",
)
KIND = Kind(_check, read=lambda state, dice: tuple(dice), write=lambda state, dice: list(dice))
"""A list of faces, which may be empty."""


# The castles and their clans.

DICE = 7
SPECIAL = 0
"""The number of the special line; the others are numbered from 1."""

STANDARD = Standard(
    title="Age of War",
    description="Daimyos roll seven dice to take fourteen castles and unite their clans. Nothing "
    "is needed on the table, but the dice of the boxed game can be rolled there.",
)


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle line: at least `infantry` swords (1 or more), or else exactly these symbols."""

    infantry: int = 0
    symbols: tuple[str, ...] = ()

    def takes(self, dice: Sequence[str]) -> bool:
        """Whether exactly these dice fill the line."""
        if self.infantry:
            return all(face in SWORDS for face in dice) and swords(dice) >= self.infantry
        return Counter(dice) == Counter(self.symbols)

    def fewest_count(self, roll: Sequence[str]) -> int:
        """The smallest number of dice of a roll that fill the line; 0 if the roll can't fill it."""
        if not self.infantry:
            return len(self.symbols) if has_dice(roll, self.symbols) else 0
        total = 0
        foot = sorted((SWORDS[face] for face in roll if face in SWORDS), reverse=True)
        for count, some in enumerate(foot, start=1):
            total += some
            if total >= self.infantry:
                return count
        return 0

    def fewest(self, roll: Sequence[str]) -> tuple[str, ...] | None:
        """The fewest dice of a roll that fill the line; among these, those with the fewest swords.

        Returns: the faces, the most swords first; None if the roll can't fill it.
        """
        return next(iter(self.ways(roll)), None)

    def ways(self, roll: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The different sets of dice of a roll that fill the line and contain no superfluous die.

        Returns: those with the fewest dice and swords first, so the first one is that of `fewest`.
        """
        if not self.infantry:
            return (self.symbols,) if has_dice(roll, self.symbols) else ()
        foot = sorted((face for face in roll if face in SWORDS), reverse=True)
        sets = {some for count in range(1, len(foot) + 1) for some in combinations(foot, count)}
        enough = sorted((some for some in sets if self._needs_all(some)), reverse=True)
        return tuple(sorted(enough, key=lambda some: (len(some), swords(some))))

    def _needs_all(self, some: Sequence[str]) -> bool:
        """Whether dice with infantry, the most swords first, fill the line and all are needed."""
        return self.infantry <= swords(some) < self.infantry + SWORDS[some[-1]]

    def in_words(self) -> str:
        """What the line requires, in words.

        >>> BattleLine(infantry=5).in_words()
        'infantry 5'
        >>> BattleLine(symbols=(ARCHERY, ARCHERY, CAVALRY)).in_words()
        '2 archery and cavalry'
        """
        if self.infantry:
            return f"infantry {self.infantry}"
        counts = Counter(self.symbols).items()
        return " and ".join(f"{n} {face}" if n > 1 else face for face, n in counts)


SPECIAL_LINE = BattleLine(symbols=(DAIMYO,))


@dataclass(frozen=True, slots=True)
class Castle:
    """A castle card: its clan's number, its points, and its battle lines except the special one."""

    id: str
    clan: int
    points: int
    lines: tuple[BattleLine, ...]

    @property
    def name(self) -> str:
        return self.id.capitalize()

    def line(self, number: int) -> BattleLine:
        """A battle line by its number; 0 is the special line."""
        return SPECIAL_LINE if number == SPECIAL else self.lines[number - 1]


@dataclass(frozen=True, slots=True)
class Clan:
    """A clan; its points are for all its castles together, once they lie face down."""

    id: str
    points: int

    @property
    def name(self) -> str:
        return self.id.capitalize()


CLANS = (
    Clan("oda", 10),
    Clan("tokugawa", 8),
    Clan("uesugi", 8),
    Clan("mori", 5),
    Clan("chosokabe", 4),
    Clan("shimazu", 3),
)
_ODA, _TOKUGAWA, _UESUGI, _MORI, _CHOSOKABE, _SHIMAZU = range(len(CLANS))

_A, _AA, _C, _CC = (ARCHERY,), (ARCHERY,) * 2, (CAVALRY,), (CAVALRY,) * 2
_D, _DD, _AC = (DAIMYO,), (DAIMYO,) * 2, (ARCHERY, CAVALRY)


def _castle(id: str, clan: int, points: int, *lines: int | tuple[str, ...]) -> Castle:
    """A castle from a row of the table: a number is infantry, a tuple is symbols."""
    read = (
        BattleLine(infantry=one) if isinstance(one, int) else BattleLine(symbols=one)
        for one in lines
    )
    return Castle(id, clan, points, tuple(read))


CASTLES = (
    _castle("azuchi", _ODA, 3, _A, _CC, 5),
    _castle("matsumoto", _ODA, 2, _A, _A, 7),
    _castle("odani", _ODA, 1, 10),
    _castle("gifu", _ODA, 1, _D, _A, _C),
    _castle("edo", _TOKUGAWA, 3, _AC, _AC, 3),
    _castle("kiyosu", _TOKUGAWA, 2, _D, _A, _C, 3),
    _castle("inuyama", _TOKUGAWA, 1, _D, _AA),
    _castle("kasugayama", _UESUGI, 4, _AA, _CC),
    _castle("kitanosho", _UESUGI, 3, _D, _AC, 6),
    _castle("gassantoda", _MORI, 2, _D, 8),
    _castle("takahashi", _MORI, 2, _CC, 5, 2),
    _castle("matsuyama", _CHOSOKABE, 2, _D, 4, 4),
    _castle("marugame", _CHOSOKABE, 1, _DD, _C),
    _castle("kumamoto", _SHIMAZU, 3, _DD, _A, _C, 4),
)

CASTLE_NUMBERS = {castle.id: number for number, castle in enumerate(CASTLES)}
CLAN_CASTLES = tuple(
    tuple(number for number, castle in enumerate(CASTLES) if castle.clan == clan)
    for clan in range(len(CLANS))
)
"""The numbers of each clan's castles."""

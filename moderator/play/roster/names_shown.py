"""The names of a roster: as people who join see them, and as the instructor does."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from moderator.play.models import Classroom, Person
from moderator.play.names import name_key

MOST_LETTERS = 30  # of an alphabet; scripts with more get no index


@dataclass(frozen=True, slots=True)
class ListedName:
    """A name as everybody with the code sees it: whether somebody has joined under it."""

    pk: int
    name: str
    is_taken: bool


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A name as the instructor sees it, with who joined under it."""

    pk: int
    name: str
    student_number: str
    person: Person | None


@dataclass(frozen=True, slots=True)
class LetterPart:
    """The names that begin with a letter; `anchor` is a number, so that it fits any URL."""

    anchor: int
    letter: str
    names: tuple[ListedName, ...]


def listed_names(classroom: Classroom) -> tuple[ListedName, ...]:
    """The roster for those who join, in alphabetical order."""
    rows = classroom.roster.values_list("pk", "name", "name_key", "person__is_removed")
    present = set(classroom.people.filter(is_removed=False).values_list("name_key", flat=True))
    found = [ListedName(pk, name, gone is False or key in present) for pk, name, key, gone in rows]
    return tuple(sorted(found, key=lambda one: plain(one.name)))


def roster_rows(classroom: Classroom) -> tuple[RosterRow, ...]:
    """The roster for the instructor, in alphabetical order."""
    rows = classroom.roster.select_related("person__group")
    found = [RosterRow(one.pk, one.name, one.student_number, one.person) for one in rows]
    return tuple(sorted(found, key=lambda one: plain(one.name)))


def matching(names: Iterable[ListedName], typed: str) -> tuple[ListedName, ...]:
    """The names that contain each typed word, whatever its case and accents."""
    words = plain(typed[:100]).split()
    return tuple(one for one in names if all(word in plain(one.name) for word in words))


def by_letter(names: Iterable[ListedName]) -> tuple[LetterPart, ...]:
    """The names under their first letters; in one part, if there are very many letters."""
    parts = tuple(_parts(names))
    if len(parts) <= MOST_LETTERS:
        return parts
    return (LetterPart(1, "", tuple(name for part in parts for name in part.names)),)


def _parts(names: Iterable[ListedName]) -> Iterator[LetterPart]:
    grouped = groupby(names, key=lambda one: plain(one.name)[:1].upper())
    for number, (letter, found) in enumerate(grouped, 1):
        yield LetterPart(number, letter, tuple(found))


def plain(text: str) -> str:
    """The text without case and accents, to sort and search by.

    >>> plain("Zoë ÅSTRÖM")
    'zoe astrom'
    """
    letters = unicodedata.normalize("NFKD", name_key(text))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))

"""Which columns of a list have the names and the student numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from moderator.play.roster.rows import ListRow, ListTable

# Column headings in English and German, without spaces, dots, dashes and capitals.
_WHOLE = frozenset((
    "name", "names", "student", "students", "studentname", "fullname", "displayname",
    "participant", "participants", "anzeigename", "vollständigername", "teilnehmer",
    "teilnehmerin", "teilnehmende", "studierende", "studierender", "schüler", "schülerin",
))  # fmt: skip
_LAST = frozenset((
    "lastname", "lastnames", "surname", "familyname", "nachname", "nachnamen", "familienname",
    "zuname",
))  # fmt: skip
_FIRST = frozenset((
    "firstname", "firstnames", "givenname", "givennames", "forename", "vorname", "vornamen",
))  # fmt: skip
_NUMBER = frozenset((
    "studentnumber", "studentno", "studentid", "studentidnumber", "number", "no", "id", "idnumber",
    "matriculationnumber", "registrationnumber", "matrikelnummer", "matrikelnr", "matrikel",
    "matrnr", "matrno", "nummer", "nr", "idnummer", "personenkennzeichen", "studienkennzahl",
    "sisid", "sisuserid",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns to read: those of the name, joined by a space, and that of the number."""

    name: tuple[int, ...]
    number: int | None = None
    has_header: bool = False
    is_last_first: bool = False
    """Without a header, two columns were taken as last name and first name."""


def columns_of(table: ListTable) -> Columns:
    """The columns of a list, from its header line or from what they contain."""
    rows = [row for row in table.rows if not row.is_blank]
    if not rows:
        return Columns((0,))
    return _from_header(rows[0]) or _from_contents(rows, table.separator)


def _from_header(row: ListRow) -> Columns | None:
    titles = [re.sub(r"[\s._/:#*()-]", "", cell.casefold()) for cell in row.cells]
    whole, last, first, number = (
        next((place for place, title in enumerate(titles) if title in known), None)
        for known in (_WHOLE, _LAST, _FIRST, _NUMBER)
    )
    if first is not None and last is None:
        last = whole  # as in “Name;Vorname”
    if first is not None and last is not None:
        return Columns((first, last), number, has_header=True)
    name = whole if whole is not None else last if last is not None else first
    return Columns((name,), number, has_header=True) if name is not None else None


def _from_contents(rows: Sequence[ListRow], separator: str) -> Columns:
    width = max(len(row.cells) for row in rows)
    filled = {
        place: cells
        for place in range(width)
        if (cells := [row.cells[place] for row in rows if row.cells[place : place + 1] > ("",)])
    }
    numbers = [place for place, cells in filled.items() if _are_numbers(cells)]
    words = [place for place in filled if place not in numbers]
    number = numbers[-1] if numbers else None
    if not words:
        return Columns((0,))  # numbers only; each is refused as a name
    if len(words) > 1 and len(filled[words[1]]) * 2 >= len(rows):
        return Columns((words[1], words[0]), number, is_last_first=True)
    if separator == "," and len(words) > 1:
        return Columns(tuple(words[:2]), number)  # as in “Smith, Jr.”
    return Columns((words[0],), number)


def _are_numbers(cells: Sequence[str]) -> bool:
    """Whether most of them contain a digit, and names don't."""
    return sum(any(letter.isdigit() for letter in cell) for cell in cells) * 2 > len(cells)

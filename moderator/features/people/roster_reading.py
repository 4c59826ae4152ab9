"""Reads a roster: which cells are names and numbers, and what is wrong with each line."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.core.class_models import NUMBER_LETTERS
from moderator.core.errors import InvalidInput
from moderator.core.text import JOINERS, KEY_LETTERS, TURNING, composed, name_key, name_read
from moderator.features.people.roster_rows import ListRow, ListTable

# Which cells of a line are the name and the student number: by a header, or by what they contain.

LEAST_DIGITS = 3  # of a number that nothing but a space separates from the name
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
_LOGIN = frozenset((
    "sisloginid", "loginid", "login", "username", "anmeldename", "benutzername", "email",
    "emailaddress", "emailadresse", "mail", "integrationid",
))  # fmt: skip


NameAndNumber = tuple[str, str, str]
"""And the last name, if it is known."""
Cell = tuple[int, str]
"""With the number of its column."""
Reading = tuple[list[NameAndNumber], list[Cell]]
"""The ways in which a line can be read, the likeliest first, and the cells that none uses."""


class _Headed:
    """Reads the lines below a header; `are_digits`: most student numbers have some."""

    is_last_first = False

    def __init__(
        self, name: tuple[int, ...], number: int | None, header: ListRow, rows: Sequence[ListRow]
    ) -> None:
        self.name, self.number, self.width = name, number, len(header.cells)
        numbers = [cell for row in rows for place, cell in _filled(row) if place == number]
        self.are_digits = sum(map(_has_digit, numbers)) * 2 > len(numbers)

    def read(self, row: ListRow) -> Reading:
        cells = dict(enumerate(row.cells))
        name = " ".join(cells[place] for place in self.name if cells.get(place))
        number = "" if self.number is None else cells.get(self.number, "")
        last = cells.get(self.name[1], "") if len(self.name) > 1 else ""
        ways = [(name, number, last)]
        if name and number and self.are_digits and not _has_digit(number):
            ways = [(f"{number} {name}", "", name), (f"{name} {number}", "", "")]
        elif not number and (split := _split(name)):
            ways = [split, *ways]
        return ways, [cell for cell in _filled(row) if cell[0] >= self.width]


class _Unheaded:
    """Reads lines without a header by what is in most lines of a column, and in each line.

    `is_last_first`: two columns are last name and first name, since most lines have both.
    """

    def __init__(self, rows: Sequence[ListRow], separator: str) -> None:
        columns: dict[int, list[str]] = defaultdict(list)
        for row in rows:
            for place, cell in _filled(row):
                columns[place].append(cell)
        self.separator = separator
        self.numbers = {
            place
            for place, cells in columns.items()
            if sum(map(_has_digit, cells)) * 2 > len(cells)
        }
        if len(self.numbers) == len(columns):  # names with digits, too
            self.numbers.discard(max(columns, key=lambda one: _letters("".join(columns[one]))))
        of_rows = [self._words_and_numbers(row)[0] for row in rows]
        seconds = [words[1][0] for words in of_rows if len(words) > 1]
        are_mixed = any(_has_digit(cell) for place in {*seconds} for cell in columns[place])
        self.is_last_first = bool(seconds) and len(seconds) * 2 >= len(rows) + are_mixed
        split = sum(_split(words[0][1]) is not None for words in of_rows if words)
        self.has_spaces = split * 2 > len(rows)

    def read(self, row: ListRow) -> Reading:
        words, numbers = self._words_and_numbers(row)
        number = numbers[-1][1] if numbers else ""
        used, ways = {*words[:1], *numbers[-1:]}, [(words[0][1], number, "")]
        if len(words) > 1:
            (first, one), (place, other) = words[:2]
            is_asked = place == first + 1 and (self.separator == "," or place in self.numbers)
            if self.is_last_first or is_asked:
                used.add(words[1])
                ways = [(f"{other} {one}", number, one), (f"{one} {other}", number, "")]
            ways = ways[:1] if self.is_last_first else ways
        elif not number and (split := _split(words[0][1])):
            ways = [split] if self.has_spaces else [split, *ways]
        return ways, [cell for cell in _filled(row) if cell not in used]

    def _words_and_numbers(self, row: ListRow) -> tuple[list[Cell], list[Cell]]:
        """The cells of a line that look like names, at least one, and like numbers."""
        cells = [(place, cell) for place, cell in _filled(row) if "@" not in cell] or _filled(row)
        numbers = [
            (place, cell)
            for place, cell in cells
            if _is_number(cell) or (place in self.numbers and _has_digit(cell))
        ]
        words = [each for each in cells if each not in numbers]
        if not words:
            words = [each for each in cells if each[0] not in self.numbers][:1] or cells[:1]
            numbers = [each for each in numbers if each not in words]
        return words, numbers


def _filled(row: ListRow) -> list[Cell]:
    return [(place, cell) for place, cell in enumerate(row.cells) if cell]


def _has_digit(cell: str) -> bool:
    return any(letter.isdigit() for letter in cell)


def _letters(cell: str) -> int:
    return sum(letter.isalpha() for letter in cell)


def _is_number(cell: str) -> bool:
    """Whether it looks like a student number in any column.

    >>> [_is_number(cell) for cell in ("1001", "A12/34 567", "Student 12", "Anna2")]
    [True, True, False, False]
    """
    digits = sum(letter.isdigit() for letter in cell)
    return digits >= max(1, _letters(cell)) and all(map(_has_digit, cell.split()))


def _split(cell: str) -> NameAndNumber | None:
    """Name and number of a cell in which they aren't separated.

    >>> _split("1002 Karl Mo"), _split("Karl Mo 1002"), _split("Student 12")
    (('Karl Mo', '1002', ''), ('Karl Mo', '1002', ''), None)
    """
    words = cell.split() or [""]
    for number, name in ((words[0], words[1:]), (words[-1], words[:-1])):
        is_long = sum(letter.isdigit() for letter in number) >= LEAST_DIGITS
        if is_long and name and _is_number(number) and not any(map(_has_digit, name)):
            return " ".join(name), number, ""
    return None


@dataclass(frozen=True, slots=True)
class Headed:
    """The columns whose headings say that they have names, or what a person is known by."""

    whole: tuple[int, ...]
    last: tuple[int, ...]
    first: tuple[int, ...]
    number: tuple[int, ...]
    login: tuple[int, ...]


def headed(header: Sequence[str]) -> Headed:
    """What the headings, in English or German, say."""
    titles = [re.sub(r"[\s._/:#*()-]", "", cell.casefold()) for cell in header]
    kinds = (_WHOLE, _LAST, _FIRST, _NUMBER, _LOGIN)
    return Headed(*(tuple(k for k, one in enumerate(titles) if one in known) for known in kinds))


def _from_header(row: ListRow, rows: Sequence[ListRow]) -> _Headed | None:
    found = headed(row.cells)
    whole, last, first, number = (
        next(iter(places), None) for places in (found.whole, found.last, found.first, found.number)
    )
    if first is not None and last is None:
        last = whole  # as in “Name;Vorname”
    if first is not None and last is not None:
        return _Headed((first, last), number, row, rows)
    name = whole if whole is not None else last if last is not None else first
    return _Headed((name,), number, row, rows) if name is not None else None


# The names of a list, and what is wrong with each line that has none.

MOST_NAMES = 500
_UNKNOWN = "\ufffd"  # what a letter becomes that the encoding doesn't have
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")  # they have letters that look alike


@dataclass(frozen=True, slots=True)
class ReadName:
    """A name of a list, with its line; number and last name may be empty."""

    line: int
    name: str
    student_number: str = ""
    last_name: str = ""

    @property
    def key(self) -> str:
        """The same for names that look the same to people."""
        return name_key(self.name)

    @property
    def sent(self) -> str:
        """What `names_of_form` reads."""
        return f"{self.name}\t{self.student_number}\t{self.last_name}"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the instructor should know about a line; `text` is what the line says."""

    line: int
    text: str
    what: str


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A line that can be read in several ways, the likeliest first."""

    line: int
    text: str
    ways: tuple[ReadName, ...]


@dataclass(frozen=True, slots=True)
class ReadRoster:
    names: tuple[ReadName, ...]
    asked: tuple[AskedLine, ...] = ()
    refused: tuple[Remark, ...] = ()  # lines without a usable name
    remarks: tuple[Remark, ...] = ()  # lines that were changed, lost a part, or look odd
    blank: tuple[int, ...] = ()  # numbers of the blank lines between others
    header: str = ""
    is_last_first: bool = False

    @property
    def count(self) -> int:
        """How many names there will be."""
        return len(self.names) + len(self.asked)


def read_roster(table: ListTable) -> ReadRoster:
    """The names of a list; lines that can't be used are explained.

    Raises:
        InvalidInput: it has no lines, or too many names.
    """
    filled = [row for row in table.rows if not row.is_blank]
    if not filled:
        raise InvalidInput(gettext("The list is empty."))
    header = _from_header(filled[0], filled[1:])
    rows = filled[1:] if header else filled
    if len(rows) > MOST_NAMES:
        raise InvalidInput(
            gettext("The list has %(count)d names; a roster has at most %(most)d.")
            % {"count": len(rows), "most": MOST_NAMES}
        )
    reader = header or _Unheaded(rows, table.separator)
    names: dict[str, ReadName] = {}
    asked: list[AskedLine] = []
    refused: list[Remark] = []
    remarks: list[Remark] = []
    readings = {row.line: reader.read(row) for row in rows}
    for row in rows:
        try:
            ways = {read.key: read for read in _ways(row, readings[row.line], remarks)}
            if len(ways) > 1:
                asked.append(AskedLine(row.line, _shown(row), tuple(ways.values())))
                continue
            ((key, read),) = ways.items()
            _check_new(read, names.get(key))
            names[key] = read
        except InvalidInput as error:
            refused.append(Remark(row.line, _shown(row), str(error)))
    used = {one.line for one in names.values()} | {one.line for one in asked}
    remarks += _losses(rows, readings)
    return ReadRoster(
        names=tuple(names.values()),
        asked=tuple(asked),
        refused=tuple(refused),
        remarks=tuple(one for row in rows for one in remarks if one.line == row.line in used),
        blank=tuple(one.line for one in table.rows[: table.rows.index(filled[-1])] if one.is_blank),
        header=_shown(filled[0]) if header else "",
        is_last_first=reader.is_last_first,
    )


def _losses(rows: Sequence[ListRow], readings: Mapping[int, Reading]) -> Iterator[Remark]:
    """What lines lose; of a column that no line uses, the first one alone says so."""
    filled = Counter(place for row in rows for place, _ in _filled(row))
    lost = Counter(place for one in readings.values() for place, _ in one[1])
    told: set[int] = set()
    for row in rows:
        for place, cell in readings[row.line][1]:
            is_whole = lost[place] == filled[place] > 1
            if is_whole and place in told:
                continue
            told.add(place)
            what = gettext("Left out in all lines: column %(column)d, here “%(text)s”.")
            what = what if is_whole else gettext("Left out: “%(text)s”.")
            facts = {"text": shown_text(cell), "column": place + 1}
            yield Remark(row.line, _shown(row), what % facts)


def names_of_form(text: str) -> list[ReadName]:
    """The names that a preview has sent: a line each, name, student number and last name with tabs.

    Raises:
        InvalidInput: a line has no usable name.
    """
    found = []
    for number, line in enumerate(text.splitlines()[:MOST_NAMES], 1):
        name, student_number, last = [*line.split("\t"), "", ""][:3]
        last = name_read(last) if last.strip() else ""
        found.append(ReadName(number, name_read(name), _number_read(student_number), last))
    return list({one.key: one for one in found}.values())


def _ways(row: ListRow, reading: Reading, remarks: list[Remark]) -> Iterator[ReadName]:
    """The line's names, each with its number; `remarks` gets what looks odd."""
    for name, number, last in reading[0]:
        name, odd = without_odd(name)
        if _UNKNOWN in name:
            raise InvalidInput(
                gettext("A letter can’t be read. Save the list as “CSV UTF-8” or .xlsx.")
            )
        last = without_odd(last)[0]
        read = ReadName(row.line, name_read(name), _number_read(number), last and name_read(last))
        if not _letters(read.name):
            raise InvalidInput(gettext("This is a number, not a name."))
        if odd:
            what = gettext("Characters that can’t be seen were left out: %(odd)s.")
            remarks.append(Remark(row.line, read.name, what % {"odd": ", ".join(odd)}))
        if len(alphabets := _alphabets(read.name)) > 1:
            what = gettext(
                "Letters of two alphabets (%(alphabets)s) that look alike. Is it spelled so?"
            )
            remarks.append(Remark(row.line, read.name, what % {"alphabets": ", ".join(alphabets)}))
        yield read


def _number_read(text: str) -> str:
    number, _odd = without_odd(text)
    if not number.strip():
        return ""
    if len(number.strip()) > NUMBER_LETTERS:
        raise InvalidInput(
            gettext("The student number is longer than %(most)d characters.")
            % {"most": NUMBER_LETTERS}
        )
    return name_read(number, NUMBER_LETTERS)


def _check_new(read: ReadName, earlier: ReadName | None) -> None:
    if earlier is None:
        return
    facts = {"line": earlier.line, "name": read.name}
    if read.student_number == earlier.student_number != "":
        raise InvalidInput(gettext("The same as line %(line)d.") % facts)
    raise InvalidInput(
        gettext(
            "The same name as in line %(line)d. If they are two students, add something to one "
            "of the names, for example “%(name)s (B)”."
        )
        % facts
    )


def without_odd(text: str) -> tuple[str, list[str]]:
    """The text without characters that nobody sees, and the names of those left out.

    >>> without_odd("Ana\\u200b Ruiz")
    ('Ana Ruiz', ['zero width space (U+200B)'])
    """
    kept, odd = [], []
    for letter in composed(text, KEY_LETTERS):
        kind = unicodedata.category(letter)
        if kind == "Zs" or letter in "\t\v\f":
            kept.append(" ")
        elif letter in TURNING or (kind in ("Cc", "Cf", "Zl", "Zp") and letter not in JOINERS):
            odd.append(_name_of(letter))
        else:
            kept.append(letter)
    return " ".join("".join(kept).split(" ")).strip(), list(dict.fromkeys(odd))


def _name_of(letter: str) -> str:
    name = unicodedata.name(letter, "control character").lower()
    return f"{name} (U+{ord(letter):04X})"


def _alphabets(name: str) -> list[str]:
    """The alphabets of the name's letters among those that look alike."""
    found = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return [one.capitalize() for one in _ALPHABETS if one in found]


def _shown(row: ListRow) -> str:
    return shown_text(" · ".join(cell for cell in row.cells if cell))


def shown_text(text: str) -> str:
    """The text as it can be shown: without characters that disturb the page, and not too long."""
    text, _odd = without_odd(text)
    shown = "".join(letter if letter.isprintable() else _UNKNOWN for letter in text)
    return shown[:100] + ("…" if len(shown) > 100 else "")

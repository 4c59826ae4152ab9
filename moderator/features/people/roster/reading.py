"""Reads a roster: a file's rows, its columns, the names, and what is wrong with each line."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.core.errors import InvalidInput
from moderator.core.models import NAME_LETTERS
from moderator.core.text import JOINERS, KEY_LETTERS, TURNING, composed, name_key, name_read
from moderator.features.people.roster.workbooks import MOST_COLUMNS, is_workbook, workbook_rows

# A pasted list or a file as rows of cells: encodings, separators, quotation marks, workbooks.

MOST_BYTES = 900_000  # of a file or a pasted list; forms are limited to 1 MiB
MOST_LINES = 2_000  # including blank ones
SEPARATORS = "\t;,"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_LINE_END = re.compile(r"\r\n|\r|\n")  # `str.splitlines` also takes characters that are errors here
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line's number, counted from 1, and its cells, trimmed."""

    line: int
    cells: tuple[str, ...]

    @property
    def is_blank(self) -> bool:
        return not any(self.cells)


@dataclass(frozen=True, slots=True)
class ListTable:
    """The rows of a list; `separator` is empty for a workbook."""

    rows: tuple[ListRow, ...]
    separator: str = ""


def file_rows(data: bytes) -> ListTable:
    """The rows of a file: a workbook (XLSX), CSV, or plain text.

    Raises:
        InvalidInput: it is too large, or no such file.
    """
    if len(data) > MOST_BYTES:
        raise InvalidInput(_too_large())
    if data.startswith(_OLD_EXCEL):
        raise InvalidInput(
            gettext("This is an old Excel file (.xls). Save it as .xlsx or CSV, and choose that.")
        )
    if is_workbook(data):
        return ListTable(tuple(_numbered(workbook_rows(data, MOST_LINES))))
    return text_rows(decoded(data))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16, or what Windows saves as CSV (cp1252).

    >>> decoded("Zoë".encode("utf-16")), decoded("Zoë".encode("cp1252"))
    ('Zoë', 'Zoë')
    """
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), "")
    if not encoding and b"\0" in data[:200]:  # without a mark; letters of names are mostly Latin
        encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    try:
        return data.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        return data.decode(encoding or "cp1252", errors="replace")


def text_rows(text: str) -> ListTable:
    """The rows of a text with tabs, semicolons or commas between cells.

    Raises:
        InvalidInput: it is too long.
    """
    if len(text) > MOST_BYTES:
        raise InvalidInput(_too_large())
    lines = _LINE_END.split(text.removeprefix("\ufeff").rstrip("\r\n"))
    first, separator = 0, ""
    if lines and lines[0].lower().startswith("sep=") and len(lines[0].strip()) == 5:
        first, separator = 1, lines[0].strip()[-1]  # as Excel writes it
    if len(lines) > MOST_LINES:
        raise InvalidInput(_too_many_lines())
    separator = separator or _separator(lines)
    rows = (
        ListRow(number, _cells(line, separator))
        for number, line in enumerate(lines[first:], first + 1)
    )
    return ListTable(tuple(rows), separator)


def _separator(lines: list[str]) -> str:
    """The separator of most lines; a tab if there is none."""
    return max(SEPARATORS, key=lambda sign: sum(sign in line for line in lines))


def _cells(line: str, separator: str) -> tuple[str, ...]:
    """The cells of a line. No cell goes on in the next line, so a forgotten quotation mark
    spoils one line only."""
    try:
        found = next(csv.reader(io.StringIO(line), delimiter=separator), [])
    except csv.Error:
        found = line.split(separator)
    return tuple(cell.strip() for cell in found[:MOST_COLUMNS])


def _numbered(rows: Iterator[tuple[str, ...]]) -> Iterator[ListRow]:
    for number, cells in enumerate(rows, 1):
        if number > MOST_LINES:
            raise InvalidInput(_too_many_lines())
        yield ListRow(number, cells)


def _too_large() -> str:
    return gettext("That is larger than %(most)d kB, too large for a list of names.") % {
        "most": MOST_BYTES // 1000
    }


def _too_many_lines() -> str:
    return gettext("That has more than %(most)d lines.") % {"most": MOST_LINES}


# Which columns of a list have the names and the student numbers.

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


# The names of a list, and what is wrong with each line that has none.

MOST_NAMES = 500
_UNKNOWN = "\ufffd"  # what a letter becomes that the encoding doesn't have
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")  # they have letters that look alike


@dataclass(frozen=True, slots=True)
class ReadName:
    """A name of a list, with its line; the student number may be empty."""

    line: int
    name: str
    student_number: str = ""

    @property
    def key(self) -> str:
        """The same for names that look the same to people."""
        return name_key(self.name)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the instructor should know about a line; `text` is what the line says."""

    line: int
    text: str
    what: str


@dataclass(frozen=True, slots=True)
class ReadRoster:
    names: tuple[ReadName, ...]
    refused: tuple[Remark, ...] = ()  # lines without a usable name
    remarks: tuple[Remark, ...] = ()  # lines whose name was changed or looks odd
    blank: tuple[int, ...] = ()  # numbers of the blank lines between others
    header: str = ""
    is_last_first: bool = False


def read_roster(table: ListTable) -> ReadRoster:
    """The names of a list; lines that can't be used are explained.

    Raises:
        InvalidInput: it has no lines, or too many names.
    """
    columns = columns_of(table)
    filled = [row for row in table.rows if not row.is_blank]
    if not filled:
        raise InvalidInput(gettext("The list is empty."))
    rows = filled[1:] if columns.has_header else filled
    if len(rows) > MOST_NAMES:
        raise InvalidInput(
            gettext("The list has %(count)d names; a roster has at most %(most)d.")
            % {"count": len(rows), "most": MOST_NAMES}
        )
    last = filled[-1].line
    names: dict[str, ReadName] = {}
    refused: list[Remark] = []
    remarks: list[Remark] = []
    for row in rows:
        try:
            read = _read(row, columns, remarks)
            _check_new(read, names.get(read.key))
            names[read.key] = read
        except InvalidInput as error:
            refused.append(Remark(row.line, _shown(row), str(error)))
    used = {one.line for one in names.values()}
    return ReadRoster(
        names=tuple(names.values()),
        refused=tuple(refused),
        remarks=tuple(remark for remark in remarks if remark.line in used),
        blank=tuple(row.line for row in table.rows if row.is_blank and row.line < last),
        header=_shown(filled[0]) if columns.has_header else "",
        is_last_first=columns.is_last_first,
    )


def names_of_form(text: str) -> list[ReadName]:
    """The names that a preview has sent: a line each, name and student number with a tab between.

    Raises:
        InvalidInput: a line has no usable name.
    """
    found = []
    for number, line in enumerate(text.splitlines()[:MOST_NAMES], 1):
        name, _, student_number = line.partition("\t")
        found.append(ReadName(number, name_read(name), _number_read(student_number)))
    return list({one.key: one for one in found}.values())


def form_of_names(names: Iterable[ReadName]) -> str:
    """What `names_of_form` reads."""
    return "\n".join(f"{one.name}\t{one.student_number}" for one in names)


def _read(row: ListRow, columns: Columns, remarks: list[Remark]) -> ReadName:
    cells = [row.cells[place] if place < len(row.cells) else "" for place in columns.name]
    name, odd = without_odd(" ".join(cell for cell in cells if cell))
    if _UNKNOWN in name:
        raise InvalidInput(
            gettext("A letter can’t be read. Save the list as “CSV UTF-8” or .xlsx.")
        )
    name = name_read(name)
    if not any(letter.isalpha() for letter in name):
        raise InvalidInput(gettext("This is a number, not a name."))
    number = ""
    if columns.number is not None and columns.number < len(row.cells):
        number = _number_read(row.cells[columns.number])
    if odd:
        what = gettext("Characters that can’t be seen were left out: %(odd)s.")
        remarks.append(Remark(row.line, name, what % {"odd": ", ".join(odd)}))
    if len(alphabets := _alphabets(name)) > 1:
        what = gettext(
            "Letters of two alphabets (%(alphabets)s) that look alike. Is it spelled so?"
        )
        remarks.append(Remark(row.line, name, what % {"alphabets": ", ".join(alphabets)}))
    return ReadName(row.line, name, number)


def _number_read(text: str) -> str:
    number, _odd = without_odd(text)
    if not number.strip():
        return ""
    if len(number.strip()) > NAME_LETTERS:
        raise InvalidInput(
            gettext("The student number is longer than %(most)d characters.")
            % {"most": NAME_LETTERS}
        )
    return name_read(number)


def _check_new(read: ReadName, earlier: ReadName | None) -> None:
    if earlier is None:
        return
    facts = {"line": earlier.line, "name": read.name}
    if read.student_number == earlier.student_number:
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
    """The line as it can be shown: without characters that disturb the page, and not too long."""
    text, _odd = without_odd(" · ".join(cell for cell in row.cells if cell))
    shown = "".join(letter if letter.isprintable() else _UNKNOWN for letter in text)
    return shown[:100] + ("…" if len(shown) > 100 else "")

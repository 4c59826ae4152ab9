"""Reading a roster: the names of a list, and what is wrong with each line that has none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.models.classroom import NAME_LETTERS
from moderator.play.names import JOINERS, KEY_LETTERS, TURNING, composed, name_key, name_read
from moderator.play.roster.columns import Columns, columns_of
from moderator.play.roster.rows import ListRow, ListTable

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
    """A list as it was read."""

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

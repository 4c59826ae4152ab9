"""A pasted list or a file as rows of cells: encodings, separators, quotation marks, workbooks."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.core.errors import InvalidInput
from moderator.features.people.roster.workbooks import MOST_COLUMNS, is_workbook, workbook_rows

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

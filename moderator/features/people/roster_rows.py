"""A pasted list or a file as rows of cells: encodings, separators, quotation marks, workbooks."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sized
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.utils.translation import gettext

from moderator.core.errors import InvalidInput

# The rows of a workbook.


MOST_UNPACKED = 5_000_000  # bytes of all files in it
MOST_STYLES = 1_000_000  # bytes of any other file than those that grow with the list
_GROWING = ("xl/worksheets/", "xl/sharedStrings.xml", "xl/media/")
MOST_FILES = 500
MOST_SHEETS = 100
MOST_PARTS = 250_000  # elements and attributes of all files in it, which take long to parse
MOST_COLUMNS = 30
_MARK = b"PK\x03\x04"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


def is_workbook(data: bytes) -> bool:
    """Whether the file is a ZIP archive.

    Raises:
        InvalidInput: it is an old workbook, which can't be read.
    """
    if data.startswith(_OLD_EXCEL):
        raise InvalidInput(
            gettext("This is an old Excel file (.xls). Save it as .xlsx or CSV, and choose that.")
        )
    return data.startswith(_MARK)


def workbook_rows(
    data: bytes, most_rows: int, most_letters: int, most_columns: int = MOST_COLUMNS
) -> list[tuple[Any, ...]]:
    """The rows of the first sheet that has any cells; blank ones at the end are left out.

    At most one row more than `most_rows` is read.

    Raises:
        InvalidInput: it is no workbook, unpacks to too much, or its cells have too many letters,
            since many can name one long text.
    """
    check_unpacked(data)
    try:
        rows = _rows(data, most_rows + 1, most_columns)
    except Exception as error:  # openpyxl raises all kinds for a malformed file
        raise InvalidInput(_unreadable()) from error
    if sum(len(str(one)) for row in rows for one in row if one is not None) > most_letters:
        raise InvalidInput(_too_much())
    while rows and not any(map(cell_text, rows[-1])):
        rows.pop()
    return rows


def check_unpacked(data: bytes) -> None:
    """Unpack every file of the archive, within limits, before anything parses it.

    Document type declarations are refused: entities in them may unpack to much more.

    Raises:
        InvalidInput: it is damaged, encrypted or not a workbook, or unpacks to too much.
    """
    left, parts, sheets = MOST_UNPACKED, 0, 0
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > MOST_FILES or sum(one.file_size for one in infos) > MOST_UNPACKED:
                raise InvalidInput(_too_much())
            if "xl/workbook.xml" not in archive.namelist():
                raise InvalidInput(_unreadable())
            for one in infos:
                text = _unpacked(archive, one, left)
                left -= len(text)
                text = text.replace(b"\0", b"")  # UTF-16 has zero bytes
                if b"<!DOCTYPE" in text:
                    raise InvalidInput(_unreadable())
                parts += text.count(b"<") + text.count(b"=")
                sheets += text.count(b"sheetId")  # several sheets may be the same file
                if parts > MOST_PARTS or sheets > MOST_SHEETS:
                    raise InvalidInput(_too_much())
    except InvalidInput:
        raise
    except Exception as error:  # zipfile and zlib raise all kinds for a damaged file
        raise InvalidInput(_unreadable()) from error


def _unpacked(archive: ZipFile, info: ZipInfo, left: int) -> bytes:
    """A file of the archive, which may unpack to `left` bytes."""
    if info.flag_bits & 1 or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise InvalidInput(_unreadable())
    most = left if info.filename.startswith(_GROWING) else min(left, MOST_STYLES)
    with archive.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise InvalidInput(_too_much())
    return data


def _rows(data: bytes, most: int, most_columns: int) -> list[tuple[Any, ...]]:
    # Imported here: it takes a while and some megabytes, and is rarely needed.
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in book.worksheets:
            rows = list(sheet.iter_rows(max_row=most, max_col=most_columns, values_only=True))
            if any(cell_text(value) for row in rows for value in row):
                return rows
    finally:
        book.close()
    return []


def cell_text(value: Any) -> str:
    """A cell's value as people see it: student numbers are often stored as decimal numbers."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime):
        value = value.date()
    return value.isoformat() if isinstance(value, date) else str(value).strip()


def _too_much() -> str:
    return gettext("This workbook is too large. Save it as CSV, and choose that.")


def _unreadable() -> str:
    return gettext("This file can’t be read. Save the list as .xlsx or CSV, and choose that.")


MOST_BYTES = 900_000  # of a file or a pasted list; forms are limited to 1 MiB
MOST_LINES = 2_000  # including blank ones
SEPARATORS = "\t;,"
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
    if is_workbook(data):
        rows = workbook_rows(data, MOST_LINES, MOST_BYTES)
        _check_lines(rows)
        cells = (tuple(map(cell_text, row)) for row in rows)
        return ListTable(tuple(ListRow(*one) for one in enumerate(cells, 1)))
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
    _check_lines(lines)
    # That of most lines; a tab if there is none.
    often = max(SEPARATORS, key=lambda sign: sum(sign in line for line in lines))
    separator = separator or often
    rows = (
        ListRow(number, _cells(line, separator))
        for number, line in enumerate(lines[first:], first + 1)
    )
    return ListTable(tuple(rows), separator)


def _cells(line: str, separator: str) -> tuple[str, ...]:
    """The cells of a line. No cell goes on in the next line, so a forgotten quotation mark
    spoils one line only."""
    try:
        found = next(csv.reader(io.StringIO(line), delimiter=separator), [])
    except csv.Error:
        found = line.split(separator)
    return tuple(cell.strip() for cell in found[:MOST_COLUMNS])


def _check_lines(lines: Sized) -> None:
    if len(lines) > MOST_LINES:
        message = gettext("That has more than %(most)d lines.")
        raise InvalidInput(message % {"most": MOST_LINES})


def _too_large() -> str:
    return gettext("That is larger than %(most)d kB, too large for a list of names.") % {
        "most": MOST_BYTES // 1000
    }

"""Workbooks (XLSX): a ZIP archive of XML files, which may unpack to a thousand times its size."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.utils.translation import gettext

from moderator.core.errors import InvalidInput

MOST_UNPACKED = 5_000_000  # bytes of all files in it
MOST_STYLES = 1_000_000  # bytes of any other file than those that grow with the list
_GROWING = ("xl/worksheets/", "xl/sharedStrings.xml", "xl/media/")
MOST_FILES = 500
MOST_SHEETS = 100
MOST_PARTS = 250_000  # elements and attributes of all files in it, which take long to parse
MOST_COLUMNS = 30
_MARK = b"PK\x03\x04"


def is_workbook(data: bytes) -> bool:
    """Whether the file is a ZIP archive."""
    return data.startswith(_MARK)


def workbook_rows(data: bytes, most_rows: int) -> Iterator[tuple[str, ...]]:
    """The rows of the first sheet that has any cells, as texts; blank ones at the end are left out.

    At most one row more than `most_rows` is read.

    Raises:
        InvalidInput: it is no workbook, or unpacks to too much.
    """
    check_unpacked(data)
    try:
        rows = _rows(data, most_rows + 1)
    except Exception as error:  # openpyxl raises all kinds for a malformed file
        raise InvalidInput(_unreadable()) from error
    while rows and not any(rows[-1]):
        rows.pop()
    return iter(rows)


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


def _rows(data: bytes, most: int) -> list[tuple[str, ...]]:
    # Imported here: it takes a while and some megabytes, and is rarely needed.
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in book.worksheets:
            cells = sheet.iter_rows(max_row=most, max_col=MOST_COLUMNS, values_only=True)
            rows = [tuple(_text(value) for value in row) for row in cells]
            if any(map(any, rows)):
                return rows
    finally:
        book.close()
    return []


def _text(value: Any) -> str:
    """A cell's value as people see it: student numbers are often stored as decimal numbers."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime):
        value = value.date()
    return value.isoformat() if isinstance(value, date) else str(value).strip()


def _too_much() -> str:
    return gettext("This workbook is too large for a list of names. Save the list as CSV.")


def _unreadable() -> str:
    return gettext("This file can’t be read. Save the list as .xlsx or CSV, and choose that.")

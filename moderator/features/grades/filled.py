"""Fills the grades of a class into a gradebook that Canvas or Moodle exported.

Nothing of it is stored: the page gets the filled file back, signed, for the download.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from moderator.core.errors import InvalidInput
from moderator.core.responses import BYTE_ORDER_MARK, table_text
from moderator.core.text import name_key
from moderator.features.grades.files import POINTS_POSSIBLE, workbook
from moderator.features.grades.read import Counting, Student
from moderator.features.people.roster_reading import Headed, headed, shown_text
from moderator.features.people.roster_rows import (
    SEPARATORS,
    cell_text,
    decoded,
    is_workbook,
    workbook_rows,
)

# The file as rows.

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS, MOST_COLUMNS = 20_000, 500
MOST_LETTERS = 5_000_000  # in all cells, of which many can name one long text
MOST_CELLS = 500_000  # rows times columns
HEADING_LETTERS = 300
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_READ_ONLY = "read only"
_POSSIBLE = re.compile(r"\d{1,6}([.,]\d{1,6})?")


@dataclass(frozen=True, slots=True)
class Gradebook:
    """The rows of a gradebook, the headings first; `separator` is empty for a workbook. `start` and
    `end`: what its text begins with, and its lines end with."""

    rows: tuple[list[Any], ...]
    separator: str = ""
    start: str = ""
    end: str = ""

    @property
    def head(self) -> list[str]:
        """The headings, of which a long one's start is enough."""
        return [cell_text(one)[:HEADING_LETTERS] for one in self.rows[0]]

    @property
    def data(self) -> bytes:
        """The file again; no cell is a formula."""
        if not self.separator:
            return workbook([(gettext("Grades"), list(self.rows))])
        return (self.start + table_text(self.rows, self.separator, self.end)).encode()


def gradebook_read(data: bytes) -> Gradebook:
    """The gradebook in a file.

    Raises:
        InvalidInput: it is too large, or has no headings that tell who somebody is.
    """
    if len(data) > MOST_BYTES:
        most = MOST_BYTES // 2**20
        raise InvalidInput(gettext("The file is larger than %(most)d MiB.") % {"most": most})
    book = _of_workbook(data) if is_workbook(data) else _of_text(data)
    width = max(map(len, book.rows), default=0)
    rows = len(book.rows)
    if rows > MOST_ROWS or width > MOST_COLUMNS or rows * width > MOST_CELLS:
        facts = {"rows": MOST_ROWS, "columns": MOST_COLUMNS, "cells": MOST_CELLS}
        raise InvalidInput(
            gettext("The file has more than %(rows)d rows, %(columns)d columns or %(cells)d cells.")
            % facts
        )
    kinds = headed(book.head) if book.rows else None
    if kinds is None or not (kinds.number or kinds.login or kinds.whole or kinds.last):
        raise InvalidInput(
            gettext(
                "This is no gradebook: its first row has no heading such as “Student”, “ID number” "
                "or “Email address”. Choose a file that Canvas or Moodle exported."
            )
        )
    return replace(book, rows=tuple([*row, *[""] * (width - len(row))] for row in book.rows))


def _of_workbook(data: bytes) -> Gradebook:
    rows = workbook_rows(data, MOST_ROWS, MOST_LETTERS, MOST_COLUMNS + 1)
    return Gradebook(tuple(["" if one is None else one for one in _filled(row)] for row in rows))


def _filled(row: Sequence[Any]) -> Sequence[Any]:
    """The row without empty cells at its end."""
    last = max((k for k, one in enumerate(row, 1) if one is not None), default=0)
    return row[:last]


def _of_text(data: bytes) -> Gradebook:
    text = decoded(data).removeprefix(BYTE_ORDER_MARK)
    start = BYTE_ORDER_MARK if data.startswith(_MARKS) else ""
    head, *_rest = text.split("\n", 1)
    separator = max(SEPARATORS, key=head.count)
    end = "\r\n" if head.endswith("\r") else "\n"
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = tuple(row for row in lines if any(row))
    except csv.Error as error:
        raise InvalidInput(gettext("This file can’t be read as CSV.")) from error
    return Gradebook(rows, separator, start, end)


# Whose row is which.


RowTold = tuple[int, str, str]
"""A row of the file: its number, from 1, what it says, and why that should be looked at."""


class _Known:
    """Who can be found by a number or a name."""

    def __init__(self, students: Sequence[Student]) -> None:
        self.numbers: dict[str, list[Student]] = {}
        self.names: dict[str, list[Student]] = {}
        self.has_roster = any(one.is_on_roster for one in students)
        for one in students:
            if one.number:
                self.numbers.setdefault(_number_key(one.number), []).append(one)
            self.names.setdefault(name_key(one.name), []).append(one)

    def find(self, row: Mapping[int, str], kinds: Headed) -> Student | str:
        """Whose row it is, or why nobody's."""
        cells = [row[place] for place in (*kinds.number, *kinds.login)]
        keys = {_number_key(one) for cell in cells for one in (cell, cell.partition("@")[0]) if one}
        by_number = [one for key in keys for one in self.numbers.get(key, ())]
        by_name = [one for name in _names(row, kinds) for one in self.names.get(name, ())]
        both = [one for one in by_number if one in by_name]
        if by_number and by_name and not both:
            return gettext("The number and the name belong to different people.")
        found = {id(one): one for one in both or by_number or by_name}
        if len(found) > 1:
            return gettext("Several people have this number or name.")
        return next(iter(found.values()), gettext("Nobody in the class has this number or name."))

    def doubt(self, row: Mapping[int, str], kinds: Headed, student: Student) -> str:
        """Why it may be somebody else's row after all; empty if nothing speaks for that."""
        names = set(_names(row, kinds))
        if names and name_key(student.name) not in names:
            return gettext("It has the number of %(name)s.") % {"name": student.name}
        if not student.is_on_roster and self.has_roster:
            return gettext("It is a name that isn’t on the roster.")
        return ""


def _number_key(text: str) -> str:
    """The same for numbers with which spreadsheets lose the zeros at the start."""
    key = name_key(text)
    return key.lstrip("0") or key if key.isdecimal() else key


def _names(row: Mapping[int, str], kinds: Headed) -> Iterator[str]:
    """The ways in which the row's name can be written."""
    for place in kinds.whole:
        last, comma, first = row[place].partition(",")
        yield name_key(row[place])
        if comma:
            yield name_key(f"{first} {last}")
    for last_place, first_place in zip(kinds.last, kinds.first, strict=False):
        yield name_key(f"{row[first_place]} {row[last_place]}")


# Filling it in.


class Filled:
    """The file with grades, filled into the column of that title, which is added if it has none;
    and what became of its rows.

    `column`: the heading of the grades, `is_new` if it was added; `possible`: the maximum that the
    file has for it, to which the grades were scaled; 0 if it has none. `count`: how many rows got
    a grade; `empty`: how many people's grade is empty. `doubtful`: rows with the number of somebody
    of another name, or a name that isn't on the roster. `missing`: who has a grade and no row.

    Raises:
        InvalidInput: it is no such file, or its column can't be changed.
    """

    count = empty = 0

    def __init__(self, data: bytes, students: Sequence[Student], counting: Counting) -> None:
        book = gradebook_read(data)
        kinds = headed(book.head)
        place = _column(book.head, counting.title)
        self.is_new = place is None
        if place is None:
            place = len(book.head)
            for row in book.rows:
                row.append("")
            book.rows[0][place] = counting.title
        self.column = shown_text(book.head[place])
        possible = _possible(book, kinds, place, counting, self.is_new)
        self.possible = possible if possible != counting.total else 0
        factor = possible / counting.total if possible else 1.0
        found, self.unmatched, self.doubtful = _matched(book, kinds, _Known(students))
        grades = {id(one): one.grade(counting) for one in students}
        for row, student in found:
            grade = grades.pop(id(student))
            self.count, self.empty = self.count + (grade is not None), self.empty + (grade is None)
            if grade is not None:
                grade = round(grade * factor, 2)
                row[place] = f"{grade:.2f}".rstrip("0").rstrip(".") if book.separator else grade
        self.missing = [one.name for one in students if grades.get(id(one)) is not None]
        self.data = book.data


def _matched(
    book: Gradebook, kinds: Headed, known: _Known
) -> tuple[list[tuple[list[Any], Student]], tuple[RowTold, ...], tuple[RowTold, ...]]:
    """The rows with whose they are; the others, but those that are nobody's; and the doubtful."""
    found: list[tuple[int, list[Any], Student]] = []
    unmatched, doubtful = [], []
    for order, row in enumerate(book.rows[1:], start=2):
        texts = _texts(row, kinds)
        if not any(texts.values()) or _has_possible(texts):
            continue
        whose = known.find(texts, kinds)
        if isinstance(whose, str):
            unmatched.append((order, _shown(texts), whose))
        else:
            found.append((order, row, whose))
    times = Counter(id(student) for _order, _row, student in found)
    for order, row, student in found:
        texts = _texts(row, kinds)
        if times[id(student)] > 1:
            why = gettext("Another row is of the same person.")
            unmatched.append((order, _shown(texts), why))
        elif why := known.doubt(texts, kinds, student):
            doubtful.append((order, _shown(texts), why))
    once = [(row, student) for _order, row, student in found if times[id(student)] == 1]
    return once, tuple(sorted(unmatched)), tuple(doubtful)


def _texts(row: Sequence[Any], kinds: Headed) -> dict[int, str]:
    """The cells that say whose row it is, by their columns."""
    places = (*kinds.whole, *kinds.last, *kinds.first, *kinds.number, *kinds.login)
    return {place: cell_text(row[place]) for place in sorted(places)}


def _has_possible(texts: Mapping[int, str]) -> bool:
    """Whether it is Canvas's row with the maxima."""
    return any(POINTS_POSSIBLE.strip() in text for text in texts.values())


def _shown(texts: Mapping[int, str]) -> str:
    return shown_text(" · ".join(filter(None, texts.values())))


def _column(head: Sequence[str], title: str) -> int | None:
    """The column of the grade: Canvas writes an id after its title, Moodle what the number is, and
    before it the kind of activity."""
    wanted = name_key(title)
    for place, text in enumerate(head):
        bare = text[: text.rfind("(")] if text.endswith(")") and "(" in text else text
        ways = (text, bare, *(one.partition(":")[2] for one in (text, bare)))
        if wanted in map(name_key, ways):
            return place
    return None


def _possible(
    book: Gradebook, kinds: Headed, place: int, counting: Counting, is_new: bool
) -> float:
    """The maximum that the file has for the column; a new one gets that of the class."""
    for row in book.rows[1:4]:  # it may have another one before it, on how grades are posted
        if not _has_possible(_texts(row, kinds)):
            continue
        if is_new:
            row[place] = str(counting.total)
        text = cell_text(row[place])
        if _READ_ONLY in text:
            title = shown_text(book.head[place])
            raise InvalidInput(
                gettext("Canvas calculates the column “%(title)s” by itself.") % {"title": title}
            )
        return float(text.replace(",", ".")) if _POSSIBLE.fullmatch(text) else 0.0
    return 0.0

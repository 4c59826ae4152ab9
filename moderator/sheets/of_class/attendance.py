"""The attendance of a class: who joined, where they sit, and lines for those who haven't."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.kind import SheetPart
from moderator.sheets.layout.sheet import Block, Sheet
from moderator.sheets.of_class.data import AttendanceData, AttendanceRow
from moderator.sheets.of_class.part import SMALL, add_sentence, cell, class_part, flow_table
from moderator.sheets.stamp import Stamp

NAME, GROUP, ROLE, TIME, NUMBER = 150.0, 92.0, 92.0, 80.0, 66.0
ROW, LEADING = 21.0, 10.5
BLANKS = 4
"""Empty lines for those who are on no list."""


def attendance_part(data: AttendanceData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The attendance, in alphabetical order.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    with override(stamp.language):
        name, people = _("Attendance"), len(data.rows)
        where = ngettext("%d person", "%d people", people) % people
        warning = _("Instructor only: with student numbers.") if data.has_numbers else ""
    fill = partial(_fill, data=data)
    return class_part(stamp.class_name, name, where, stamp, paper, "", fill, warning)


def _fill(sheet: Sheet, data: AttendanceData) -> None:
    here = sum(row.is_here for row in data.rows)
    facts = {"here": here, "all": len(data.rows)}
    add_sentence(sheet, _("%(here)d of %(all)d have joined.") % facts)
    columns = _columns(data, sheet.right - sheet.left)
    head = Block(16, partial(_head, columns=columns, right=sheet.right))
    rows = [_row(row, columns, sheet.right) for row in data.rows]
    blank = AttendanceRow("", is_here=False)
    rows += [_row(blank, columns, sheet.right) for _k in range(BLANKS)]
    flow_table(sheet, _("Names"), head, rows)


Columns = tuple[tuple[str, str, float, float], ...]
"""Of each column: the field, its heading, where it begins, and its width, in points."""


def _columns(data: AttendanceData, width: float) -> Columns:
    fields = [
        ("name", _("Name"), NAME),
        *([("number", _("Student no."), NUMBER)] if data.has_numbers else []),
        ("group", _("Group"), GROUP),
        ("role", _("Role"), ROLE),
        ("joined", _("Joined"), TIME),
        ("seen", _("Last seen"), TIME),
    ]
    factor = width / sum(own for _field, _head, own in fields)
    columns, start = [], 0.0
    for field, head, own in fields:
        columns.append((field, head, start, own * factor))
        start += own * factor
    return tuple(columns)


def _head(page: Page, x: float, y: float, *, columns: Columns, right: float) -> None:
    with page.element("TR"):
        for _field, head, start, width in columns:
            cell(page, x + start, y + 10, head, width - 6, head="Column")
    page.line(x, y + 15, right, y + 15, 1.1, INK)


def _row(row: AttendanceRow, columns: Columns, right: float) -> Block:
    """Somebody's row, with the role as a place to sign for those who haven't joined."""
    shown = [
        (start, fonts.wrap(str(getattr(row, field)), 10 if field == "name" else SMALL, width - 8,
                           2, "bold" if field == "name" else "plain"), field == "name")
        for field, _head, start, width in columns
    ]  # fmt: skip
    height = max(ROW, LEADING * max(len(lines) for _start, lines, _name in shown) + 9)
    line = next(start for field, _head, start, _width in columns if field == "group")

    def draw(page: Page, x: float, y: float) -> None:
        base = y + 14
        with page.element("TR"):
            for start, lines, is_name in shown:
                with page.element("TH" if is_name else "TD", scope="Row" if is_name else ""):
                    for k, text in enumerate(lines):
                        size = 10 if is_name else SMALL
                        at = base + LEADING * k
                        page.text(x + start, at, text, size, is_bold=is_name and row.is_here)
        if not row.is_here:
            page.text(x + line, base, _("signature"), SMALL)
        page.line(x, y + height, right, y + height, 0.4, INK)

    return Block(height, draw)

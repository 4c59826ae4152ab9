"""Diplomatic records on paper: a part for each player, and one for each pair of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.kind import SheetKind, SheetPart
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph, stacked
from moderator.sheets.stamp import Stamp

SIZE, LEADING = 9.5, 13.0
SMALL, SMALL_LEADING = 8.0, 11.0
SPACE = 6.0


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A contact or a promise: when and with whom, and what was said or promised."""

    when: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordPart:
    """One player's record, or what two players have noted of each other."""

    seats: tuple[SeatLabel, ...]
    promises: Sequence[RecordLine]
    contacts: Sequence[RecordLine]
    title: str
    copyright: str
    status_line: str


def _fill(sheet: Sheet, part: RecordPart) -> None:
    width = sheet.right - sheet.left
    name = " – ".join(seat.name for seat in part.seats)
    seat = part.seats[0] if len(part.seats) == 1 else None
    sheet.flow(Section(name, paragraph(_empty(part), width, SMALL), seat=seat))
    if part.promises:
        sheet.flow(Section(_("Promises"), [_row(line, width) for line in part.promises]))
    if part.contacts:
        sheet.flow(Section(_("Contacts"), [_row(line, width) for line in part.contacts]))


def _empty(part: RecordPart) -> str:
    if part.promises or part.contacts:
        return _("As noted during the game; struck-out lines are marked.")
    return _("Nothing noted.")


def _row(line: RecordLine, width: float) -> Block:
    blocks = paragraph(line.when, width, SMALL, SMALL_LEADING)
    for text in line.texts:
        for each in text.splitlines():
            blocks += paragraph(each, width, SIZE, LEADING)
    return stacked([*blocks, Block(SPACE, lambda page, x, y: None)])


records_sheet = SheetKind(
    "records",
    gettext_lazy("Diplomatic records"),
    _fill,
    when="after",
    about=gettext_lazy("What players noted of each other, and what they promised."),
    is_secret=True,
)
"""Secret until the end: what players have not read of each other."""


def record_parts(parts: Sequence[RecordPart], stamp: Stamp, paper: Paper = "a4") -> list[SheetPart]:
    """The pages of all parts, each with a numbering of its own.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    return [page for part in parts for page in records_sheet.lay_out(part, stamp, paper, ())]

"""Diplomatic records: a part for each player, or one for each pair of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.said.lines import SMALL, contact_rows, promise_rows
from moderator.sheets.said.view import SaidView, nothing_to_read
from moderator.sheets.said_data import Said, SaidContact, SaidPromise

RecordLine = SaidContact | SaidPromise


def has_no_records(view: SaidView) -> bool:
    """Whether the readers may read nothing yet."""
    said = view.said
    return not (said.has_all or said.contacts or said.promises)


def by_player(view: SaidView) -> Mapping[str, SaidView]:
    """What each player has noted and promised; without those of whom nothing may be read."""
    said = view.said
    found = {}
    for seat in said.seats:
        lines: tuple[RecordLine, ...] = (
            *(one for one in said.promises if seat in (one.maker, one.partner)),
            *(one for one in said.contacts if one.seat == seat),
        )
        if lines or said.has_all:
            found[seat.id] = _only(view, (seat,), lines)
    return found or {"": view}


def by_pair(view: SaidView) -> Mapping[str, SaidView]:
    """What each two players have noted of each other, and promised; the others are left out."""
    said = view.said
    found = {}
    for pair in combinations(said.seats, 2):
        lines: tuple[RecordLine, ...] = (
            *(one for one in said.promises if {one.maker, one.partner} == set(pair)),
            *(one for one in said.contacts if _is_between(one, pair)),
        )
        if lines:
            found[_name(pair)] = _only(view, pair, lines)
    return found or {"": view}


def _is_between(contact: SaidContact, pair: Sequence[SeatLabel]) -> bool:
    """Whether one of the two noted a contact with the other."""
    return contact.seat in pair and set(pair) <= {contact.seat, *contact.partners}


def _only(view: SaidView, of: tuple[SeatLabel, ...], lines: tuple[RecordLine, ...]) -> SaidView:
    return replace(view, of=of, said=replace(view.said, lines=lines))


def _name(seats: Iterable[SeatLabel]) -> str:
    return " – ".join(seat.name for seat in seats)


def add_records(sheet: Sheet, view: SaidView) -> None:
    """Adds the records of one part."""
    said, width = view.said, sheet.right - sheet.left
    if not view.of:
        note = _("Nothing noted.") if said.has_all else nothing_to_read()
        sheet.flow(Section(_("Records"), paragraph(note, width, SMALL)))
        return
    seat = view.of[0] if len(view.of) == 1 else None
    sheet.flow(Section(_name(view.of), paragraph(_note(said), width, SMALL), seat=seat))
    _flow(sheet, _("Promises"), [promise_rows(said, one, width) for one in said.promises])
    _flow(sheet, _("Contacts"), [contact_rows(said, one, width) for one in said.contacts])


def _note(said: Said) -> str:
    if not said.lines:
        return _("Nothing noted.")
    return said.note or _("As noted during the game; struck-out lines are marked.")


def _flow(sheet: Sheet, title: str, rows: Sequence[Sequence[Block]]) -> None:
    if rows:
        sheet.flow(Section(title, [block for row in rows for block in row]))

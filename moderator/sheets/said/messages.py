"""The messages of a game, by conversation."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.layout.sheet import Section, Sheet, paragraph
from moderator.sheets.said.lines import SMALL, message_rows
from moderator.sheets.said.view import SaidView, nothing_to_read
from moderator.sheets.said_data import Said, SaidMessage

Conversation = tuple[SeatLabel, ...]


def conversations(said: Said) -> dict[Conversation, list[SaidMessage]]:
    """The messages between the same players, the oldest first; pairs before larger groups."""
    found: dict[Conversation, list[SaidMessage]] = {}
    for message in said.messages:
        found.setdefault(message.seats, []).append(message)

    def place(seats: Conversation) -> tuple[int, list[int]]:
        return len(seats), [seat.number for seat in seats]

    return {seats: found[seats] for seats in sorted(found, key=place)}


def add_messages(sheet: Sheet, view: SaidView) -> None:
    """Adds the conversations."""
    said, width = view.said, sheet.right - sheet.left
    if not said.messages:
        note = _("No messages were written.") if said.has_all else nothing_to_read()
        sheet.flow(Section(_("Messages"), paragraph(note, width, SMALL)))
        return
    if said.note:
        sheet.flow(Section(_("Messages"), paragraph(said.note, width, SMALL)))
    for seats, messages in conversations(said).items():
        title = " – ".join(seat.name for seat in seats)
        rows = [block for one in messages for block in message_rows(said, one, width)]
        sheet.flow(Section(title, rows))


def has_no_messages(view: SaidView) -> bool:
    """Whether the readers may read none yet."""
    return not (view.said.has_all or view.said.messages)

"""The part of a student's page where messages are written, outside the frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from moderator.core import credentials, frames
from moderator.core.feature import Section
from moderator.core.look import Look
from moderator.core.models import MESSAGE_LETTERS, Game
from moderator.core.written import labelled, labels_of
from moderator.features.messages.part import SeatMessages, seat_messages
from moderator.features.messages.read import MESSAGES, conversation_of, others_in, privacy_of
from moderator.rules.seating import SeatLabel

SEVERAL = "several"
"""Instead of a talk in an address: whom a message is for is chosen with it."""


@dataclass(frozen=True)
class WritingPart(Section):
    """The seat's talks as in its frame, and the form for a message.

    `open`: the talk that is shown, or `SEVERAL`. `privacy`: who can read what is written;
    `has_written`: the seat has. `to`: the recipients. `error`: why what was sent last was not
    stored.
    """

    template = "messages/phone_messages.html"
    head = "messages/talk_head.html"
    style = "messages.css"

    html: SafeString
    unread: int
    open: str
    privacy: tuple[str, ...]
    has_written: bool
    others: tuple[SeatLabel, ...]
    to: tuple[SeatLabel, ...]
    text: str
    key: str
    error: str = ""
    letters: int = MESSAGE_LETTERS


def writing_of(
    look: Look, seat: str, to: str = "", text: str | None = None, error: str = ""
) -> WritingPart | None:
    """The part for a seat; None in games without messages, and before the start.

    Args:
        to: the talk that is shown, whose draft the form gets; or `SEVERAL`.
        text: what was typed, instead of the draft.
    """
    book = MESSAGES.of(look)
    if not book.is_on or look.game.is_waiting:
        return None
    labels = labels_of(look.fold)
    chosen = frozenset(others_in(to)) & labels.keys() - {seat}
    id = conversation_of(chosen)
    draft = book.mailbox(seat).drafts.get(id)
    part = seat_messages(look, book, seat)
    return WritingPart(
        html=html_of(look.game, part, id),
        unread=part.unread,
        open=to if to == SEVERAL else id,
        privacy=privacy_of(book.settings),
        has_written=any(one.player == seat for one in book.messages),
        others=tuple(label for id, label in labels.items() if id != seat),
        to=labelled(labels, chosen),
        text=text if text is not None else draft.text if draft else "",
        key=credentials.new(),
        error=error,
    )


def section_of(look: Look, asked: Mapping[str, str]) -> WritingPart | None:
    """The part for the viewer's seat, perhaps with a conversation that the address names."""
    return writing_of(look, look.viewer.seat or "", asked.get("to", ""))


def html_of(game: Game, part: SeatMessages, open: str) -> SafeString:
    """The talks as HTML, in the class's time."""
    with timezone.override(frames.zone_of(game.group)):
        context = {"messages": part, "open": open}
        return render_to_string("messages/messages_seat.html", context)

"""Messages as part of a frame: a seat's conversations, or what the moderator may know of them; and
beside it on a student's page, where they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, gettext

from moderator.core import credentials, frames
from moderator.core.cache import MB, LruCache
from moderator.core.feature import Section, Shown, part_html
from moderator.core.look import Look
from moderator.core.models import Classroom
from moderator.core.written import MESSAGE_LETTERS, labelled, said_line
from moderator.features.deals.offers.read import OFFERS
from moderator.features.deals.records.part import RecordsView, records_view
from moderator.features.deals.records.read import RECORDS
from moderator.features.messages.models import MessageReport
from moderator.features.messages.read import (
    MESSAGES,
    Conversation,
    MessageBook,
    conversation_of,
    others_in,
    privacy_of,
)
from moderator.rules.deals import SaidLine
from moderator.rules.seating import SeatLabel, Viewer

LINES_MOST = 40  # messages of all conversations together, in a frame

PROMISE, OFFER = "promise", "offer"


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation as its page shows it: messages and promises, the newest last; so many `older`
    messages are left out.

    `total`: how many messages there are, and so are read when all of these have been shown.
    `asked`: what else waits for an answer, a `PROMISE` or an `OFFER`.
    """

    id: str
    others: tuple[SeatLabel, ...]
    lines: tuple[SaidLine, ...]
    older: int
    total: int
    unread: int
    draft: Mapping[str, Any] | None
    asked: tuple[str, ...]

    @property
    def last(self) -> SaidLine | None:
        return self.lines[-1] if self.lines else None

    @property
    def is_new(self) -> bool:
        """Whether it has something to read or to answer."""
        return bool(self.unread or self.asked)


@dataclass(frozen=True, slots=True)
class SeatMessages:
    """What a seat sees: its talks, one with each other player and those with several, first those
    with something new, then by their newest line.

    `closed`: why nothing can be written now; `shown`: when a moderator has last opened unread
    messages for players without a phone; `version` grows with what the seat's people share.
    """

    talks: tuple[Talk, ...]
    closed: str
    shown: datetime | None
    version: int
    page: str
    all: str

    @property
    def unread(self) -> int:
        """How many messages nobody of the seat has read."""
        return sum(talk.unread for talk in self.talks)


# Some 20 kB for each seat that is watched.
_seats: LruCache[SafeString] = LruCache(4 * MB)


def shown_messages(look: Look) -> Shown | None:
    """The part of a frame; none for those who only watch, and in games without messages. A move
    changes nothing of it."""
    book, seat = MESSAGES.of(look), look.viewer.seat
    if not book.is_on or look.game.is_waiting:
        return None
    rewritten = book.settings.rewritten
    if look.viewer.is_moderator:
        return Shown(rewritten, lambda: _console(look, book))
    if not seat:
        return None

    def html() -> SafeString:
        number = book.version(look.viewer), rewritten
        where = get_language(), get_current_timezone()
        deals = _Deals(look, seat)
        key = (look.game.uid, seat, number, closed_for(look, book, seat), deals.key, *where)
        return _seats.get_or_make(key, lambda: _seat(seat_messages(look, book, seat, deals)))

    return Shown(rewritten, html)


def _seat(messages: SeatMessages) -> SafeString:
    return part_html("messages/frame_messages.html", messages=messages)


def _console(look: Look, book: MessageBook) -> SafeString:
    """With the number of messages that moderators may read."""
    return part_html(
        "messages/messages_console.html",
        number=len(book.seen_by(look.viewer)),
        settings=book.settings,
        url=reverse("messages", args=[look.game.group.code]),
    )


class _Deals:
    """Promises and offers of a seat, by the other side."""

    def __init__(self, look: Look, seat: str) -> None:
        view = records_view(look.by(Viewer(seat=seat)), RECORDS.of(look))
        is_over = look.timeline.is_over or look.game.is_stopped
        offers = () if is_over else OFFERS.of(look).open
        self.to_answer = view.to_answer if view else ()
        self.said = tuple(_promises(view)) if view else ()
        self.offers = frozenset(one.maker for one in offers if one.partner == seat)
        self.key = (self.to_answer, self.said, self.offers)

    def asked(self, other: str) -> tuple[str, ...]:
        is_promised = any(one.seat.id == other for one in self.to_answer)
        return (PROMISE,) * is_promised + (OFFER,) * (other in self.offers)


def _promises(view: RecordsView) -> Iterable[SaidLine]:
    """All promises but those to answer, which are cards of their own."""
    waiting = {one.order for one in view.to_answer}
    for one in view.promises:
        if one.order not in waiting:
            yield replace(one, is_own=one.seat.id == view.own)


def seat_messages(
    look: Look,
    book: MessageBook,
    seat: str,
    deals: _Deals | None = None,
    most: int | None = LINES_MOST,
) -> SeatMessages:
    """What a seat sees; `most`: so many of the newest messages, None for all."""
    deals = deals or _Deals(look, seat)
    mailbox, written = book.mailbox(seat), {one.id: one for one in book.conversations(seat)}
    numbers = sorted(
        (one.number for talk in written.values() for one in talk.messages), reverse=True
    )
    first = numbers[most - 1] if most is not None and len(numbers) > most else 0
    others = (one for one in look.timeline.labels if one != seat)
    talks = []
    for id in dict.fromkeys((*written, *others, *mailbox.drafts)):
        talk = written.get(id) or Conversation(id, others_in(id), (), 0)
        talks.append(_talk(look, book, seat, talk, deals, first))
    talks.sort(key=_place, reverse=True)
    return SeatMessages(
        talks=tuple(talks),
        closed=closed_for(look, book, seat),
        shown=mailbox.shown_at,
        version=mailbox.changes,
        page=reverse("play", args=[look.game.group.code]),
        all=reverse("play-messages", args=[look.game.group.code]),
    )


def _place(talk: Talk) -> tuple[bool, float]:
    return talk.is_new, talk.last.at.timestamp() if talk.last else 0


def closed_for(look: Look, book: MessageBook, seat: str) -> str:
    """Why the seat can't write now, as far as that shows before it tries; empty if it can."""
    if look.timeline.is_over:
        return gettext("The game is over: no more messages are sent.")
    if look.game.is_stopped:
        return gettext("The game is stopped: no messages are sent.")
    if book.settings.is_closed_to(seat):
        return gettext("Your moderator has closed writing for now.")
    return ""


def _talk(
    look: Look, book: MessageBook, seat: str, talk: Conversation, deals: _Deals, first: int
) -> Talk:
    """A talk with its messages from number `first` on, and the promises since then."""
    labels, mailbox = look.timeline.labels, book.mailbox(seat)
    report = reverse("play-report", args=[look.game.group.code])
    lines = []
    for place, message in enumerate(talk.messages, start=1):
        if message.number < first:
            continue
        line, is_own = said_line(look.fold, labels, message), message.player == seat
        lines.append(
            replace(
                line,
                order=place,
                is_own=is_own,
                is_new=place > talk.read and not is_own,
                is_reported=message.number in mailbox.reported,
                report="" if is_own else f"{report}?with={talk.id}&message={place}",
            )
        )
    older = len(talk.messages) - len(lines)
    begins = lines[0].at if older and lines else None
    for one in deals.said:
        is_here = talk.id == (one.partner.id if one.is_own else one.seat.id)
        if is_here and (one.is_open or begins is None or one.at >= begins):
            lines.append(one)
    return Talk(
        id=talk.id,
        others=labelled(labels, talk.others),
        lines=tuple(sorted(lines, key=lambda one: one.at)),
        older=older,
        total=len(talk.messages),
        unread=talk.unread(seat),
        draft=mailbox.drafts.get(talk.id),
        asked=deals.asked(talk.id),
    )


# How many messages have been reported, live on the instructor's pages.

REPORTS = "reports"


def reports_html(classroom: Classroom) -> tuple[str, float]:
    """The line about the class's reports, which doesn't change with time alone."""
    found = MessageReport.objects.filter(message__game__group__classroom=classroom)
    rows = found.order_by("message__game__group__number")
    unseen = rows.filter(seen_at=None).values_list("message__game__group__name", flat=True)
    context = {
        "classroom": classroom,
        "has_reports": found.exists(),
        "unseen": len(unseen),
        "groups": list(dict.fromkeys(unseen)),
    }
    return render_to_string("messages/frame_reports.html", context), 0


# The part of a student's page where messages are written, outside the frame.

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
    labels = look.timeline.labels
    chosen = frozenset(others_in(to)) & labels.keys() - {seat}
    id = conversation_of(chosen)
    draft = book.mailbox(seat).drafts.get(id)
    part = seat_messages(look, book, seat)
    with timezone.override(frames.zone_of(look.game.group)):
        html = render_to_string("messages/messages_seat.html", {"messages": part, "open": id})
    return WritingPart(
        html=html,
        unread=part.unread,
        open=to if to == SEVERAL else id,
        privacy=privacy_of(book.settings),
        has_written=any(one.player == seat for one in book.messages),
        others=tuple(label for id, label in labels.items() if id != seat),
        to=labelled(labels, chosen),
        text=text if text is not None else draft["text"] if draft else "",
        key=credentials.new(),
        error=error,
    )


def section_of(look: Look, asked: Mapping[str, str]) -> WritingPart | None:
    """The part for the viewer's seat, perhaps with a conversation that the address names."""
    return writing_of(look, look.viewer.seat or "", asked.get("to", ""))

"""Messages as part of a frame: a seat's conversations, or what the moderator may know of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, gettext

from moderator.core.cache import MB, LruCache
from moderator.core.feature import Shown, part_html
from moderator.core.look import Look
from moderator.core.models import Classroom, Game
from moderator.core.written import labelled, labels_of, said_line
from moderator.features.deals.offers.read import OFFERS
from moderator.features.deals.records.part import RecordsView, records_view
from moderator.features.deals.records.read import RECORDS
from moderator.features.messages.models import MessageReport
from moderator.features.messages.read import (
    MESSAGES,
    Conversation,
    MessageBook,
    MessageDraft,
    others_in,
)
from moderator.rules.said import SaidLine
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
    draft: MessageDraft | None
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
    is_console: bool = False

    @property
    def unread(self) -> int:
        """How many messages nobody of the seat has read."""
        return sum(talk.unread for talk in self.talks)


@dataclass(frozen=True, slots=True)
class ConsoleMessages:
    """What the moderator sees: the number of messages that moderators may read."""

    number: int
    is_readable: bool
    is_closed: bool
    url: str
    is_console: bool = True


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
        return Shown(rewritten, lambda: _html(_console(look.game, book, look.viewer)))
    if not seat:
        return None

    def html() -> SafeString:
        number = book.version(look.viewer), rewritten
        where = get_language(), get_current_timezone()
        deals = _Deals(look, seat)
        key = (look.game.uid, seat, number, closed_for(look, book, seat), deals.key, *where)
        return _seats.get_or_make(key, lambda: _html(seat_messages(look, book, seat, deals)))

    return Shown(rewritten, html)


def _html(messages: SeatMessages | ConsoleMessages) -> SafeString:
    return part_html("messages/frame_messages.html", messages=messages)


class _Deals:
    """Promises and offers of a seat, by the other side."""

    def __init__(self, look: Look, seat: str) -> None:
        view = records_view(look.by(Viewer(seat=seat)), RECORDS.of(look))
        is_over = look.rules.is_over(look.state) or look.game.is_stopped
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
    others = (one for one in labels_of(look.fold) if one != seat)
    talks = []
    for id in dict.fromkeys((*written, *others, *mailbox.drafts)):
        talk = written.get(id) or Conversation(id, others_in(id), (), 0)
        talks.append(_talk(look, book, seat, talk, deals, first))
    talks.sort(key=_place, reverse=True)
    return SeatMessages(
        talks=tuple(talks),
        closed=closed_for(look, book, seat),
        shown=mailbox.shown[-1] if mailbox.shown else None,
        version=mailbox.changes,
        page=reverse("play", args=[look.game.group.code]),
        all=reverse("play-messages", args=[look.game.group.code]),
    )


def _place(talk: Talk) -> tuple[bool, float]:
    return talk.is_new, talk.last.at.timestamp() if talk.last else 0


def closed_for(look: Look, book: MessageBook, seat: str) -> str:
    """Why the seat can't write now, as far as that shows before it tries; empty if it can."""
    if look.rules.is_over(look.state):
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
    labels, mailbox = labels_of(look.fold), book.mailbox(seat)
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


def _console(game: Game, book: MessageBook, viewer: Viewer) -> ConsoleMessages:
    return ConsoleMessages(
        number=len(book.seen_by(viewer)),
        is_readable=book.settings.do_teachers_read,
        is_closed=book.settings.is_closed,
        url=reverse("messages", args=[game.group.code]),
    )


# How many messages have been reported, live on the instructor's pages.

REPORTS = "reports"


@dataclass(frozen=True, slots=True)
class ReportCount:
    """How many messages players of a class have reported, and how many nobody has dealt with;
    `groups`: the names of the groups of the latter."""

    all: int
    unseen: int
    groups: tuple[str, ...]


def report_count(classroom: Classroom) -> ReportCount:
    found = MessageReport.objects.filter(message__game__group__classroom=classroom)
    rows = found.order_by("message__game__group__number")
    names = [
        name for at, name in rows.values_list("seen_at", "message__game__group__name") if at is None
    ]
    return ReportCount(len(rows), len(names), tuple(dict.fromkeys(names)))


def reports_html(classroom: Classroom) -> tuple[str, float]:
    """The line about the class's reports, which doesn't change with time alone."""
    context = {"classroom": classroom, "reports": report_count(classroom)}
    return render_to_string("messages/frame_reports.html", context), 0

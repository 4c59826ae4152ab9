"""A game’s messages and who may read them; as part of a frame, and of a student’s page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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
from moderator.core.look import Book, Look
from moderator.core.models import Classroom, Game
from moderator.core.written import (
    MESSAGE_LETTERS,
    Diplomacy,
    SaidOnTable,
    has_messages,
    labelled,
    on_table,
    said_line,
    settings_of,
    written_rows,
)
from moderator.features.deals.offers import OFFERS
from moderator.features.deals.records import RECORDS
from moderator.features.deals.records_part import RecordsView, records_view
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.rules.deals import MESSAGE, SaidLine
from moderator.rules.seating import SeatLabel, Viewer

# Written messages between players. Only those who write or get one see it, and teachers where the
# game's settings say so.


@dataclass(frozen=True, slots=True)
class Conversation:
    """One player's messages with the same others, the oldest first; `read`: so many are read."""

    id: str
    others: tuple[str, ...]
    messages: tuple[SaidOnTable, ...]
    read: int

    def unread(self, player: str) -> int:
        """How many of the others' messages the player has not read."""
        return sum(one.player != player for one in self.messages[self.read :])


@dataclass(frozen=True, slots=True)
class MessageBook:
    """All messages of a game, in the order in which they were written.

    `is_on`: the players of this game talk through written messages. `numbers`: how many concern
    each player.
    """

    is_on: bool = False
    settings: Diplomacy = field(default_factory=Diplomacy)
    messages: tuple[SaidOnTable, ...] = ()
    mailboxes: Mapping[str, Mailbox] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)

    def version(self, viewer: Viewer) -> int:
        """How much has happened that the viewer gets to see; it only grows."""
        if not self.is_on or viewer.is_public:
            return 0
        if viewer.is_moderator:
            return self.settings.changes + len(self.seen_by(viewer))
        seat = viewer.seat or ""
        return self.settings.changes + self.numbers.get(seat, 0) + self.mailbox(seat).changes

    def seen_by(self, viewer: Viewer) -> tuple[SaidOnTable, ...]:
        reads_along = self.settings.do_teachers_read
        return tuple(one for one in self.messages if one.is_seen_by(viewer, reads_along))

    def mailbox(self, player: str) -> Mailbox:
        """What the player's people share."""
        return self.mailboxes.get(player) or Mailbox(player=player)

    def conversations(self, player: str) -> tuple[Conversation, ...]:
        """The player's conversations, the one with the newest message first."""
        read = self.mailbox(player).read
        found: dict[str, list[SaidOnTable]] = {}
        for one in self.seen_by(Viewer(seat=player)):
            id = conversation_of(one.players - {player})
            found.setdefault(id, []).append(one)
        by_newest = sorted(found.items(), key=lambda pair: -pair[1][-1].number)
        return tuple(
            Conversation(id, others_in(id), tuple(messages), read.get(id, 0))
            for id, messages in by_newest
        )


def conversation_of(others: frozenset[str]) -> str:
    """A conversation's name: the other players' ids, sorted and joined by commas."""
    return ",".join(sorted(others))


def others_in(conversation: str) -> tuple[str, ...]:
    return tuple(conversation.split(","))


def messages_of(look: Look) -> MessageBook:
    """The game's messages, as they are stored now. Cost: no query in games without them."""
    if not has_messages(look.fold):
        return MessageBook()
    settings = settings_of(look.game)
    if not look.game.changes:
        return MessageBook(True, settings)
    messages = written_rows(Message, look.game, settings.rewritten, message_on_table)
    numbers: Counter[str] = Counter()
    for one in messages:
        numbers.update(one.players)
    return MessageBook(True, settings, messages, _mailboxes(look.game), numbers)


MESSAGES = Book(messages_of, depends=lambda look: has_messages(look.fold), is_private=True)


def message_on_table(row: Message) -> SaidOnTable:
    return on_table(row, MESSAGE, row.sender, row.recipients, text=row.text)


def _mailboxes(game: Game) -> dict[str, Mailbox]:
    found = {row.player: row for row in Mailbox.objects.filter(game=game)}
    rows = MessageReport.objects.filter(message__game=game)
    for player, number in rows.values_list("player", "message__number"):
        found[player].reported |= {number}
    return found


# Who can read what players write, in words: on the settings and before the first message.


def privacy_of(settings: Diplomacy) -> tuple[str, ...]:
    """Sentences for those who write, before they do: about the game, the debrief, and reports."""
    if settings.do_teachers_read:
        now = gettext(
            "Your moderator and your instructor can read what you write; of the players only "
            "those you write to."
        )
        reported = gettext("If somebody reports a message, your instructor is told.")
    else:
        now = gettext(
            "Only those you write to can read it during the game: your moderator and your "
            "instructor can’t, except what a moderator enters for somebody or opens for players "
            "without a phone."
        )
        reported = gettext(
            "If somebody reports a message, your instructor sees it with at most nine before it in "
            "the same conversation, and nothing else."
        )
    debrief = gettext("It is not shown at the debrief.")
    if settings.does_everybody_read:
        debrief = gettext("At the debrief your instructor can show it to everybody.")
    return now, debrief, reported


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
        return _seats.get_or_make(
            key,
            lambda: part_html(
                "messages/frame_messages.html", messages=seat_messages(look, book, seat, deals)
            ),
        )

    return Shown(rewritten, html)


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


class WritingPart(Section):
    """The seat's talks as in its frame, and the form for a message.

    `open`: the talk that is shown, or `SEVERAL`. `privacy`: who can read what is written;
    `has_written`: the seat has. `to`: the recipients. `error`: why what was sent last was not
    stored.
    """

    template = "messages/phone_messages.html"
    head = "messages/talk_head.html"
    style = "messages.css"

    letters = MESSAGE_LETTERS

    def __init__(self, look: Look, seat: str, to: str, text: str | None, error: str) -> None:
        book, labels = MESSAGES.of(look), look.timeline.labels
        chosen = frozenset(others_in(to)) & labels.keys() - {seat}
        id = conversation_of(chosen)
        draft = book.mailbox(seat).drafts.get(id)
        part = seat_messages(look, book, seat)
        with timezone.override(frames.zone_of(look.game.group)):
            context = {"messages": part, "open": id}
            self.html = render_to_string("messages/messages_seat.html", context)
        self.unread, self.open = part.unread, to if to == SEVERAL else id
        self.privacy = privacy_of(book.settings)
        self.has_written = any(one.player == seat for one in book.messages)
        self.others = tuple(label for id, label in labels.items() if id != seat)
        self.to = labelled(labels, chosen)
        self.text = text if text is not None else draft["text"] if draft else ""
        self.key, self.error = credentials.new(), error


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
    return WritingPart(look, seat, to, text, error)


def section_of(look: Look, asked: Mapping[str, str]) -> WritingPart | None:
    """The part for the viewer's seat, perhaps with a conversation that the address names."""
    return writing_of(look, look.viewer.seat or "", asked.get("to", ""))

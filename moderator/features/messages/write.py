"""Sending messages, reading and drafting them, and reporting one to the instructor."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.feature import ErasedName
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import MODERATORS, Classroom, Entry, Game, Person
from moderator.core.recording import Change, Done, changing
from moderator.core.text import text_read
from moderator.core.written import (
    MESSAGE_LETTERS,
    Diplomacy,
    check_limits,
    check_others,
    columns_now,
    count_changed,
    has_messages,
    settings_of,
    settings_store,
    writer_forget,
)
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.features.messages.part import (
    REPORTS,
    Conversation,
    conversation_of,
    message_on_table,
    messages_of,
)
from moderator.rules.errors import Refused

# What services of written messages and diplomatic records share: recipients, mailboxes.

BAD_MESSAGE = "bad-message"


def own_message() -> str:
    """Why somebody can't write or read for another player."""
    return gettext("You can write and read for your own %(seat)s only.")


def _check_recipients(fold: Fold, sender: str, to: Collection[str]) -> None:
    unknown = Refused(BAD_MESSAGE, gettext("There is no such player to write to."))
    nobody = Refused(BAD_MESSAGE, gettext("Choose who gets the message."))
    check_others(fold, sender, to, unknown, nobody)


def conversation_in(look: Look, player: str, id: str) -> Conversation | None:
    """The player's conversation; None if nothing has been written in it."""
    found = messages_of(look).conversations(player)
    return next((one for one in found if one.id == id), None)


def mailbox_of(game: Game, player: str) -> Mailbox:
    """The player's mailbox, made if there is none; the game is locked."""
    return Mailbox.objects.get_or_create(game=game, player=player)[0]


def save_mailbox(now: Change, mailbox: Mailbox) -> None:
    """Store a changed mailbox; those who share it see it."""
    mailbox.changes += 1
    mailbox.save()
    now.changed(publishing.seat_audience(mailbox.player))


# Written messages between players: sending them.


def message_send(
    game: Game,
    sender: str,
    recipients: Collection[str],
    text: str,
    key: str,
    by: Person,
    role: str,
    turn: int | None = None,
) -> Done:
    """Send a message. When this returns, it is committed. The sender's draft of it is removed.

    Args:
        turn: the round for which it is meant; None if any will do.

    Raises:
        Refused: it is blank, too long, or to nobody; or nothing can be written now.
        Stale: the round is over, the key has done something else, or the game has been deleted.
        NotAllowed: it isn't this student's seat.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    text = text_read(text, MESSAGE_LETTERS, gettext("Write something first."), BAD_MESSAGE)
    to = sorted(set(recipients))
    asked = ["message", sender, to, text]
    own = own_message()
    frame = changing(game, by, role, key=key, asked=asked, turn=turn, own=own, player=sender)
    with frame as now:
        if now.repeated:
            return now.repeated
        _check_messages(now)
        _check_recipients(now.fold, sender, to)
        settings = settings_of(game)
        _check_open(now.look, settings, sender, role)
        rows = Message.objects.filter(game=game)
        check_limits(
            rows.filter(sender=sender),
            gettext("Not sent: at most %(most)d messages a minute. Wait a little."),
            gettext("Not sent: that would be more than %(most)d messages in this game."),
        )
        columns = columns_now(now.look, rows, by, role)
        message = Message.objects.create(**columns, sender=sender, recipients=to, text=text)
        _forget_draft(game, sender, conversation_of(frozenset(to)))
        now.changed(*message_on_table(message).audiences(settings))
        return now.done(message.number)


def _check_messages(now: Change) -> None:
    if not has_messages(now.fold):
        raise Refused("wrong-phase", gettext("In this game players don’t write messages."))


def _check_open(look: Look, settings: Diplomacy, sender: str, role: str) -> None:
    """Raise `Refused` while the player can't write; a moderator who closed it can still enter."""
    if look.timeline.is_over:
        raise Refused("game-over", gettext("The game is over: no more messages are sent."))
    if role not in MODERATORS and settings.is_closed_to(sender):
        message = gettext("Your moderator has closed writing for now. What you have typed is kept.")
        raise Refused("wrong-phase", message)


def _forget_draft(game: Game, player: str, conversation: str) -> None:
    mailbox = Mailbox.objects.filter(game=game, player=player).first()
    if mailbox is not None and mailbox.drafts.pop(conversation, None):
        mailbox.changes += 1
        mailbox.save()


# What a seat's people share beside their messages: how far they have read, and drafts.

MOST_DRAFTS = 20


def message_read(game: Game, conversation: str, read: int, by: Person) -> None:
    """The person's seat has read so many messages of that conversation.

    Raises:
        Stale: the game has been deleted.
        NotAllowed: the person has no seat.
    """
    with changing(game, by, Entry.Role.STUDENT, own=own_message(), is_always=True) as now:
        found = conversation_in(now.look, now.player, conversation)
        read = min(read, len(found.messages)) if found else 0
        if found is None or read <= found.read:
            return
        mailbox = mailbox_of(game, now.player)
        mailbox.read[conversation] = read
        save_mailbox(now, mailbox)


def draft_save(game: Game, recipients: Collection[str], text: str, by: Person) -> int:
    """Keep what the person has begun to write; all who share the seat see it.

    The last one who writes wins. An empty text removes the draft.

    Returns:
        The draft's version, which grows.

    Raises:
        Refused: it is too long, or there are too many drafts.
        Stale: the game has been deleted.
        NotAllowed: the person has no seat.
    """
    text = text_read(text, MESSAGE_LETTERS, code=BAD_MESSAGE)
    with changing(game, by, Entry.Role.STUDENT, own=own_message(), is_always=True) as now:
        _check_messages(now)
        _check_recipients(now.fold, now.player, recipients)
        id = conversation_of(frozenset(recipients))
        mailbox = mailbox_of(game, now.player)
        if mailbox.drafts.get(id, {}).get("text", "") == text:
            return mailbox.changes
        mailbox.drafts.pop(id, None)
        if text:
            if len(mailbox.drafts) >= MOST_DRAFTS:
                raise Refused(BAD_MESSAGE, gettext("There are too many drafts. Send one first."))
            version = mailbox.changes + 1
            mailbox.drafts[id] = {"text": text, "version": version, "by": by.pk}
        save_mailbox(now, mailbox)
    return mailbox.changes


# What moderators do: who may write, and opening messages for players without a phone.


def writing_set(
    game: Game, players: Collection[str] | None, is_closed: bool, by: Person, role: str
) -> None:
    """Close writing for these players, or open it again.

    Args:
        players: None: close it for all, whoever is closed besides; or open it for all, the single
            ones too.

    Raises:
        NotAllowed: only a moderator does that.
        Refused: there are no written messages, or no such player.
        Stale: the game has been deleted.
    """
    with changing(game, by, role, is_moderators=True, is_always=True) as now:
        _check_messages(now)
        settings = settings_of(game)
        closed_to = set(settings.closed_to)
        if players is None:
            is_all, closed_to = is_closed, closed_to if is_closed else set()
        else:
            for player in players:
                _check_player(now.fold, player)
            is_all = settings.is_closed
            closed_to = closed_to | set(players) if is_closed else closed_to - set(players)
        if is_all == settings.is_closed and closed_to == set(settings.closed_to):
            return
        settings_store(game, is_closed=is_all, closed_to=sorted(closed_to))
        seats = map(publishing.seat_audience, now.fold.timeline.labels)
        now.changed(publishing.MODERATOR, *seats)  # whose pages say so


def messages_show(game: Game, player: str, by: Person, role: str) -> tuple[Conversation, ...]:
    """Open the messages that the player has not read, to show them to its people.

    That is recorded, the player's pages say so, and the messages count as read.

    Returns:
        The player's conversations with unread messages, as they were before.

    Raises:
        NotAllowed: only a moderator opens them.
        Refused: there are no written messages, or no such player.
        Stale: the game has been deleted.
    """
    with changing(game, by, role, is_moderators=True, is_always=True) as now:
        _check_messages(now)
        _check_player(now.fold, player)
        all_of_them = messages_of(now.look).conversations(player)
        found = tuple(one for one in all_of_them if one.unread(player))
        if found:
            mailbox = mailbox_of(game, player)
            mailbox.read |= {one.id: len(one.messages) for one in found}
            mailbox.shown.append({"at": timezone.now().isoformat(), "role": role})
            save_mailbox(now, mailbox)
    return found


def _check_player(fold: Fold, player: str) -> None:
    if player not in fold.timeline.labels:
        raise Refused(BAD_MESSAGE, gettext("There is no such player."))


# Messages that players report to the instructor.

REASON_LETTERS = 300
REPORTED_MOST = 10
"""How many messages the instructor gets to see: the reported one, and those before it."""


def message_report(game: Game, conversation: str, place: int, reason: str, by: Person) -> None:
    """Report a message that the person's seat got to the instructor; only once.

    Args:
        place: the message's place in the conversation, from 1.

    Raises:
        Stale: there is no such message of others, or the game has been deleted.
        InvalidInput: the reason is too long, or can't be shown.
        NotAllowed: the person has no seat.
    """
    reason = text_read(reason, REASON_LETTERS)
    with changing(game, by, Entry.Role.STUDENT, own=own_message(), is_always=True) as now:
        found = conversation_in(now.look, now.player, conversation)
        here = found.messages[place - 1 : place] if found and place > 0 else ()
        if not here or here[0].player == now.player:
            raise now.stale()
        message = Message.objects.get(game=game, number=here[0].number)
        given = {"person": by, "reason": reason, "at": timezone.now()}
        _report, is_new = MessageReport.objects.get_or_create(
            message=message, player=now.player, defaults=given
        )
        if is_new:
            save_mailbox(now, mailbox_of(game, now.player))
            _publish_reports(game.group.classroom_id)


def report_seen(report: MessageReport) -> None:
    """The instructor has dealt with the report."""
    with transaction.atomic():
        MessageReport.objects.filter(pk=report.pk, seen_at=None).update(seen_at=timezone.now())
        _publish_reports(report.message.game.group.classroom_id)


def _publish_reports(classroom_pk: int) -> None:
    publishing.publish_to(publishing.class_id(classroom_pk), REPORTS)


def reported_messages(report: MessageReport) -> list[Message]:
    """What the instructor sees of a report: the last messages of that conversation up to the
    reported one, the oldest first."""
    reported = report.message
    players = {reported.sender, *reported.recipients}
    before = Message.objects.filter(game=reported.game_id, number__lte=reported.number)
    same = [one for one in before if {one.sender, *one.recipients} == players]
    return same[-REPORTED_MOST:]


# What others ask of messages: erasing who somebody was, and the demo's notes.


def person_forget_messages(person: Person) -> None:
    """Erase the person's drafts; that the seat has written something stays as the seat's."""
    for mailbox in Mailbox.objects.filter(game__group__classroom=person.classroom_id):
        drafts = {id: one for id, one in mailbox.drafts.items() if one.get("by") != person.pk}
        _drafts_change(mailbox, drafts)
    writer_forget(person, Message)
    MessageReport.objects.filter(person=person).update(person=None)


def name_forget_messages(classroom: Classroom, erased: ErasedName) -> None:
    """Erase a name in drafts."""
    for mailbox in Mailbox.objects.filter(game__group__classroom=classroom):
        drafts = {
            id: {**draft, "text": erased.without(draft["text"])[:MESSAGE_LETTERS]}
            for id, draft in mailbox.drafts.items()
        }
        _drafts_change(mailbox, drafts)


def _drafts_change(mailbox: Mailbox, drafts: dict[str, Any]) -> None:
    if drafts != mailbox.drafts:
        mailbox.drafts = drafts
        mailbox.changes += 1
        mailbox.save(update_fields=["drafts", "changes"])
        count_changed(mailbox.game_id)


def demo_write(game: Game, note: Mapping[str, Any], key: str, person: Person, role: str) -> None:
    """Send a message of the demo."""
    message_send(game, note["by"], note["to"], note["message"], key, person, role)


def demo_read(game: Game) -> None:
    """The demo's students have read all their messages."""
    book = messages_of(look_at(game))
    for seat in game.seats.exclude(persons=None):
        for talk in book.conversations(seat.player):
            message_read(game, talk.id, len(talk.messages), seat.persons.earliest("pk"))

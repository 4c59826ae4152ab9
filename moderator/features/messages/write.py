"""Sending messages, reading and drafting them, and reporting one to the instructor."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.databases import pubsub
from moderator.core.errors import Stale
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MESSAGE_LETTERS, MODERATORS, Entry, Game, Person
from moderator.core.recording import (
    check_key,
    check_person,
    check_running,
    count_change,
    locked,
    own_player,
)
from moderator.core.text import text_read
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.features.messages.read import (
    Conversation,
    MessageSettings,
    conversation_of,
    has_messages,
    messages_of,
    settings_of,
)
from moderator.rules.errors import Refused

# What services of written messages and diplomatic records share: recipients, mailboxes.

BAD_MESSAGE = "bad-message"


def own_message() -> str:
    """Why somebody can't write or read for another player."""
    return gettext("You can write and read for your own %(seat)s only.")


def no_messages() -> Refused:
    """The refusal in a game without written messages."""
    return Refused("wrong-phase", gettext("In this game players don’t write messages."))


def recipients_of(fold: Fold, sender: str, recipients: Collection[str]) -> tuple[str, ...]:
    """The recipients, sorted; `Refused` if there are none, or not all of them are other players."""
    seats = {seat.id for seat in fold.timeline.rules.seats_of(fold.timeline.state)}
    to = set(recipients)
    if sender not in seats or not to <= seats - {sender}:
        raise Refused(BAD_MESSAGE, gettext("There is no such player to write to."))
    if not to:
        raise Refused(BAD_MESSAGE, gettext("Choose who gets the message."))
    return tuple(sorted(to))


def conversation_in(look: Look, player: str, id: str) -> Conversation | None:
    """The player's conversation; None if nothing has been written in it."""
    found = messages_of(look).conversations(player)
    return next((one for one in found if one.id == id), None)


def turn_of(fold: Fold) -> int:
    """The number of the present round, from 1; 0 in games without rounds."""
    played = fold.timeline.rules.rounds_played(fold.timeline.state)
    return min(played[0] + 1, played[1]) if played else 0


def columns_now(look: Look, rows: QuerySet[Any], key: str, by: Person, role: str) -> dict[str, Any]:
    """The columns that messages, contacts and promises share, of one that is written now.

    Args:
        rows: all of its kind in the game, which is locked.
    """
    return {
        "game": look.game,
        "number": (rows.aggregate(last=Max("number"))["last"] or 0) + 1,
        "key": key,
        "turn": turn_of(look.fold),
        "log_number": look.fold.number,
        "person": by,
        "role": role,
        "at": timezone.now(),
    }


def mailbox_of(game: Game, player: str) -> Mailbox:
    """The player's mailbox, made if there is none; the game is locked."""
    return Mailbox.objects.get_or_create(game=game, player=player)[0]


def save_mailbox(game: Game, mailbox: Mailbox) -> None:
    """Store a changed mailbox, and notify those who share it."""
    mailbox.changes += 1
    mailbox.save()
    publish_to(game, (pubsub.seat_audience(mailbox.player),))


def publish_to(game: Game, audiences: Collection[str]) -> None:
    """Count a change, and notify those who get to see it."""
    count_change(game)
    for audience in audiences:
        pubsub.publish(game.group_id, audience)


# Written messages between players: sending them.

A_MINUTE = timedelta(minutes=1)
MOST_IN_A_MINUTE = 10  # of one player
MOST_IN_A_GAME = 300  # of one player: a number of all would tell what others write


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message that was sent; `audiences`: those who get to see it."""

    number: int
    audiences: tuple[str, ...]
    is_repeat: bool


def message_send(
    game: Game,
    sender: str,
    recipients: Collection[str],
    text: str,
    key: str,
    by: Person,
    role: str,
) -> SentMessage:
    """Send a message. When this returns, it is committed. The sender's draft of it is removed.

    Raises:
        Refused: it is blank, too long, or to nobody; or nothing can be written now.
        Stale: the key has sent another message, or the game has been deleted.
        NotAllowed: it isn't this student's seat.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    check_person(game, by, role)
    text = text_read(text, MESSAGE_LETTERS, gettext("Write something first."), BAD_MESSAGE)
    with transaction.atomic(durable=True):
        fold = _locked(game, sender, by, role)
        look = Look(game, fold)
        to = recipients_of(fold, sender, recipients)
        settings = settings_of(game)
        rows = Message.objects.filter(game=game)
        if repeated := rows.filter(key=key).first():
            if (repeated.sender, tuple(repeated.recipients), repeated.text) != (sender, to, text):
                raise Stale(fold.timeline)
            return SentMessage(repeated.number, _audiences(repeated, settings), True)
        _check_open(look, settings, sender, role)
        _check_number(game, sender)
        message = Message.objects.create(
            **columns_now(look, rows, key, by, role),
            sender=sender,
            recipients=list(to),
            text=text,
        )
        _forget_draft(game, sender, conversation_of(frozenset(to)))
        audiences = _audiences(message, settings)
        publish_to(game, audiences)
    return SentMessage(message.number, audiences, False)


def _locked(game: Game, sender: str, by: Person, role: str) -> Fold:
    fold = locked(game)
    if role not in MODERATORS:
        own_player(game, by, own_message(), sender)
    if not has_messages(fold):
        raise no_messages()
    return fold


def _check_open(look: Look, settings: MessageSettings, sender: str, role: str) -> None:
    """Raise `Refused` while the player can't write; a moderator who closed it can still enter."""
    check_running(look.game)
    if look.rules.is_over(look.state):
        raise Refused("game-over", gettext("The game is over: no more messages are sent."))
    if role not in MODERATORS and settings.is_closed_to(sender):
        raise Refused("wrong-phase", closed_sentence())


def closed_sentence() -> str:
    """Why a player can't write now."""
    return gettext("Your moderator has closed writing for now. What you have typed is kept.")


def _check_number(game: Game, sender: str) -> None:
    own = Message.objects.filter(game=game, sender=sender)
    if own.filter(at__gt=timezone.now() - A_MINUTE).count() >= MOST_IN_A_MINUTE:
        message = gettext("Not sent: at most %(most)d messages a minute. Wait a little.")
        raise Refused("too-many", message % {"most": MOST_IN_A_MINUTE})
    if own.count() >= MOST_IN_A_GAME:
        message = gettext("Not sent: that would be more than %(most)d messages in this game.")
        raise Refused("too-many", message % {"most": MOST_IN_A_GAME})


def _forget_draft(game: Game, player: str, conversation: str) -> None:
    mailbox = Mailbox.objects.filter(game=game, player=player).first()
    if mailbox is not None and mailbox.drafts.pop(conversation, None):
        mailbox.changes += 1
        mailbox.save()


def _audiences(message: Message, settings: MessageSettings) -> tuple[str, ...]:
    seats = map(pubsub.seat_audience, (message.sender, *message.recipients))
    is_read_by_moderators = settings.do_teachers_read or message.role in MODERATORS
    return (*seats, pubsub.MODERATOR) if is_read_by_moderators else tuple(seats)


# What a seat's people share beside their messages: how far they have read, and drafts.

MOST_DRAFTS = 20


def message_read(game: Game, conversation: str, read: int, by: Person) -> str:
    """The person's seat has read so many messages of that conversation.

    Returns:
        The player whose people see something else now; empty if nothing has changed.

    Raises:
        Stale: the game has been deleted.
        NotAllowed: the person has no seat.
    """
    check_person(game, by, Entry.Role.STUDENT)
    with transaction.atomic(durable=True):
        fold = locked(game)
        player = own_player(game, by, own_message())
        found = conversation_in(Look(game, fold), player, conversation)
        read = min(read, len(found.messages)) if found else 0
        if found is None or read <= found.read:
            return ""
        mailbox = mailbox_of(game, player)
        mailbox.read[conversation] = read
        save_mailbox(game, mailbox)
    return player


def draft_save(game: Game, recipients: Collection[str], text: str, by: Person) -> tuple[str, int]:
    """Keep what the person has begun to write; all who share the seat see it.

    The last one who writes wins. An empty text removes the draft.

    Returns:
        The player, and the draft's version, which grows.

    Raises:
        Refused: it is too long, or there are too many drafts.
        Stale: the game has been deleted.
        NotAllowed: the person has no seat.
    """
    check_person(game, by, Entry.Role.STUDENT)
    text = text_read(text, MESSAGE_LETTERS, code=BAD_MESSAGE)
    with transaction.atomic(durable=True):
        fold = locked(game)
        player = own_player(game, by, own_message())
        if not has_messages(fold):
            raise no_messages()
        id = conversation_of(frozenset(recipients_of(fold, player, recipients)))
        mailbox = mailbox_of(game, player)
        if mailbox.drafts.get(id, {}).get("text", "") == text:
            return player, mailbox.changes
        mailbox.drafts.pop(id, None)
        if text:
            if len(mailbox.drafts) >= MOST_DRAFTS:
                raise Refused(BAD_MESSAGE, gettext("There are too many drafts. Send one first."))
            version = mailbox.changes + 1
            mailbox.drafts[id] = {"text": text, "version": version, "by": by.pk}
        save_mailbox(game, mailbox)
    return player, mailbox.changes


# Messages that players report to the instructor.

REASON_LETTERS = 300
REPORTED_MOST = 10
"""How many messages the instructor gets to see: the reported one, and those before it."""


def message_report(game: Game, conversation: str, place: int, reason: str, by: Person) -> str:
    """Report a message that the person's seat got to the instructor; only once.

    Args:
        place: the message's place in the conversation, from 1.

    Returns:
        The player whose people see something else now; empty if nothing has changed.

    Raises:
        Stale: there is no such message of others, or the game has been deleted.
        InvalidInput: the reason is too long, or can't be shown.
        NotAllowed: the person has no seat.
    """
    check_person(game, by, Entry.Role.STUDENT)
    reason = text_read(reason, REASON_LETTERS)
    with transaction.atomic(durable=True):
        fold = locked(game)
        player = own_player(game, by, own_message())
        found = conversation_in(Look(game, fold), player, conversation)
        here = found.messages[place - 1 : place] if found and place > 0 else ()
        if not here or here[0].player == player:
            raise Stale(fold.timeline)
        message = Message.objects.get(game=game, number=here[0].number)
        given = {"person": by, "reason": reason, "at": timezone.now()}
        _report, is_new = MessageReport.objects.get_or_create(
            message=message, player=player, defaults=given
        )
        if not is_new:
            return ""
        save_mailbox(game, mailbox_of(game, player))
        pubsub.publish(pubsub.class_id(game.group.classroom_id), pubsub.REPORTS)
    return player


def report_seen(report: MessageReport) -> None:
    """The instructor has dealt with the report."""
    with transaction.atomic():
        MessageReport.objects.filter(pk=report.pk, seen_at=None).update(seen_at=timezone.now())
        classroom_pk = report.message.game.group.classroom_id
        pubsub.publish(pubsub.class_id(classroom_pk), pubsub.REPORTS)


def reported_messages(report: MessageReport) -> list[Message]:
    """What the instructor sees of a report: the last messages of that conversation up to the
    reported one, the oldest first."""
    reported = report.message
    players = {reported.sender, *reported.recipients}
    before = Message.objects.filter(game=reported.game_id, number__lte=reported.number)
    same = [one for one in before if {one.sender, *one.recipients} == players]
    return same[-REPORTED_MOST:]

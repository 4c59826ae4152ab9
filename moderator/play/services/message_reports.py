"""Messages that players report to the instructor."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from moderator.play.databases import pubsub
from moderator.play.errors import Stale
from moderator.play.models import Entry, Game, Message, MessageReport, Person
from moderator.play.names import text_read
from moderator.play.services.recording import check_person, locked, own_player
from moderator.play.services.written import (
    conversation_in,
    mailbox_of,
    own_message,
    save_mailbox,
)

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
        found = conversation_in(game, fold, player, conversation)
        here = found.messages[place - 1 : place] if found and place > 0 else ()
        if not here or here[0].sender == player:
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

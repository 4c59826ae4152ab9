"""Written messages between players: sending them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.databases import pubsub
from moderator.play.errors import Stale
from moderator.play.log.folds import Fold
from moderator.play.models import MODERATORS, Game, Mailbox, Message, Person
from moderator.play.names import name_key
from moderator.play.services.recording import (
    check_key,
    check_person,
    check_running,
    locked,
    own_player,
)
from moderator.play.services.written import (
    clean_text,
    columns_now,
    no_messages,
    own_message,
    publish_to,
    recipients_of,
)
from moderator.play.table.messages import (
    MessageSettings,
    conversation_of,
    has_messages,
    settings_of,
)
from moderator.rules.errors import Refused

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
    text = _written_text(text)
    with transaction.atomic(durable=True):
        fold = _locked(game, sender, by, role)
        to = recipients_of(fold, sender, recipients)
        settings = settings_of(game)
        rows = Message.objects.filter(game=game)
        if repeated := rows.filter(key=key).first():
            if (repeated.sender, tuple(repeated.recipients), repeated.text) != (sender, to, text):
                raise Stale(fold.timeline)
            return SentMessage(repeated.number, _audiences(repeated, settings), True)
        _check_open(game, fold, settings, sender, role)
        _check_number(game, sender)
        message = Message.objects.create(
            **columns_now(game, fold, rows, key, by, role),
            sender=sender,
            recipients=list(to),
            text=text,
        )
        _forget_draft(game, sender, conversation_of(frozenset(to)))
        audiences = _audiences(message, settings)
        publish_to(game, audiences)
    return SentMessage(message.number, audiences, False)


def _written_text(text: str) -> str:
    """A message's text as it is stored.

    Raises:
        Refused: it is blank, too long, or has characters that can't be shown.
    """
    text = clean_text(text)
    if not name_key(text):
        raise Refused("bad-message", gettext("Write something first."))
    return text


def _locked(game: Game, sender: str, by: Person, role: str) -> Fold:
    fold = locked(game)
    if role not in MODERATORS:
        own_player(game, by, own_message(), sender)
    if not has_messages(fold):
        raise no_messages()
    return fold


def _check_open(game: Game, fold: Fold, settings: MessageSettings, sender: str, role: str) -> None:
    """Raise `Refused` while the player can't write; a moderator who closed it can still enter."""
    check_running(game)
    if fold.timeline.game.is_over(fold.timeline.state):
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

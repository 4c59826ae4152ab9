"""What services of written messages and diplomatic records share: texts, recipients, mailboxes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.databases import pubsub
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Mailbox, Person
from moderator.play.models.diplomacy import MESSAGE_LETTERS
from moderator.play.names import composed, is_showable
from moderator.play.services.recording import count_change
from moderator.play.table.messages import Conversation, messages_of
from moderator.rules.errors import Refused


def clean_text(text: str) -> str:
    """A typed text as it is stored, perhaps empty: composed (NFC), with plain line ends.

    Raises:
        Refused: it is too long, or has characters that can't be shown.
    """
    text = composed(text.replace("\r\n", "\n").replace("\r", "\n").strip(), MESSAGE_LETTERS)
    if len(text) > MESSAGE_LETTERS:
        message = gettext("That is too long: %(limit)d letters at most.")
        raise Refused("bad-message", message % {"limit": MESSAGE_LETTERS})
    if not is_showable(text):
        raise Refused("bad-message", gettext("The text has characters that can’t be shown."))
    return text


def own_message() -> str:
    """Why somebody can't write or read for another player."""
    return gettext("You can write and read for your own %(seat)s only.")


def no_messages() -> Refused:
    """The refusal in a game without written messages."""
    return Refused("wrong-phase", gettext("In this game players don’t write messages."))


def recipients_of(fold: Fold, sender: str, recipients: Collection[str]) -> tuple[str, ...]:
    """The recipients, sorted; `Refused` if there are none, or not all of them are other players."""
    seats = {seat.id for seat in fold.timeline.game.seats_of(fold.timeline.state)}
    to = set(recipients)
    if sender not in seats or not to <= seats - {sender}:
        raise Refused("bad-message", gettext("There is no such player to write to."))
    if not to:
        raise Refused("bad-message", gettext("Choose who gets the message."))
    return tuple(sorted(to))


def conversation_in(game: Game, fold: Fold, player: str, id: str) -> Conversation | None:
    """The player's conversation; None if nothing has been written in it."""
    found = messages_of(game, fold).conversations(player)
    return next((one for one in found if one.id == id), None)


def turn_of(fold: Fold) -> int:
    """The number of the present round, from 1; 0 in games without rounds."""
    played = fold.timeline.game.rounds_played(fold.timeline.state)
    return min(played[0] + 1, played[1]) if played else 0


def columns_now(
    game: Game, fold: Fold, rows: QuerySet[Any], key: str, by: Person, role: str
) -> dict[str, Any]:
    """The columns that messages, contacts and promises share, of one that is written now.

    Args:
        rows: all of its kind in the game, which is locked.
    """
    return {
        "game": game,
        "number": (rows.aggregate(last=Max("number"))["last"] or 0) + 1,
        "key": key,
        "turn": turn_of(fold),
        "log_number": fold.number,
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

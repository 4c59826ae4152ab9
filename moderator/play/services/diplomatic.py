"""What services of diplomatic records share: who may write, limits, texts, publishing."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import TypeVar

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.databases import pubsub
from moderator.play.log.folds import Fold
from moderator.play.models import MODERATORS, Contact, Game, Person, Promise
from moderator.play.models.diplomacy import NOTE_LETTERS
from moderator.play.names import composed, is_showable, name_key
from moderator.play.services.recording import locked, own_player, waiting_sentence
from moderator.play.services.written import publish_to
from moderator.play.table.diplomacy import has_records
from moderator.play.table.messages import settings_of
from moderator.rules.errors import Refused

MOST_IN_A_MINUTE = 10
MOST_IN_A_GAME = 300  # by one player: with a limit for all, it would notice what others write
A_MINUTE = timedelta(minutes=1)

W = TypeVar("W", Contact, Promise)


def locked_records(game: Game) -> Fold:
    """Lock the game, whose players keep diplomatic records.

    Raises:
        Stale: the game has been deleted.
        Refused: there are no records in it.
    """
    fold = locked(game)
    if not has_records(fold):
        raise Refused("wrong-phase", gettext("In this game nobody keeps diplomatic records."))
    return fold


def own_country(game: Game, by: Person, role: str, asked: str | None) -> str:
    """The player for whom is written: a moderator names it, others write for their own seat."""
    if role in MODERATORS and asked is not None:
        return asked
    message = gettext("You can keep the record of your own %(seat)s only.")
    return own_player(game, by, message, asked)


def check_playing(game: Game, fold: Fold) -> None:
    """Raise `Refused` before the start and after the end; a pause is no obstacle."""
    if game.is_waiting:
        raise Refused("wrong-phase", waiting_sentence())
    if game.is_stopped:
        message = gettext("The game is stopped: the records stay as they are.")
        raise Refused("game-over", message)
    if fold.timeline.game.is_over(fold.timeline.state):
        message = gettext("The game is over: the records stay as they are.")
        raise Refused("game-over", message)


def check_number(own: QuerySet[W]) -> None:
    """Raise `Refused` if a player writes too much."""
    if own.filter(at__gt=timezone.now() - A_MINUTE).count() >= MOST_IN_A_MINUTE:
        message = gettext("Not stored: at most %(most)d a minute. Wait a little.")
        raise Refused("too-many", message % {"most": MOST_IN_A_MINUTE})
    if own.count() >= MOST_IN_A_GAME:
        message = gettext("Not stored: that would be more than %(most)d in this game.")
        raise Refused("too-many", message % {"most": MOST_IN_A_GAME})


def note_text(text: str) -> str:
    """A typed text as it is stored: composed (NFC), with plain line ends.

    Raises:
        Refused: it is blank, too long, or has characters that can't be shown.
    """
    text = composed(text.replace("\r\n", "\n").replace("\r", "\n").strip(), NOTE_LETTERS)
    if not name_key(text):
        raise Refused("bad-note", gettext("Write what was said."))
    if len(text) > NOTE_LETTERS:
        message = gettext("That is too long: %(limit)d letters at most.")
        raise Refused("bad-note", message % {"limit": NOTE_LETTERS})
    if not is_showable(text):
        raise Refused("bad-note", gettext("The text has characters that can’t be shown."))
    return text


def others_of(fold: Fold, player: str, others: Collection[str]) -> list[str]:
    """The other players, sorted; `Refused` if there are none, or not all of them play."""
    seats = {seat.id for seat in fold.timeline.game.seats_of(fold.timeline.state)}
    if player not in seats or not set(others) <= seats - {player}:
        raise Refused("bad-note", gettext("There is no such player."))
    if not others:
        raise Refused("bad-note", gettext("Choose whom you talked with."))
    return sorted(set(others))


def publish_to_readers(game: Game, players: Collection[str], role: str) -> tuple[str, ...]:
    """Count a change, and notify those who get to see it.

    Returns:
        Their audiences: these players, and the moderator if teachers read along or entered it.
    """
    audiences = [pubsub.seat_audience(player) for player in players]
    if role in MODERATORS or settings_of(game).do_teachers_read:
        audiences.append(pubsub.MODERATOR)
    publish_to(game, audiences)
    return tuple(audiences)

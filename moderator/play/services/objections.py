"""Objections: a player says that a move was recorded wrongly, and the moderator is alerted."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.databases import pubsub
from moderator.play.errors import Stale
from moderator.play.models import Entry, Game, Objection, Person
from moderator.play.services.recording import (
    check_moderator,
    check_person,
    count_change,
    locked,
    own_player,
)
from moderator.play.table.objections import ACCEPTED, to_confirm
from moderator.play.table.offers import offers_of


def objection_make(game: Game, entry_number: int, by: Person) -> bool:
    """Object to an entry; False if the player has done so before.

    Raises:
        Stale: it is too late, the entry has been undone, or the game has been deleted.
        NotAllowed: the person has no seat.
        ValueError: `by` is of another class.
    """
    check_person(game, by, Entry.Role.STUDENT)
    with transaction.atomic(durable=True):
        fold, now = locked(game), timezone.now()
        player = own_player(game, by, gettext("You can object for your own %(seat)s only."))
        if game.objections.filter(entry_number=entry_number, player=player).exists():
            return False
        open_ones = to_confirm(game, fold, offers_of(game, fold), player, now, ACCEPTED)
        if entry_number not in [entry.number for entry in open_ones]:
            raise Stale(fold.timeline)
        Objection.objects.create(
            game=game, entry_number=entry_number, player=player, person=by, at=now
        )
        count_change(game)
        pubsub.publish(game.group_id, pubsub.MODERATOR)
    return True


def objection_dismiss(game: Game, objection: int, by: Person, role: str) -> None:
    """Dismiss an objection; one that has been dismissed already stays as it is.

    Raises:
        Stale: there is no such objection, or the game has been deleted.
        NotAllowed: only a moderator dismisses it.
        ValueError: the role is malformed, or `by` is of another class.
    """
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        found = game.objections.filter(pk=objection)
        if not found.exists():
            raise Stale(fold.timeline)
        if found.filter(dismissed_by=None).update(dismissed_by=by):
            count_change(game)
            pubsub.publish(game.group_id, pubsub.MODERATOR)

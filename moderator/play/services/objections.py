"""Objections: a player says that a move was recorded wrongly, and the moderator is alerted."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play import selectors
from moderator.play.databases import pubsub
from moderator.play.errors import NotAllowed, Stale
from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.models import Entry, Game, Objection, Person
from moderator.play.services.recording import check_person, count_change, lock
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
        if not lock(game):
            raise Stale(selectors.timeline(game))
        fold, now = folds.fold_of(game), timezone.now()
        seat = selectors.seat_of(by, game)
        if seat is None:
            facts = {"seat": rules_of(game).seat_word}
            raise NotAllowed(gettext("You can object for your own %(seat)s only.") % facts)
        if game.objections.filter(entry_number=entry_number, player=seat.player).exists():
            return False
        open_ones = to_confirm(game, fold, offers_of(game, fold), seat.player, now, ACCEPTED)
        if entry_number not in [entry.number for entry in open_ones]:
            raise Stale(fold.timeline)
        Objection.objects.create(
            game=game, entry_number=entry_number, player=seat.player, person=by, at=now
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
    check_person(game, by, role)
    if role not in (Entry.Role.MODERATOR, Entry.Role.INSTRUCTOR):
        raise NotAllowed(gettext("Only your group’s moderator can do that."))
    with transaction.atomic(durable=True):
        if not lock(game) or not (found := game.objections.filter(pk=objection)).exists():
            raise Stale(selectors.timeline(game))
        if found.filter(dismissed_by=None).update(dismissed_by=by):
            count_change(game)
            pubsub.publish(game.group_id, pubsub.MODERATOR)

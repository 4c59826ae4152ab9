"""Reminding a player who has not sealed an order slip."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.databases import pubsub
from moderator.play.models import Game, Person, Reminder
from moderator.play.services.recording import (
    check_key,
    check_moderator,
    check_running,
    count_change,
    locked,
)
from moderator.play.services.reveals import open_book
from moderator.rules.errors import Refused


def player_remind(game: Game, player: str, key: str, by: Person, role: str) -> None:
    """Ask a player for the orders; the same key asks once.

    Raises:
        Refused: the slip is sealed.
        Stale: the game has been deleted.
        NotAllowed: only a moderator reminds.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    check_moderator(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked(game)
        if game.reminders.filter(key=key).exists():
            return
        check_running(game)
        _orders, book = open_book(game, fold)
        slip = book.of(player)
        if slip is None or slip.is_sealed:
            raise Refused("bad-move", gettext("The slip is sealed: there is nothing to ask for."))
        Reminder.objects.create(game=game, opened_by=book.opened_by, player=player, key=key)
        count_change(game)
        pubsub.publish(game.group_id, pubsub.seat_audience(player))
        pubsub.publish(pubsub.class_id(game.group.classroom_id))  # the overview counts them

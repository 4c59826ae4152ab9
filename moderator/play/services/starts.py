"""Starting games that wait: their secrets become visible, and moves are recorded."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from moderator.play.databases import pubsub
from moderator.play.models import Game, Person
from moderator.play.services.announcements import announcements_due
from moderator.play.services.lessons import groups_resumed
from moderator.play.services.recording import check_moderator, locked

_FIELDS = ("is_waiting", "stops")


@transaction.atomic
def game_start(game: Game, by: Person, role: str) -> Game:
    """Start a game that waits, which can't be undone; any other stays as it is.

    Raises:
        Stale: it has been deleted.
        NotAllowed: only a moderator starts it.
    """
    check_moderator(game, by, role)
    locked(game)
    if not game.is_waiting:
        return game
    game.is_waiting = False
    game.stops += 1
    game.save(update_fields=_FIELDS)
    announcements_due(game, [1], 0)
    groups_resumed(game.group_id)
    pubsub.publish(game.group_id)
    return game


@transaction.atomic
def games_start(games: Iterable[Game], by: Person, role: str) -> list[Game]:
    """Start all these games together; as `game_start`."""
    ordered = sorted(games, key=lambda game: game.pk)  # everybody locks them in this order
    return [game_start(game, by, role) for game in ordered]

"""Starting games that wait; stopping a game when the lesson is over, and continuing it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.ended import companions, early_end, is_followed
from moderator.core.errors import InvalidInput
from moderator.core.lesson import groups_resumed
from moderator.core.models import Game, Person
from moderator.core.recording import check_moderator, goes_on, locked, waiting_sentence
from moderator.core.unmoderated import game_reset, groups_unmoderated, without_moderator
from moderator.features.clock.announcements import announcements_due

# Starting games that wait: their secrets become visible, and moves are recorded.

_START_FIELDS = ("is_waiting", "started_at", "stops")


@transaction.atomic
def game_start(game: Game, by: Person, role: str, is_unmoderated: bool = False) -> Game:
    """Start a game that waits, which can't be undone; any other stays as it is.

    Args:
        is_unmoderated: its players record, unless the group has got a moderator meanwhile.

    Raises:
        Stale: it has been deleted.
        NotAllowed: only a moderator starts it.
    """
    check_moderator(game, by, role)
    locked(game)
    if not game.is_waiting:
        return game
    game.is_waiting, game.started_at = False, timezone.now()
    game.stops += 1
    game.save(update_fields=_START_FIELDS)
    if is_unmoderated and groups_unmoderated([game.group_id]):
        game_reset(game, without_moderator(game))
    announcements_due(game, [1], 0)
    groups_resumed(game.group_id)
    publishing.publish_charts([game.group_id])
    return game


@transaction.atomic
def games_start(
    games: Iterable[Game], by: Person, role: str, unmoderated: Collection[int] = ()
) -> list[Game]:
    """Start all these games together, as `game_start`.

    Args:
        unmoderated: the primary keys of those of them whose players shall record.
    """
    ordered = sorted(games, key=lambda game: game.pk)  # everybody locks them in this order
    return [game_start(game, by, role, game.pk in unmoderated) for game in ordered]


# Stopping a game before its end, because the lesson is over, and continuing it.

_STOP_FIELDS = ("stopped_at", "stopped_by", "stops")


@transaction.atomic
def game_stop(game: Game, by: Person, role: str) -> Game:
    """Stop the game: nothing is recorded until it is continued. A stopped game stays as it is.

    Raises:
        InvalidInput: the game is over, or has not started.
        Stale: it has been deleted.
        NotAllowed: only a moderator stops it.
    """
    check_moderator(game, by, role)
    fold = locked(game)
    if game.is_stopped:
        return game
    if game.is_waiting:
        raise InvalidInput(waiting_sentence())
    if early_end(fold) is None:
        raise InvalidInput(gettext("The game is over: there is nothing to stop."))
    game.stopped_at, game.stopped_by = timezone.now(), by
    return _changed(game)


@transaction.atomic
def game_continue(game: Game, by: Person, role: str) -> Game:
    """Continue a stopped game where it was stopped; any other stays as it is.

    So does one after which the group has begun another: nobody could stop it again.

    What has been released of its messages and records is sealed again.

    Raises:
        Stale: it has been deleted.
        NotAllowed: only a moderator continues it.
    """
    check_moderator(game, by, role)
    locked(game)
    if not game.is_stopped or is_followed(game):
        return game
    game.stopped_at, game.stopped_by = None, None
    groups_resumed(game.group_id)
    goes_on(game)
    return _changed(game)


def _changed(game: Game) -> Game:
    game.stops += 1
    game.save(update_fields=_STOP_FIELDS)
    # Whether others may see the points of a game depends on who still plays its scenario.
    publishing.publish_charts([game.group_id, *companions(game)])
    return game

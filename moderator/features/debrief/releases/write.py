"""Releasing a game's messages and records to everybody, for the debrief."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.ended import is_ended
from moderator.core.errors import InvalidInput
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.core.recording import count_change, locked
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.releases.read import Releases, has_debrief, releases_of


@transaction.atomic
def debrief_release(game: Game, players: Collection[str] = (), turn: int | None = None) -> bool:
    """Let everybody read what was written: everything, or of these players, or in that round.

    Args:
        players: none, one, or a pair, by their ids; as in `DebriefRelease`.

    Returns:
        Whether anything was stored; False if the same has been released already.

    Raises:
        InvalidInput: the game goes on, nothing may be released in it, or there are no such players
            or no such round.
        Stale: the game has been deleted.
    """
    fold = locked(game)
    look = Look(game, fold)
    releases = releases_of(look)
    _check(look, releases, players, turn)
    wanted = DebriefRelease(game=game, players=sorted(set(players)), turn=turn, at=timezone.now())
    if any(one.is_like(wanted) for one in releases.standing):
        return False
    wanted.save()
    _changed(game)
    return True


@transaction.atomic
def debrief_withdraw(game: Game, pks: Collection[int]) -> None:
    """Withdraw these releases of the game; those that are withdrawn already stay so.

    Whoever withdraws the release of everything means to seal everything: the parts that were
    released before are withdrawn with it.

    Raises:
        Stale: the game has been deleted.
    """
    locked(game)
    standing = DebriefRelease.objects.filter(game=game, withdrawn_at=None)
    chosen = standing.filter(pk__in=pks)
    if not any(not one.players and one.turn is None for one in chosen):
        standing = chosen
    if standing.update(withdrawn_at=timezone.now()):
        _changed(game)


def seal_again(game: Game) -> None:
    """Withdraw the releases, as the game goes on; it is locked.

    What is written from now on is only shown when the instructor releases it after the next end.
    """
    standing = DebriefRelease.objects.filter(game=game, withdrawn_at=None)
    if standing.update(withdrawn_at=timezone.now()):
        count_change(game)


def _changed(game: Game) -> None:
    count_change(game)
    publishing.publish_charts([game.group_id])


def _check(look: Look, releases: Releases, players: Collection[str], turn: int | None) -> None:
    if not has_debrief(look.fold):
        raise InvalidInput(gettext("In this game nothing is written that could be released."))
    if not releases.can_be:
        message = gettext("Everybody was told at the start that others never read what is written.")
        raise InvalidInput(message)
    if not is_ended(look):
        raise InvalidInput(gettext("The game goes on. Release it when it is over or stopped."))
    seats = {seat.id for seat in look.timeline.seats}
    if len(set(players)) > 2 or not seats.issuperset(players):
        raise InvalidInput(gettext("There is no such player."))
    if turn is not None and not 1 <= turn <= look.fold.turn:
        raise InvalidInput(gettext("There is no such round."))

"""What everybody may read of a game's messages and records: what the instructor has released.

It is only shown while the game is over or stopped. Where the settings say that others never read
what was written, nothing can be released. The secrets of the rules are released by themselves
(`moderator/core/ended.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.ended import is_ended
from moderator.core.errors import InvalidInput
from moderator.core.log import Fold
from moderator.core.look import Book, Look, rows_of
from moderator.core.models import Game
from moderator.core.recording import count_change, locked
from moderator.core.written import (
    SaidOnTable,
    do_teachers_read_now,
    has_messages,
    has_records,
    said_in,
    settings_of,
)
from moderator.core.written_models import Diplomacy
from moderator.features.deals.records import RECORDS, DiplomaticRecords
from moderator.features.debrief.models import DebriefRelease
from moderator.rules.said import MESSAGE
from moderator.rules.seating import Viewer


@dataclass(frozen=True, slots=True)
class Releases:
    """The releases of a game.

    `standing`: those that have not been withdrawn. `changes`: how many acts of the instructor there
    were.
    """

    settings: Diplomacy = field(default_factory=Diplomacy)
    standing: tuple[DebriefRelease, ...] = ()
    changes: int = 0

    @property
    def can_be(self) -> bool:
        """Whether anything may be released to everybody at all."""
        return self.settings.does_everybody_read

    def version(self, viewer: Viewer) -> int:
        return self.changes

    @property
    def has_all(self) -> bool:
        return any(one.is_all for one in self.standing)


@dataclass(frozen=True, slots=True)
class Released:
    """The messages, contacts and promises that somebody may read at the debrief.

    `has_all`: nothing of the game is missing.
    """

    messages: tuple[SaidOnTable, ...] = ()
    records: DiplomaticRecords = field(default_factory=DiplomaticRecords)
    has_all: bool = False

    @property
    def rows(self) -> tuple[SaidOnTable, ...]:
        return *self.messages, *self.records.contacts, *self.records.promises


def has_debrief(fold: Fold) -> bool:
    """Whether anything can be written in the game that a debrief could release."""
    return has_messages(fold) or has_records(fold)


def releases_of(look: Look) -> Releases:
    """The game's releases, as they are stored now. Cost: no query where nothing is written."""
    if not has_debrief(look.fold):
        return Releases()
    settings = settings_of(look.game)
    if not look.game.changes:
        return Releases(settings)
    stored = DebriefRelease.objects.filter(game=look.game)
    rows = rows_of(look.game, "releases", lambda: tuple(stored))
    standing = tuple(row for row in rows if row.withdrawn_at is None)
    withdrawn = len(rows) - len(standing)
    shown = standing if settings.does_everybody_read else ()
    return Releases(settings, shown, len(rows) + withdrawn)


RELEASES = Book(releases_of)


def has_release(look: Look) -> bool:
    """Whether the instructor has released something, be it nothing that was written."""
    return bool(RELEASES.of(look).standing) and is_ended(look)


def released(look: Look) -> Released:
    """What the viewer may read now: of a game that is over or stopped what has been released to
    everybody, and moderators and the instructor everything that the settings let them."""
    releases, records = RELEASES.of(look), RECORDS.of(look)
    if look.viewer.is_moderator and do_teachers_read_now(releases.settings, look):
        return Released(_messages(look), records, has_all=True)
    if not has_release(look):
        return Released(records=records.only(lambda one: False))

    def is_covered(one: SaidOnTable) -> bool:
        return any(release.covers(one) for release in releases.standing)

    shown = tuple(filter(is_covered, _messages(look)))
    return Released(shown, records.only(is_covered), releases.has_all)


def _messages(look: Look) -> tuple[SaidOnTable, ...]:
    return tuple(one for one in said_in(look) if one.kind == MESSAGE)


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

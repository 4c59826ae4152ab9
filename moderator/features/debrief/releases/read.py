"""What everybody may read of a game's messages and records: what the instructor has released.

It is only shown while the game is over or stopped. Where the settings say that others never read
what was written, nothing can be released. The secrets of the rules are released by themselves
(`moderator/core/ended.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from moderator.core.ended import is_ended
from moderator.core.log import Fold
from moderator.core.look import Book, Look, rows_of
from moderator.core.written import (
    Diplomacy,
    SaidOnTable,
    do_teachers_read_now,
    has_messages,
    has_records,
    said_in,
    settings_of,
)
from moderator.features.deals.records.read import RECORDS, DiplomaticRecords
from moderator.features.debrief.models import DebriefRelease
from moderator.rules.deals import MESSAGE
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

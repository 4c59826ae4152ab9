"""Which entries of a log were recorded later from paper, by whom, and when they were played."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.core.log import LoggedMove
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.core.sentences import LateNote
from moderator.features.from_paper.models import LateEntry
from moderator.rules.seating import Viewer


def is_from_paper(entry: LoggedMove) -> bool:
    """Whether the entry was recorded with others of a text; only their keys have two dots."""
    return entry.key.count(".") == 2


def late_notes(look: Look, entries: Iterable[LoggedMove]) -> dict[int, LateNote]:
    """The notes on those of the entries that were recorded later, by the entries' numbers.

    Cost: one query, and none if there are no such entries.
    """
    numbers = [entry.number for entry in entries if is_from_paper(entry)]
    if not numbers:
        return {}
    found: dict[int, LateNote] = {}
    for row in look.game.late_entries.select_related("by"):
        note = _note(row, look.viewer)
        found |= {number: note for number in numbers if row.first <= number <= row.last}
    return found


def late_note_from(game: Game, first: int, viewer: Viewer) -> LateNote | None:
    """The note that begins with this entry; None if there is none."""
    row = game.late_entries.select_related("by").filter(first=first).first()
    return _note(row, viewer) if row else None


def _note(row: LateEntry, viewer: Viewer) -> LateNote:
    by = row.by.display_name if row.by and viewer.is_moderator else ""
    return LateNote(row.first, row.last, by, row.played, row.reason, row.at)

"""Recording what was played on paper, all lines of a text or none; and which entries those are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.errors import broken_form
from moderator.core.log import LoggedMove
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Person
from moderator.core.recording import Change, RecordedMove, changing, check_key, check_running
from moderator.core.sentences import LateNote
from moderator.features.from_paper.models import LateEntry
from moderator.features.from_paper.reading import PaperText, PlannedReveal, digest, read_text
from moderator.features.slips.read import Slip, book_of
from moderator.features.slips.write import next_version, versions_add
from moderator.rules.errors import Refused
from moderator.rules.seating import Viewer

KEY_MOST = 36
"""The longest key of a text: with its hash and the entry's place it must fit the column."""


def text_record(
    game: Game,
    text: str,
    after: int | None,
    key: str,
    by: Person,
    role: str,
    played: datetime | None = None,
    reason: str = "",
) -> RecordedMove:
    """Record all lines of a text as entries. When this returns, they are committed.

    Each is undone alone, as if it had been typed on the console; orders that are revealed together
    are undone together.

    Args:
        after: the log's number that the client saw.
        key: the idempotency key: a repetition with the same text gets the first answer.
        played, reason: when it was played, if known, and why it is entered later.

    Raises:
        Stale: the log has gone on since `after`, or the game has been deleted; nothing is stored.
        Refused: a line can't be recorded (`read_text` says which), or nothing is recorded in the
            game now; nothing is stored.
        NotAllowed: only a moderator records it.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    if len(key) > KEY_MOST:
        raise broken_form()
    key = f"{key}.{digest(text)}"  # with the dot, no client can post such a key
    before = log.fold_of(game)
    plan = read_text(Look(game, before), text) if after == before.number else PaperText()
    with changing(game, by, role, is_moderators=True, is_always=True) as now:
        if now.fold.by_key(f"{key}.1"):
            own = [entry for entry in now.fold.entries if entry.key.startswith(f"{key}.")]
            return RecordedMove(own[-1], now.fold, is_repeat=True)
        check_running(game)
        if after != now.fold.number or now.fold.hash != before.hash:
            raise now.stale()
        if not plan.can_be_recorded:
            raise Refused("bad-move", gettext("Not every line can be recorded."))
        _write_slips(now, plan.reveals)
        for _round, together in groupby(plan.moves, key=lambda move: move.round):
            wires, keys = zip(*((one.wire, f"{key}.{one.ending}") for one in together), strict=True)
            recorded = now.record(wires, keys)
        LateEntry.objects.create(
            game=game,
            first=before.number + 1,
            last=now.fold.number,
            by=by,
            is_instructor=role == Entry.Role.INSTRUCTOR,
            played=played,
            reason=reason,
            at=timezone.now(),
        )
    return recorded


def _write_slips(now: Change, reveals: Sequence[PlannedReveal]) -> None:
    """Store the orders as sealed slips, so that the undo of a reveal finds them on the table."""
    book = book_of(now.look)
    for reveal in reveals:
        versions = []
        for player, orders in reveal.orders.items():
            on_table = book.of(player) if reveal.opened_by == book.opened_by else None
            versions.append(next_version(on_table or Slip(player), orders, True))
        versions_add(now, reveal.opened_by, reveal.log_number, versions)


# Which entries were recorded later from paper, by whom, and when they were played.


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

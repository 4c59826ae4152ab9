"""Whether stored logs are as they were recorded: any edit, swap, gap or removal is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, connection

from moderator.play.log.entries import entries_of, entry_hash, genesis
from moderator.play.models import Entry, Erasure, Game

# What guards the table of entries, by the database's vendor (migration 0002).
GUARDS = {
    "sqlite": (
        "play_entry_no_update",
        "play_entry_no_delete",
        "play_entry_no_gap",
        "play_entry_no_replace",
    ),
    "postgresql": ("play_entry_guard", "play_entry_no_truncate"),
}
_GUARDS_STANDING = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'play_entry'",
    # 'D' is a trigger that is switched off.
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' "
    "AND tgrelid = 'play_entry'::regclass",
}
_UNREADABLE = (ValueError, TypeError, DatabaseError)


@dataclass(frozen=True, slots=True)
class EarlierHead:
    """A log's number and hash as a sheet or a record file carries them."""

    number: int
    hash: str


def log_findings(game: Game, known: EarlierHead | None = None) -> list[str]:
    """A sentence for each thing that is amiss in the game's log; nothing if it is whole.

    What was removed at the end, or written anew from some number on, shows against `known` only.
    Cost: proportional to the number of entries.
    """
    found: list[str] = []
    hashes = {0: genesis(game)}
    number, previous = 0, hashes[0]
    for entry in _entries(game):
        if isinstance(entry, int):
            found.append(f"The entry with the database's id {entry} can't be read.")
            continue
        found.extend(_number_findings(number, entry.number))
        if entry_hash(previous, entry) != entry.hash:
            before = f"entry {number}" if number else "what was set up"
            found.append(
                f"Entry {entry.number} does not match its hash: it was changed, or what stood "
                f"between {before} and it was, or {before} itself."
            )
        number, previous = entry.number, entry.hash
        hashes[number] = previous
    if known is not None:
        found.extend(_known_findings(known, number, hashes))
    return found


def guard_findings() -> list[str]:
    """A sentence for each guard that the database lacks, and for each erasure left open."""
    vendor = connection.vendor
    with connection.cursor() as cursor:
        cursor.execute(_GUARDS_STANDING[vendor])
        standing = {row[0] for row in cursor.fetchall()}
    found = [
        f"The database does not guard the logs: the trigger {name} is missing or switched off."
        for name in GUARDS[vendor]
        if name not in standing
    ]
    for erasure in Erasure.objects.all():
        found.append(f"Game {erasure.game_id} stands open for deleting: its log is not guarded.")
    return found


def _entries(game: Game) -> Iterator[Entry | int]:
    """The entries in order; the id alone of one that can't be read."""
    entries: list[Entry | int] = []
    try:
        entries.extend(entries_of(game))
    except _UNREADABLE:
        entries = []
    # One whose person is gone is not among them: who recorded it can't be read.
    pks = list(_pks(game))
    if len(entries) != len(pks):
        entries = [_entry(pk) for pk in pks]
    for entry in entries:
        yield entry.pk if isinstance(entry, Entry) and not _is_sound(entry) else entry


def _pks(game: Game) -> Iterator[int]:
    return game.entries.order_by("number").values_list("pk", flat=True).iterator()


def _entry(pk: int) -> Entry | int:
    try:
        return Entry.objects.select_related("person").get(pk=pk)
    except (*_UNREADABLE, Entry.DoesNotExist):
        return pk


def _is_sound(entry: Entry) -> bool:
    """SQLite stores anything anywhere: whether each value is of its column's kind."""
    number: object = entry.number
    at: object = entry.at
    texts: tuple[object, ...] = (entry.key, entry.role, entry.hash)
    return (
        isinstance(number, int)
        and isinstance(at, datetime)
        and all(isinstance(text, str) and text.isascii() for text in texts)
    )


def _number_findings(last: int, number: int) -> list[str]:
    if number == last + 1:
        return []
    if number <= last:
        return [f"An entry has the number {number}, and numbers begin with 1."]
    if number == last + 2:
        return [f"Entry {last + 1} is missing."]
    return [f"Entries {last + 1} to {number - 1} are missing."]


def _known_findings(known: EarlierHead, last: int, hashes: dict[int, str]) -> list[str]:
    if known.number > last:
        return [
            f"The log ends with number {last}, and it had number {known.number} once: "
            "entries were removed at the end."
        ]
    stored = hashes.get(known.number)
    if stored is None or not stored.startswith(known.hash):
        return [
            f"Up to number {known.number} this is not the log that was recorded: the hash is "
            f"{stored or 'missing'}, and it was {known.hash}."
        ]
    return []

"""Verifies logs: every change, swap, gap or removal is found."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import DatabaseError

from moderator.core.log import entries_of, entry_hash, genesis
from moderator.core.models import Entry, Game

_UNREADABLE = (ValueError, TypeError, DatabaseError)

EarlierHead = tuple[int, str]
"""A log's number and hash from a printed sheet or a record file."""


def log_findings(game: Game, earlier: EarlierHead | None = None) -> list[str]:
    """A sentence for each thing that is wrong with the game's log; empty if it is intact.

    Entries removed at the end, or a rewritten log, are found only by comparison with `earlier`.
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
            before = f"entry {number}" if number else "the setup"
            found.append(
                f"Entry {entry.number} does not match its hash: it was changed, or {before} was, "
                "or something between them."
            )
        number, previous = entry.number, entry.hash
        hashes[number] = previous
    if earlier is not None:
        found.extend(_earlier_findings(earlier, number, hashes))
    return found


def _entries(game: Game) -> Iterator[Entry | int]:
    """The entries in order; only the id of one that can't be read."""
    entries: list[Entry | int] = []
    try:
        entries.extend(entries_of(game))
    except _UNREADABLE:
        entries = []
    # An entry whose person is missing is not among them.
    pks = list(game.entries.order_by("number").values_list("pk", flat=True).iterator())
    if len(entries) != len(pks):
        entries = [_entry(pk) for pk in pks]
    for entry in entries:
        yield entry.pk if isinstance(entry, Entry) and not _is_sound(entry) else entry


def _entry(pk: int) -> Entry | int:
    try:
        return Entry.objects.select_related("person").get(pk=pk)
    except (*_UNREADABLE, Entry.DoesNotExist):
        return pk


def _is_sound(entry: Entry) -> bool:
    """Whether each value has its column's type, which SQLite does not enforce."""
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
        return [f"An entry has the number {number}, but numbers begin with 1."]
    if number == last + 2:
        return [f"Entry {last + 1} is missing."]
    return [f"Entries {last + 1} to {number - 1} are missing."]


def _earlier_findings(earlier: EarlierHead, last: int, hashes: dict[int, str]) -> list[str]:
    number, digest = earlier
    if number > last:
        return [
            f"The log ends with number {last}, but it had number {number} before: "
            "entries were removed at the end."
        ]
    stored = hashes.get(number)
    if stored is None or not stored.startswith(digest):
        return [
            f"Up to number {number} this is not the log that was recorded: the hash is "
            f"{stored or 'missing'}, and it was {digest}."
        ]
    return []

"""Verifies logs and the list of heads: every change, swap, gap or removal is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hmac import compare_digest

from django.db import DatabaseError

from moderator.core.heads import row_hash, row_mac
from moderator.core.log import entries_of, entry_hash, genesis
from moderator.core.models import Entry, Game, Head

UNREADABLE = (ValueError, TypeError, DatabaseError)

EarlierHead = tuple[int, str]
"""A log's number and hash from a printed sheet, a record file, or the list of heads."""


def log_findings(game: Game, *earlier: EarlierHead) -> list[str]:
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
    return found + earlier_findings(hashes, earlier)


def _entries(game: Game) -> Iterator[Entry | int]:
    """The entries in order; only the id of one that can't be read."""
    entries: list[Entry | int] = []
    try:
        entries.extend(entries_of(game))
    except UNREADABLE:
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
    except (*UNREADABLE, Entry.DoesNotExist):
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


def earlier_findings(
    hashes: Mapping[int, str], earlier: Iterable[EarlierHead], what: str = "log"
) -> list[str]:
    """The first of the earlier heads that these hashes, by number, contradict."""
    last = max(hashes, default=0)
    for number, digest in sorted(earlier):
        if number > last:
            return [
                f"The {what} ends with number {last}, but it had number {number} before: "
                "what followed was removed at the end."
            ]
        stored = hashes.get(number)
        if stored is None or not stored.startswith(digest):
            return [
                f"Up to number {number} this is not the {what} that was recorded: the hash is "
                f"{stored or 'missing'}, and it was {digest}."
            ]
    return []


# The list of heads.


@dataclass(slots=True)
class Listed:
    """What the list of heads says, since everything was signed again last.

    `ends`: of each log that was not deleted, the hashes by number; `hashes`: of the rows.
    """

    ends: dict[str, dict[int, str]] = field(default_factory=dict)
    erased: int = 0
    hashes: dict[int, str] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    def add(self, row: Head) -> None:
        """Take over what a row says that is signed."""
        for name, number, digest in row.heads:
            if row.kind == Head.Kind.ERASED:
                self.ends.pop(name, None)
                self.erased += 1
            else:
                self.ends.setdefault(name, {})[number] = digest


def read_list(secret: str) -> Listed:
    """The list, verified with this secret key.

    Rows removed at the end are found only by comparison with an earlier head.
    """
    found = Listed()
    number, previous = 0, ""
    unsigned: list[int] = []
    for row in _rows():
        try:
            is_whole = row_hash(previous, row) == row.hash
            is_signed = compare_digest(row_mac(row.hash, secret), row.mac)
        except (*UNREADABLE, AttributeError):
            found.findings.append(f"The row {row.pk} of the list of heads can't be read.")
            continue
        if row.number != number + 1:
            found.findings.append(f"Row {number + 1} of the list of heads is missing.")
        number, previous = row.number, row.hash
        found.hashes[number] = previous
        if not is_whole:
            found.findings.append(
                f"Row {number} of the list of heads does not match its hash: it was changed, or "
                "the one before."
            )
        elif not is_signed:
            unsigned.append(number)
        else:
            if row.kind in (Head.Kind.AGAIN, Head.Kind.ACCEPTED):
                unsigned, found.ends, found.erased = [], {}, 0
                found.findings = found.findings if row.kind == Head.Kind.AGAIN else []
            found.add(row)
    if unsigned:
        found.findings.append(
            f"Rows of the list of heads, from {unsigned[0]} to {unsigned[-1]}, are not signed with "
            f"this secret key: {len(unsigned)}. They were changed, or the key was."
        )
    return found


def _rows() -> Iterator[Head]:
    rows = Head.objects.order_by("number")
    try:
        yield from list(rows)
    except UNREADABLE:
        # One that can't be read comes without what it holds.
        for number in rows.values_list("number", flat=True):
            try:
                yield Head.objects.get(number=number)
            except (*UNREADABLE, Head.DoesNotExist):
                yield Head(number=number)

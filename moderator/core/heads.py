"""The list of heads: where the site's logs ended, and which ones it deleted, chained and signed.

A log's own hashes show all changes but a missing end. Each row of this list names logs with the
number and hash of their last entries at that time; its hash covers the row before, and it is signed
with a key made from the secret key, which whoever has only the database lacks. `moderator/server/
signing.py` signs what is new every few seconds; a deletion is a row of its own transaction.

Here logs and the list are verified, too: every change, swap, gap or removal is found.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from moderator.core.credentials import accepted_keys
from moderator.core.databases import fetched
from moderator.core.log import entries_of, entry_hash, genesis
from moderator.core.models import Entry, Game, Head
from moderator.rules import log

Ends = dict[str, tuple[int, str]]
"""The number and hash of each log's last entry, by its name: a game's id, or `pairing_name`."""

_LOCK = 0x68656164  # any number that nothing else uses for locks in the database


def pairing_name(pk: int) -> str:
    """The name of a pairing's results."""
    return f"pairing {pk}"


@contextmanager
def alone() -> Iterator[None]:
    """A transaction that adds to the list, such as one that deletes games or tournaments.

    The others who do so wait. So it begins before anything else is locked, or two of them could
    wait for each other.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":  # on SQLite a transaction has the lock of all writes
            fetched("SELECT pg_advisory_xact_lock(%s)", _LOCK)
        yield


def append(kind: Head.Kind, ends: Sequence[tuple[str, int, str]]) -> Head:
    """Add a row in a transaction `alone`."""
    last = Head.objects.order_by("-number").values_list("number", "hash").first()
    number, previous = last or (0, "")
    row = Head(number=number + 1, at=timezone.now(), kind=kind, heads=[[*one] for one in ends])
    row.hash = row_hash(previous, row)
    row.mac = row_mac(row.hash)
    row.save(force_insert=True)
    return row


def erased(*names: str) -> None:
    """Say, in the transaction `alone` that deletes these logs, that they are gone."""
    append(Head.Kind.ERASED, [(name, 0, "") for name in names])


def row_hash(previous: str, row: Head) -> str:
    """The hash of a row that follows one with the hash `previous`. Stored lists depend on it."""
    at = row.at.astimezone(UTC).isoformat(timespec="microseconds")
    return log.chain(previous, [row.number, at, row.kind, row.heads])


def row_mac(digest: str, secret: str = "") -> str:
    """What only a site with this secret key, the present one if left out, makes of a row's hash."""
    secret = secret or settings.SECRET_KEY
    key = hmac.digest(secret.encode(), b"moderator list of heads", hashlib.sha256)
    return hmac.digest(key, digest.encode(), hashlib.sha256).hex()


def key_of_last() -> str:
    """Which of the accepted secret keys has signed the newest row; the present one if none has."""
    row = Head.objects.order_by("-number").values_list("hash", "mac").first()
    if row is not None:
        for secret in accepted_keys():
            if hmac.compare_digest(row_mac(row[0], secret), row[1]):
                return secret
    return settings.SECRET_KEY


def game_ends(using: str = "default") -> Ends:
    """Those of all games; a log without entries has no hash."""
    last = (
        "SELECT uid, COALESCE(e.number, 0), COALESCE(e.hash, '') FROM play_game g"
        " LEFT JOIN play_entry e ON e.game_id = g.id AND e.number ="
        " (SELECT MAX(number) FROM play_entry WHERE game_id = g.id)"
    )
    return {uid: (number, digest) for uid, number, digest in fetched(last, using=using)}


# Verifying logs.

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


# Verifying the list of heads.


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
            is_signed = hmac.compare_digest(row_mac(row.hash, secret), row.mac)
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


def contradicted(games: Iterable[Game]) -> list[Game]:
    """Of games that are brought back, those with other entries than were signed here before they
    were deleted. They may have been brought back, and played on, several times."""
    lives: dict[str, list[dict[int, str]]] = {game.uid: [{}] for game in games}
    for heads, kind in Head.objects.order_by("number").values_list("heads", "kind").iterator():
        for name, number, digest in heads:
            if name in lives and kind == Head.Kind.ERASED:
                lives[name].append({})
            elif name in lives:
                lives[name][-1][number] = digest
    found = []
    for game in games:
        hashes = {0: genesis(game), **dict(game.entries.values_list("number", "hash"))}
        known = [life.items() for life in lives[game.uid] if life]
        if known and not any(all(hashes.get(n, one) == one for n, one in life) for life in known):
            found.append(game)
    return found

"""The list of heads: where the site's logs ended, and which ones it deleted, chained and signed.

A log's own hashes show all changes but a missing end. Each row of this list names logs with the
number and hash of their last entries at that time; its hash covers the row before, and it is signed
with a key made from the secret key, which whoever has only the database lacks. `moderator/server/
signing.py` signs what is new every few seconds; a deletion is a row of its own transaction.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC

from django.conf import settings
from django.db import connection, connections, transaction
from django.utils import timezone

from moderator.core.credentials import accepted_keys
from moderator.core.models import Head
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
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
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
    with connections[using].cursor() as cursor:
        cursor.execute(last)
        return {uid: (number, digest) for uid, number, digest in cursor.fetchall()}

"""Compaction: what was deleted for good is removed from the database's files, too.

That holds other requests up for as long as the files take to be written again (25 ms for each MB
on SQLite), so it waits for a moment when nobody plays.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

from django.db import OperationalError, connections
from django.utils import timezone

from moderator.core.class_models import Compaction, Presence
from moderator.core.models import Entry

# Writes the database's files again, so that nothing deleted is left in them.
#
# SQLite: `secure_delete` overwrites what is deleted, but not copies that were made when rows
# moved to another page; VACUUM leaves those out. PostgreSQL: VACUUM leaves deleted rows in the
# free space of their pages; VACUUM FULL doesn't. Its statistics contain values of columns.
#
# Each function connects by itself, waits a moment at most while others read or write, and is
# called outside a transaction.

WAIT_MS = 100  # for others who hold a lock; more would hold up those who wait behind this one
SNAPSHOTS_S = 3.0  # how long others may still see what was deleted


def checkpoint() -> bool:
    """Empty SQLite's write-ahead log; False while somebody reads. PostgreSQL needs nothing."""
    with _connected() as wrapper:
        return wrapper.vendor != "sqlite" or _is_checkpointed(wrapper.connection)


def rewrite() -> bool:
    """Write the files again; False if somebody is in the way, so that it must be done later."""
    with _connected() as wrapper:
        if wrapper.vendor == "sqlite":
            return _rewrite_sqlite(wrapper.connection)
        with wrapper.cursor() as cursor:
            return _rewrite_postgresql(cursor, wrapper.introspection.django_table_names(True))


@contextmanager
def _connected() -> Iterator[Any]:
    wrapper = connections["default"].copy()
    with closing(wrapper):
        with wrapper.cursor() as cursor:
            if wrapper.vendor == "sqlite":
                cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
            else:
                cursor.execute(f"SET lock_timeout = {WAIT_MS}")
        yield wrapper


def _rewrite_sqlite(connection: sqlite3.Connection) -> bool:
    # Somebody who reads for long would keep the old pages in the write-ahead log afterwards.
    if not _is_checkpointed(connection):
        return False
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return False
        raise
    return _is_checkpointed(connection)


def _is_checkpointed(connection: sqlite3.Connection) -> bool:
    is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def _rewrite_postgresql(cursor: Any, tables: list[str]) -> bool:
    if not _is_deleted_for_all(cursor):
        return False
    try:
        _drop_statistics(cursor, tables)
        for table in sorted(tables):
            cursor.execute(f'VACUUM (FULL, ANALYZE) "{table}"')
        if not _is_deleted_for_all(cursor):
            return False
        cursor.execute("VACUUM FULL pg_statistic")
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == "55P03":  # lock_not_available
            return False
        raise
    return True


def _drop_statistics(cursor: Any, tables: list[str]) -> None:
    """Drop the statistics of columns with texts: those of an empty table would stay for ever.

    To set a column's type drops them. It is the type that it has, so nothing else changes, except
    that values are stored in the type's usual way again, if somebody has set another one.
    """
    cursor.execute(
        """
        SELECT relname, attname, format_type(atttypid, atttypmod)
        FROM pg_stats
        JOIN pg_class ON relname = tablename AND relnamespace = schemaname::regnamespace
        JOIN pg_attribute USING (attname)
        WHERE attrelid = pg_class.oid AND tablename = ANY(%s) AND schemaname = current_schema()
            AND atttypid = ANY('{text, varchar, jsonb, bytea}'::regtype[])
        ORDER BY relname, attname
        """,
        [tables],
    )
    for table, column, its_type in cursor.fetchall():
        cursor.execute(f'ALTER TABLE "{table}" ALTER "{column}" TYPE {its_type}')


def _is_deleted_for_all(cursor: Any) -> bool:
    """Whether no other connection sees what was deleted until now; waits a moment for that.

    What somebody may still see survives VACUUM FULL: all transactions that run now must end.
    """
    until = time.monotonic() + SNAPSHOTS_S
    older = _running(cursor)
    while older and time.monotonic() < until:
        time.sleep(0.05)
        older &= _running(cursor)
    return not older


def _running(cursor: Any) -> set[str]:
    """The transactions of the other connections; each has a lock on itself."""
    cursor.execute(
        """
        SELECT virtualtransaction FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'virtualxid' AND datname = current_database() AND pid <> pg_backend_pid()
        """
    )
    return {name for (name,) in cursor.fetchall()}


# Compacts when nobody plays.

QUIET = timedelta(minutes=2)
"""So long ago somebody was connected or a move was recorded last."""
PATIENCE = timedelta(hours=12)
"""After so long it doesn't wait for a quiet moment any more."""


def compaction_request() -> None:
    """Say, in the transaction that deletes something for good, that the files must be compacted."""
    Compaction.objects.create(at=timezone.now())


def compact(*, is_urgent: bool = False) -> bool:
    """Remove from the files what has been deleted, if that is due and can be done now.

    Args:
        is_urgent: without waiting for a quiet moment, and even if nothing is known to be due.

    Returns:
        Whether nothing is left to be done; otherwise it must be tried again later.
    """
    due = list(Compaction.objects.order_by("pk"))
    if not (due or is_urgent):
        return True
    # At once, since that takes a moment: afterwards, at most single copies are left on SQLite.
    checkpoint()
    if not (is_urgent or _is_quiet() or abs(due[0].at - timezone.now()) > PATIENCE):
        return False
    if not rewrite():
        return False
    # Not those up to the last: another may have been committed since.
    Compaction.objects.filter(pk__in=[one.pk for one in due]).delete()
    return True


def _is_quiet() -> bool:
    now = timezone.now()
    last = Entry.objects.order_by("-pk").only("at").first()
    is_playing = last is not None and abs(last.at - now) < QUIET
    seen = Presence.objects.filter(seen__range=(now - QUIET, now + QUIET))
    return not (is_playing or seen.exists())

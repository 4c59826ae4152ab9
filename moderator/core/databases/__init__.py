"""Database backends, notices between processes, and compaction; and rows as they are.

Here a database of a newer release is refused, which this one could misread or damage; and one that
processes of an earlier release still use, which would miss what this one changes.
"""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.checks import Warning
from django.db import DatabaseError, Error, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet

from moderator import migrations

# Of the code that is running, whatever is installed meanwhile.
KNOWN = {module.name for module in pkgutil.iter_modules(migrations.__path__)}


RELEASE = f"moderator {max(KNOWN)}"
"""What PostgreSQL calls our connections: releases that change tables differ in it."""
EARLIEST = "moderator_news"  # the listening connections of releases that had no such name


class EarlierRunning(OperationalError):
    """Processes of an earlier release use the database; the message says what to do."""


class NewerDatabase(OperationalError):
    """A newer release has changed the database; the message says what to do."""


def fetched(query: str, *values: Any, using: str = "default") -> list[tuple[Any, ...]]:
    """The rows with which the database answers a statement; none for one that gives none."""
    with connections[using].cursor() as cursor:
        cursor.execute(query, values or None)
        return cursor.fetchall() if cursor.description else []


def unknown_migrations(connection: BaseDatabaseWrapper) -> list[str]:
    """The migrations of our tables that the database has and this release hasn't."""
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return []
        cursor.execute("SELECT name FROM django_migrations WHERE app = 'play'")
        return sorted({name for (name,) in cursor.fetchall()} - KNOWN)


def refuse_newer(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Close a connection that was just opened if its database is newer.

    Raises:
        NewerDatabase: it is.
    """
    try:
        unknown = unknown_migrations(connection)
    except Error:
        connection.close()  # so that the next who uses it checks again
        raise
    if unknown:
        connection.close()
        raise NewerDatabase(
            f"The database belongs to a newer release: this one doesn't know {', '.join(unknown)}. "
            "Install the newer release again, or restore the backup made before the update "
            "(docs/deploy.md, “Back to an earlier version”)."
        )


_has_asked = False


def refuse_beside_earlier(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Close this process's first connection to PostgreSQL if an earlier release is connected, too.

    SQLite doesn't know who else has the file open (docs/deploy.md).

    Raises:
        EarlierRunning: it is.
    """
    global _has_asked
    if _has_asked or connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND (application_name = %s OR"
            " application_name LIKE 'moderator 0%%' AND application_name < %s)",
            [EARLIEST, RELEASE],
        )
        ((count,),) = cursor.fetchall()
    if count:
        connection.close()
        raise EarlierRunning(
            "Processes of an earlier release use the database. Stop them first, on every host, "
            "then start this one again (docs/deploy.md, “A new version”)."
        )
    _has_asked = True


def unencrypted(**_: Any) -> list[Warning]:
    """A warning of every command if passwords and names go to the database where others may read
    them, or to a host that only says that it is the database's."""
    own = settings.DATABASES["default"]
    if own["ENGINE"] != "moderator.core.databases.postgresql":
        return []
    options: dict[str, Any] = own["OPTIONS"]
    hosts = str(options.get("host", own["HOST"])).split(",")
    away = [host for host in hosts if host not in _HERE and not host.startswith("/")]
    if not away or (options.get("sslmode") or os.environ.get("PGSSLMODE")) == "verify-full":
        return []
    return [
        Warning(
            f"The connection to the database on {', '.join(away)} is not checked for TLS.",
            hint="Put ?sslmode=verify-full at the end of DATABASE_URL (docs/operations.md, “TLS "
            "to the database”).",
            id="moderator.W001",
        )
    ]


_HERE = ("", "localhost", "127.0.0.1", "::1")


def explained(error: Exception) -> str | None:
    """What a command prints instead of a traceback; None for errors that aren't the database's."""
    if isinstance(error, (NewerDatabase, EarlierRunning)):
        return str(error)
    if not isinstance(error, DatabaseError):
        return None
    return (
        f"The database can't be used: {error}. Check that {settings.VAR_DIR} is writable, or that "
        "DATABASE_URL is right. If the site is not there, as on a server, the command needs its "
        "settings: docs/operations.md, at the top. The first start of a site makes its database."
    )


# Rows as they are: read at one moment, and inserted with all their columns.

AT_ONCE = 500


@contextmanager
def one_moment(using: str = "default") -> Iterator[None]:
    """All that is read inside is as it was at its beginning."""
    connection = connections[using]
    is_outermost = not connection.in_atomic_block
    with transaction.atomic(using=using):
        if is_outermost and connection.vendor == "postgresql":
            fetched("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", using=using)
        yield


def rows_insert(
    model: type[Model], rows: Iterable[Model], using: str = "default", *, has_keys: bool = False
) -> Iterator[int]:
    """Insert the rows in their order, with every column as it is: Django would set the times of
    columns such as `created`, and an `Entry` can't be inserted in any other way but by a move.

    Yields their primary keys, as the database has given them; with `has_keys` they keep their own.
    The database's triggers check each row.
    """
    meta, connection = model._meta, connections[using]
    fields = [one for one in meta.local_concrete_fields if has_keys or one is not meta.auto_field]
    insert: Any = QuerySet(model, using=using)._insert  # type: ignore[attr-defined]
    size = min(AT_ONCE, connection.ops.bulk_batch_size(fields, range(AT_ONCE)))
    remaining = iter(rows)
    while batch := list(islice(remaining, size)):
        found: Sequence[tuple[int, ...]] = insert(
            batch, fields, returning_fields=[meta.pk], raw=True, using=using
        )
        yield from (pk for (pk,) in found)

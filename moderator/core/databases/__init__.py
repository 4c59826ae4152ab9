"""Database backends, notices between processes, and compaction.

Here a database of a newer release is refused, which this one could misread or damage.
"""

from __future__ import annotations

import pkgutil
from typing import Any

from django.conf import settings
from django.db import DatabaseError, Error, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

from moderator import migrations

# Of the code that is running, whatever is installed meanwhile.
_KNOWN = {module.name for module in pkgutil.iter_modules(migrations.__path__)}


class NewerDatabase(OperationalError):
    """A newer release has changed the database; the message says what to do."""


def unknown_migrations(connection: BaseDatabaseWrapper) -> list[str]:
    """The migrations of our tables that the database has and this release hasn't."""
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return []
        cursor.execute("SELECT name FROM django_migrations WHERE app = 'play'")
        return sorted({name for (name,) in cursor.fetchall()} - _KNOWN)


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


def explained(error: Exception) -> str | None:
    """What a command prints instead of a traceback; None for errors that aren't the database's."""
    if isinstance(error, NewerDatabase):
        return str(error)
    if not isinstance(error, DatabaseError):
        return None
    return (
        f"The database can't be used: {error}. Check that {settings.VAR_DIR} is writable, "
        "or that DATABASE_URL is right."
    )

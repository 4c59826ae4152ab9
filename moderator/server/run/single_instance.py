"""Only one `up` at a time prepares the data; after that, several can serve it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_KEY = 0x6D6F6465  # any number that nothing else uses for locks in the database


@contextmanager
def exclusively(var: Path) -> Iterator[None]:
    """Wait until no other `up` prepares the same folder, or on PostgreSQL the same database.

    Both locks are released when the process ends, however it ends.
    """
    var.mkdir(parents=True, exist_ok=True)
    with (var / "up.lock").open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        with _lock_database():
            yield


@contextmanager
def _lock_database() -> Iterator[None]:
    if connection.vendor != "postgresql":  # its file is in the folder
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_KEY])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_KEY])

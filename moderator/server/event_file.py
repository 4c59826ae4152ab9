"""The file of security events, for an office: a JSON object on each line, written from the rows.

So nothing is lost if it can't be written for a while: it goes on after its last whole line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.db import connection, transaction
from django.utils.timezone import is_aware

from moderator.core.events import LOCK, SecurityEvent, shortened

try:
    import fcntl
except ImportError:  # Windows, where there is one process
    fcntl = None  # type: ignore[assignment]

FILE = "security-events.jsonl"
MOST_BYTES = 5 * 2**20
MOST_FILES = 10  # with the one that is being written
AT_ONCE = 1000
TAIL_BYTES = 16 * 1024


def events_write(folder: Path) -> None:
    """Add the events that were recorded since the last line; another process may be doing it.

    Raises:
        OSError: it can't be written.
    """
    with locked(folder / f"{FILE}.lock") as is_alone:
        while is_alone and _add(folder / FILE):
            pass


@contextmanager
def locked(lock: Path, *, is_shared: bool = False) -> Iterator[bool]:
    """Whether the file is locked meanwhile; not if another process has locked it, unless both
    share it."""
    with lock.open("a") as file:
        try:
            if fcntl is not None:
                kind = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
                fcntl.flock(file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _add(path: Path) -> bool:
    """Add some events, and begin a new file if this one has become long; whether there were any."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        if fcntl is not None:
            os.fchmod(file.fileno(), 0o600)  # somebody may have copied it back
        last = _last_of(file)
        file.truncate()
        if last is None and _numbered(path, 1).exists():
            with _numbered(path, 1).open("rb") as before:
                last = _last_of(before)
        lines = [line_of(row) + "\n" for row in _rows_after(last)]
        file.write("".join(lines).encode())
        is_full = file.tell() > MOST_BYTES
    if is_full:
        for number in range(MOST_FILES - 1, 0, -1):
            if _numbered(path, number - 1).exists():
                _numbered(path, number - 1).replace(_numbered(path, number))
    return bool(lines)


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}") if number else path


def _last_of(file: IO[bytes]) -> dict[str, Any] | None:
    """The last event, None if there is none; the file is then read up to its end.

    What stands behind it is none: half a line, or what a power cut has left. That is little, so the
    whole file is read only if there is no event among its last bytes.
    """
    size = file.seek(0, os.SEEK_END)
    for start in (max(size - TAIL_BYTES, 0), 0):
        file.seek(start)
        lines = file.read().splitlines(keepends=True)
        while lines and (found := _event_of(lines[-1])) is None:
            lines.pop()
        if lines:
            file.seek(start + sum(map(len, lines)))
            return found
    file.seek(0)
    return None


def _event_of(line: bytes) -> dict[str, Any] | None:
    """The columns by which an event is known again; None if the line isn't a whole one."""
    with suppress(ValueError, TypeError, KeyError):
        read = json.loads(line) if line.endswith(b"\n") else {}
        at = datetime.fromisoformat(read["at"])
        return {"pk": int(read["id"]), "at": at} if is_aware(at) else None
    return None


def _rows_after(last: dict[str, Any] | None) -> list[SecurityEvent]:
    """The next events, with their addresses; none while one is on its way, which would be missed:
    PostgreSQL gives numbers before it commits."""
    rows = SecurityEvent.objects.select_related("origin").order_by("pk")
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
                if cursor.fetchone() != (True,):
                    return []
        if last is not None:
            if rows.filter(**last).exists():
                rows = rows.filter(pk__gt=last["pk"])
            else:  # the database was restored from a backup
                rows = rows.filter(at__gt=last["at"])
        return list(rows[:AT_ONCE])


def line_of(row: SecurityEvent, *, is_full: bool = False, **names: str | None) -> str:
    """An event as a line, without what there is none of; its address shortened or as it is. The
    file gets no names."""
    origin = getattr(row, "origin", None)
    address = origin.address if origin else ""
    fields = {
        "id": row.pk,
        "at": row.at.isoformat(),
        "kind": row.kind,
        "account": row.account,
        "person": row.person,
        "class": row.classroom,
        "about": row.about,
        "address": (address if is_full else shortened(address)) or None,
        **names,
    }
    return json.dumps({name: value for name, value in fields.items() if value is not None})

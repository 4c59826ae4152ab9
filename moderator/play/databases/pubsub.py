"""Notices to the other processes that serve the same data.

A notice is part of the transaction: others receive it when that is committed, and not at all if
it is rolled back. So no process can end between a move and its notice. PostgreSQL uses NOTIFY.
SQLite keeps notices in a table, and each process checks twenty times a second a number that
SQLite changes with every commit.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterable
from typing import Any

from django.db import connection, connections
from django.db.transaction import TransactionManagementError

_TOKEN = secrets.token_hex(8)
CHANNEL = "moderator_news"
KEPT = 500  # rows; a process that is further behind refreshes everything
POLL_S = 0.05
WAIT_S = 1.0  # how long one call of `receive` waits

Notice = tuple[str, int, str | None]
"""What to do ("tell": publish, or "drop": revoke), for which group and audience."""


def publish(group_id: int) -> None:
    """Tell the other processes that this group's chart has changed."""
    _notify(f"tell {group_id}")


def revoke(group_id: int, audience: str | None = None) -> None:
    """Tell the other processes to check again who may watch this group (as this audience)."""
    _notify(f"drop {group_id} {audience}" if audience else f"drop {group_id}")


def _process() -> str:
    """The sender's name: a process ignores its own notices. A fork has another name."""
    return f"{_TOKEN}-{os.getpid()}"


def _notify(what: str) -> None:
    if not connection.in_atomic_block:
        raise TransactionManagementError(
            "A notice must be sent inside the transaction it is about."
        )
    text = f"{_process()} {what}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, text])
            return
        cursor.execute("INSERT INTO play_news (text) VALUES (%s)", [text])
        newest = cursor.lastrowid or 0
        if newest % 100 == 0:
            cursor.execute("DELETE FROM play_news WHERE id <= %s", [newest - KEPT])


def connection_to_others() -> NotifyConnection | TableConnection:
    """A separate connection on which the other processes' notices arrive."""
    return NotifyConnection() if connection.vendor == "postgresql" else TableConnection()


def _from_others(texts: Iterable[str]) -> list[Notice]:
    """The other processes' notices, without repetitions."""
    own = _process()
    notices: dict[Notice, None] = {}
    for text in texts:
        process, what, group_id, *audience = text.split(" ", 3)
        if process != own:
            notices[what, int(group_id), audience[0] if audience else None] = None
    return list(notices)


class NotifyConnection:
    """PostgreSQL: LISTEN."""

    def __init__(self) -> None:
        self._wrapper = connections["default"].copy()
        # So that a dead connection is noticed within ten seconds.
        alive = {"keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 3}
        self._wrapper.settings_dict["OPTIONS"].update(alive, application_name=CHANNEL)

    def open(self) -> None:
        with self._wrapper.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")

    def receive(self) -> list[Notice]:
        found: Any = self._wrapper.connection
        return _from_others(each.payload for each in found.notifies(timeout=WAIT_S, stop_after=1))

    def close(self) -> None:
        self._wrapper.close()


class TableConnection:
    """SQLite: polls the table when the file has changed."""

    def __init__(self) -> None:
        self._wrapper = connections["default"].copy()

    def open(self) -> None:
        self._wrapper.ensure_connection()
        self._version = self._file_version()
        numbers = self._ask("SELECT seq FROM sqlite_sequence WHERE name = 'play_news'")
        self._last: int = numbers[0][0] if numbers else 0

    def receive(self) -> list[Notice] | None:
        until = time.monotonic() + WAIT_S
        while (version := self._file_version()) == self._version:
            if time.monotonic() > until:
                return []
            time.sleep(POLL_S)
        self._version = version  # before the rows, so that later ones are found next time
        rows = self._ask("SELECT id, text FROM play_news WHERE id > ? ORDER BY id", self._last)
        if not rows:
            return []
        # SQLite skips no number: a gap means that rows have been deleted.
        has_gap = rows[0][0] != self._last + 1
        self._last = rows[-1][0]
        return None if has_gap else _from_others(text for _, text in rows)

    def _file_version(self) -> int:
        """A number that changes with each commit of any other connection."""
        version: int = self._ask("PRAGMA data_version")[0][0]
        return version

    def _ask(self, query: str, *values: int) -> list[Any]:
        # Without Django's wrapper, as this runs all the time; read to the end, or the file would
        # stay locked.
        found: Any = self._wrapper.connection
        rows: list[Any] = found.execute(query, values).fetchall()
        return rows

    def close(self) -> None:
        self._wrapper.close()

"""News for the other processes that serve the same data, said with what they are about.

Whatever is said here is part of the transaction: others hear of it when that is committed, and
not at all if it is not. So no process can end between a move and the word that it was made.
PostgreSQL brings the word to whoever listens. SQLite keeps it in a table, and each process looks
twenty times a second at a number that SQLite changes with every commit.
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
KEPT = 500  # rows; whoever is further behind looks at everything
LOOK_S = 0.05
WAIT_S = 1.0  # so long a line is listened to before anything else is looked at

Said = tuple[str, int, str | None]
"""What ("tell" or "drop"), of which group, to which audience."""


def publish(group_id: int) -> None:
    """This group's chart is another one."""
    _say(f"tell {group_id}")


def revoke(group_id: int, audience: str | None = None) -> None:
    """What decided who may watch this group (as this audience) has changed."""
    _say(f"drop {group_id} {audience}" if audience else f"drop {group_id}")


def _process() -> str:
    """Nobody listens to himself; a forked copy is somebody else."""
    return f"{_TOKEN}-{os.getpid()}"


def _say(what: str) -> None:
    if not connection.in_atomic_block:
        raise TransactionManagementError("News are said in the transaction that makes them.")
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
    """A connection of its own on which the other processes are heard."""
    return NotifyConnection() if connection.vendor == "postgresql" else TableConnection()


def _others(texts: Iterable[str]) -> list[Said]:
    """What others said, once each."""
    own = _process()
    said: dict[Said, None] = {}
    for text in texts:
        process, what, group_id, *audience = text.split(" ", 3)
        if process != own:
            said[what, int(group_id), audience[0] if audience else None] = None
    return list(said)


class NotifyConnection:
    """PostgreSQL: LISTEN."""

    def __init__(self) -> None:
        self._wrapper = connections["default"].copy()
        # A silent line is asked whether it is still there: found dead within ten seconds.
        alive = {"keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 3}
        self._wrapper.settings_dict["OPTIONS"].update(alive, application_name=CHANNEL)

    def open(self) -> None:
        with self._wrapper.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")

    def heard(self) -> list[Said]:
        found: Any = self._wrapper.connection
        return _others(each.payload for each in found.notifies(timeout=WAIT_S, stop_after=1))

    def close(self) -> None:
        self._wrapper.close()


class TableConnection:
    """SQLite: the table, when the file has changed."""

    def __init__(self) -> None:
        self._wrapper = connections["default"].copy()

    def open(self) -> None:
        self._wrapper.ensure_connection()
        self._version = self._file_version()
        numbers = self._ask("SELECT seq FROM sqlite_sequence WHERE name = 'play_news'")
        self._last: int = numbers[0][0] if numbers else 0

    def heard(self) -> list[Said] | None:
        until = time.monotonic() + WAIT_S
        while (version := self._file_version()) == self._version:
            if time.monotonic() > until:
                return []
            time.sleep(LOOK_S)
        self._version = version  # before the rows: what comes between is found next time
        rows = self._ask("SELECT id, text FROM play_news WHERE id > ? ORDER BY id", self._last)
        if not rows:
            return []
        # SQLite leaves no number out: a gap is what has been removed.
        has_gap = rows[0][0] != self._last + 1
        self._last = rows[-1][0]
        return None if has_gap else _others(text for _, text in rows)

    def _file_version(self) -> int:
        """Another one after each commit of another connection, be it of this process."""
        version: int = self._ask("PRAGMA data_version")[0][0]
        return version

    def _ask(self, query: str, *values: int) -> list[Any]:
        # Without Django's wrapping, for it is asked all the time; read to the end, or the file
        # would stay locked.
        found: Any = self._wrapper.connection
        rows: list[Any] = found.execute(query, values).fetchall()
        return rows

    def close(self) -> None:
        self._wrapper.close()

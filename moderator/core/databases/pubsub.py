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
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from django.db import connection, connections
from django.db.transaction import TransactionManagementError

from moderator.core.databases import RELEASE
from moderator.live.hub import Notice, Notices

_TOKEN = secrets.token_hex(8)
CHANNEL = "moderator_news"
KEPT = 500  # rows; a process that is further behind refreshes everything
POLL_S = 0.05
WAIT_S = 1.0  # how long a step waits for notices

SEAT = "seat:"
MODERATOR = "moderator"
OVERVIEW = "overview"  # of a class: its instructor
SEATS = "public:seats"  # of a class: those who wait for a seat


def seat_audience(player: str) -> str:
    return f"{SEAT}{player}"


def class_id(classroom_pk: int) -> int:
    """What stands for a whole class where a group's number is expected: the negative number."""
    return -classroom_pk


def publish(group_id: int, audience: str | None = None) -> None:
    """Tell the other processes that this group's chart has changed (for this audience)."""
    _notify(f"tell {group_id} {audience}" if audience else f"tell {group_id}")


def revoke(group_id: int, audience: str | None = None) -> None:
    """Tell the other processes to check again who may watch this group (as this audience)."""
    _notify(f"drop {group_id} {audience}" if audience else f"drop {group_id}")


def forget_all() -> None:
    """Tell the other processes to empty their caches."""
    _notify("forget 0")


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


def notices_of_others() -> Notices:
    """The other processes' notices, on a connection of its own; each step waits a second at most.

    None: some may have been missed, as before the first step. Raises the database's error if the
    connection is lost. The connection is closed with the generator.
    """
    wrapper = connections["default"].copy()
    is_postgresql = wrapper.vendor == "postgresql"
    with closing(wrapper):
        for texts in _notified(wrapper) if is_postgresql else _read_from_table(wrapper):
            yield None if texts is None else _from_others(texts)


def _from_others(texts: Iterable[str]) -> list[Notice]:
    """The other processes' notices, without repetitions."""
    own = _process()
    notices: dict[Notice, None] = {}
    for text in texts:
        process, what, group_id, *audience = text.split(" ", 3)
        if process != own:
            notices[what, int(group_id), audience[0] if audience else None] = None
    return list(notices)


def _notified(wrapper: Any) -> Iterator[list[str] | None]:
    """PostgreSQL: LISTEN."""
    # So that a dead connection is noticed within ten seconds.
    alive = {"keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 3}
    wrapper.settings_dict["OPTIONS"].update(alive, application_name=f"{RELEASE} notices")
    with wrapper.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
    yield None
    while True:
        found = wrapper.connection.notifies(timeout=WAIT_S, stop_after=1)
        yield [each.payload for each in found]


def _read_from_table(wrapper: Any) -> Iterator[list[str] | None]:
    """SQLite: polls the table when the file has changed."""

    def ask(query: str, *values: int) -> list[Any]:
        # Without Django's wrapper, as this runs all the time; read to the end, or the file would
        # stay locked.
        rows: list[Any] = wrapper.connection.execute(query, values).fetchall()
        return rows

    wrapper.ensure_connection()
    # The first number changes with each commit of any other connection. It is read before the
    # rows, so that later ones are found next time.
    version = ask("PRAGMA data_version")
    last = max(ask("SELECT seq FROM sqlite_sequence WHERE name = 'play_news'"), default=(0,))[0]
    yield None
    while True:
        until = time.monotonic() + WAIT_S
        while (now := ask("PRAGMA data_version")) == version and time.monotonic() < until:
            time.sleep(POLL_S)
        version = now
        rows = ask("SELECT id, text FROM play_news WHERE id > ? ORDER BY id", last)
        # SQLite skips no number: a gap means that rows have been deleted.
        has_gap = bool(rows) and rows[0][0] != last + 1
        last = rows[-1][0] if rows else last
        yield None if has_gap else [text for _, text in rows]

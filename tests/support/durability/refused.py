"""Checks of the responses while the database can't store a move, and afterwards."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

from tests.support.durability.laptop import AWAY, RECORDED, Laptop
from tests.support.durability.room import check_complete

LIMIT_S = 20


def check_refused(laptop: Laptop, key: str, text: str = "") -> None:
    """Asserts that the move is refused, and that the page says so and keeps it."""
    form = laptop.form(key) | ({"text": text} if text else {})
    answer = laptop.post(form)
    assert answer.status == AWAY
    assert int(answer.headers["retry-after"]) > 0
    assert "Your move was not recorded." in answer.body
    assert "Try again" in answer.body
    assert text in answer.body
    assert f'name="key" value="{key}"' in answer.body
    for inside in ("traceback", "sqlite", "psycopg"):
        assert inside not in answer.body.lower()


def check_on_again(laptop: Laptop, *keys: str) -> None:
    """Asserts that the refused moves are accepted now, with the same keys."""
    for key in keys:
        limit = time.monotonic() + LIMIT_S  # a connection may notice it later than others
        while (status := laptop.send(key).status) == AWAY and time.monotonic() < limit:
            time.sleep(0.1)
        assert status == RECORDED
    check_complete(laptop.room.site, [laptop.room], list(keys))
    database_file = laptop.room.site.var / "moderator.sqlite3"
    if database_file.exists():
        with closing(sqlite3.connect(database_file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

"""The kept databases, as they were."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.releases.keep import HERE, SECRET_KEY
from tests.support.durability.postgresql import SERVER, fresh_database

KEPT = sorted(file.name.removesuffix(".sql.gz") for file in HERE.glob("*.sql.gz"))


def unpacked(name: str) -> str:
    return gzip.decompress((HERE / name).read_bytes()).decode()


@dataclass(frozen=True)
class Restored:
    """`env`: what a process needs to use the database."""

    env: dict[str, str]
    database: sqlite3.Connection | psycopg.Connection


@contextmanager
def restored(name: str, var: Path) -> Iterator[Restored]:
    """The old data in this folder, or in a new database on the server."""
    env, dump = {"SECRET_KEY": SECRET_KEY}, unpacked(f"{name}.sql.gz")
    with ExitStack() as stack:
        if name.endswith(".postgresql"):
            if not SERVER:
                pytest.skip("TEST_POSTGRES_URL names no server")
            url = env["DATABASE_URL"] = stack.enter_context(fresh_database())
            with psycopg.connect(url) as database:
                database.execute(dump.encode())
            database = stack.enter_context(closing(psycopg.connect(url)))
        else:
            file = var / "moderator.sqlite3"
            database = stack.enter_context(closing(sqlite3.connect(file)))
            database.executescript(dump)
        # Nobody's cookie expires with the years.
        database.execute("UPDATE django_session SET expire_date = '2999-01-01 00:00:00'")
        database.commit()
        yield Restored(env, database)

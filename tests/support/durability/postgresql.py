"""New databases on the server that TEST_POSTGRES_URL names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest

from tests.support.prepared import prepare_template

SERVER = os.environ.get("TEST_POSTGRES_URL", "")
needs_postgresql = pytest.mark.skipif(not SERVER, reason="TEST_POSTGRES_URL names no server")


@contextmanager
def fresh_database() -> Iterator[str]:
    """Yields the URL of an empty database, which is dropped at the end despite connections."""
    with _created("template1") as url:
        yield url


@contextmanager
def migrated_database() -> Iterator[str]:
    """Likewise, of one that has all tables, as after the first start of a site."""
    with _created(prepare_template(SERVER)) as url:
        yield url


@contextmanager
def _created(template: str) -> Iterator[str]:
    name = f"test_durability_{uuid4().hex[:12]}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        try:
            yield urlunsplit(urlsplit(SERVER)._replace(path=f"/{name}"))
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

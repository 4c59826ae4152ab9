"""Two processes on the same data, each on its own port."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest

from tests.support.durability.postgresql import SERVER, migrated_database
from tests.support.site import Site


@dataclass(frozen=True)
class Pair:
    """`database`: its URL if it is PostgreSQL, otherwise empty."""

    here: Site
    there: Site
    database: str


@contextmanager
def pair_on(database: str, start: Callable[..., Site]) -> Iterator[Pair]:
    """Two sites as `up` starts them, on "SQLite" or "PostgreSQL"."""
    with ExitStack() as opened:
        env = {}
        if database == "PostgreSQL":
            if not SERVER:
                pytest.skip("TEST_POSTGRES_URL names no server")
            env = {"DATABASE_URL": opened.enter_context(migrated_database())}
        here = start("--no-demo", env=env)
        sites = [here, start("--no-demo", var=here.var, env=env)]
        for site in sites:
            opened.callback(site.end)
        yield Pair(*sites, env.get("DATABASE_URL", ""))

"""What is made once for each run and copied: a new site's database and static files, and the
migrated databases of the tests themselves."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from zlib import crc32

import psycopg
from django.core.management import call_command
from django.db import connection

from tests.support.site import Site

MIGRATED = "migrated.sqlite3"
TEMPLATE = "template.json"  # the server and the name of the one on PostgreSQL
MIGRATE = "from django.core.management import call_command; call_command('migrate', verbosity=0)"
PREPARE = "from moderator.server.management.commands import up; up._prepare()"


def prepare(var: Path) -> Path:
    """Fills a new site's folder as `up` would: the migrated database, the collected files."""
    shared = Path(os.environ["TEST_RUN_DIR"])
    made = shared / "site"
    with _first("site"):
        if not made.exists():
            site = Site(shared / "unfinished-site")
            if (migrated := shared / MIGRATED).exists():
                site.var.mkdir()
                shutil.copyfile(migrated, site.var / "moderator.sqlite3")
            site.run(PREPARE)
            site.end()
            (site.var / "secret.key").unlink()  # each site has its own
            site.var.rename(made)
    shutil.copytree(made, var, dirs_exist_ok=True)
    return var


def prepare_database() -> None:
    """Makes the test database of this process, before it is set up; all of its tables are there."""
    made = Path(os.environ["TEST_RUN_DIR"], MIGRATED)
    with _first("migrated"):
        if not made.exists():
            connection.close()
            usual, unfinished = connection.settings_dict["NAME"], made.with_suffix(".unfinished")
            connection.settings_dict["NAME"] = str(unfinished)
            call_command("migrate", verbosity=0)
            connection.close()
            connection.settings_dict["NAME"] = usual
            unfinished.rename(made)
    copy_database()


def copy_database() -> None:
    """Puts a new copy of the migrated database, on SQLite, in the place of this process's own."""
    connection.close()
    own = Path(connection.settings_dict["TEST"]["NAME"])
    for file in own.parent.glob(f"{own.name}*"):  # with the journal of a process that was killed
        file.unlink()
    shutil.copyfile(Path(os.environ["TEST_RUN_DIR"], MIGRATED), own)


def prepare_template(server_url: str) -> str:
    """Makes a migrated database on PostgreSQL, of which others are copies; returns its name."""
    made = Path(os.environ["TEST_RUN_DIR"], TEMPLATE)
    name = f"test_template_{crc32(os.environ['TEST_RUN_DIR'].encode())}"
    with _first("template"):
        if not made.exists():
            with psycopg.connect(server_url, autocommit=True) as server:
                server.execute(f"CREATE DATABASE {name}".encode())
            made.write_text(json.dumps([server_url, name]))
            url = urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
            Site(made.with_suffix(".unused"), env={"DATABASE_URL": url}).run(MIGRATE)
    return name


def drop_template() -> None:
    """At the end of the run, if it was made."""
    made = Path(os.environ["TEST_RUN_DIR"], TEMPLATE)
    if made.exists():
        server_url, name = json.loads(made.read_text())
        with psycopg.connect(server_url, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def _first(name: str) -> Iterator[None]:
    """The first process makes it, and the others wait."""
    with Path(os.environ["TEST_RUN_DIR"], f"{name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield

"""What commands of `manage.py` share: their input and output, and copies of all rows between the
site's database and a file of SQLite, which backups are."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections, transaction
from django.db.models import Model

from moderator.core.databases import fetched, rows_insert
from moderator.core.databases.sqlite.base import DatabaseWrapper
from moderator.core.games import shipped
from moderator.core.heads import game_ends
from moderator.rules import record
from moderator.rules.errors import Refused, printable
from moderator.rules.record import Record

# Commands that the site starts beside itself, too.


class ChildCommand(BaseCommand):
    """Started by the site, it has the option `--child`, and ends with it (`core/child.py`)."""

    requires_system_checks = ()  # the site has made them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--child", action="store_true", help=SUPPRESS)


# Input and output of commands: record files, and text for any terminal.


def read(file: str) -> bytes:
    """The bytes of a record file, or of standard input for `-`; `Refused` if it can't be read."""
    most = record.MOST_BYTES + 1
    try:
        if file == "-":
            return sys.stdin.buffer.read(most)
        with Path(file).open("rb") as stream:
            return stream.read(most)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused("bad-record", f"{printable(file)} can’t be read: {why}.") from None


def record_of(file: str) -> tuple[Record, Mapping[str, Any]]:
    """The record in such a file, and the scenarios of this site for its game.

    Raises:
        Refused: it can't be read, or isn't a record.
        ScenarioBroken: the site's scenarios can't be used.
    """
    found = record.read(read(file))
    return found, shipped()[found.game] if isinstance(found.scenario, str) else {}


def sentence(refused: Refused) -> str:
    """What was refused: where, why, and its code."""
    where = f"Move {refused.move}: " if refused.move else ""
    return f"{where}{refused} ({refused.code})"


def write(text: str) -> None:
    """Print the text; exit with 1 if the pipe was closed or the disk is full."""
    if sys.stdout is None:  # started with standard output closed
        raise SystemExit(1)
    try:
        sys.stdout.write(encodable(text))
        sys.stdout.flush()
    except OSError as error:
        # Otherwise Python would try to write the rest at exit, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"The result can’t be written: {error.strerror}.", file=sys.stderr)
        raise SystemExit(1) from None


def encodable(text: str) -> str:
    """The text with backslash escapes for characters that the terminal can't show."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


# Copies of all rows.

FILE = "moderator.sqlite3"
SUMS = "SHA256SUMS"
COPY = "copy"
"""What Django calls the file while it is used."""
_MIGRATE = """
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "migrate", "--verbosity=0"])
"""


class CannotCopy(Exception):
    """The copy failed; the message says why."""


def migrate(folder: Path) -> None:
    """Make the file in this folder, or bring it to the tables of this release.

    In a process of its own, since migrations change the database that the settings name.
    """
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "moderator.settings",
        "VAR_DIR": str(folder),
        "DATABASE_URL": "",
        "SECRET_KEY": settings.SECRET_KEY,
    }
    done = subprocess.run(
        [sys.executable, "-c", _MIGRATE],
        cwd=settings.BASE_DIR,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCopy(done.stderr.strip().splitlines()[-1])


def copy_file(source: Path, target: Path) -> None:
    """Copy a file of SQLite, which may be in use and stays as it is."""
    # Not with Django's connection, which has a timeout for locks.
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def check_room(folder: Path, most: int) -> None:
    """Raise `CannotCopy` unless so many bytes fit there."""
    free = shutil.disk_usage(folder).free
    if free < most:
        told = f"up to {most / 2**20:.1f} MB are needed, and {free / 2**20:.1f} MB are left"
        raise CannotCopy(f"the disk of {folder} is too full: {told}")


def sums_write(folder: Path) -> None:
    """Write a file that `sha256sum --check` reads, too."""
    names = sorted(path.name for path in folder.iterdir())
    lines = [f"{_sum(folder / name)}  {name}\n" for name in names]
    (folder / SUMS).write_text("".join(lines), encoding="ascii")


def check_sum(file: Path) -> None:
    """Raise `CannotCopy` if the file isn't as it was backed up; earlier releases noted no sums."""
    sums = file.with_name(SUMS)
    if sums.exists() and f"{_sum(file)}  {file.name}" not in sums.read_text("ascii").splitlines():
        raise CannotCopy(
            f"{file.name} is not what {SUMS} beside it says. The copy is incomplete or damaged: "
            "copy the backup once more, or take another one"
        )


def _sum(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def check(file: Path) -> None:
    """Raise `CannotCopy` if the file is damaged, or isn't of this program."""
    with closing(sqlite3.connect(file)) as copy:
        (found,) = copy.execute("PRAGMA integrity_check").fetchone()
        views = copy.execute("SELECT count(*) FROM sqlite_master WHERE type = 'view'").fetchone()
    if views != (0,):
        raise CannotCopy("it has views, which no backup has")
    if found != "ok":
        raise CannotCopy(f"the database is damaged: {found}")


@contextmanager
def opened(file: Path) -> Iterator[None]:
    """The file as the database `COPY`."""
    own: dict[str, Any] = {"NAME": str(file), "OPTIONS": {}, "TIME_ZONE": None}
    copy = DatabaseWrapper({**connections["default"].settings_dict, **own}, COPY)
    connections[COPY] = copy
    try:
        yield
    finally:
        copy.close()
        del connections[COPY]


def copy_all(source: str, target: str) -> None:
    """Copy all rows into a database that has just been migrated, with their primary keys, and the
    numbers from which those go on.

    The target's triggers check each row.

    Raises:
        CannotCopy: the logs end with other entries there.
    """
    with transaction.atomic(using=target):
        models = apps.get_models(include_auto_created=True)
        for model in reversed(models):  # what `migrate` has made: types of content, permissions
            model._base_manager.using(target).all()._raw_delete(target)
        for model in models:
            rows = model._base_manager.using(source).order_by("pk").iterator(chunk_size=500)
            for _pk in rows_insert(model, rows, target, has_keys=True):
                pass
        for model in models:
            _go_on_with(target, model, _last(source, model))
        if game_ends(source) != game_ends(target):
            raise CannotCopy("the logs end with other entries in the copy")


def _last(using: str, model: type[Model]) -> int:
    """The last primary key that the database has given, also to a row that was deleted since."""
    meta = model._meta
    if meta.auto_field is None:
        return 0
    if connections[using].vendor == "sqlite":
        query = "SELECT MAX(seq) FROM sqlite_sequence WHERE name = %s"
        values: list[Any] = [meta.db_table]
    else:
        query = (
            "SELECT last_value FROM pg_sequences WHERE"
            " (quote_ident(schemaname) || '.' || quote_ident(sequencename))::regclass"
            " = pg_get_serial_sequence(%s, %s)::regclass"
        )
        values = [f'"{meta.db_table}"', meta.auto_field.column]
    return next((last for (last,) in fetched(query, *values, using=using) if last), 0)


def _go_on_with(using: str, model: type[Model], last: int) -> None:
    meta = model._meta
    if meta.auto_field is None or not last:
        return
    if connections[using].vendor == "sqlite":
        fetched("DELETE FROM sqlite_sequence WHERE name = %s", meta.db_table, using=using)
        query = "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)"
        values: list[Any] = [meta.db_table]
    else:
        query = "SELECT setval(pg_get_serial_sequence(%s, %s), %s)"
        values = [f'"{meta.db_table}"', meta.auto_field.column]
    fetched(query, *values, last, using=using)


def summary(file: Path) -> str:
    """What the file has, in words."""
    counts = []
    with closing(sqlite3.connect(file)) as copy:
        for name, table in (("classes", "classroom"), ("games", "game"), ("entries", "entry")):
            (count,) = copy.execute(f"SELECT count(*) FROM play_{table}").fetchone()  # noqa: S608
            counts.append(f"{name}: {count:,}")
    return f"{file.stat().st_size / 2**20:.1f} MB, {', '.join(counts)}"

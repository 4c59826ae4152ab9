"""`manage.py backup FOLDER`: backs up all data while the site is running."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from argparse import ArgumentParser
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from moderator.core.credentials import accepted_keys
from moderator.core.databases import fetched, one_moment
from moderator.server.health import BACKED_UP
from moderator.server.management import (
    COPY,
    FILE,
    CannotCopy,
    check,
    check_room,
    copy_all,
    copy_file,
    migrate,
    opened,
    summary,
    sums_write,
)

NAME = re.compile(r"\d{8}T\d{6}Z")
UNFINISHED = ".part"


class Command(BaseCommand):
    """Copies the database and the secret key into a new folder, named after the time (UTC)."""

    help = (
        "Copies the database and the secret key into a new folder inside FOLDER. The copy is a "
        "complete VAR_DIR, with SQLite: start `up` with it to continue, or use `restore`."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="FOLDER")
        parser.add_argument(
            "--keep", type=_number, metavar="N", help="delete all but the newest N backups there"
        )

    def handle(self, *args: Any, folder: Path, keep: int | None, **options: Any) -> None:
        try:
            copy = _back_up(folder)
        except (OSError, sqlite3.Error, CannotCopy) as error:
            raise CommandError(f"The backup failed: {error}") from error
        with suppress(OSError):  # where nothing may be written there
            (settings.VAR_DIR / BACKED_UP).touch()
        self.stdout.write(str(copy))
        self.stdout.write(summary(copy / FILE))
        if keep is not None:
            for old in sorted(_copies(folder))[:-keep]:
                shutil.rmtree(old)


def _back_up(folder: Path) -> Path:
    """A complete backup; until it is complete its name ends in `.part`."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    unfinished = copy.with_suffix(UNFINISHED)
    unfinished.mkdir()
    try:
        file = unfinished / FILE
        if connection.vendor == "sqlite":
            source = Path(settings.DATABASES["default"]["NAME"])
            check_room(unfinished, source.stat().st_size)
            copy_file(source, file)
        else:
            ((size,),) = fetched("SELECT pg_database_size(current_database())")
            check_room(unfinished, size)
            migrate(unfinished)
            with opened(file), one_moment():
                copy_all("default", COPY)
        check(file)
        # Links and PINs are derived from the key, and sessions are signed with it.
        (unfinished / "secret.key").write_text("\n".join(accepted_keys()) + "\n", encoding="ascii")
        sums_write(unfinished)
        _sync(unfinished)
        unfinished.rename(copy)
    except BaseException:
        shutil.rmtree(unfinished)
        raise
    return copy


def _sync(folder: Path) -> None:
    for path in (*folder.iterdir(), folder):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _copies(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir() and NAME.fullmatch(path.name)]


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number

"""`manage.py restore FILE`: fills an empty database from a backup."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from moderator.core.credentials import accepted_keys
from moderator.core.models import Game
from moderator.server.management import (
    COPY,
    FILE,
    CannotCopy,
    check,
    check_room,
    check_sum,
    copy_all,
    copy_file,
    migrate,
    opened,
    summary,
)
from moderator.server.signing import sign_again

MADE = {"django_content_type", "auth_permission"}
"""Tables that `migrate` fills."""


class Command(BaseCommand):
    """Copies all rows of a backup into the database that the settings name."""

    help = (
        "Fills an empty database, SQLite or PostgreSQL, with all of a backup, and compares the "
        "end of each game's log. FILE: a folder that `backup` has made, or the file in it."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        file = file / FILE if file.is_dir() else file
        try:
            if _has_rows():
                raise CommandError(
                    "The database isn't empty, so nothing was changed. Name another one, as "
                    "DATABASE_URL or VAR_DIR."
                )
            with TemporaryDirectory() as folder:
                copy = Path(folder, FILE)
                if not file.is_file():
                    raise CannotCopy(f"there is no file {file}")
                check_sum(file)
                size = file.stat().st_size
                check_room(copy.parent, 2 * size)  # with the journal of a migration
                if connection.vendor == "sqlite":
                    check_room(settings.VAR_DIR, 2 * size)
                copy_file(file, copy)
                check(copy)
                migrate(copy.parent)  # a backup of an earlier release
                call_command("migrate", verbosity=0)
                with opened(copy):
                    copy_all(COPY, "default")
                self.stdout.write(summary(copy))
        except (OSError, sqlite3.Error, CannotCopy, Error, ValueError, TypeError) as error:
            raise CommandError(f"Nothing was restored: {error}") from error
        count = Game.objects.count()
        self.stdout.write(f"The logs of {count} games end as in the backup, with the same hashes.")
        key = _key(file.with_name("secret.key"))
        if key is not None and key not in accepted_keys():
            self.stdout.write(
                "The secret key is not the backup's: links, PINs and sign-ins are void. Put the "
                f"backup's secret.key into {settings.VAR_DIR} to keep them."
            )
        if findings := sign_again(key or "", is_restored=True):
            raise CommandError(
                "\n".join(["The backup was restored, but it is not as it was recorded:", *findings])
            )


def _has_rows() -> bool:
    """Whether anything is stored; a database without tables is empty."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        tables = {one._meta.db_table for one in apps.get_models(include_auto_created=True)}
        for table in sorted(there & tables - MADE):
            cursor.execute(f'SELECT 1 FROM "{table}" LIMIT 1')  # noqa: S608
            if cursor.fetchone():
                return True
    return False


def _key(file: Path) -> str | None:
    """The key with which the backup was made, without earlier ones."""
    return file.read_text(encoding="ascii").partition("\n")[0] if file.exists() else None

"""`manage.py compact`: removes from the database's files what has been deleted for good."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from moderator.core.databases.compaction import compact


class Command(BaseCommand):
    """Does it now, and fails if somebody is in the way."""

    help = (
        "Writes the database's files again, so that nothing is left in them of what has been "
        "deleted for good. The site does this by itself when nobody plays."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not compact(is_urgent=True):
            raise CommandError("The database is in use. Try again in a moment.")
        self.stdout.write("Nothing that was deleted is left in the database's files.")

"""`manage.py purge_classes`: deletes classes on their day, and erases those deleted a week ago.

It also deletes practice games that nobody has played for a week, and forgets from which addresses
people joined hours ago.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from moderator.core import site_time
from moderator.core.models import Person
from moderator.features.classes.write import classrooms_purge
from moderator.features.people.joining import addresses_forget
from moderator.features.practice.write import practice_purge


class Command(BaseCommand):
    """Erases them, and prints how many there were."""

    help = (
        "Deletes the classes whose day has come, and erases for good those that were deleted more "
        "than seven days ago. `up` does this at its start and every minute, and the list of "
        "classes whenever an instructor opens it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--clock-is-right",
            action="store_true",
            help="believe the clock, though the site was last seen at another time",
        )

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        """Erase them, and print how many there were, and where the site's time stands."""
        if options["clock_is_right"]:
            site_time.believe(timezone.now())
        addresses_forget(Person.objects.all())
        practice_purge()
        count = classrooms_purge()
        if verbosity:
            self.stdout.write(f"Classes erased: {count}.")
        if at := site_time.stands_at():
            self.stderr.write(
                f"The clock says {timezone.now():%Y-%m-%d}, and the site was last seen on "
                f"{at:%Y-%m-%d}. Until the clock is right, or has gone on for a week, nothing is "
                "erased by its age. If it is right: --clock-is-right"
            )

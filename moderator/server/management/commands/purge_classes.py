"""`manage.py purge_classes`: deletes classes on their day, and erases those deleted a week ago.

It also forgets from which addresses people joined hours ago.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from moderator.core.models import Person
from moderator.features.classes.write import classrooms_purge
from moderator.features.people.joining import addresses_forget


class Command(BaseCommand):
    """Erases them, and prints how many there were."""

    help = (
        "Deletes the classes whose day has come, and erases for good those that were deleted more "
        "than seven days ago. `up` does this at its start and every minute, and the list of "
        "classes whenever an instructor opens it."
    )

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        addresses_forget(Person.objects.all())
        count = classrooms_purge()
        if verbosity:
            self.stdout.write(f"Classes erased: {count}.")

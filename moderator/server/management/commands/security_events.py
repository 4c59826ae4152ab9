"""`manage.py security_events`: prints security events with their addresses, for an office."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from moderator.core.events import SecurityEvent
from moderator.server.event_file import line_of


class Command(BaseCommand):
    """Prints a JSON object for each event, the oldest first."""

    help = (
        "Prints security events as JSON lines, as in the file, but with whole network addresses "
        "where they are still kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--account", metavar="NAME", help="only those of this account")
        parser.add_argument("--class", type=int, metavar="NUMBER", dest="classroom")
        parser.add_argument("--since", metavar="DAY", help="for example 2026-11-01, by UTC")

    def handle(self, *args: Any, **options: Any) -> None:
        found = SecurityEvent.objects.select_related("origin").order_by("pk")
        if name := options["account"]:
            user = User.objects.filter(username=name).first()
            if user is None:
                raise CommandError(f"There is no account {name}. Names are case-sensitive.")
            found = found.filter(account=user.pk)
        if number := options["classroom"]:
            found = found.filter(classroom=number)
        if day := options["since"]:
            try:
                found = found.filter(at__gte=datetime.fromisoformat(day).replace(tzinfo=UTC))
            except ValueError as error:
                raise CommandError(f"{day} is no day. One looks like 2026-11-01.") from error
        for row in found.iterator():
            self.stdout.write(line_of(row, is_full=True))

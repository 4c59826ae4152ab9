"""`manage.py security_events`: prints security events with addresses and names, for an office."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from moderator.core.events import Kind, SecurityEvent, line_of
from moderator.core.forms import whole_number
from moderator.core.models import Classroom


class Command(BaseCommand):
    """Prints a JSON object for each event, the oldest first."""

    help = (
        "Prints security events as JSON lines, as in the file, but with the names of accounts and "
        "classes, and with whole network addresses where they are still kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--account", metavar="NAME", help="or its number")
        parser.add_argument("--class", type=int, metavar="NUMBER", dest="classroom")
        parser.add_argument(
            "--kind", help="for example account.failed_login, or what it begins with: account."
        )
        parser.add_argument("--since", metavar="DAY", help="for example 2026-11-01, by UTC")
        parser.add_argument("--until", metavar="DAY", help="the last day, by UTC")

    def handle(self, *args: Any, **options: Any) -> None:
        found = SecurityEvent.objects.select_related("origin").order_by("pk")
        accounts = dict(User.objects.values_list("pk", "username"))
        classes = dict(Classroom.every.values_list("pk", "name"))
        if given := options["account"]:
            numbers = [pk for pk, name in accounts.items() if name == given]
            if not numbers and (number := whole_number(given)) in accounts:
                numbers = [number]
            if not numbers:
                raise CommandError(f"There is no account {given}. Names are case-sensitive.")
            found = found.filter(account__in=numbers)
        if number := options["classroom"]:
            found = found.filter(classroom=number)
        if kind := options["kind"]:
            if not any(one.startswith(kind) for one in Kind.values):
                raise CommandError(f"No kind is or begins with {kind}: docs/security.md has all.")
            found = found.filter(kind__startswith=kind)
        if day := options["since"]:
            found = found.filter(at__gte=_begin_of(day))
        if day := options["until"]:
            found = found.filter(at__lt=_begin_of(day) + timedelta(days=1))
        for row in found.iterator():
            names = {
                "account_name": accounts.get(row.account or 0),
                "class_name": classes.get(row.classroom or 0),
            }
            if row.kind == Kind.CLASS_HANDED_ON:
                names["about_name"] = accounts.get(row.about or 0)
            self.stdout.write(line_of(row, is_full=True, **names))


def _begin_of(day: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(day), time(), UTC)
    except ValueError as error:
        raise CommandError(f"{day} is no day. One looks like 2026-11-01.") from error

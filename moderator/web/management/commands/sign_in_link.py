"""`manage.py sign_in_link USER`: for who has no password, or has forgotten it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from moderator.play import services


class Command(BaseCommand):
    """Prints a one-time link; with `--new`, makes the account first."""

    help = "Prints a link that signs an account in once, within a day. Hand it over in person."

    def add_arguments(self, parser: CommandParser) -> None:
        """The account."""
        parser.add_argument("user", help="the user name")
        parser.add_argument("--new", action="store_true", help="make the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """The address begins with PUBLIC_URL, where that is set."""
        name = options["user"]
        user = User.objects.filter(username=name).first()
        if user is None and not options["new"]:
            raise CommandError(f"There is no account “{name}”. `--new` makes one.")
        user = user or User.objects.create_user(name)
        path = reverse("one-time", args=[services.sign_in_link_create(user)])
        self.stdout.write(f"{settings.PUBLIC_URL}{path}")

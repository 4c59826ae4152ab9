"""`manage.py second_factor_off USER`: for who has lost the app and the recovery codes."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from moderator.play import services


class Command(BaseCommand):
    """From now on the password is enough."""

    help = "Asks an account for no code any more: its app and its recovery codes are lost."

    def add_arguments(self, parser: CommandParser) -> None:
        """The account."""
        parser.add_argument("user", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Says whether a code was asked for before."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['user']}. Capital letters matter.")
        was_on = services.second_factor_turn_off(user)
        said = "The password is enough now." if was_on else "No code was asked for anyway."
        self.stdout.write(f"{user.username}: {said}")

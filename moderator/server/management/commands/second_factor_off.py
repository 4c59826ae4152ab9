"""`manage.py second_factor_off USER`: for users who have lost everything."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from moderator.features.accounts.write import factors_remove


class Command(BaseCommand):
    help = (
        "Turns an account's second factor off and removes its passkeys, if the app, recovery codes "
        "and passkeys are lost."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Turn it off, and print whether it was on."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['user']}. Names are case-sensitive.")
        was_on = factors_remove(user)
        was = "is off now, and no passkey is left" if was_on else "was off already"
        self.stdout.write(f"{user.username}: The second factor {was}.")

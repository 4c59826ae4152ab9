"""`manage.py instructor NAME`: an account, and a link that signs it in."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.urls import reverse

from moderator.play.services import sign_in_link_create


class Command(BaseCommand):
    """Makes the account if there is none of that name yet."""

    help = (
        "Prints a link that signs an instructor in: for a new account, or for one whose password "
        "was forgotten. It works once, within a day; the classes of others stay closed to it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the name to sign in with")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        try:
            user = User.objects.filter(username=name).first() or _new(name)
            if not user.is_active:
                raise CommandError(f"The account {name} is closed.")
            token = sign_in_link_create(user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except DatabaseError as error:
            raise CommandError(f"The database can't be used: {error}") from error
        self.stdout.write(settings.PUBLIC_URL + reverse("one-time", args=[token]))


def _new(name: str) -> User:
    user = User(username=name)
    user.set_unusable_password()
    user.full_clean()
    user.save()
    return user

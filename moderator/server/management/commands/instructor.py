"""`manage.py instructor NAME`: an account, and a link that signs it in; or its end."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, transaction
from django.urls import reverse

from moderator.play.services import sign_in_link_create
from moderator.web.feed import publishing


class Command(BaseCommand):
    """Makes the account if there is none of that name yet."""

    help = (
        "Prints a link that signs an instructor in: for a new account, or for one whose password "
        "was forgotten. It works once, within a day; the classes of others stay closed to it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the name to sign in with")
        parser.add_argument("--close", action="store_true", help="close the account instead")

    def handle(self, *args: Any, name: str, close: bool, **options: Any) -> None:
        if close:
            self.stdout.write(_close(name))
            return
        try:
            user = User.objects.filter(username=name).first()
            if user is None:
                user = _new(name)
                self.stderr.write(f"There was no account {name}: it is made now.")
            if not user.is_active:
                raise CommandError(f"The account {name} is closed for good: take another name.")
            token = sign_in_link_create(user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except DatabaseError as error:
            raise CommandError(f"The database can't be used: {error}") from error
        if not settings.PUBLIC_URL:
            self.stderr.write("Put the site's address before it, as in http://127.0.0.1:8000")
        self.stdout.write(settings.PUBLIC_URL + reverse("one-time", args=[token]))


def _close(name: str) -> str:
    """Its pages, its links and its open consoles end at once; its classes stay."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no account {name}. Capital letters matter.")
        publishing.end_sessions(user)
        user.signinlink_set.all().delete()
        user.is_active = False
        user.save(update_fields=["is_active"])
    return (
        f"The account {name} is closed. Its classes stay; an administrator sees them. Whoever has "
        "the links or PINs of their consoles can still use them: withdraw those as well."
    )


def _new(name: str) -> User:
    user = User(username=name)
    user.set_unusable_password()
    user.full_clean()
    user.save()
    return user

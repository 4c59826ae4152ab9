"""`manage.py instructor NAME`: creates an account, prints a sign-in link, or closes it."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse

from moderator.core.access import end_sessions
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.features.accounts.school import identity_set
from moderator.features.accounts.write import account_new, sign_in_link_create


class Command(BaseCommand):
    """Prints a sign-in link for an account, which is created if necessary; or closes it."""

    help = (
        "Prints a link that signs an instructor in: for a new account, or for one whose password "
        "was forgotten. It works once, within a day. Instructors see only their own classes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the name to sign in with")
        parser.add_argument("--close", action="store_true", help="close the account instead")
        parser.add_argument(
            "--subject", help="let the person with this subject at the school sign in, instead"
        )

    def handle(
        self, *args: Any, name: str, close: bool, subject: str | None, **options: Any
    ) -> None:
        if close:
            self.stdout.write(_close(name))
            return
        try:
            user = User.objects.filter(username=name).first()
            if user is None:
                user = account_new(name)
                self.stderr.write(f"There was no account {name}, so it has been created.")
            if not user.is_active:
                raise CommandError(f"The account {name} is closed for good: choose another name.")
            if subject is not None:
                self.stdout.write(_connect(user, subject))
                return
            token = sign_in_link_create(user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        if not settings.PUBLIC_URL:
            self.stderr.write("Put the site's address in front, for example http://127.0.0.1:8000")
        self.stdout.write(settings.PUBLIC_URL + reverse("one-time", args=[token]))


def _connect(user: User, subject: str) -> str:
    if not settings.OIDC_PROVIDER:
        raise CommandError("OIDC_PROVIDER names no provider.")
    try:
        identity_set(user, subject)
    except InvalidInput as error:
        raise CommandError(str(error)) from error
    return f"{subject} of {settings.OIDC_PROVIDER['issuer']} signs in as {user.username} now."


def _close(name: str) -> str:
    """Close an account: its sessions, links and open consoles end at once; its classes stay."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no account {name}. Names are case-sensitive.")
        end_sessions(user)
        user.signinlink_set.all().delete()
        user.is_active = False
        user.save(update_fields=["is_active"])
        record(Kind.ACCOUNT_CLOSED, account=user.pk)
    return (
        f"The account {name} is closed. Its classes stay, and administrators can see them. The "
        "links and PINs of their consoles still work: withdraw those as well."
    )

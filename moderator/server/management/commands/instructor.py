"""`manage.py instructor NAME`: creates an account, prints a sign-in link, hands on its classes, or
closes it; without NAME it lists all accounts."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Count
from django.urls import reverse

from moderator.core.access import end_sessions
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.models import Classroom
from moderator.features.accounts.school import identity_set
from moderator.features.accounts.write import account_new, sign_in_link_create


class Command(BaseCommand):
    """Prints a sign-in link for an account, which is created if necessary; or ends it."""

    help = (
        "Prints a link that signs an instructor in: for a new account, or for one whose password "
        "was forgotten. It works once, within a day. Instructors see only their own classes. "
        "Without NAME it lists all accounts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", nargs="?", help="the name to sign in with")
        parser.add_argument(
            "--close", action="store_true", help="close the account for good, instead"
        )
        parser.add_argument(
            "--hand-on", metavar="OTHER", help="give all its classes to this account, instead"
        )
        parser.add_argument(
            "--subject", help="let the person with this subject at the school sign in, instead"
        )

    def handle(
        self,
        *args: Any,
        name: str | None,
        close: bool,
        hand_on: str | None,
        subject: str | None,
        **options: Any,
    ) -> None:
        if name is None:
            if close or hand_on is not None or subject is not None:
                raise CommandError("Which account? Put its name after “instructor”.")
            self.stdout.writelines(f"{line}\n" for line in _accounts())
            return
        if close or hand_on is not None:
            if hand_on is not None:
                self.stdout.write(_hand_on(name, hand_on))
            if close:
                self.stdout.write(_close(name))
            return
        is_new = not User.objects.filter(username=name).exists()
        try:
            said = _let_in(name, subject)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        if is_new:
            self.stderr.write(f"There was no account {name}, so it has been created.")
        if subject is None and not settings.PUBLIC_URL:
            self.stderr.write("Put the site's address in front, for example http://127.0.0.1:8000")
        self.stdout.write(said)


def _accounts() -> Iterator[str]:
    """A line for each account."""
    yield "number  state   last sign-in  classes  name, subject at the school"
    found = User.objects.select_related("school").annotate(classes=Count("classrooms"))
    for user in found.order_by("pk"):
        state = "open" if user.is_active else "closed"
        last = f"{user.last_login:%Y-%m-%d}" if user.last_login else "never"
        school = getattr(user, "school", None)
        names = f"{user.username}, {school.subject}" if school else user.username
        yield f"{user.pk:>6}  {state:6}  {last:12}  {user.classes:>7}  {names}"


@transaction.atomic
def _let_in(name: str, subject: str | None) -> str:
    """A link for the account, or what was connected; nothing is made if that is refused."""
    user = User.objects.filter(username=name).first() or account_new(name)
    if not user.is_active:
        raise CommandError(f"The account {name} is closed for good: choose another name.")
    if subject is not None:
        return _connect(user, subject)
    return settings.PUBLIC_URL + reverse("one-time", args=[sign_in_link_create(user)])


def _connect(user: User, subject: str) -> str:
    if not settings.OIDC_PROVIDER:
        raise CommandError("OIDC_PROVIDER names no provider.")
    try:
        identity_set(user, subject)
    except InvalidInput as error:
        raise CommandError(str(error)) from error
    return f"{subject} of {settings.OIDC_PROVIDER['issuer']} signs in as {user.username} now."


def _locked(name: str) -> User:
    user = User.objects.select_for_update().filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no account {name}. Names are case-sensitive.")
    return user


def _hand_on(name: str, other: str) -> str:
    """Give all classes of an account to another one, the deleted ones, too, at once."""
    with transaction.atomic():
        before, after = (_locked(one) for one in (name, other))
        if not after.is_active:
            raise CommandError(f"The account {other} is closed.")
        end_sessions(before)
        classes = Classroom.every.select_for_update().filter(instructor=before)
        handed = list(classes.values_list("pk", "name"))
        for pk, _name in handed:
            record(Kind.CLASS_HANDED_ON, classroom=pk, about=after.pk)
        Classroom.every.filter(pk__in=[pk for pk, _name in handed]).update(instructor=after)
    names = ", ".join(name for _pk, name in handed) or "none"
    return f"Classes of {other} from now on: {names}."


def _close(name: str) -> str:
    """Close an account: its sessions, links and open consoles end at once; its classes stay."""
    with transaction.atomic():
        user = _locked(name)
        if not user.is_active:
            raise CommandError(f"The account {name} is closed already.")
        end_sessions(user)
        user.signinlink_set.all().delete()
        user.is_active = False
        user.save(update_fields=["is_active"])
        record(Kind.ACCOUNT_CLOSED, account=user.pk)
    has_classes = Classroom.every.filter(instructor=user).exists()
    stay = " Its classes stay, and administrators can see them." if has_classes else ""
    return (
        f"The account {name} is closed for good.{stay} The links and PINs of consoles that its "
        "owner knows still work: withdraw those as well."
    )

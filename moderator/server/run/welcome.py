"""The addresses that `up` prints."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from moderator.play import credentials, demo, selectors
from moderator.play.models import Group
from moderator.play.services import sign_in_link_create


@dataclass(frozen=True)
class AddressLine:
    """An address: what it is for, its path, and a note."""

    name: str
    path: str
    note: str = ""


@dataclass(frozen=True)
class Welcome:
    """The addresses, and the path for students to join."""

    lines: list[AddressLine]
    join_path: str = "/"


def welcome(with_demo: bool) -> Welcome:
    """The addresses to print. Creates the demo class on a new site if it is wanted."""
    shown = demo.demo_ensure() if with_demo else None
    if shown is None:
        return Welcome([_sign_in(_instructor()), AddressLine("Students join", "/")])
    join = f"/join/{shown.classroom.code}/"
    lines = [
        _sign_in(shown.instructor),
        AddressLine("Classroom", f"/classes/{shown.classroom.pk}/", "after signing in"),
        *(line for group in shown.groups for line in _group(group)),
        AddressLine("Students join", join),
    ]
    return Welcome(lines, join_path=join)


def _instructor() -> User:
    """The first account, which is created on a new site."""
    return User.objects.order_by("pk").first() or User.objects.create_user("instructor")


def _sign_in(instructor: User) -> AddressLine:
    """The sign-in page, or a one-time link as long as the instructor has no password."""
    name = f"Sign in as {instructor.username}"
    if instructor.has_usable_password():
        return AddressLine(name, "/sign-in/")
    return AddressLine(
        name, f"/sign-in/{sign_in_link_create(instructor)}/", "works once, for a day"
    )


def _group(group: Group) -> list[AddressLine]:
    token, pin = credentials.console_token(group), credentials.console_pin(group)
    found = [
        AddressLine(f"{group.name}: console", f"/m/{token}/", f"or PIN {pin}"),
        AddressLine(f"{group.name}: chart", f"/c/{group.code}/"),
    ]
    game = selectors.game_now(group)
    if game is not None and game.debrief_releases.filter(withdrawn_at=None).exists():
        found.append(AddressLine(f"{group.name}: debrief", f"/c/{group.code}/debrief/"))
    return found

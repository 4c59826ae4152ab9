"""What the page of a class is made of: the way in, a card a group, a row a person."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.play import credentials, selectors
from moderator.play.models import Classroom, Group, Person
from moderator.play.selectors import groups_of
from moderator.rules import game as rules_game
from moderator.web.core.invitations import qr_of
from moderator.web.core.responses import address, public_url
from moderator.web.core.seating import SeatStatus, seat_statuses


@dataclass(frozen=True)
class ConsoleAccess:
    """What opens a group's console without an account."""

    url: str
    pin: str
    qr: SafeString
    enter: str  # where the PIN is typed


@dataclass(frozen=True)
class GroupCard:
    """A group on the page of its class."""

    group: Group
    glance: selectors.GameSummary
    chairs: tuple[SeatStatus, ...]
    key: ConsoleAccess


@dataclass(frozen=True)
class PersonRow:
    """Somebody of the class, and the seat in the group's present game."""

    person: Person
    seat: rules_game.SeatLabel | None


def console_access_of(request: HttpRequest, group: Group) -> ConsoleAccess:
    """The link and the PIN of a group's console."""
    url = public_url(request, reverse("console-link", args=[credentials.console_token(group)]))
    label = gettext("QR code that opens the console of %(name)s") % {"name": group.name}
    enter = address(public_url(request, reverse("pin")))
    return ConsoleAccess(url, credentials.console_pin(group), qr_of(url, label), enter)


def cards_of(request: HttpRequest, classroom: Classroom) -> tuple[GroupCard, ...]:
    """The groups in the order of their numbers."""
    return tuple(card_of(request, group) for group in groups_of(classroom))


def card_of(request: HttpRequest, group: Group) -> GroupCard:
    """One group's card."""
    glance = selectors.game_summary(group)
    chairs = seat_statuses(glance.game) if glance.game else ()
    return GroupCard(group, glance, chairs, console_access_of(request, group))


def people_of(classroom: Classroom, cards: tuple[GroupCard, ...]) -> tuple[PersonRow, ...]:
    """Students by group and name, then moderators; the instructor isn't listed.

    Args:
        cards: the class's groups, which know who sits where.
    """
    seats = {pk: chair.seat for card in cards for chair in card.chairs for pk in chair.persons}
    people = selectors.people(classroom).exclude(kind=Person.Kind.INSTRUCTOR)
    rows = [PersonRow(p, seats.get(p.pk)) for p in people]
    return tuple(sorted(rows, key=_order))


def _order(row: PersonRow) -> tuple[bool, int, str]:
    person = row.person
    number = person.group.number if person.group else 0
    return (person.kind != Person.Kind.STUDENT, number, person.display_name.casefold())

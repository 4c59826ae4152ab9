"""The parts of a class's page: a card for each group, a row for each person."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from moderator.play import selectors
from moderator.play.models import Classroom, Group, Person
from moderator.play.selectors import groups_of
from moderator.rules.seating import SeatLabel
from moderator.web.core.invitations import ConsoleAccess, console_access_of
from moderator.web.core.seating import SeatStatus, seat_statuses


@dataclass(frozen=True)
class GroupCard:
    """A group on the page of its class."""

    group: Group
    summary: selectors.GameSummary
    seats: tuple[SeatStatus, ...]
    access: ConsoleAccess

    @property
    def is_waiting(self) -> bool:
        """Whether its game waits for its start."""
        return self.summary.game is not None and self.summary.game.is_waiting


@dataclass(frozen=True)
class PersonRow:
    """A person of the class, and the seat in the group's present game."""

    person: Person
    seat: SeatLabel | None


def cards_of(request: HttpRequest, classroom: Classroom) -> tuple[GroupCard, ...]:
    """The cards of the class's groups, by number."""
    return tuple(card_of(request, group) for group in groups_of(classroom))


def card_of(request: HttpRequest, group: Group) -> GroupCard:
    """One group's card."""
    summary = selectors.game_summary(group)
    seats = seat_statuses(summary.game) if summary.game else ()
    return GroupCard(group, summary, seats, console_access_of(request, group))


def people_of(classroom: Classroom, cards: tuple[GroupCard, ...]) -> tuple[PersonRow, ...]:
    """Students by group and name, then moderators, without the instructor.

    Args:
        cards: of the class's groups, for the seats.
    """
    seats = {pk: status.seat for card in cards for status in card.seats for pk in status.persons}
    people = selectors.people(classroom).exclude(kind=Person.Kind.INSTRUCTOR)
    rows = [PersonRow(p, seats.get(p.pk)) for p in people]
    return tuple(sorted(rows, key=_order))


def _order(row: PersonRow) -> tuple[bool, int, str]:
    person = row.person
    number = person.group.number if person.group else 0
    return (person.kind != Person.Kind.STUDENT, number, person.display_name.casefold())

"""Helping a group from the overview: a reminder, or somebody for a seat that nobody plays."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator import live
from moderator.play import selectors, services
from moderator.play.databases.pubsub import class_id, seat_audience
from moderator.play.errors import SeatTaken, Stale
from moderator.play.log import folds
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.models import Classroom, Group, Seat
from moderator.play.table.snapshot import table_of
from moderator.play.take_over import Successor, abandoned_in, successors
from moderator.play.whole_class import SeatedPeople, WholeClass, whole_class
from moderator.rules.errors import Refused
from moderator.rules.seating import SeatLabel
from moderator.web.core.access import classroom_for, of_classroom, user_of
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import CONFLICT, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.feed.overview_rows import REMIND, SEAT


@dataclass(frozen=True)
class PersonToSeat:
    """Somebody who could take a seat over; `shares`: the seat that they would leave to others."""

    pk: int
    name: str
    is_online: bool
    is_in_group: bool
    shares: SeatLabel | None


@dataclass(frozen=True)
class SeatToGive:
    """A seat of the group: who has it, since when they are offline, and whether nobody plays it."""

    pk: int
    seat: SeatLabel
    names: tuple[str, ...]
    since: datetime | None
    is_abandoned: bool


@dataclass(frozen=True)
class GroupSeatsPage:
    """The seats of a group, the abandoned ones first, and who could take one over."""

    classroom: Classroom
    group: Group
    seats: tuple[SeatToGive, ...]
    people: tuple[PersonToSeat, ...]
    error: str = ""


def help_group(request: HttpRequest, classroom: Classroom, do: str) -> HttpResponse:
    """What a button of the overview asks for: its value has the kind, and numbers."""
    kind, *rest = do.split(":")
    numbers = [whole_number(text) for text in rest]
    group = classroom.groups.filter(number=numbers[0] or 0).first() if numbers else None
    if group is None or None in numbers:
        raise Http404
    if (kind, len(numbers)) == (REMIND, 2):
        _remind(request, group, numbers[1] or 0)
    elif (kind, len(numbers)) == (SEAT, 3):
        return _give(request, group, numbers[1] or 0, numbers[2] or 0)
    else:
        raise Http404
    return _back(group)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def seats(request: HttpRequest, group: Group) -> HttpResponse:
    """The seats of a group, and who could take over those that nobody plays."""
    if request.method != "POST":
        return render_page(request, "web/lessons/seats.html", _page(group))
    seat, person = (whole_number(request.POST.get(name, "")) or 0 for name in ("seat", "person"))
    return _give(request, group, seat, person)


def _remind(request: HttpRequest, group: Group, reminders: int) -> None:
    """Remind everybody whose orders are missing; once for each number of earlier reminders."""
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    by = services.instructor_person(group.classroom, user_of(request))
    for slip in table_of(game, folds.fold_of(game)).slips.missing:
        with suppress(Refused, Stale):  # sealed meanwhile, for example
            key = f"overview-{reminders}-{slip.player}"
            services.player_remind(game, slip.player, key, by, "instructor")
            live.publish(group.pk, audience=seat_audience(slip.player))
    live.publish(class_id(group.classroom_id))


def _give(request: HttpRequest, group: Group, seat_pk: int, person_pk: int) -> HttpResponse:
    """Give the seat to somebody who is still free to take it."""
    seat = Seat.objects.filter(pk=seat_pk, game=selectors.game_now(group)).first()
    whole, now = whole_class(group.classroom), timezone.now()
    free = {one.person.pk: one.person for one in successors(whole, group, now)}
    error = ""
    if seat is None or person_pk not in free:
        error = gettext("Somebody else has been seated meanwhile. Please choose again.")
    else:
        try:
            with publishing.revoking_lost_seats(free[person_pk]):
                services.seat_give(free[person_pk], seat)
                publishing.recheck_access(group.pk)
        except SeatTaken as taken:
            error = str(taken)
    if error:
        return render_page(request, "web/lessons/seats.html", _page(group, error), CONFLICT)
    return _back(group)


def _back(group: Group) -> HttpResponse:
    return SeeOther(reverse("overview", args=[group.classroom_id]) + f"#group-{group.number}")


def _page(group: Group, error: str = "") -> GroupSeatsPage:
    now, whole = timezone.now(), whole_class(group.classroom)
    game = whole.games.get(group.pk)
    if game is None:
        raise Http404
    labels = {seat.id: seat for seat in rules_of(game).seats(scenario_of(game), game.options)}
    empty = {one.seat.pk: one for one in abandoned_in(whole, group, now)}
    rows = [
        SeatToGive(
            pk=seat.pk,
            seat=labels[seat.player],
            names=_names(whole, seat),
            since=empty[seat.pk].since if seat.pk in empty else None,
            is_abandoned=seat.pk in empty,
        )
        for seat in whole.seats.get(group.pk, ())
        if not seat.is_bot
    ]
    people = tuple(_person(one, labels) for one in successors(whole, group, now))
    ordered = sorted(rows, key=lambda row: not row.is_abandoned)
    return GroupSeatsPage(group.classroom, group, tuple(ordered), people, error)


def _names(whole: WholeClass, seat: SeatedPeople) -> tuple[str, ...]:
    return tuple(whole.people[pk].display_name for pk in seat.people)


def _person(one: Successor, labels: dict[str, SeatLabel]) -> PersonToSeat:
    shares = labels[one.shares.player] if one.shares else None
    person = one.person
    return PersonToSeat(person.pk, person.display_name, one.is_online, one.is_in_group, shares)

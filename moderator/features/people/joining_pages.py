"""Joining a class, for the instructor: open or closed, the code, requests, and removing many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from moderator.core import queries
from moderator.core.access import classroom_for
from moderator.core.forms import whole_number
from moderator.core.invitations import Invitation, invitation
from moderator.core.models import Classroom, Person
from moderator.core.people import people_remove
from moderator.core.responses import SeeOther, render_page
from moderator.features.people.joining import (
    JoiningNow,
    classroom_code_replace,
    join_requests_decide,
    joining_change,
    joining_of,
)

MINUTES = 10  # before now, as long as no time was chosen


@dataclass(frozen=True)
class JoiningPage:
    classroom: Classroom
    invitation: Invitation
    joining: JoiningNow


@dataclass(frozen=True)
class JoinedPerson:
    """A student, when they joined in the class's time zone, and whether it was in the time."""

    person: Person
    at: datetime
    is_since: bool

    @property
    def time(self) -> str:
        """The time for the address of this page."""
        return self.at.strftime(_FORMAT)


@dataclass(frozen=True)
class JoinedSincePage:
    """The students, the last one first; those who joined since the time are chosen."""

    classroom: Classroom
    since: str
    people: tuple[JoinedPerson, ...]
    is_open: bool

    @property
    def count(self) -> int:
        """How many joined since the time."""
        return sum(one.is_since for one in self.people)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def joining(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page of joining; a POST names the action by `do`."""
    if request.method != "POST":
        page = JoiningPage(classroom, invitation(request, classroom), joining_of(classroom))
        return render_page(request, "people/joining.html", page)
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    action(request, classroom)
    name = "classroom" if request.POST.get("to") == "classroom" else "joining"
    return SeeOther(reverse(name, args=[classroom.pk]))


def _open(request: HttpRequest, classroom: Classroom) -> None:
    joining_change(classroom, is_open=True)


def _close(request: HttpRequest, classroom: Classroom) -> None:
    joining_change(classroom, is_open=False)


def _replace(request: HttpRequest, classroom: Classroom) -> None:
    classroom_code_replace(classroom)


def _allow(request: HttpRequest, classroom: Classroom) -> None:
    join_requests_decide(classroom, True, _chosen(request))


def _refuse(request: HttpRequest, classroom: Classroom) -> None:
    join_requests_decide(classroom, False, _chosen(request))


def _chosen(request: HttpRequest) -> list[int]:
    """The requests that the page showed, so that nobody is decided on unseen."""
    pks = (whole_number(pk) for pk in request.POST.getlist("request"))
    return [pk for pk in pks if pk is not None]


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom], None]] = {
    "open": _open,
    "close": _close,
    "replace": _replace,
    "allow": _allow,
    "refuse": _refuse,
}

_FORMAT = "%Y-%m-%dT%H:%M:%S"  # of an <input type="datetime-local" step="1">


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def joined_since(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Who joined since a time; a POST removes those who are chosen."""
    if request.method == "POST":
        return _remove(request, classroom)
    zone = ZoneInfo(classroom.time_zone)
    since = _time(request.GET.get("since", ""), zone)
    people = tuple(
        JoinedPerson(person, at := person.joined.astimezone(zone), at >= since)
        for person in _students(classroom)
    )
    is_open = joining_of(classroom).is_open
    page = JoinedSincePage(classroom, since.strftime(_FORMAT), people, is_open)
    return render_page(request, "people/joined_since.html", page)


def _students(classroom: Classroom) -> list[Person]:
    people = queries.people(classroom).filter(kind=Person.Kind.STUDENT, is_simulated=False)
    return list(people.order_by("-joined", "-number"))


def _time(text: str, zone: ZoneInfo) -> datetime:
    """The typed time in this zone; if it is none, some minutes ago."""
    try:
        return datetime.fromisoformat(text[:40]).replace(tzinfo=zone)
    except ValueError:
        return timezone.now().astimezone(zone) - timedelta(minutes=MINUTES)


def _remove(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    numbers = {whole_number(number) for number in request.POST.getlist("person")}
    chosen = [person for person in _students(classroom) if person.number in numbers]
    with transaction.atomic():
        if "close" in request.POST:
            joining_change(classroom, is_open=False)
        if chosen:
            people_remove(classroom, chosen)
    return SeeOther(reverse("joining", args=[classroom.pk]))

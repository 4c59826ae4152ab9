"""Joining a class, for the instructor: open or closed, the code, requests, and removing many."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from moderator.core import queries
from moderator.core.access import classroom_for
from moderator.core.forms import ActionForm, PostedNumbers, PostedText, whole_number
from moderator.core.invitations import PhoneLink, invitation
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
    invitation: PhoneLink
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
    form = JoiningForm(request.POST)
    form.action(_ACTIONS)(classroom, form.typed["request"])
    name = "classroom" if form.typed["to"] == "classroom" else "joining"
    return SeeOther(reverse(name, args=[classroom.pk]))


class JoiningForm(ActionForm):
    """`request`: those that the page showed, so that nobody is decided on unseen."""

    to, request = PostedText(), PostedNumbers()


_ACTIONS: dict[str, Callable[[Classroom, Collection[int]], object]] = {
    "open": lambda classroom, _: joining_change(classroom, is_open=True),
    "close": lambda classroom, _: joining_change(classroom, is_open=False),
    "replace": lambda classroom, _: classroom_code_replace(classroom),
    "allow": lambda classroom, pks: join_requests_decide(classroom, True, pks),
    "refuse": lambda classroom, pks: join_requests_decide(classroom, False, pks),
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

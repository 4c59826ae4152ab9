"""Joining a class, for the instructor: open or closed, the code, requests, and removing many."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from moderator.core import queries
from moderator.core.access import classroom_for
from moderator.core.class_page import Step, step_url
from moderator.core.forms import ActionForm, PostedNumber, PostedNumbers, whole_number
from moderator.core.models import Classroom, Person
from moderator.core.people import people_remove
from moderator.core.responses import SeeOther, render_page
from moderator.features.people.joining import (
    classroom_code_replace,
    join_requests_decide,
    joining_change,
    joining_of,
    people_here,
)

MINUTES = 10  # before now, as long as no time was chosen


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
    """The former address of who is here; a POST names the action by `do`, or somebody who is `here`
    without having been seen."""
    if request.method == "POST":
        form = JoiningForm(request.POST)
        if number := form.typed["here"]:
            people_here(classroom, [number])
        else:
            form.action(_ACTIONS)(classroom, form.typed["request"])
    return SeeOther(step_url(classroom, Step.HERE))


class JoiningForm(ActionForm):
    """`request`: those that the page showed, so that nobody is decided on unseen."""

    request, here = PostedNumbers(), PostedNumber()


_ACTIONS: dict[str, Callable[[Classroom, Collection[int]], object]] = {
    "open": lambda classroom, _: joining_change(classroom, is_open=True),
    "close": lambda classroom, _: joining_change(classroom, is_open=False),
    "replace": lambda classroom, _: classroom_code_replace(classroom),
    "allow": lambda classroom, pks: join_requests_decide(classroom, True, pks),
    "refuse": lambda classroom, pks: join_requests_decide(classroom, False, pks),
    "show-names": lambda classroom, _: joining_change(classroom, are_all_named=True),
    "hide-names": lambda classroom, _: joining_change(classroom, are_all_named=False),
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
    return SeeOther(step_url(classroom, Step.HERE))

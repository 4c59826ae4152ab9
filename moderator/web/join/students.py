"""Students join: code, name, seat, without an account."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, services
from moderator.play.errors import InvalidInput, NameTaken
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, Group, JoinRequest
from moderator.play.models.classroom import NAME_LETTERS
from moderator.web.core.access import remember_person, student_in
from moderator.web.core.codes import (
    classroom_before,
    classroom_of,
    code_error,
    place_by_code,
    replaced_page,
)
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.throttling import address_of
from moderator.web.feed import publishing
from moderator.web.join.home import HomePage
from moderator.web.join.names import NameChoice, name_choice
from moderator.web.join.waiting import ask_and_wait, waiting_response


@dataclass(frozen=True)
class JoinPage:
    """The typed name, and what is wrong with it. With a roster there are names to choose from."""

    place: Classroom | Group
    classroom: Classroom
    group: Group | None
    once: str
    choice: NameChoice | None
    is_open: bool
    are_others_welcome: bool
    name: str = ""
    error: str = ""
    is_taken: bool = False
    name_letters: int = NAME_LETTERS

    @property
    def can_type(self) -> bool:
        """Whether a name may be typed."""
        return self.choice is None or self.are_others_welcome

    @property
    def typed_error(self) -> str:
        """The error, if it is about a typed name for which there is a field."""
        is_typed = self.choice is None or (self.are_others_welcome and self.name)
        return self.error if is_typed else ""


@dataclass(frozen=True)
class BackPage:
    """A return link before it is used; `is_invalid` once it no longer works."""

    token: str
    is_invalid: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a name; students who have already joined are redirected to the seats."""
    place = place_by_code(request, code)
    if place is None:
        return _elsewhere(request, code)
    classroom = classroom_of(place)
    if student_in(request, classroom):
        return redirect("seats", code=place.code)
    waiting = waiting_response(request, place)
    if waiting is not None:
        return waiting
    if request.method == "POST":
        return _join(request, place, classroom)
    if code != place.code:
        return redirect("join", code=place.code)
    return render_page(request, "web/join/join.html", _page(request, place))


def _elsewhere(request: HttpRequest, code: str) -> HttpResponse:
    """What a code that no class has leads to: those who are in a class whose code it was stay."""
    classroom = classroom_before(code)
    if classroom is None:
        page = HomePage(code[:40], code_error(code))
        return render_page(request, "web/join/home.html", page, 404)
    if student_in(request, classroom):
        return redirect("seats", code=classroom.code)
    return replaced_page(request)


def _page(
    request: HttpRequest,
    place: Classroom | Group,
    name: str = "",
    error: str = "",
    is_taken: bool = False,
) -> JoinPage:
    classroom = classroom_of(place)
    lesson = lesson_of(classroom)
    return JoinPage(
        place=place,
        classroom=classroom,
        group=place if isinstance(place, Group) else None,
        once=credentials.new(),
        choice=name_choice(classroom, request.GET.get("q", "")),
        is_open=lesson.is_joining_open,
        are_others_welcome=lesson.are_others_welcome,
        name=name[: 2 * NAME_LETTERS],
        error=error,
        is_taken=is_taken,
    )


def _join(request: HttpRequest, place: Classroom | Group, classroom: Classroom) -> HttpResponse:
    name, once = request.POST.get("name", ""), request.POST.get("once", "")
    joining = services.Joining(
        name=name,
        roster_pk=whole_number(request.POST.get("roster", "")),
        group=place if isinstance(place, Group) else None,
        form=once if credentials.is_key(once) else "",
        address=address_of(request),
    )
    try:
        with transaction.atomic():
            person = services.student_join(classroom, joining)
            publishing.publish_class(classroom.pk)
    except InvalidInput as invalid:
        is_taken = isinstance(invalid, NameTaken)
        page = _page(request, place, name, str(invalid), is_taken)
        return render_page(request, "web/join/join.html", page, UNPROCESSABLE)
    if person is None:
        error = gettext("Too many people are joining at once. Wait a minute, then try again.")
        page = _page(request, place, name, error)
        return render_page(request, "web/join/join.html", page, UNPROCESSABLE)
    if isinstance(person, JoinRequest):
        return ask_and_wait(request, place, person)
    remember_person(request, person)
    return SeeOther(reverse("seats", args=[place.code]))


@require_http_methods(["GET", "HEAD", "POST"])
def back(request: HttpRequest, token: str) -> HttpResponse:
    """A return link: the same person on another device. A GET doesn't use it up."""
    if request.method != "POST":
        return render_page(request, "web/join/back.html", BackPage(token))
    person = services.person_by_return_link(token)
    if person is None:
        return render_page(request, "web/join/back.html", BackPage(token, is_invalid=True), 404)
    remember_person(request, person)
    code = person.group.code if person.group else person.classroom.code
    return SeeOther(reverse("seats", args=[code]))

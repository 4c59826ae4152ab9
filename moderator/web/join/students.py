"""Students join: code, name, seat, without an account."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, services
from moderator.play.errors import InvalidInput, NameTaken
from moderator.play.models import Classroom, Group
from moderator.play.models.classroom import NAME_LETTERS
from moderator.web.core.access import remember_person, student_in
from moderator.web.core.codes import classroom_of, code_error, place_by_code
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.join.home import HomePage


@dataclass(frozen=True)
class JoinPage:
    """The typed name, and what is wrong with it."""

    place: Classroom | Group
    classroom: Classroom
    group: Group | None
    once: str
    name: str = ""
    error: str = ""
    is_taken: bool = False
    name_letters: int = NAME_LETTERS


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
        return render_page(
            request, "web/join/home.html", HomePage(code[:40], code_error(code)), 404
        )
    classroom = classroom_of(place)
    if student_in(request, classroom):
        return redirect("seats", code=place.code)
    if request.method == "POST":
        return _join(request, place, classroom)
    if code != place.code:
        return redirect("join", code=place.code)
    return render_page(request, "web/join/join.html", _page(place))


def _page(place: Classroom | Group, name: str = "", error: str = "", **more: bool) -> JoinPage:
    return JoinPage(
        place=place,
        classroom=classroom_of(place),
        group=place if isinstance(place, Group) else None,
        once=credentials.new(),
        name=name[: 2 * NAME_LETTERS],
        error=error,
        **more,
    )


def _join(request: HttpRequest, place: Classroom | Group, classroom: Classroom) -> HttpResponse:
    name = request.POST.get("name", "")
    once = request.POST.get("once", "")
    group = place if isinstance(place, Group) else None
    try:
        person = services.person_join(
            classroom, name, group, once if credentials.is_key(once) else ""
        )
    except NameTaken as taken:
        page = _page(place, name, str(taken), is_taken=True)
        return render_page(request, "web/join/join.html", page, UNPROCESSABLE)
    except InvalidInput as invalid:
        return render_page(
            request, "web/join/join.html", _page(place, name, str(invalid)), UNPROCESSABLE
        )
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

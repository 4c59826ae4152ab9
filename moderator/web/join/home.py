"""The start page, for students, moderators and instructors."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from moderator.play.models import Person
from moderator.web.core.access import actor_of
from moderator.web.core.codes import classroom_before, code_error, place_by_code, tidy
from moderator.web.core.responses import UNPROCESSABLE, render_page


@dataclass(frozen=True)
class JoinedClass:
    """A class that this browser has already joined, with a link to return."""

    classroom: str
    name: str
    address: str


@dataclass(frozen=True)
class HomePage:
    """The typed code, and what is wrong with it."""

    typed: str = ""
    error: str = ""
    joined: tuple[JoinedClass, ...] = ()


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page; `?code=` redirects to the join page. As a GET form it can be linked to."""
    if "code" not in request.GET:
        return render_page(request, "web/join/home.html", HomePage(joined=_joined_classes(request)))
    typed = request.GET["code"]
    place = place_by_code(request, typed)
    if place is None and classroom_before(typed):
        return redirect("join", code=tidy(typed))
    if place is None:
        page = HomePage(typed[:40], code_error(typed), _joined_classes(request))
        return render_page(request, "web/join/home.html", page, UNPROCESSABLE)
    return redirect("join", code=place.code)


@require_safe
def join_home(request: HttpRequest) -> HttpResponse:
    """Redirect a join URL without a code to the start page."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(reverse("home") + (f"?{query}" if query else ""))


def _joined_classes(request: HttpRequest) -> tuple[JoinedClass, ...]:
    return tuple(
        JoinedClass(
            person.classroom.name,
            person.display_name,
            reverse("join", args=[person.classroom.code]),
        )
        for person in actor_of(request).persons.values()
        if person.kind == Person.Kind.STUDENT
    )

"""The front door: join by code, record for a group, or teach."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from moderator.play.models import Person
from moderator.web.core.access import actor_of
from moderator.web.core.codes import code_error, place_by_code
from moderator.web.core.responses import UNPROCESSABLE, render_page


@dataclass(frozen=True)
class JoinedClass:
    """A class that this browser has joined already: one tap leads back."""

    classroom: str
    name: str
    address: str


@dataclass(frozen=True)
class HomePage:
    """What was typed as a code, and what is wrong with it."""

    typed: str = ""
    error: str = ""
    returns: tuple[JoinedClass, ...] = ()


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """`?code=` goes on to the join page; the form is a GET, so it can be bookmarked and linked."""
    if "code" not in request.GET:
        return render_page(request, "web/join/home.html", HomePage(returns=_returns(request)))
    typed = request.GET["code"]
    place = place_by_code(request, typed)
    if place is None:
        page = HomePage(typed[:40], code_error(typed), _returns(request))
        return render_page(request, "web/join/home.html", page, UNPROCESSABLE)
    return redirect("join", code=place.code)


@require_safe
def join_home(request: HttpRequest) -> HttpResponse:
    """What is left of an address whose code was not typed: the front door."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(reverse("home") + (f"?{query}" if query else ""))


def _returns(request: HttpRequest) -> tuple[JoinedClass, ...]:
    return tuple(
        JoinedClass(
            person.classroom.name,
            person.display_name,
            reverse("join", args=[person.classroom.code]),
        )
        for person in actor_of(request).persons.values()
        if person.kind == Person.Kind.STUDENT
    )

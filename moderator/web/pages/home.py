"""The front door: join by code, record for a group, or teach."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.play import selectors
from moderator.play.models import Classroom, Group, Person
from moderator.play.models.classroom import CODE_LETTERS, code_shown
from moderator.web.core import codes, throttling
from moderator.web.core.access import actor_of
from moderator.web.core.responses import UNPROCESSABLE, show


@dataclass(frozen=True)
class Return:
    """A class that this browser has joined already: one tap leads back."""

    classroom: str
    name: str
    address: str


@dataclass(frozen=True)
class HomePage:
    """What was typed as a code, and what is wrong with it."""

    typed: str = ""
    error: str = ""
    returns: tuple[Return, ...] = ()


def find(request: HttpRequest, typed: str) -> Classroom | Group | None:
    """The class or group that a typed code means; None unless it is exactly one.

    A code that exists as it was typed wins over those that only look like it. Where codes are
    being guessed, it is the only one that counts.
    """
    code = codes.tidy(typed)
    found = {place.code: place for place in selectors.places_by_code(codes.readings(code))}
    if code in found or len(found) != 1:
        return found.get(code)
    return None if throttling.are_codes_slowed(request) else next(iter(found.values()))


def sorry(typed: str) -> str:
    """Why a code leads nowhere, and what to look at."""
    code = codes.tidy(typed)
    if not code:
        return gettext("Type the code that is on the wall or on your sheet.")
    if not codes.can_be(code):
        return gettext(
            "A code has %(wanted)d letters and digits; this has %(typed)d. Look at it again."
        ) % {"wanted": CODE_LETTERS, "typed": len(code)}
    return gettext(
        "No class and no group has the code %(code)s. Look at it again, letter by letter, "
        "or ask your instructor."
    ) % {"code": code_shown(code)}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """`?code=` goes on to the join page; the form is a GET, so it can be bookmarked and linked."""
    if "code" not in request.GET:
        return show(request, "web/pages/home.html", HomePage(returns=_returns(request)))
    typed = request.GET["code"]
    place = find(request, typed)
    if place is None:
        page = HomePage(typed[:40], sorry(typed), _returns(request))
        return show(request, "web/pages/home.html", page, UNPROCESSABLE)
    return redirect("join", code=place.code)


@require_safe
def join_home(request: HttpRequest) -> HttpResponse:
    """What is left of an address whose code was not typed: the front door."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(reverse("home") + (f"?{query}" if query else ""))


def _returns(request: HttpRequest) -> tuple[Return, ...]:
    return tuple(
        Return(
            person.classroom.name,
            person.display_name,
            reverse("join", args=[person.classroom.code]),
        )
        for person in actor_of(request).persons.values()
        if person.kind == Person.Kind.STUDENT
    )

"""Waiting for the instructor's approval, when too many people join at once."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from moderator.play import services
from moderator.play.models import Classroom, Group, JoinRequest
from moderator.web.core.access import (
    forget_request,
    join_key_in,
    remember_person,
    remember_request,
)
from moderator.web.core.codes import classroom_of
from moderator.web.core.responses import SeeOther, render_page

REFRESH_S = 3


@dataclass(frozen=True)
class WaitingPage:
    """A request that has not been decided yet, or was refused."""

    place: Classroom | Group
    classroom: Classroom
    name: str
    is_refused: bool = False
    is_name_taken: bool = False
    refresh_s: int = REFRESH_S


def ask_and_wait(
    request: HttpRequest, place: Classroom | Group, asked: JoinRequest
) -> HttpResponse:
    """Remember the request in this browser, and let it wait."""
    remember_request(request, asked)
    return SeeOther(reverse("join", args=[place.code]))


def waiting_response(request: HttpRequest, place: Classroom | Group) -> HttpResponse | None:
    """The page of a browser that waits; it lets the person in once that was approved.

    None if this browser isn't waiting.
    """
    classroom = classroom_of(place)
    key = join_key_in(request, classroom)
    asked = services.join_request_of(classroom, key) if key else None
    if asked is None:
        return None
    person = services.person_of_request(asked)
    if person is not None:
        forget_request(request, classroom)
        remember_person(request, person)
        return SeeOther(reverse("seats", args=[place.code]))
    if asked.is_approved is None:
        page = WaitingPage(place, classroom, asked.name)
        response = render_page(request, "web/join/waiting.html", page)
        response.headers["Refresh"] = str(REFRESH_S)
        return response
    forget_request(request, classroom)
    page = WaitingPage(
        place, classroom, asked.name, not asked.is_approved, is_name_taken=asked.is_approved
    )
    return render_page(request, "web/join/waiting.html", page)

"""Moderators open a console: with the group's link, or a code and the group's PIN.

The code is the class's or the group's own: both are on walls and sheets.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Group, Person
from moderator.play.models.classroom import NAME_LETTERS
from moderator.web.core import codes, throttling
from moderator.web.core.access import person_in, remember_console, remember_person
from moderator.web.core.codes import classroom_of, place_by_code
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page


@dataclass(frozen=True)
class PinPage:
    """What was typed, and what is wrong with it; without the PIN."""

    code: str = ""
    name: str = ""
    error: str = ""
    name_error: str = ""
    name_letters: int = NAME_LETTERS


@dataclass(frozen=True)
class ConsoleLinkPage:
    """The group whose console is about to open, and who records."""

    group: Group
    token: str
    person: Person | None
    name: str = ""
    error: str = ""
    name_letters: int = NAME_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: HttpRequest) -> HttpResponse:
    """A code and the group's PIN; a wrong code and a wrong PIN get the same error."""
    if request.method != "POST":
        return render_page(
            request, "web/join/pin.html", PinPage(code=request.GET.get("code", "")[:20])
        )
    code, name = request.POST.get("code", "")[:40], request.POST.get("name", "")
    classroom = place_by_code(request, code)
    keys = throttling.pin_keys(request, classroom, codes.tidy(code))
    wait_s = services.try_begin(keys)
    if wait_s:
        return throttling.too_many(
            render_page(request, "web/join/pin.html", _paused_page(code, name, wait_s)), wait_s
        )
    group = _group_by(classroom, request.POST.get("pin", ""))
    if group is None:
        error = gettext(
            "That code and PIN don’t open a console. Check both, or ask your instructor: "
            "the PIN may have been replaced."
        )
        return render_page(request, "web/join/pin.html", PinPage(code, name, error), UNPROCESSABLE)
    services.try_was_right(keys)
    try:
        return _enter(request, group, name)
    except InvalidInput as invalid:
        page = PinPage(code, name, name_error=str(invalid))
        return render_page(request, "web/join/pin.html", page, UNPROCESSABLE)


@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The group's link. A GET doesn't open the console, since mail programs follow links."""
    group = credentials.console_group(token)
    if group is None:
        raise Http404
    person = person_in(request, group.classroom)
    if request.method != "POST":
        return render_page(
            request, "web/join/console_link.html", ConsoleLinkPage(group, token, person)
        )
    name = request.POST.get("name", "")
    try:
        return _enter(request, group, name)
    except InvalidInput as invalid:
        page = ConsoleLinkPage(group, token, person, name[: 2 * NAME_LETTERS], str(invalid))
        return render_page(request, "web/join/console_link.html", page, UNPROCESSABLE)


def _paused_page(code: str, name: str, wait_s: int) -> PinPage:
    hint = gettext("Your group’s link still opens the console.")
    return PinPage(code, name, f"{throttling.wait_text(wait_s)} {hint}")


def _group_by(place: Classroom | Group | None, typed_pin: str) -> Group | None:
    """The group with that PIN; with a group's code only that group itself."""
    # An unknown class is searched too, so that the response takes as long as for a wrong PIN.
    classroom = classroom_of(place) if place else Classroom(pk=0)
    group = credentials.group_by_pin(classroom, codes.tidy(typed_pin))
    return None if isinstance(place, Group) and group != place else group


def _enter(request: HttpRequest, group: Group, name: str) -> HttpResponse:
    """Open the console as the browser's person in the class, or as a new one."""
    person = person_in(request, group.classroom)
    if person is None:
        person = services.moderator_enter(group, name.strip())
        remember_person(request, person)
    remember_console(request, group, person)
    return SeeOther(reverse("console", args=[group.code]))

"""Students join: the start page, the join page with its names, and waiting for approval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from moderator.core import credentials
from moderator.core.access import (
    actor_of,
    forget_request,
    join_key_in,
    remember_person,
    remember_request,
    student_in,
    was_removed,
)
from moderator.core.codes import (
    classroom_before,
    classroom_of,
    code_error,
    place_by_code,
    replaced_page,
    tidy,
)
from moderator.core.errors import InvalidInput, NameTaken
from moderator.core.forms import NameForm, PostedNumber
from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom, Group, Person
from moderator.core.people import person_by_return_link
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.throttling import address_of
from moderator.features.people.joining import (
    Joining,
    join_request_of,
    person_of_request,
    student_join,
)
from moderator.features.people.models import JoinRequest
from moderator.features.people.roster import (
    LetterPart,
    by_letter,
    listed_names,
    matching,
)

# The start page, for students, moderators and instructors.


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page; `?code=` redirects to the join page. As a GET form it can be linked to."""
    if "code" not in request.GET:
        return render_page(request, "people/home.html", **_doors(request))
    typed = request.GET["code"]
    place = place_by_code(request, typed)
    if place is None and classroom_before(typed):
        return redirect("join", code=tidy(typed))
    if place is None:
        return render_page(
            request,
            "people/home.html",
            status=UNPROCESSABLE,
            typed=typed[:40],
            error=code_error(typed),
            **_doors(request),
        )
    return redirect("join", code=place.code)


@require_safe
def join_home(request: HttpRequest) -> HttpResponse:
    """Redirect a join URL without a code to the start page."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(reverse("home") + (f"?{query}" if query else ""))


def _doors(request: HttpRequest) -> dict[str, Any]:
    """What the start page offers beside the code: who this browser is where, and practice."""
    people = actor_of(request).persons.values()
    joined = tuple(person for person in people if person.kind == Person.Kind.STUDENT)
    return {"joined": joined, "has_practice": not settings.PRACTICE_OFF}


# Waiting for the instructor's approval, when too many people join at once.

REFRESH_S = 3


def waiting_response(request: HttpRequest, place: Classroom | Group) -> HttpResponse | None:
    """The page of a browser that waits; it lets the person in once that was approved.

    None if this browser isn't waiting.
    """
    classroom = classroom_of(place)
    key = join_key_in(request, classroom)
    asked = join_request_of(classroom, key) if key else None
    if asked is None:
        return None
    person = person_of_request(asked)
    if person is not None:
        forget_request(request, classroom)
        remember_person(request, person)
        return SeeOther(reverse("seats", args=[place.code]))
    response = render_page(
        request,
        "people/waiting.html",
        place=place,
        classroom=classroom,
        name=asked.name,
        is_refused=asked.is_approved is False,
        is_name_taken=asked.is_approved,
        refresh_s=REFRESH_S,
    )
    if asked.is_approved is None:
        response.headers["Refresh"] = str(REFRESH_S)
    else:
        forget_request(request, classroom)
    return response


# The roster on the join page: names to choose from, a letter after another, searchable.

FEW = 12  # names that need neither an index nor a search


def name_choice(classroom: Classroom, search: str) -> Mapping[str, Any] | None:
    """The names of the class's roster that match a search, by letter; None if it has none.
    `is_long`: there are enough for a search field and an index."""
    names = listed_names(classroom)
    if not names:
        return None
    search = " ".join(search[:100].split())
    found = matching(names, search)
    parts = by_letter(found) if len(names) > FEW else (LetterPart(1, "", found),)
    return {
        "parts": parts,
        "search": search,
        "names": found,
        "is_long": len(names) > FEW,
        "is_any_taken": any(one.is_taken for one in found),
    }


# Students join: code, name, seat, without an account.


class JoinForm(NameForm):
    roster = PostedNumber(None)


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
    return _show(request, place, JoinForm())


def _elsewhere(request: HttpRequest, code: str) -> HttpResponse:
    """What a code that no class has leads to: those who are in a class whose code it was stay."""
    classroom = classroom_before(code)
    if classroom is None:
        return render_page(
            request, "people/home.html", status=404, typed=code[:40], error=code_error(code)
        )
    if student_in(request, classroom):
        return redirect("seats", code=classroom.code)
    return replaced_page(request)


def _show(
    request: HttpRequest,
    place: Classroom | Group,
    form: JoinForm,
    error: str = "",
    is_taken: bool = False,
) -> HttpResponse:
    """The form of a name. With a roster there are names to choose from.

    `is_removed`: whoever used this browser has been removed.
    """
    classroom = classroom_of(place)
    lesson, choice = lesson_of(classroom), name_choice(classroom, request.GET.get("q", ""))
    if error:  # beside a typed name, where there is a field for it
        is_typed = choice is None or (lesson.are_others_welcome and form.typed["name"])
        form.add_error("name" if is_typed else None, error)
    return render_page(
        request,
        "people/join.html",
        status=UNPROCESSABLE if error else 200,
        place=place,
        classroom=classroom,
        group=place if isinstance(place, Group) else None,
        form=form,
        choice=choice,
        is_open=lesson.is_joining_open,
        are_others_welcome=lesson.are_others_welcome,
        can_type=choice is None or lesson.are_others_welcome,
        is_taken=is_taken,
        is_removed=was_removed(request, classroom),
    )


def _join(request: HttpRequest, place: Classroom | Group, classroom: Classroom) -> HttpResponse:
    form, once = JoinForm(request.POST), request.POST.get("once", "")
    joining = Joining(
        name=form.typed["name"],
        roster_pk=form.typed["roster"],
        group=place if isinstance(place, Group) else None,
        form=once if credentials.is_key(once) else "",
        address=address_of(request),
    )
    try:
        person = student_join(classroom, joining)
    except InvalidInput as invalid:
        return _show(request, place, form, str(invalid), isinstance(invalid, NameTaken))
    if person is None:
        error = gettext("Too many people are joining at once. Wait a minute, then try again.")
        return _show(request, place, form, error)
    if isinstance(person, JoinRequest):
        remember_request(request, classroom.pk, person.key)  # which waits
        return SeeOther(reverse("join", args=[place.code]))
    remember_person(request, person)
    return SeeOther(reverse("seats", args=[place.code]))


@require_http_methods(["GET", "HEAD", "POST"])
def back(request: HttpRequest, token: str) -> HttpResponse:
    """A return link: the same person on another device. A GET doesn't use it up."""
    if request.method != "POST":
        return render_page(request, "people/back.html", token=token)
    person = person_by_return_link(token)
    if person is None:
        return render_page(request, "people/back.html", status=404, token=token, is_invalid=True)
    remember_person(request, person)
    code = person.group.code if person.group else person.classroom.code
    return SeeOther(reverse("seats", args=[code]))

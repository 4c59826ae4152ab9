"""Students join: the start page, the join page with its names, waiting; and who is here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from moderator.core import credentials
from moderator.core.access import (
    actor_of,
    forget_request,
    join_key_in,
    own_class,
    remember_person,
    remember_request,
    student_in,
    was_removed,
)
from moderator.core.class_models import LessonSettings
from moderator.core.class_page import ClassHead, Step, live_part, step_of, step_url
from moderator.core.codes import (
    classroom_before,
    classroom_of,
    code_error,
    place_by_code,
    replaced_page,
    tidy,
)
from moderator.core.errors import InvalidInput, NameTaken
from moderator.core.forms import ActionForm, NameForm, PostedNumber, PostedNumbers, whole_number
from moderator.core.lesson import LESSON, lesson_of
from moderator.core.links import invitation
from moderator.core.models import Classroom, Group, Person
from moderator.core.people import by_name, person_by_return_link
from moderator.core.publishing import ONLINE
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.text import order_key, plain
from moderator.core.throttling import address_of
from moderator.core.whole_class import WholeClass, people_of, seen_of
from moderator.features.people.joining import (
    Joining,
    classroom_code_replace,
    join_requests_decide,
    joining_change,
    joining_of,
    people_here,
    person_of_request,
    student_join,
)
from moderator.features.people.models import JoinRequest
from moderator.features.people.roster import (
    LetterPart,
    by_letter,
    listed_names,
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


def ask_and_wait(
    request: HttpRequest, place: Classroom | Group, asked: JoinRequest
) -> HttpResponse:
    """Remember the request in this browser, and let it wait."""
    remember_request(request, asked.classroom_id, asked.key)
    return SeeOther(reverse("join", args=[place.code]))


def waiting_response(request: HttpRequest, place: Classroom | Group) -> HttpResponse | None:
    """The page of a browser that waits; it lets the person in once that was approved.

    None if this browser isn't waiting.
    """
    classroom = classroom_of(place)
    key = join_key_in(request, classroom)
    asked = classroom.requests.filter(key=key).first() if key else None
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
    words = plain(search).split()  # whatever their case and accents
    found = tuple(one for one in names if all(word in plain(one.name) for word in words))
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
        return ask_and_wait(request, place, person)
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


HERE, WALL = "here", "invite"
"""The frames of the instructor's page, and of the wall, which names those on the roster alone
unless the instructor has chosen otherwise."""
NEW = timedelta(seconds=10)  # so long somebody who has come is marked
FEWEST = 3  # people for a group


class Attending:
    """The students of a class: those who are here, by their names, those of earlier lessons who
    aren't yet, and the names on the roster under which nobody has joined. Cost: two queries.

    In the class's first lesson everybody is here who has joined; in the next ones, whoever was
    connected when it began, or has joined or been connected since. Nobody who is marked as absent.
    """

    def __init__(self, classroom: Classroom, lesson: LessonSettings) -> None:
        now = timezone.now()
        self.here: list[Person] = []
        self.away: list[Person] = []
        for person in by_name(people_of(classroom).filter(kind=Person.Kind.STUDENT)):
            is_here = was_here(person, lesson, now - LESSON)
            (self.here if is_here else self.away).append(person)
        missing = classroom.roster.filter(Q(person=None) | Q(person__is_removed=True))
        names = missing.values_list("name", "last_name")
        ordered = sorted(names, key=lambda row: order_key(row[0], row[1] or ""))
        self.missing = tuple(name for name, _ in ordered)
        self.total = len(self.here) + len(self.away) + len(self.missing)


def was_here(person: Person, lesson: LessonSettings, after: datetime | None = None) -> bool:
    """Whether the person is or was in this lesson.

    Args:
        after: who was connected last before that doesn't count, from the second lesson on.
    """
    since = lesson.next_lesson_at
    if person.is_absent:
        return False
    if since is None or person.joined > since or person.is_simulated:
        return True
    seen = seen_of(person)
    return seen is not None and seen > max(filter(None, (since - ONLINE, after)))


# The page, and its frames.


def here(request: HttpRequest, head: ClassHead) -> HttpResponse:
    """Who is here, and how the class is joined. `?imported`: so many names have just been."""
    classroom = head.classroom
    return render_page(
        request,
        "people/here.html",
        head=head,
        invitation=invitation(request, classroom),
        joining=joining_of(classroom),
        live=live_part(classroom, HERE),
        imported=whole_number(request.GET.get("imported", "")) or 0,
    )


def invite_wall(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The wall for joining. Once games have been started, it gives way to the class wall (`go`)."""
    has_begun = _has_begun(classroom)
    if has_begun and "go" in request.GET:
        return redirect("class-wall", code=classroom.code)
    return render_page(
        request,
        "people/invite_wall.html",
        classroom=classroom,
        invitation=invitation(request, classroom),
        is_open=lesson_of(classroom).is_joining_open,
        live=live_part(classroom, WALL),
        goes_on=not has_begun,  # by itself, to the class wall
    )


def here_html(classroom: Classroom) -> tuple[str, float]:
    """Who is here, and after how many seconds nobody is new any more."""
    lesson = lesson_of(classroom)
    found = Attending(classroom, lesson)
    now = timezone.now()
    context = {
        "classroom": classroom,
        "attending": found,
        "new": _new(found.here, now),
        "names_on_wall": lesson.are_all_names_on_wall,
        "has_others": len(_on_roster(classroom, found.here)) < len(found.here),
        "has_roster": bool(found.missing) or classroom.roster.exists(),
    }
    return render_to_string("people/frame_here.html", context), _again_s(found.here, now)


def wall_names_html(classroom: Classroom) -> tuple[str, float]:
    """The same for the wall: of those who aren't on the roster only the number."""
    lesson = lesson_of(classroom)
    found = Attending(classroom, lesson)
    now = timezone.now()
    shown: Collection[Person] = found.here
    if not lesson.are_all_names_on_wall:
        shown = _on_roster(classroom, shown)
    context = {
        "attending": found,
        "shown": shown,
        "new": _new(shown, now),
        "has_begun": _has_begun(classroom),
    }
    return render_to_string("people/frame_here_wall.html", context), _again_s(shown, now)


def _has_begun(classroom: Classroom) -> bool:
    return step_of(WholeClass(classroom)) in (Step.PLAYING, Step.OVER)


def _on_roster(classroom: Classroom, people: Iterable[Person]) -> tuple[Person, ...]:
    listed = set(classroom.roster.exclude(person=None).values_list("person", flat=True))
    return tuple(person for person in people if person.pk in listed)


def _new(people: Iterable[Person], now: datetime) -> frozenset[int]:
    return frozenset(person.pk for person in people if now - person.joined < NEW)


def _again_s(people: Iterable[Person], now: datetime) -> float:
    left = [(person.joined + NEW - now).total_seconds() for person in people]
    return min((one for one in left if one > 0), default=0.0)


# Joining a class, for the instructor: open or closed, the code, requests, and who is here.


@own_class("GET", "POST")
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

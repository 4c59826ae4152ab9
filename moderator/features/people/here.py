"""Who is here: the class before its groups are drawn, on the instructor's page and on the wall."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone

from moderator.core.access import own_class
from moderator.core.class_models import LessonSettings
from moderator.core.class_page import ClassHead, Step, live_part, step_of, step_url
from moderator.core.forms import ActionForm, PostedNumber, PostedNumbers, whole_number
from moderator.core.lesson import LESSON, lesson_of
from moderator.core.links import invitation
from moderator.core.models import Classroom, Person
from moderator.core.people import by_name
from moderator.core.publishing import ONLINE
from moderator.core.responses import SeeOther, render_page
from moderator.core.text import order_key
from moderator.core.whole_class import people_of, seen_of, whole_class
from moderator.features.people.joining import (
    classroom_code_replace,
    join_requests_decide,
    joining_change,
    joining_of,
    people_here,
)

HERE, WALL = "here", "invite"
"""The frames of the instructor's page, and of the wall, which names those on the roster alone
unless the instructor has chosen otherwise."""
NEW = timedelta(seconds=10)  # so long somebody who has come is marked
FEWEST = 3  # people for a group


@dataclass(frozen=True, slots=True)
class Attending:
    """The students of a class: those who are here, by their names, those of earlier lessons who
    aren't yet, and the names on the roster under which nobody has joined."""

    here: tuple[Person, ...]
    away: tuple[Person, ...]
    missing: tuple[str, ...]

    @property
    def total(self) -> int:
        return len(self.here) + len(self.away) + len(self.missing)


def attending(classroom: Classroom, lesson: LessonSettings) -> Attending:
    """Who is here. Cost: two queries.

    In the class's first lesson that is everybody who has joined; in the next ones, whoever was
    connected when it began, or has joined or been connected since. Nobody who is marked as absent.
    """
    now = timezone.now()
    students = by_name(people_of(classroom).filter(kind=Person.Kind.STUDENT))
    here: list[Person] = []
    away: list[Person] = []
    for person in students:
        (here if was_here(person, lesson, now - LESSON) else away).append(person)
    missing = classroom.roster.filter(Q(person=None) | Q(person__is_removed=True))
    names = missing.values_list("name", "last_name")
    ordered = sorted(names, key=lambda row: order_key(row[0], row[1] or ""))
    return Attending(tuple(here), tuple(away), tuple(name for name, _ in ordered))


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
    found = attending(classroom, lesson)
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
    found = attending(classroom, lesson)
    now = timezone.now()
    shown = found.here
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
    return step_of(whole_class(classroom)) in (Step.PLAYING, Step.OVER)


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

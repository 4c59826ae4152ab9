"""Dividing a class into groups: who is present, a draft to change by hand, and the start."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from random import Random

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, division_now, selectors, services
from moderator.play.dividing import divide as dividing
from moderator.play.dividing import drafts
from moderator.play.dividing.divide import Attendance
from moderator.play.dividing.drafts import Division, Target, placed
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom
from moderator.play.services.classrooms import GROUPS_MOST
from moderator.rules.errors import Refused
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.lessons.division_drafts import (
    DivisionDraft,
    absent_people,
    keep_absent,
    keep_draft,
    kept_draft,
)
from moderator.web.lessons.division_page import divide_page
from moderator.web.lessons.game_choices import PRESENT, game_choice

ALL = "all"


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def divide(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST names the action by `do`, a move also by `to`."""
    if request.method != "POST":
        return _show(request, classroom)
    action = _move if "to" in request.POST else _ACTIONS.get(request.POST.get("do", ""))
    try:
        if action is not None:
            return action(request, classroom)
    except (InvalidInput, Refused) as invalid:
        return _show(request, classroom, str(invalid))
    return _back(classroom)


def _show(request: HttpRequest, classroom: Classroom, error: str = "") -> HttpResponse:
    draft, absent = kept_draft(request, classroom), absent_people(request, classroom)
    page = divide_page(classroom, draft, absent, credentials.new(), error)
    return render_page(request, "web/lessons/divide.html", page, UNPROCESSABLE if error else 200)


def _back(classroom: Classroom) -> HttpResponse:
    return SeeOther(reverse("divide", args=[classroom.pk]) + "#division")


def _draw(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Draw groups as the form says."""
    present = {whole_number(number) for number in request.POST.getlist("present")}
    everybody = {person.number for person in division_now.students_of(classroom)}
    keep_absent(request, classroom, everybody - present)
    key = request.POST.get("game", "")
    if key != PRESENT and game_choice(key) is None:
        raise InvalidInput(gettext("Choose what the groups play."))
    count = min(whole_number(request.POST.get("groups", "")) or 0, GROUPS_MOST)
    moderators = whole_number(request.POST.get("moderators", "")) or 0
    _keep_drawn(request, classroom, DivisionDraft(key, moderators, count, (), ()))
    return _back(classroom)


def _redraw(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Draw the same again, for everybody who is present by now."""
    draft = kept_draft(request, classroom)
    if draft is not None:
        _keep_drawn(request, classroom, draft)
    return _back(classroom)


def _keep_drawn(request: HttpRequest, classroom: Classroom, asked: DivisionDraft) -> None:
    absent = absent_people(request, classroom)
    students = [p for p in division_now.students_of(classroom) if p.number not in absent]
    if not students:
        raise InvalidInput(gettext("Nobody is present."))
    volunteers = tuple(person.number for person in students if person.is_volunteer)
    present = tuple(person.number for person in students)
    who = Attendance(present, (), volunteers, asked.moderators)
    met, chance = division_now.met_before(classroom), Random(secrets.randbits(64))  # noqa: S311
    drawn_for, groups = division_now.groups_key(classroom), selectors.groups_of(classroom)
    choice = game_choice(asked.key)
    if choice is None:
        seated = [one for one in division_now.present_division(groups) if one.seats]
        known = {*present, *placed(tuple(seated))}
        there = drafts.moved(tuple(seated), absent, Target(None))
        left = replace(who, players=tuple(set(present) - placed(there)))
        drawn = dividing.divide_among(left, there, met, chance)
    else:
        known = set(present)
        made = dividing.divide(who, *choice.limits, met, chance, asked.count)
        if len(made) > GROUPS_MOST:
            raise InvalidInput(_too_many(len(made)))
        drawn = drafts.in_groups(made, [group.number for group in groups])
    made_now = replace(asked, known=tuple(known), groups=drawn, drawn_for=drawn_for)
    keep_draft(request, classroom, made_now)


def _too_many(count: int) -> str:
    return gettext("That would be %(count)d groups; a class has at most %(most)d.") % {
        "count": count,
        "most": GROUPS_MOST,
    }


def _change(
    request: HttpRequest, classroom: Classroom, change: Callable[[Division], Division]
) -> HttpResponse:
    draft = kept_draft(request, classroom)
    if draft is not None:
        try:
            groups = change(draft.groups)
        except ValueError:
            raise InvalidInput(gettext("Choose where they are moved.")) from None
        keep_draft(request, classroom, replace(draft, groups=groups))
    return _back(classroom)


def _chosen(request: HttpRequest, classroom: Classroom) -> tuple[int, ...]:
    typed = {whole_number(number) for number in request.POST.getlist("person")}
    people = tuple(p.number for p in division_now.students_of(classroom) if p.number in typed)
    if not people:
        raise InvalidInput(gettext("Choose somebody first."))
    return people


def _move(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    people = _chosen(request, classroom)
    to = request.POST.get("to") or request.POST.get("target", "")
    return _change(request, classroom, lambda division: drafts.moved(division, people, _target(to)))


def _target(text: str) -> Target:
    """Where people are moved: `3.1` is a seat, `3` the observers; `out` takes the seats away."""
    if text == "out":
        return Target(None)
    group, _, place = text.partition(".")
    found = whole_number(group)
    if found is None:
        raise ValueError("no such group")
    if place == "moderator":
        return Target(found, is_moderator=True)
    seat = whole_number(place)
    if place and seat is None:
        raise ValueError("no such seat")
    return Target(found, seat)


def _swap(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    people = _chosen(request, classroom)
    if len(people) != 2:
        raise InvalidInput(gettext("Choose two people to swap."))
    return _change(request, classroom, lambda division: drafts.swapped(division, *people))


def _add(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Add latecomers to the smallest group: of the draft, or of those that play."""
    wanted = request.POST.get("late", ALL)
    absent = absent_people(request, classroom)
    draft = kept_draft(request, classroom)
    seated = placed(draft.groups) if draft else frozenset()
    people = division_now.students_of(classroom) if draft else division_now.unseated(classroom)
    late = [
        person
        for person in people
        if person.number not in seated
        and (str(person.number) == wanted or (wanted == ALL and person.number not in absent))
        and (draft or wanted != ALL or person.group_id is None)
    ]
    if draft is not None:
        numbers = [person.number for person in late]
        return _change(request, classroom, lambda division: drafts.latecomers(division, numbers))
    with transaction.atomic():
        changed = services.latecomers_seat(classroom, late)
        publishing.publish_lesson(classroom.pk, [group.pk for group in changed])
    return _back(classroom)


def _start(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    draft = kept_draft(request, classroom)
    if draft is None:
        return _back(classroom)
    choice = game_choice(draft.key)
    unseated = set(draft.known) - placed(draft.groups)
    by = services.instructor_person(classroom, user_of(request))

    def make() -> str:
        new = choice.new_games if choice else None
        services.division_start(classroom, draft.groups, new, by, unseated, draft.drawn_for)
        publishing.recheck_access(*classroom.groups.values_list("pk", flat=True))
        publishing.publish_class(classroom.pk)
        keep_draft(request, classroom, None)
        return reverse("classroom", args=[classroom.pk]) + "#groups"

    return SeeOther(only_once(request, make))


def _discard(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    keep_draft(request, classroom, None)
    return SeeOther(reverse("divide", args=[classroom.pk]))


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom], HttpResponse]] = {
    "draw": _draw,
    "redraw": _redraw,
    "move": _move,
    "swap": _swap,
    "add": _add,
    "start": _start,
    "discard": _discard,
}

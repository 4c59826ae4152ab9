"""Drawing the groups of a class: a draft to change by hand, and the start of its games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.access import own_class, user_of
from moderator.core.class_page import ClassHead, Step, step_url
from moderator.core.errors import InvalidInput
from moderator.core.forms import (
    Typed,
    only_once,
    whole_number,
)
from moderator.core.lesson import lesson_of
from moderator.core.log import rules_of
from moderator.core.models import Classroom, Group, Person
from moderator.core.people import instructor_person
from moderator.core.responses import CONFLICT, SeeOther, render_page
from moderator.core.seating import groups_unmoderated
from moderator.features.classes.write import GROUPS_MOST
from moderator.features.clock.write import games_start
from moderator.features.new_game.drafts import (
    PRESENT,
    division_item,
)
from moderator.features.new_game.secrecy import BESIDE
from moderator.features.new_game.write import groups_beside
from moderator.features.people import draw
from moderator.features.people.dividing import (
    division_start,
    groups_key,
    past_of,
    present_division,
    students_of,
)
from moderator.features.people.draft import (
    DivideForm,
    DivisionDraft,
    divide_page,
    draft_groups,
    is_one_group,
    keep_draft,
    kept_draft,
    labels_of,
    present_games_of,
    usual_key,
)
from moderator.features.people.draw import (
    NO_PAST,
    Attendance,
    Division,
    placed,
)
from moderator.features.people.join import Attending

# Dividing a class into groups: who is present, a draft to change by hand, and the start.


@own_class("GET", "POST")
def divide(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The former address of the draft; a POST names the action by `do`, a move also by `to`."""
    form = DivideForm.of(request)
    if form.is_bound:
        typed = form.typed
        action = _move if "to" in request.POST else _ACTIONS.get(typed["do"])
        if action is None:
            return _back(classroom)
        session: Any = request.session
        with form.errors_at(), session.locked():  # of two presses, the second sees the first's
            return action(request, classroom, typed)
        return _show(request, ClassHead(request, classroom, Step.GROUPS), form)
    return SeeOther(step_url(classroom, Step.GROUPS))


def groups(request: HttpRequest, head: ClassHead) -> HttpResponse:
    """The class's groups before their games start."""
    return _show(request, head, DivideForm())


def _show(
    request: HttpRequest, head: ClassHead, form: DivideForm, beside: tuple[Group, ...] = ()
) -> HttpResponse:
    now = {whole_number(number) or 0 for number in request.GET.getlist("seated")}
    page = divide_page(head, _draft(request, head.classroom), form, now, beside)
    return render_page(request, "people/groups.html", page, CONFLICT if beside else form.status)


def _draft(request: HttpRequest, classroom: Classroom) -> DivisionDraft | None:
    """The draft in this session; without one, the groups as they are."""
    kept = kept_draft(request, classroom)
    if kept is not None:
        return kept
    groups = present_division(queries.groups_of(classroom))
    seated = tuple(one for one in groups if one.seats)
    if not seated:
        return None
    drawn_for = groups_key(classroom, are_kept=True)
    return DivisionDraft(PRESENT, 0, 0, tuple(placed(seated)), seated, drawn_for)


def _back(classroom: Classroom, seated: Iterable[int] = ()) -> HttpResponse:
    told = urlencode({"seated": list(seated)}, doseq=True)
    return SeeOther(step_url(classroom, Step.GROUPS) + (told and f"&{told}"))


def _draw(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    key = typed["game"]
    if key != PRESENT and division_item(key) is None:
        raise InvalidInput(gettext("Choose what the groups play."))
    count = min(typed["groups"], GROUPS_MOST)
    _keep_drawn(request, classroom, DivisionDraft(key, typed["moderators"], count, (), ()))
    return _back(classroom)


def _draw_here(request: HttpRequest, classroom: Classroom, _typed: Typed) -> HttpResponse:
    """Draw groups of everybody who is here for the usual games, with all volunteers."""
    key = usual_key(list(present_games_of(queries.groups_of(classroom))))
    most = len(students_of(classroom))
    _keep_drawn(request, classroom, DivisionDraft(key, most, 0, (), ()))
    return _back(classroom)


def _redraw(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """Draw the same again, for everybody who is here by now, perhaps with moderators by lot."""
    draft = kept_draft(request, classroom)
    if draft is not None:
        if typed["do"] != "redraw":
            most = len(students_of(classroom))
            draft = replace(draft, moderators=most, is_by_lot=typed["do"] == "lot")
        _keep_drawn(request, classroom, draft)
    return _back(classroom)


def _keep_drawn(request: HttpRequest, classroom: Classroom, asked: DivisionDraft) -> None:
    there = Attending(classroom, lesson_of(classroom))
    students = there.here
    if not students:
        raise InvalidInput(gettext("Nobody is here yet."))
    volunteers = tuple(person.number for person in students if person.is_volunteer)
    present = tuple(person.number for person in students)
    who = Attendance(present, volunteers, asked.moderators, asked.is_by_lot)
    choice, chance = division_item(asked.key), Random(secrets.randbits(64))  # noqa: S311
    past = past_of(classroom, choice is None)
    drawn_for = groups_key(classroom, choice is None)
    groups = queries.groups_of(classroom)
    if choice is None:
        games = {game.group.number: game for game in present_games_of(groups)}
        seated = tuple(one for one in present_division(groups) if one.seats)
        known = {*present, *placed(seated)}
        away = [person.number for person in there.away]
        left_in = draw.moved(seated, away, draw.OUT)
        left = replace(who, players=tuple(set(present) - placed(left_in)))
        ids = [[label.id for label in labels_of(games[one.number])] for one in left_in]
        drawn = draw.divide_among(left, left_in, ids, chance, past)
    else:
        known = set(present)
        made = draw.divide(who, choice.limits, chance, past, asked.count, choice.ids_of)
        if len(made) > GROUPS_MOST:
            facts = {"count": len(made), "most": GROUPS_MOST}
            message = gettext("That would be %(count)d groups; a class has at most %(most)d.")
            raise InvalidInput(message % facts)
        drawn = draw.in_groups(made, [group.number for group in groups])
    made_now = replace(asked, known=tuple(known), groups=drawn, drawn_for=drawn_for)
    keep_draft(request, classroom, made_now)


def _change(
    request: HttpRequest, classroom: Classroom, change: Callable[[Division], Division]
) -> HttpResponse:
    draft = _draft(request, classroom)
    if draft is not None:
        try:
            groups = change(draft.groups)
        except ValueError:
            raise InvalidInput(gettext("Choose where they are moved.")) from None
        keep_draft(request, classroom, replace(draft, groups=groups))
    return _back(classroom)


def _chosen(typed: Typed, classroom: Classroom) -> tuple[int, ...]:
    people = tuple(p.number for p in students_of(classroom) if p.number in typed["person"])
    if not people:
        raise InvalidInput(gettext("Choose somebody first."))
    return people


def _move(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    people, to = _chosen(typed, classroom), typed["to"] or typed["target"]
    return _change(request, classroom, lambda division: draw.moved(division, people, to))


def _swap(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    people = _chosen(typed, classroom)
    if len(people) != 2:
        raise InvalidInput(gettext("Choose two people to swap."))
    return _change(request, classroom, lambda division: draw.swapped(division, *people))


def _add(request: HttpRequest, classroom: Classroom, _typed: Typed) -> HttpResponse:
    """Add everybody who is here without a place to the smallest groups of the draft."""
    draft = kept_draft(request, classroom)
    if draft is None:
        return _back(classroom)
    seated, here = placed(draft.groups), Attending(classroom, lesson_of(classroom)).here
    numbers = [person.number for person in here if person.number not in seated]
    _change(request, classroom, lambda division: draw.latecomers(division, numbers))
    return _back(classroom, numbers)


def _start(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    draft = kept_draft(request, classroom)
    if draft is None:  # perhaps it has just been started
        return SeeOther(step_url(classroom))
    if typed["seen"] and typed["seen"] != draft.changed:
        message = gettext("The groups were changed in another window. This is how they are now.")
        raise InvalidInput(message)
    new = draft.new
    _check_moderated(classroom, draft, typed)
    beside = _beside(classroom, draft)
    if beside and BESIDE not in request.POST:
        head = ClassHead(request, classroom, Step.GROUPS)
        return _show(request, head, DivideForm(), beside)
    unseated = set(draft.known) - placed(draft.groups)
    by = instructor_person(classroom, user_of(request))

    def make() -> str:
        is_alone = not is_one_group(classroom, draft)
        division_start(
            classroom,
            draft.groups,
            new,
            by,
            unseated,
            draft.drawn_for,
            is_alone,
            is_set_beside=bool(beside),
        )
        if new is None:
            _start_waiting(classroom, by, is_alone)
        keep_draft(request, classroom, None)
        return step_url(classroom)

    return SeeOther(only_once(request, make))


def _beside(classroom: Classroom, draft: DivisionDraft) -> tuple[Group, ...]:
    """Groups outside the draft that are shown points or goals where its new games hide them, or the
    other way round."""
    if (new := draft.new) is None:
        return ()
    numbers = {one.number for one in draft.groups}
    groups = [one for one in queries.groups_of(classroom) if one.number in numbers]
    used = [new.of(len(one.seats)) for one in draft.groups]
    asked = [one for one in (new, *new.by_size.values()) if one.scenario and one in used]
    found = {
        group.number: group
        for one in asked
        for group in groups_beside(classroom, groups, one.rules, one.scenario, one.settings)
    }
    return tuple(found[number] for number in sorted(found))


def _start_waiting(classroom: Classroom, by: Person, is_alone: bool) -> None:
    """Start the present games that wait; players record where nobody moderates."""
    waiting = [game for game in present_games_of(queries.groups_of(classroom)) if game.is_waiting]
    alone = groups_unmoderated([game.group_id for game in waiting]) if is_alone else frozenset()
    seats = [g.pk for g in waiting if g.group_id in alone and rules_of(g).is_played_on_seats]
    games_start(waiting, by, "instructor", seats)


def _check_moderated(classroom: Classroom, draft: DivisionDraft, typed: Typed) -> None:
    """Raise `InvalidInput` for groups that can't play without a moderator, unless the instructor
    says that they are moderated by their consoles."""
    if not draft.needs_moderator or typed["own"]:
        return
    people = {person.number: person for person in queries.people(classroom)}
    groups = draft_groups(classroom, draft, people, NO_PAST)
    if names := [group.name for group in groups if group.alone]:
        message = gettext("%(groups)s: nobody moderates, and players can’t record this game.")
        raise InvalidInput(message % {"groups": ", ".join(names)})


def _discard(request: HttpRequest, classroom: Classroom, _typed: Typed) -> HttpResponse:
    keep_draft(request, classroom, None)
    return SeeOther(step_url(classroom))


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom, Typed], HttpResponse]] = {
    "draw": _draw,
    "draw-here": _draw_here,
    "redraw": _redraw,
    "lot": _redraw,
    "no-lot": _redraw,
    "move": _move,
    "swap": _swap,
    "add": _add,
    "start": _start,
    "discard": _discard,
}

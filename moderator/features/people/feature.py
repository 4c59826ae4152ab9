"""The people of a class for the instructor: all at once, one of them, and those removed.

What people and seats add to what all features share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.access import own_class
from moderator.core.class_page import Step
from moderator.core.errors import InvalidInput
from moderator.core.feature import Feature
from moderator.core.forms import (
    ActionForm,
    NameForm,
    PostedNumber,
    PostedNumbers,
    PostedText,
    whole_number,
)
from moderator.core.lesson import lesson_of
from moderator.core.links import PhoneLink, return_link_of
from moderator.core.models import NAME_LETTERS, Classroom, Game, Person, Seat
from moderator.core.people import (
    PERSONAL_LINK_DAYS,
    by_name,
    people_remove,
    person_remove,
    person_rename,
)
from moderator.core.publishing import SEATS
from moderator.core.queries import groups_of
from moderator.core.responses import UNPROCESSABLE, SeeOther, do_phones_reach, render_page
from moderator.core.seating import group_seatings
from moderator.core.text import slug_of
from moderator.features.classes.write import group_link_withdraw
from moderator.features.people import join, rehearsal, seats
from moderator.features.people.dividing import latecomers_seat, seats_told, students_of
from moderator.features.people.dividing_pages import divide, groups
from moderator.features.people.joining import crowds, joining_change
from moderator.features.people.roster import roster
from moderator.features.people.write import (
    absent_mark,
    people_forget,
    people_seat,
    person_forget,
    person_volunteer,
    seat_give,
)
from moderator.rules.registry import GAMES
from moderator.rules.seating import player_ids

# All students of a class on one page: rename, seat, move, mark and remove several at once.

SMALLEST, NO_SEAT = "smallest", "none"
MINUTES = 10  # before now, as long as no time was chosen
_FORMAT = "%Y-%m-%dT%H:%M:%S"


class PeopleForm(ActionForm):
    target, person = PostedText(), PostedNumbers()


@own_class("GET", "POST")
def people(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST names the action by `do`, and the students by `person`."""
    form = PeopleForm.of(request)
    if form.is_bound and form.typed["do"] in _ACTIONS:
        with form.errors_at():
            return form.action(_ACTIONS)(request, classroom, form)
    return _show(request, classroom, form)


def _show(
    request: HttpRequest,
    classroom: Classroom,
    form: PeopleForm,
    wrong: Mapping[int, tuple[str, str]] | None = None,
) -> HttpResponse:
    """The class's students, and where they can be seated; and its moderators with a link or PIN.

    Those who joined at `?since=` or later are chosen, the last one first. `told`: who has just got
    which seat. `is_reached`: whether phones reach the addresses on join cards.

    Args:
        wrong: by number, a typed name that can't be used, and why.
    """
    tables = tuple(sorted(group_seatings(groups_of(classroom)), key=lambda one: one.group.number))
    seats = {pk: status.seat for one in tables for status in one.seats for pk in status.persons}
    chosen, zone = form["person"].value(), ZoneInfo(classroom.time_zone)
    since = _time(request.GET["since"], zone) if "since" in request.GET else None
    rows: list[dict[str, Any]] = []
    students = students_of(classroom)
    prefetch_related_objects(students, "practised")
    for person in students:
        name, problem = (wrong or {}).get(person.number, (person.name, ""))
        at = person.joined.astimezone(zone)
        is_since = since is not None and at >= since and not person.is_simulated
        is_chosen = person.number in chosen or is_since
        rows.append(
            {
                "person": person,
                "at": at,  # when they joined, there
                "since": at.strftime(_FORMAT),  # for the address of this page
                "seat": seats.get(person.pk),
                "is_chosen": is_chosen,
                "name": name,  # as typed, if it can't be used
                "error": problem,
            }
        )
    if since is not None:
        rows.sort(key=lambda row: (row["at"], row["person"].number), reverse=True)
    moderators = queries.people(classroom).filter(kind=Person.Kind.MODERATOR)
    now = {whole_number(number) or 0 for number in request.GET.getlist("seated")}
    with timezone.override(zone):
        return render_page(
            request,
            "people/people.html",
            status=UNPROCESSABLE if wrong else form.status,
            classroom=classroom,
            rows=rows,
            chosen=sum(row["is_chosen"] for row in rows),
            moderators=by_name(moderators),
            tables=tables,
            crowds=crowds(classroom),
            removed=removed_of(classroom),
            is_reached=do_phones_reach(request),
            form=form,
            since=since,
            told=seats_told(classroom, now),
            name_letters=NAME_LETTERS,
            link_days=PERSONAL_LINK_DAYS,
        )


def _time(text: str, zone: ZoneInfo) -> datetime:
    """The time in this zone; if it is none, some minutes ago."""
    try:
        return datetime.fromisoformat(text[:40]).replace(tzinfo=zone)
    except ValueError:
        return timezone.now().astimezone(zone) - timedelta(minutes=MINUTES)


@own_class("GET", "POST")
def joined_since(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The former address of those who joined since a time; a POST removes those who are chosen."""
    form = PeopleForm.of(request)
    if form.is_bound:
        with form.errors_at():
            return _remove(request, classroom, form)
        return _show(request, classroom, form)
    since = urlencode({"since": request.GET.get("since", "")})
    return SeeOther(f"{reverse('people', args=[classroom.pk])}?{since}")


def _back(classroom: Classroom, seated: Iterable[Person] = ()) -> HttpResponse:
    told = urlencode({"seated": [person.number for person in seated]}, doseq=True)
    return SeeOther(reverse("people", args=[classroom.pk]) + (told and f"?{told}"))


def _chosen(form: PeopleForm, classroom: Classroom) -> list[Person]:
    found = [one for one in students_of(classroom) if one.number in form.typed["person"]]
    if not found:
        raise InvalidInput(gettext("Choose somebody first."))
    return found


def _rename(request: HttpRequest, classroom: Classroom, form: PeopleForm) -> HttpResponse:
    """Save every name that has been changed; the others are saved even if some can't be used."""
    wrong: dict[int, tuple[str, str]] = {}
    for person in students_of(classroom):
        typed = request.POST.get(f"name-{person.number}", "")
        if typed == request.POST.get(f"was-{person.number}", ""):
            continue
        try:
            person_rename(person, typed)
        except InvalidInput as invalid:
            wrong[person.number] = (typed[: 2 * NAME_LETTERS], str(invalid))
    return _show(request, classroom, form, wrong) if wrong else _back(classroom)


def _seat(_request: HttpRequest, classroom: Classroom, form: PeopleForm) -> HttpResponse:
    chosen, target = _chosen(form, classroom), form.typed["target"]
    if target == SMALLEST:
        latecomers_seat(classroom, chosen)
        return _back(classroom, chosen)
    seat = Seat.objects.filter(
        pk=whole_number(target) or 0, game__group__classroom=classroom
    ).first()
    if seat is None and target != NO_SEAT:
        raise InvalidInput(gettext("Choose what happens to them."))
    people_seat(chosen, seat)
    return _back(classroom)


def _apply(request: HttpRequest, classroom: Classroom, form: PeopleForm) -> HttpResponse:
    """Seat or mark those who are chosen, as `target` says."""
    return _MARKS.get(form.typed["target"], _seat)(request, classroom, form)


def _mark(_request: HttpRequest, classroom: Classroom, form: PeopleForm) -> HttpResponse:
    chosen = {person.number for person in _chosen(form, classroom)}
    absent_mark(classroom, chosen, form.typed["target"] == "absent")
    return _back(classroom)


def _volunteer(_request: HttpRequest, classroom: Classroom, form: PeopleForm) -> HttpResponse:
    for person in _chosen(form, classroom):
        person_volunteer(person, form.typed["target"] == "volunteer")
    return _back(classroom)


def _ask_removal(request: HttpRequest, classroom: Classroom, form: PeopleForm) -> HttpResponse:
    is_open = lesson_of(classroom).is_joining_open
    return render_page(
        request,
        "people/people_remove.html",
        classroom=classroom,
        people=tuple(_chosen(form, classroom)),
        is_open=is_open,
    )


@transaction.atomic
def _remove(request: HttpRequest, classroom: Classroom, form: PeopleForm) -> HttpResponse:
    people_remove(classroom, _chosen(form, classroom))
    if "close" in request.POST:
        joining_change(classroom, is_open=False)
    return _back(classroom)


_Action = Callable[[HttpRequest, Classroom, PeopleForm], HttpResponse]
_MARKS: dict[str, _Action] = {
    "absent": _mark,
    "present": _mark,
    "volunteer": _volunteer,
    "no-volunteer": _volunteer,
}
_ACTIONS: dict[str, _Action] = {
    "rename": _rename,
    "apply": _apply,
    "remove": _ask_removal,
    "removed": _remove,
}


# A person of a class, for the instructor: name, seat, return link, removal.


class PersonForm(ActionForm, NameForm):
    """`replace`: the numbers of the groups whose link and PIN are replaced with a removal."""

    seat, replace = PostedNumber(), PostedNumbers()


@own_class("GET", "POST")
def person(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The person's page; a POST names the action by `do`."""
    members = queries.people(classroom).exclude(kind=Person.Kind.INSTRUCTOR)
    found = get_object_or_404(members, number=number)
    form = PersonForm.of(request, name=found.name)
    if form.is_bound:
        return form.action(_PERSON_ACTIONS)(request, found, form)
    return render_page(request, "people/person.html", _page(found, form))


def _page(
    person: Person, form: PersonForm, return_link: PhoneLink | None = None
) -> Mapping[str, Any]:
    classroom = person.classroom
    tables = group_seatings(groups_of(classroom)) if person.kind == Person.Kind.STUDENT else ()
    game = queries.game_now(person.group) if person.group else None
    seat = queries.seat_of(person, game) if game else None
    return {
        "classroom": classroom,
        "person": person,
        "tables": tables,
        "seat_pk": seat.pk if seat else None,
        "return_link": return_link,
        "consoles": tuple(queries.consoles_of(person)),
        "form": form,
    }


def _redirect(person: Person) -> HttpResponse:
    return SeeOther(reverse("person", args=[person.classroom_id, person.number]))


def _rename_person(request: HttpRequest, person: Person, form: PersonForm) -> HttpResponse:
    with form.errors_at("name"):
        person_rename(person, form.typed["name"])
        return _redirect(person)
    page = _page(queries.people(person.classroom).get(pk=person.pk), form)
    return render_page(request, "people/person.html", page, form.status)


def _link(request: HttpRequest, person: Person, form: PersonForm) -> HttpResponse:
    """The link is shown only once, in the response to the button; a reload makes a new one."""
    page = _page(person, form, return_link_of(request, person))
    return render_page(request, "people/person.html", page)


def _seat_person(request: HttpRequest, person: Person, form: PersonForm) -> HttpResponse:
    if person.kind != Person.Kind.STUDENT:
        raise Http404
    of_class = Seat.objects.filter(game__group__classroom=person.classroom_id)
    seat = get_object_or_404(of_class, pk=form.typed["seat"])
    with form.errors_at("seat"):
        seat_give(person, seat)
        return _redirect(person)
    return render_page(request, "people/person.html", _page(person, form), form.status)


def _remove_person(_request: HttpRequest, person: Person, form: PersonForm) -> HttpResponse:
    with transaction.atomic():
        for group in queries.consoles_of(person):
            if group.number in form.typed["replace"]:
                group_link_withdraw(group)
        person_remove(person)
    return SeeOther(reverse("people", args=[person.classroom_id]))


_PERSON_ACTIONS: dict[str, Callable[[HttpRequest, Person, PersonForm], HttpResponse]] = {
    "rename": _rename_person,
    "link": _link,
    "seat": _seat_person,
    "remove": _remove_person,
}


# Erasing people for good, and those who were removed and are still named.


RemovedPerson = tuple[Person, tuple[Game, ...]]
"""Somebody who was removed, and the games whose logs hold the name of a player like it."""


def removed_of(classroom: Classroom) -> tuple[RemovedPerson, ...]:
    """Those whose names are still stored, by name."""
    removed = classroom.people.filter(is_removed=True).exclude(name="")
    people = by_name(removed.select_related("group", "roster_name"))
    games = games_with_names(classroom) if people else {}
    return tuple((one, tuple(games.get(slug_of(one.name), ()))) for one in people)


def games_with_names(classroom: Classroom) -> dict[str, list[Game]]:
    """The games whose players' ids were made of names, by the id."""
    named = [id for id, rules in GAMES.items() if rules.players is not None]
    games = Game.objects.filter(group__classroom=classroom, rules__in=named)
    found: dict[str, list[Game]] = {}
    for game in games.defer("scenario").select_related("group").order_by("group__number", "number"):
        players = game.options.get("players", ())
        if set(players) == {*player_ids(len(players))}:
            continue  # its names are beside the log
        for player in players:
            found.setdefault(player, []).append(game)
    return found


@own_class("POST")
def erase(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Erase one `person`, who is removed from the class first; or with `all` all removed people."""
    if "all" in request.POST:
        people_forget(classroom)
        return SeeOther(reverse("people", args=[classroom.pk]))
    number = whole_number(request.POST.get("person", "")) or 0
    members = classroom.people.exclude(kind=Person.Kind.INSTRUCTOR)
    found = get_object_or_404(members, number=number)
    with transaction.atomic():
        person_forget(found)  # while it is known which seat was theirs
        if not found.is_removed:
            person_remove(found)
    return SeeOther(reverse("person-data", args=[classroom.pk, number]))


FEATURE = Feature(
    urls=(
        path("", join.home, name="home"),
        path("join/", join.join_home, name="join-home"),
        path("join/back/<str:token>/", join.back, name="back"),
        path("join/<str:code>/", join.join, name="join"),
        path("join/<str:code>/seats/", seats.seats, name="seats"),
        path("m/", seats.pin, name="pin"),
        path("m/<str:token>/", seats.link, name="console-link"),
        path("classes/<int:pk>/people/erase/", erase, name="people-erase"),
        path("classes/<int:pk>/people/<int:number>/", person, name="person"),
        path("classes/<int:pk>/people/", people, name="people"),
        path("classes/<int:pk>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
        path("classes/<int:pk>/divide/", divide, name="divide"),
        path(
            "classes/<int:pk>/groups/<int:number>/hand-over/",
            seats.give_console,
            name="give-console",
        ),
        path("classes/<int:pk>/roster/", roster, name="roster"),
        path("classes/<int:pk>/joining/", join.joining, name="joining"),
        path("classes/<int:pk>/joining/since/", joined_since, name="joined-since"),
        path("g/<code:code>/people/", seats.group_people, name="helping"),
        path("play/<code:code>/return/", seats.give_back, name="play-return"),
        path("play/<code:code>/leave/", seats.leave, name="play-leave"),
    ),
    class_steps={Step.HERE: join.here, Step.GROUPS: groups},
    class_pages={
        SEATS: seats.seats_html,
        join.HERE: join.here_html,
        join.WALL: join.wall_names_html,
    },
)

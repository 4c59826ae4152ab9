"""A class's archive, and the page that takes one; what is stored about one person.

What the archive of a class adds to what all features share.
"""

from __future__ import annotations

from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone

from moderator.core.access import group_for, instructors, own_class, student_in, user_of
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, SecurityEvent, record
from moderator.core.feature import Feature
from moderator.core.forms import PageForm, only_once, posted_file
from moderator.core.links import file_name
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.responses import CONFLICT, SeeOther, file_response, render_page
from moderator.features.archive.making import MOST_BYTES, archive_make, file_of, games_hidden
from moderator.features.archive.write import archive_read, class_bring_back

NEW_CODES = "new-codes"
"""In the session: the codes that classes got when they were brought back, by their primary keys."""


@own_class("GET")
def archive(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    return _show(request, classroom, games_hidden(classroom))


def _show(
    request: HttpRequest,
    classroom: Classroom,
    hidden: list[Game],
    status: int = 200,
    error: str = "",
) -> HttpResponse:
    """What an archive has, what is in its way, and the new codes of a class just brought back."""
    return render_page(
        request,
        "archive/archive.html",
        status=status,
        classroom=classroom,
        hidden=hidden,
        codes=request.session.get(NEW_CODES, {}).get(str(classroom.pk)),
        error=error,
    )


@own_class("GET")
def archive_zip(request: HttpRequest, classroom: Classroom) -> HttpResponse | FileResponse:
    """The archive; 409 and the page while something in it may not be known."""
    if hidden := games_hidden(classroom):
        return _show(request, classroom, hidden, CONFLICT)
    with ExitStack() as closing:
        file = closing.enter_context(TemporaryFile())
        try:
            archive_make(classroom, file)
        except InvalidInput as error:
            return _show(request, classroom, [], CONFLICT, str(error))
        record(Kind.ARCHIVE_MADE, classroom=classroom.pk)
        closing.pop_all()  # whoever sends it closes it
    name = file_name(classroom, "archive.zip")
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@instructors("GET", "POST")
def bring_back(request: HttpRequest) -> HttpResponse:
    """Make a class again from its archive, as the instructor's own."""
    form = PageForm.of(request)
    if form.is_bound:
        with form.errors_at():
            return _brought_back(request, posted_file(request, "archive"))
    most = MOST_BYTES // 2**20
    return render_page(request, "archive/bring_back.html", status=form.status, form=form, most=most)


def _brought_back(request: HttpRequest, file: Any) -> HttpResponse:
    with TemporaryFile() as room:
        # Before the session is locked, and with it, on SQLite, the database.
        found = archive_read(file.file, file.size, room)

        def make() -> str:
            classroom, codes = class_bring_back(found, user_of(request))
            record(Kind.ARCHIVE_READ, classroom=classroom.pk)
            known = request.session.get(NEW_CODES, {})
            request.session[NEW_CODES] = {**known, str(classroom.pk): codes}
            return reverse("class-archive", args=[classroom.pk])

        return SeeOther(only_once(request, make))


# What is stored about one person: as a file, and whether it can be erased everywhere.


@own_class("GET")
def person_data(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """What can be handed out or erased, and which archives have the person, also once erased."""
    person = _member(classroom, number)
    made = SecurityEvent.objects.filter(classroom=classroom.pk, kind=Kind.ARCHIVE_MADE)
    events = made.filter(at__gte=person.joined).order_by("pk")
    names = dict(User.objects.values_list("pk", "username"))
    archives = [(one.at, names.get(one.account or 0, "")) for one in events]
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(
            request,
            "archive/person_data.html",
            classroom=classroom,
            person=person,
            is_erased=person.is_removed and not person.name,
            archives=archives,
        )


@own_class("GET")
def person_data_zip(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    person = _member(classroom, number)
    record(Kind.PERSON_EXPORTED, classroom=classroom.pk, about=person.number)
    return _person_file(person, is_for_instructor=True)


@group_for("see-chart", "GET")
def own_data_zip(request: HttpRequest, group: Group) -> HttpResponse:
    """The same for the student who is signed in on this phone."""
    person = student_in(request, group.classroom)
    if person is None:
        raise Http404
    record(Kind.PERSON_EXPORTED, classroom=group.classroom_id, person=person.number)
    return _person_file(person, is_for_instructor=False)


def _member(classroom: Classroom, number: int) -> Person:
    people = classroom.people.exclude(kind=Person.Kind.INSTRUCTOR)
    return get_object_or_404(people.select_related("classroom", "group"), number=number)


def _person_file(person: Person, *, is_for_instructor: bool) -> HttpResponse:
    name = file_name(person.classroom, f"person-{person.number}.zip")
    data = file_of(person, is_for_instructor=is_for_instructor)
    return file_response(data, "application/zip", name, is_saved=True)


OF_PERSON = "classes/<int:pk>/people/<int:number>/"

FEATURE = Feature(
    urls=(
        path("classes/archive/", bring_back, name="class-bring-back"),
        path("classes/<int:pk>/archive/", archive, name="class-archive"),
        path("classes/<int:pk>/archive.zip", archive_zip, name="class-archive-zip"),
        path(f"{OF_PERSON}data/", person_data, name="person-data"),
        path(f"{OF_PERSON}data.zip", person_data_zip, name="person-data-zip"),
        path("play/<code:code>/my-data.zip", own_data_zip, name="own-data-zip"),
    ),
)

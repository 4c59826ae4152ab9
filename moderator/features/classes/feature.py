"""The instructor's classes: the list, a new class, a class's page, changing it, and notes.

What classes and groups add to what all features share.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from moderator.core import queries, site_time
from moderator.core.access import (
    actor_of,
    classrooms,
    deleted_classrooms,
    group_for,
    instructors,
    own_class,
    recorder,
    user_of,
)
from moderator.core.class_models import LessonSettings
from moderator.core.class_page import class_page
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.feature import Feature
from moderator.core.forms import PageForm, PostedNumber, PostedText, only_once
from moderator.core.lesson import lesson_of
from moderator.core.models import TEXT_LETTERS, Classroom, Group, Person
from moderator.core.people import by_name, instructor_person, student_number
from moderator.core.responses import (
    SeeOther,
    render_page,
    table_response,
    table_time,
)
from moderator.core.text import text_read
from moderator.core.text import time_zones as known_zones
from moderator.features.classes import groups
from moderator.features.classes.models import Note
from moderator.features.classes.write import (
    CLASSROOM_NAME_LETTERS,
    classroom_change,
    classroom_create,
    classrooms_purge,
    deletion_plan,
    names_printed_change,
    paper_change,
)
from moderator.features.people.join import invite_wall

# The forms of a class and of its groups; the services validate names.

_CONTINENTS = (
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific",
)  # fmt: skip


@cache
def time_zones() -> tuple[tuple[str, object], ...]:
    """The choices of a select: UTC, then the time zones by continent."""
    by_continent: dict[str, list[tuple[str, str]]] = {name: [] for name in _CONTINENTS}
    for zone in sorted(available_timezones()):
        continent, _slash, city = zone.partition("/")
        if city and continent in by_continent:
            by_continent[continent].append((zone, city.replace("_", " ").replace("/", ", ")))
    return (("UTC", "UTC"), *((name, tuple(cities)) for name, cities in by_continent.items()))


class ClassroomForm(PageForm):
    name = forms.CharField(
        label=_("Name of the class"),
        help_text=_("As students know it, for example “HIST 210, Tuesday”."),
        max_length=CLASSROOM_NAME_LETTERS,
        error_messages={"required": _("Give the class a name.")},
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("For times in the log and on the sheets."),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = cast("forms.ChoiceField", self.fields["time_zone"])
        field.choices = time_zones()


class ClassSettingsForm(ClassroomForm):
    """The same for a class that exists, and how its sheets are printed."""

    paper = forms.ChoiceField(
        label=_("Paper"), choices=LessonSettings.Paper.choices, required=False
    )

    deleted_on = forms.DateField(
        label=_("Delete the class by itself on"),
        help_text=_(
            "Empty: never. It is shown in the list of your classes from 14 days before, and the "
            "class can be brought back for seven days after."
        ),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": _("Choose a day.")},
        required=False,
    )
    are_names_printed = forms.BooleanField(
        label=_("Names on printed sheets"),
        help_text=_("Who plays, and who moderates."),
        required=False,
    )


# The instructor's classes: the list, a new class, the page of a class, changing it.


@instructors("GET")
def classes(request: HttpRequest) -> HttpResponse:
    """The instructor's classes; an administrator gets everybody's."""
    classrooms_purge()
    user = user_of(request)
    students = Q(people__is_removed=False, people__kind=Person.Kind.STUDENT)
    found = classrooms(actor_of(request)).select_related("instructor")
    found = found.annotate(
        groups_count=Count("groups", distinct=True),
        students_count=Count("people", filter=students, distinct=True),
    )
    deleted = deleted_classrooms(actor_of(request)).select_related("instructor")
    return render_page(
        request,
        "classes/classes.html",
        classes=found,
        deleted=deleted,
        stands_at=site_time.stands_at(),
        now=timezone.now(),
        shows_instructor=user.is_superuser,
        has_school=bool(settings.OIDC_PROVIDER),
    )


@instructors("GET", "POST")
def new(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    form = ClassroomForm.of(request, time_zone=_time_zone_of(user))

    def make() -> str:
        classroom = classroom_create(user, **form.cleaned_data)
        return reverse("classroom", args=[classroom.pk])

    if form.is_valid():
        with form.errors_at("name"):
            return SeeOther(only_once(request, make))
    return render_page(
        request, "classes/class_form.html", status=form.status, form=form, classroom=None
    )


def _time_zone_of(user: User) -> str:
    """The time zone of the user's newest class, else this machine's."""
    last = user.classrooms.order_by("-pk").first()
    return last.time_zone if last else machine_zone()


def machine_zone(file: Path = Path("/etc/localtime")) -> str:
    """The time zone of this machine, which may be a teacher's laptop; UTC if unknown."""
    name = str(file.resolve()).partition("/zoneinfo/")[2]
    return name if name in known_zones() else "UTC"


@own_class("GET")
def classroom(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The class at its present step, or at `?step=`; with `?wall` its invitation, for the
    projector."""
    if "wall" in request.GET:
        return invite_wall(request, classroom)
    return class_page(request, classroom, request.GET.get("step", ""))


@own_class("GET", "POST")
def change(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Change a class's name, its time zone, and how its sheets are printed."""
    lesson = lesson_of(classroom)
    form = ClassSettingsForm.of(
        request,
        name=classroom.name,
        time_zone=classroom.time_zone,
        are_names_printed=lesson.are_names_printed,
        paper=lesson.paper,
        deleted_on=classroom.deleted_on,
    )
    if form.is_valid():
        try:
            _settings_change(classroom, form)
            return SeeOther(reverse("classroom", args=[classroom.pk]))
        except InvalidInput as invalid:
            if not form.errors:
                form.add_error("name", str(invalid))
    if form.errors:
        classroom.refresh_from_db()
    return render_page(
        request, "classes/class_form.html", status=form.status, form=form, classroom=classroom
    )


@transaction.atomic
def _settings_change(classroom: Classroom, form: ClassSettingsForm) -> None:
    typed = form.cleaned_data
    classroom_change(classroom, typed["name"], typed["time_zone"])
    names_printed_change(classroom, typed["are_names_printed"])
    if typed["paper"]:
        paper_change(classroom, typed["paper"])
    if typed["deleted_on"] != classroom.deleted_on:
        try:
            deletion_plan(classroom, typed["deleted_on"])
        except InvalidInput as invalid:
            form.add_error("deleted_on", str(invalid))
            raise
    record(Kind.CLASS_CHANGED, classroom=classroom.pk)


# Private notes on participation, for grading.

NOTES_MOST = 100  # about one person


@transaction.atomic
def note_write(person: Person, text: str, by: Person, group: Group | None = None) -> Note:
    """Write a note about a person.

    Raises:
        InvalidInput: the text is empty, too long or can't be shown, or there are too many notes.
        ValueError: the person is of another class than its writer or the group.
    """
    places = (by, group or by)
    if any(place.classroom_id != person.classroom_id for place in places):
        raise ValueError("somebody of another class")
    text = text_read(text, TEXT_LETTERS, gettext("Write a few words first."))
    if person.notes.count() >= NOTES_MOST:
        raise InvalidInput(gettext("There are too many notes about this person. Delete some."))
    return Note.objects.create(person=person, group=group, by=by, text=text, at=timezone.now())


@transaction.atomic
def note_delete(note: Note) -> None:
    note.delete()
    compaction_request()


# The pages of notes.

STUDENT = Person.Kind.STUDENT


class NoteForm(PageForm):
    text = PostedText(TEXT_LETTERS)
    about, note = PostedNumber(), PostedNumber()


@group_for("record", "GET", "POST")
def of_group(request: HttpRequest, group: Group) -> HttpResponse:
    """The notes about the students of a group that were written in it."""
    by = recorder(request, group)[0] if request.method == "POST" else None
    return _respond(request, group.classroom, group, by)


@own_class("GET", "POST")
def of_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """All notes of the class; with `?csv` as a file."""
    if "csv" in request.GET:
        return _file(classroom)
    is_post = request.method == "POST"
    by = instructor_person(classroom, user_of(request)) if is_post else None
    return _respond(request, classroom, None, by)


def _respond(
    request: HttpRequest, classroom: Classroom, group: Group | None, by: Person | None
) -> HttpResponse:
    """The students of a group, or (no `group`) of a class, each with the notes that this reader may
    see; `by`: who has posted something."""
    form, noted = NoteForm.of(request), _noted(classroom, group)
    name, key = ("group-notes", group.code) if group else ("notes", classroom.pk)
    address, about = reverse(name, args=[key]), 0
    if by is not None:
        typed = form.typed
        found = (one for one in noted if one[0].number == typed["about"])
        person, notes = next(found, (None, []))
        if person is None:
            raise Http404
        if request.POST.get("do") == "delete":
            for note in notes:
                if note.pk == typed["note"]:
                    note_delete(note)
            return SeeOther(address)

        def make() -> str:
            note_write(person, typed["text"], by, group)
            return address

        with form.errors_at("text"):
            return SeeOther(only_once(request, make))
        about = person.number
    with timezone.override(ZoneInfo(classroom.time_zone)):
        return render_page(
            request,
            "classes/notes.html",
            status=form.status,
            classroom=classroom,
            group=group,
            people=noted,
            address=address,
            form=form,
            about=about,
        )


def _noted(classroom: Classroom, group: Group | None = None) -> list[tuple[Person, list[Note]]]:
    """The students with notes about them, the oldest first."""
    people = queries.people(classroom).filter(kind=STUDENT)
    notes = Note.objects.filter(person__classroom=classroom).select_related("by", "group")
    if group is not None:
        people = people.filter(Q(group=group) | Q(notes__group=group)).distinct()
        notes = notes.filter(group=group)
    by_person: dict[int, list[Note]] = {}
    for note in notes:
        by_person.setdefault(note.person_id, []).append(note)
    return [(one, by_person.get(one.pk, [])) for one in by_name(people)]


def _file(classroom: Classroom) -> HttpResponse:
    """The notes as a table for grading."""
    record(Kind.TABLE_EXPORTED, classroom=classroom.pk)
    rows = [["name", "student number", "group", "written by", "time", "note"]]
    for person, notes in _noted(classroom):
        for note in notes:
            group = note.group.name if note.group else ""
            by = note.by.display_name if note.by else ""
            at = table_time(note.at, classroom.time_zone)
            who = [person.display_name, student_number(person), group]
            rows.append([*who, by, at, note.text])
    return table_response("notes.csv", rows)


FEATURE = Feature(
    urls=(
        path("classes/", classes, name="classes"),
        path("classes/new/", new, name="class-new"),
        path("classes/<int:pk>/", classroom, name="classroom"),
        path("classes/<int:pk>/change/", change, name="class-change"),
        path("classes/<int:pk>/delete/", groups.class_delete, name="class-delete"),
        path("classes/<int:pk>/restore/", groups.class_restore, name="class-restore"),
        path("classes/<int:pk>/groups/", groups.make, name="groups-make"),
        path("classes/<int:pk>/groups/<int:number>/", groups.group, name="group"),
        path(
            "classes/<int:pk>/groups/<int:number>/withdraw/", groups.withdraw, name="group-withdraw"
        ),
        path("classes/<int:pk>/groups/<int:number>/record/", groups.upload, name="record-upload"),
        path(
            "classes/<int:pk>/groups/<int:number>/delete/", groups.group_delete, name="group-delete"
        ),
        path(
            "classes/<int:pk>/groups/<int:number>/games/<int:game>/delete/",
            groups.game_delete,
            name="game-delete",
        ),
        path("classes/<int:pk>/copy/", groups.class_copy, name="class-copy"),
        path("classes/<int:pk>/pseudonyms/", groups.class_pseudonyms, name="class-pseudonyms"),
        path("classes/<int:pk>/notes/", of_class, name="notes"),
        path("g/<code:code>/notes/", of_group, name="group-notes"),
    ),
)

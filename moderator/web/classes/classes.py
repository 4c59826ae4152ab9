"""The instructor's classes: the list, a new class, a class's page, changing and deleting it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from moderator.play import access, credentials, services
from moderator.play.errors import InvalidInput
from moderator.play.joining_now import JoiningNow, joining_of
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, Person
from moderator.play.time_zones import time_zones
from moderator.web.classes.forms import ClassroomForm, ClassSettingsForm, GroupsForm
from moderator.web.classes.group_cards import GroupCard, PersonRow, cards_of, people_of
from moderator.web.classes.removed import RemovedPerson, removed_of
from moderator.web.core.access import actor_of, classroom_for, instructors, user_of
from moderator.web.core.idempotency import only_once
from moderator.web.core.invitations import Invitation, invitation
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed.class_frames import ReportsFeed, reports_feed


@dataclass(frozen=True)
class ClassesPage:
    """The instructor's classes, the newest first; an administrator sees everybody's."""

    classes: QuerySet[Classroom]
    deleted: QuerySet[Classroom]  # those that can be brought back
    shows_instructor: bool


@dataclass(frozen=True)
class ClassFormPage:
    """The form of a new class (no `classroom`), or of a class's name and time zone."""

    form: ClassroomForm
    once: str
    classroom: Classroom | None = None


@dataclass(frozen=True)
class ClassPage:
    """A class: its invitation, groups and people."""

    classroom: Classroom
    invitation: Invitation
    groups: tuple[GroupCard, ...]
    people: tuple[PersonRow, ...]
    removed: tuple[RemovedPerson, ...]
    groups_form: GroupsForm
    once: str
    joining: JoiningNow
    reports: ReportsFeed

    @property
    def has_game(self) -> bool:
        """Whether any group has a game."""
        return any(card.summary.game for card in self.groups)

    @property
    def waiting(self) -> int:
        """How many games wait for their start."""
        return sum(card.is_waiting for card in self.groups)


@dataclass(frozen=True)
class ClassWallPage:
    """The class's invitation, for the projector."""

    classroom: Classroom
    invitation: Invitation
    is_open: bool


@require_safe
@instructors
def classes(request: HttpRequest) -> HttpResponse:
    """The instructor's classes; an administrator gets everybody's."""
    services.classrooms_purge()
    user = user_of(request)
    students = Q(people__is_removed=False, people__kind=Person.Kind.STUDENT)
    found = access.classrooms(actor_of(request)).select_related("instructor")
    found = found.annotate(
        groups_count=Count("groups", distinct=True),
        students_count=Count("people", filter=students, distinct=True),
    )
    deleted = access.deleted_classrooms(actor_of(request)).select_related("instructor")
    page = ClassesPage(found, deleted, user.is_superuser)
    return render_page(request, "web/classes/classes.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@instructors
def new(request: HttpRequest) -> HttpResponse:
    """A new class."""
    user = user_of(request)
    if request.method != "POST":
        form = ClassroomForm(initial={"time_zone": _time_zone_of(user)})
        return render_page(
            request, "web/classes/class_form.html", ClassFormPage(form, credentials.new())
        )
    form = ClassroomForm(request.POST)
    if form.is_valid():
        name, time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]

        def make() -> str:
            classroom = services.classroom_create(user, name, time_zone)
            return reverse("classroom", args=[classroom.pk])

        try:
            return SeeOther(only_once(request, make))
        except InvalidInput as invalid:
            form.add_error("name", str(invalid))
    page = ClassFormPage(form, credentials.new())
    return render_page(request, "web/classes/class_form.html", page, UNPROCESSABLE)


def _time_zone_of(user: User) -> str:
    """The time zone of the user's newest class, else this machine's."""
    last = user.classrooms.order_by("-pk").first()
    return last.time_zone if last else machine_zone()


def machine_zone(file: Path = Path("/etc/localtime")) -> str:
    """The time zone of this machine, which may be a teacher's laptop; UTC if unknown."""
    name = str(file.resolve()).partition("/zoneinfo/")[2]
    return name if name in time_zones() else "UTC"


@require_safe
@classroom_for("manage-class")
def classroom(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The class; with `?wall` only its invitation, for the projector."""
    if "wall" in request.GET:
        is_open = lesson_of(classroom).is_joining_open
        page = ClassWallPage(classroom, invitation(request, classroom), is_open)
        return render_page(request, "web/classes/class_wall.html", page)
    return render_page(
        request, "web/classes/classroom.html", class_page(request, classroom, GroupsForm())
    )


def class_page(request: HttpRequest, classroom: Classroom, form: GroupsForm) -> ClassPage:
    """The page of a class, with the form for more groups as typed."""
    cards = cards_of(request, classroom)
    people = people_of(classroom, cards)
    return ClassPage(
        classroom=classroom,
        invitation=invitation(request, classroom),
        groups=cards,
        people=people,
        removed=removed_of(classroom),
        groups_form=form,
        once=credentials.new(),
        joining=joining_of(classroom),
        reports=reports_feed(classroom),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def change(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Change a class's name, its time zone, and how its sheets are printed."""
    if request.method != "POST":
        lesson = lesson_of(classroom)
        initial = {
            "name": classroom.name,
            "time_zone": classroom.time_zone,
            "are_names_printed": lesson.are_names_printed,
            "paper": lesson.paper,
        }
        form = ClassSettingsForm(initial=initial)
        return render_page(
            request, "web/classes/class_form.html", ClassFormPage(form, "", classroom)
        )
    form = ClassSettingsForm(request.POST)
    if form.is_valid():
        name, time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
        try:
            services.classroom_change(classroom, name, time_zone)
            services.names_printed_change(classroom, form.cleaned_data["are_names_printed"])
            if paper := form.cleaned_data["paper"]:
                services.paper_change(classroom, paper)
            return SeeOther(reverse("classroom", args=[classroom.pk]))
        except InvalidInput as invalid:
            form.add_error("name", str(invalid))
    page = ClassFormPage(form, "", Classroom.objects.get(pk=classroom.pk))
    return render_page(request, "web/classes/class_form.html", page, UNPROCESSABLE)

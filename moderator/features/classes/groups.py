"""The pages of a class's groups: making them, one group, withdrawing its link, an upload.

They also ask before a class, a group or a game is deleted, before a class is copied or its names
are replaced, and bring a class back.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, ParamSpec

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from moderator.core import queries
from moderator.core.access import own_class, own_class_group, user_of
from moderator.core.errors import InvalidInput
from moderator.core.forms import PageForm, PostedText, only_once, posted_file
from moderator.core.games import has_chart
from moderator.core.links import console_access_of, invitation
from moderator.core.models import DELETED_KEPT, GROUP_LETTERS, Classroom, Entry, Game, Group, Person
from moderator.core.people import instructor_person
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.text import is_same_name
from moderator.features.chart.feature import games_of
from moderator.features.classes import write as classes_write
from moderator.features.classes.after_term import (
    classroom_copy,
    classroom_pseudonymise,
    copied_games,
    still_played,
)
from moderator.features.classes.write import (
    CLASSROOM_NAME_LETTERS,
    classroom_delete,
    classroom_restore,
    group_link_withdraw,
    group_rename,
    groups_create,
)
from moderator.features.new_game import write as new_game_write
from moderator.features.new_game.write import (
    MOST_UPLOAD_BYTES,
    game_from_record,
    record_read,
)
from moderator.features.people.feature import games_with_names
from moderator.rules.errors import Refused
from moderator.rules.record import Record
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR

MOST_GROUPS_AT_ONCE = 40


class GroupsForm(PageForm):
    """How many groups to create."""

    count = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        max_value=MOST_GROUPS_AT_ONCE,
        initial=4,
        error_messages={
            "required": _("Type how many groups to create."),
            "invalid": _("Type a number, for example 4."),
            "min_value": _("Create at least %(limit_value)d."),
            "max_value": _("Create at most %(limit_value)d at once; you can add more later."),
        },
    )


# Deletion summaries: what a deletion takes with it, for its confirmation page.


def _summary(
    groups: int = 0, games: int = 0, entries: int = 0, tournaments: int = 0, people: int = 0
) -> list[str]:
    """How many of each thing would be deleted, in words; what there is none of is left out."""
    texts = (
        (groups, ngettext("%(n)d group", "%(n)d groups", groups)),
        (games, ngettext("%(n)d game", "%(n)d games", games)),
        (entries, ngettext("%(n)d entry of its log", "%(n)d entries of their logs", entries)),
        (tournaments, ngettext("%(n)d tournament", "%(n)d tournaments", tournaments)),
        (people, ngettext("%(n)d student", "%(n)d students", people)),
    )
    found = [text % {"n": number} for number, text in texts if number]
    return found or [gettext("nothing else")]


def summary_of_classroom(classroom: Classroom) -> list[str]:
    """What is deleted with a class: everything and everybody in it."""
    inside = Q(group__classroom=classroom)
    return _summary(
        groups=classroom.groups.count(),
        games=Game.objects.filter(inside).count(),
        entries=Entry.objects.filter(game__group__classroom=classroom).count(),
        people=classroom.people.filter(kind=Person.Kind.STUDENT, is_removed=False).count(),
        tournaments=classroom.tournaments.count(),
    )


def summary_of_group(group: Group) -> list[str]:
    """What is deleted with a group; its people stay in the class, without a group."""
    entries = Entry.objects.filter(game__group=group).count()
    return _summary(groups=1, games=group.games.count(), entries=entries)


def summary_of_game(game: Game) -> list[str]:
    """What is deleted with a game; its group and its people stay."""
    return _summary(games=1, entries=game.entries.count())


# A class's groups: making them, a group's page, withdrawing its link, deleting it.

P = ParamSpec("P")


class GroupNameForm(PageForm):
    name = PostedText(GROUP_LETTERS)


@own_class("GET", "POST")
def make(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Groups for people without phones; a POST makes them, and their game is chosen next."""
    form = GroupsForm(request.POST or None)

    def create() -> str:
        groups_create(classroom, form.cleaned_data["count"])
        return reverse("game-new", args=[classroom.pk])

    if form.is_valid():
        with form.errors_at("count"):
            return SeeOther(only_once(request, create))
    return render_page(
        request, "classes/groups_make.html", status=form.status, classroom=classroom, form=form
    )


@own_class_group("GET", "POST")
def group(request: HttpRequest, group: Group) -> HttpResponse:
    """The group's page; a POST renames it."""
    form = GroupNameForm.of(request, name=group.name)
    if request.method == "POST":
        with form.errors_at("name"):
            group_rename(group, form.typed["name"])
            return SeeOther(address_of(group))
    return _show(request, group, form)


def _show(
    request: HttpRequest,
    group: Group,
    form: GroupNameForm,
    refused: InvalidInput | Refused | None = None,
) -> HttpResponse:
    """The group's page, with the form of its name, and why a record was refused."""
    return render_page(
        request,
        "classes/group.html",
        status=UNPROCESSABLE if refused else form.status,
        summary=queries.GameSummary(group),
        access=console_access_of(request, group),
        invitation=invitation(request, group),
        games=games_of(group, MODERATOR),
        form=form,
        refused=refused,
    )


def address_of(group: Group) -> str:
    return reverse("group", args=[group.classroom_id, group.number])


@own_class_group("GET", "POST")
def withdraw(request: HttpRequest, group: Group) -> HttpResponse:
    """Replace the console's link and PIN; the old ones stop working."""
    if request.method == "POST":
        group_link_withdraw(group)
        return SeeOther(address_of(group) + "#moderator")
    return render_page(request, "classes/group_withdraw.html", group=group)


@own_class_group("GET", "POST")
def group_delete(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask for confirmation with a deletion summary; a POST deletes the group."""
    if request.method == "POST":
        classes_write.group_delete(group)
        return SeeOther(reverse("classroom", args=[group.classroom_id]))
    summary = summary_of_group(group)
    return render_page(request, "classes/group_delete.html", group=group, summary=summary)


# Uploading a record as a new game of a group.


@own_class_group("POST")
def upload(request: HttpRequest, group: Group) -> HttpResponse:
    """Make a game from a record, which is checked before anything is locked or stored."""
    try:
        record = _read(posted_file(request, "record"))
        by = instructor_person(group.classroom, user_of(request))

        def make() -> str:
            game_from_record(group, record, by)
            return address_of(group) + "#games"

        return SeeOther(only_once(request, make))
    except (InvalidInput, Refused) as refused:
        return _show(request, group, GroupNameForm(initial={"name": group.name}), refused)


def _read(file: UploadedFile[Any]) -> Record:
    if (file.size or 0) > MOST_UPLOAD_BYTES:
        most = MOST_UPLOAD_BYTES // 2**20
        raise Refused(
            "bad-record", gettext("The record is larger than %(most)d MiB.") % {"most": most}
        )
    record = record_read(file.read())
    if not has_chart(record.game):
        name = GAMES[record.game].name
        raise Refused("", gettext("%(game)s can’t be played on this site yet.") % {"game": name})
    return record


# Deleting a class, and bringing it back.


class ClassNameForm(PageForm):
    name = PostedText(CLASSROOM_NAME_LETTERS)


@own_class("GET", "POST")
def class_delete(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Ask for the class's name, with a deletion summary; a POST with the name deletes it."""
    form = ClassNameForm.of(request)
    if request.method == "POST":
        with form.errors_at("name"):
            _check_name(form, classroom)
            classroom_delete(classroom)
            return SeeOther(reverse("classes") + "#deleted")
    return render_page(
        request,
        "classes/class_delete.html",
        status=form.status,
        classroom=classroom,
        summary=summary_of_classroom(classroom),
        until=timezone.now() + DELETED_KEPT,
        days=DELETED_KEPT.days,
        form=form,
    )


def _check_name(form: ClassNameForm, classroom: Classroom) -> None:
    """Raise `InvalidInput` unless the class's name was typed, which confirms what can't be undone
    easily."""
    if not is_same_name(form.typed["name"], classroom.name):
        raise InvalidInput(gettext("Type the name of the class, as it is written above."))


@own_class("POST", is_deleted=True)
def class_restore(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    classroom_restore(classroom)
    return SeeOther(reverse("classroom", args=[classroom.pk]))


# A class after its last lesson: copied for the next term, and without names.


@own_class("GET", "POST")
def class_copy(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Ask how the copy is called; a POST makes it, once."""
    form = ClassNameForm.of(request, name=classroom.name)

    def make() -> str:
        return reverse("classroom", args=[classroom_copy(classroom, form.typed["name"]).pk])

    if request.method == "POST":
        with form.errors_at("name"):
            return SeeOther(only_once(request, make))
    return render_page(
        request,
        "classes/class_copy.html",
        status=form.status,
        classroom=classroom,
        form=form,
        games=copied_games(classroom),
    )


@own_class("GET", "POST")
def class_pseudonyms(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Ask for the class's name; a POST with it replaces all names of people."""
    form = ClassNameForm.of(request)
    if request.method == "POST":
        with form.errors_at("name"):
            _check_name(form, classroom)
            classroom_pseudonymise(classroom)
            return SeeOther(reverse("people", args=[classroom.pk]))
    return render_page(
        request,
        "classes/class_pseudonyms.html",
        status=form.status,
        classroom=classroom,
        form=form,
        playing=still_played(classroom),
        named=dict.fromkeys(chain.from_iterable(games_with_names(classroom).values())),
    )


# Deleting a group's game.


@own_class_group("GET", "POST")
def game_delete(request: HttpRequest, group: Group, game: int) -> HttpResponse:
    """Ask for confirmation with a deletion summary; a POST deletes the game."""
    found = get_object_or_404(group.games, number=game)
    if request.method == "POST":
        new_game_write.game_delete(found)
        return SeeOther(address_of(group))
    summary = summary_of_game(found)
    return render_page(request, "classes/game_delete.html", game=found, summary=summary)

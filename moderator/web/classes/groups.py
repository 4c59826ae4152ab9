"""A class's groups: making them, a group's page, withdrawing its link, deleting it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ParamSpec

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from moderator.play import credentials, services
from moderator.play.errors import InvalidInput
from moderator.play.games_list import ListedGame, games_of
from moderator.play.models import Classroom, Group
from moderator.play.models.classroom import NAME_LETTERS
from moderator.rules.errors import Refused
from moderator.web.classes import deletion
from moderator.web.classes.classes import class_page
from moderator.web.classes.forms import GroupsForm
from moderator.web.classes.group_cards import GroupCard, card_of
from moderator.web.core.access import classroom_for, of_classroom
from moderator.web.core.idempotency import only_once
from moderator.web.core.invitations import Invitation, invitation
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing

P = ParamSpec("P")


@dataclass(frozen=True)
class GroupPage:
    """A group with its console access, its sheets and all its games."""

    classroom: Classroom
    card: GroupCard
    invitation: Invitation
    games: tuple[ListedGame, ...]
    name: str
    once: str
    error: str = ""
    refused: Refused | None = None
    name_letters: int = NAME_LETTERS


@dataclass(frozen=True)
class GroupAskPage:
    """A confirmation question about a group."""

    classroom: Classroom
    group: Group
    summary: deletion.DeletionSummary | None = None


@require_POST
@classroom_for("manage-class")
def make(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Make more groups."""
    form = GroupsForm(request.POST)
    if form.is_valid():
        count = form.cleaned_data["count"]

        def create() -> str:
            services.groups_create(classroom, count)
            return reverse("classroom", args=[classroom.pk]) + "#groups"

        try:
            return SeeOther(only_once(request, create))
        except InvalidInput as invalid:
            form.add_error("count", str(invalid))
    page = class_page(request, classroom, form)
    return render_page(request, "web/classes/classroom.html", page, UNPROCESSABLE)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def group(request: HttpRequest, group: Group) -> HttpResponse:
    """The group's page; a POST renames it."""
    if request.method != "POST":
        return render_page(
            request, "web/classes/group.html", group_page(request, group, group.name)
        )
    typed = request.POST.get("name", "")
    try:
        services.group_rename(group, typed)
    except InvalidInput as invalid:
        page = group_page(request, group, typed[: 2 * NAME_LETTERS], str(invalid))
        return render_page(request, "web/classes/group.html", page, UNPROCESSABLE)
    return SeeOther(address_of(group))


def group_page(
    request: HttpRequest, group: Group, name: str, error: str = "", refused: Refused | None = None
) -> GroupPage:
    """The group's page, with an error about its name, or why a record was refused."""
    return GroupPage(
        classroom=group.classroom,
        card=card_of(request, group),
        invitation=invitation(request, group),
        games=games_of(group),
        name=name,
        once=credentials.new(),
        error=error,
        refused=refused,
    )


def address_of(group: Group) -> str:
    """The URL of the group's page."""
    return reverse("group", args=[group.classroom_id, group.number])


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def withdraw(request: HttpRequest, group: Group) -> HttpResponse:
    """Replace the console's link and PIN; the old ones stop working."""
    if request.method == "POST":
        with transaction.atomic():
            services.group_link_withdraw(group)
            publishing.revoke_consoles(group.pk)
        return SeeOther(address_of(group) + "#moderator")
    page = GroupAskPage(group.classroom, group)
    return render_page(request, "web/classes/group_withdraw.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
@of_classroom
def delete(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask for confirmation with a deletion summary; a POST deletes the group."""
    if request.method == "POST":
        with transaction.atomic():
            publishing.recheck_access(group.pk)
            services.group_delete(group)
        return SeeOther(reverse("classroom", args=[group.classroom_id]))
    page = GroupAskPage(group.classroom, group, deletion.summary_of_group(group))
    return render_page(request, "web/classes/group_delete.html", page)

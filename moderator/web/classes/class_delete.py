"""Deleting a class, and bringing it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from moderator.play import services
from moderator.play.models import Classroom
from moderator.play.models.classroom import DELETED_KEPT
from moderator.play.names import is_same_name
from moderator.play.services.classrooms import CLASSROOM_NAME_LETTERS
from moderator.web.classes import deletion
from moderator.web.core.access import classroom_for, deleted_classroom_for
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing


@dataclass(frozen=True)
class ClassDeletePage:
    """What would be deleted, until when it can be brought back, and the name as typed."""

    classroom: Classroom
    summary: deletion.DeletionSummary
    until: datetime
    typed: str = ""
    error: str = ""
    days: int = DELETED_KEPT.days
    name_letters: int = CLASSROOM_NAME_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def delete(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Ask for the class's name, with a deletion summary; a POST with the name deletes it."""
    if request.method != "POST":
        return render_page(request, "web/classes/class_delete.html", _page(classroom))
    typed = request.POST.get("name", "")[: 2 * CLASSROOM_NAME_LETTERS]
    if not is_same_name(typed, classroom.name):
        error = gettext("Type the name of the class, as it is written above.")
        page = _page(classroom, typed, error)
        return render_page(request, "web/classes/class_delete.html", page, UNPROCESSABLE)
    with transaction.atomic():
        publishing.end_class(classroom)
        services.classroom_delete(classroom)
    return SeeOther(reverse("classes") + "#deleted")


def _page(classroom: Classroom, typed: str = "", error: str = "") -> ClassDeletePage:
    summary = deletion.summary_of_classroom(classroom)
    return ClassDeletePage(classroom, summary, timezone.now() + DELETED_KEPT, typed, error)


@require_POST
@deleted_classroom_for("manage-class")
def restore(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Bring a deleted class back."""
    services.classroom_restore(classroom)
    return SeeOther(reverse("classroom", args=[classroom.pk]))

"""Deleting a class."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import services
from moderator.play.models import Classroom
from moderator.web.classes import deletion
from moderator.web.core.access import classroom_for
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.feed import publishing


@dataclass(frozen=True)
class ClassDeletePage:
    """What would be deleted."""

    classroom: Classroom
    summary: deletion.DeletionSummary


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def delete(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Ask for confirmation with a deletion summary; a POST deletes the class."""
    if request.method == "POST":
        with transaction.atomic():
            publishing.recheck_access(*classroom.groups.values_list("pk", flat=True))
            services.classroom_delete(classroom)
        return SeeOther(reverse("classes"))
    page = ClassDeletePage(classroom, deletion.summary_of_classroom(classroom))
    return render_page(request, "web/classes/class_delete.html", page)

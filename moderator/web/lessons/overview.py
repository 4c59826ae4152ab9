"""The overview: one row for each group of a class, live, for its instructor."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from moderator.play.databases.pubsub import OVERVIEW
from moderator.play.models import Classroom
from moderator.web.core.access import classroom_for
from moderator.web.core.responses import render_page
from moderator.web.feed.class_frames import class_frame
from moderator.web.lessons.clock import ClassClocks, class_clocks


@dataclass(frozen=True)
class OverviewPage:
    """The class, and the frame that its feed keeps up to date."""

    classroom: Classroom
    live: SafeString
    version: int
    feed: str
    clocks: ClassClocks


@require_safe
@classroom_for("manage-class")
def overview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The overview of a class."""
    frame = class_frame(classroom.pk, OVERVIEW)
    page = OverviewPage(
        classroom=classroom,
        live=mark_safe(frame.html.decode() if frame else ""),  # noqa: S308 (rendered by a template)
        version=frame.version if frame else 0,
        feed=f"/classes/{classroom.pk}/feed",
        clocks=class_clocks(classroom, "overview"),
    )
    return render_page(request, "web/lessons/overview.html", page)

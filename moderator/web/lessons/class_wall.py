"""The class wall: every chart of a class on the projector, for everybody with the class's code."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from moderator.live.hub import PUBLIC
from moderator.play import selectors
from moderator.play.models import Classroom
from moderator.web.core.codes import classroom_before, replaced_page
from moderator.web.core.responses import render_page
from moderator.web.feed.class_frames import class_frame


@dataclass(frozen=True)
class LessonWallPage:
    """The class, and the frame that its feed keeps up to date."""

    classroom: Classroom
    live: SafeString
    version: int
    feed: str


@require_safe
def class_wall(request: HttpRequest, code: str) -> HttpResponse:
    """The wall of a class; 404 for an unknown code."""
    classroom = selectors.classroom_by_code(code)
    if classroom is None and classroom_before(code):
        return replaced_page(request)
    frame = class_frame(classroom.pk, PUBLIC) if classroom else None
    if classroom is None or frame is None:
        raise Http404
    page = LessonWallPage(
        classroom=classroom,
        live=mark_safe(frame.html.decode()),  # noqa: S308 (rendered by a template)
        version=frame.version,
        feed=f"{reverse('class-wall', args=[classroom.code])}feed",
    )
    return render_page(request, "web/lessons/class_wall.html", page)

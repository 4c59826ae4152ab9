"""The class wall: every chart of a class on the projector, for everybody with the class's code."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST, require_safe

from moderator.live.hub import PUBLIC
from moderator.play import access, selectors, services
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, LessonSettings
from moderator.play.whole_class import games_of
from moderator.web.core.access import actor_of, classroom_for
from moderator.web.core.codes import classroom_before, replaced_page
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.feed.class_frames import class_frame
from moderator.web.feed.game_now import small_styles


@dataclass(frozen=True)
class LessonWallPage:
    """The class, and the frame that its feed keeps up to date.

    `settings`: what the wall shows, for those who may change that.
    """

    classroom: Classroom
    live: SafeString
    version: int
    feed: str
    styles: tuple[str, ...]
    settings: LessonSettings | None


@require_safe
def class_wall(request: HttpRequest, code: str) -> HttpResponse:
    """The wall of a class; 404 for an unknown code."""
    classroom = selectors.classroom_by_code(code)
    if classroom is None and classroom_before(code):
        return replaced_page(request)
    frame = class_frame(classroom.pk, PUBLIC) if classroom else None
    if classroom is None or frame is None:
        raise Http404
    may_change = access.may(actor_of(request), "manage-class", classroom)
    page = LessonWallPage(
        classroom=classroom,
        live=mark_safe(frame.html.decode()),  # noqa: S308 (rendered by a template)
        version=frame.version,
        feed=f"{reverse('class-wall', args=[classroom.code])}feed",
        styles=small_styles(games_of(selectors.groups_of(classroom)).values()),
        settings=lesson_of(classroom) if may_change else None,
    )
    return render_page(request, "web/lessons/class_wall.html", page)


@require_POST
@classroom_for("manage-class")
def wall_show(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Choose what the wall shows; `do` names it."""
    do = request.POST.get("do", "")
    shown = whole_number(request.POST.get("shown", "")) or 0
    with transaction.atomic():
        if do == "results":
            services.wall_results(classroom)
        elif do == "all":
            services.wall_results(classroom, services.ALL_PLACES)
        elif do == "next":
            services.wall_next_place(classroom, shown)
        elif do == "charts":
            number = whole_number(request.POST.get("group", "")) or 0
            services.wall_charts(classroom, classroom.groups.filter(number=number).first())
        else:
            raise Http404
        publishing.publish_class(classroom.pk)
    if request.POST.get("from") == "wall":
        return SeeOther(reverse("class-wall", args=[classroom.code]))
    return SeeOther(reverse("results", args=[classroom.pk]))

"""The class wall: what it shows, and its page for everybody with the class's code."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from moderator.core import access, queries
from moderator.core.access import actor_of, classroom_for
from moderator.core.class_frames import LivePart, live_part
from moderator.core.codes import classroom_before, replaced_page
from moderator.core.forms import whole_number
from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom, LessonSettings
from moderator.core.responses import SeeOther, render_page
from moderator.core.whole_class import games_of
from moderator.features.overview.part import small_styles
from moderator.features.overview.write import (
    ALL_PLACES,
    wall_charts,
    wall_next_place,
    wall_results,
)
from moderator.live.channel import PUBLIC

# The class wall: every chart of a class on the projector, for everybody with the class's code.


@dataclass(frozen=True)
class LessonWallPage:
    """The class and its wall. `settings`: what it shows, for those who may change that."""

    classroom: Classroom
    live: LivePart
    styles: tuple[str, ...]
    settings: LessonSettings | None


@require_safe
def class_wall(request: HttpRequest, code: str) -> HttpResponse:
    """The wall of a class; 404 for an unknown code."""
    classroom = queries.classroom_by_code(code)
    if classroom is None and classroom_before(code):
        return replaced_page(request)
    if classroom is None:
        raise Http404
    may_change = access.may(actor_of(request), "manage-class", classroom)
    page = LessonWallPage(
        classroom=classroom,
        live=live_part(classroom, PUBLIC),
        styles=small_styles(games_of(queries.groups_of(classroom)).values()),
        settings=lesson_of(classroom) if may_change else None,
    )
    return render_page(request, "overview/class_wall.html", page)


@require_POST
@classroom_for("manage-class")
def wall_show(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Choose what the wall shows; `do` names it."""
    do = request.POST.get("do", "")
    shown = whole_number(request.POST.get("shown", "")) or 0
    if do == "results":
        wall_results(classroom)
    elif do == "all":
        wall_results(classroom, ALL_PLACES)
    elif do == "next":
        wall_next_place(classroom, shown)
    elif do == "charts":
        number = whole_number(request.POST.get("group", "")) or 0
        wall_charts(classroom, classroom.groups.filter(number=number).first())
    else:
        raise Http404
    if request.POST.get("from") == "wall":
        return SeeOther(reverse("class-wall", args=[classroom.code]))
    return SeeOther(reverse("results", args=[classroom.pk]))

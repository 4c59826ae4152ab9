"""The overview: one row for each group of a class, live, for its instructor."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.databases.pubsub import OVERVIEW
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom
from moderator.play.services.lessons import STUCK_MOST
from moderator.play.whole_class import games_of
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.feed.class_frames import class_frame
from moderator.web.feed.game_now import small_styles
from moderator.web.lessons import overview_help
from moderator.web.lessons.clock import ClassClocks, class_clocks


@dataclass(frozen=True)
class OverviewPage:
    """The class, and the frame that its feed keeps up to date; `now_ms`: the server's clock."""

    classroom: Classroom
    live: SafeString
    version: int
    feed: str
    styles: tuple[str, ...]
    now_ms: int
    clocks: ClassClocks
    stuck_minutes: int
    stuck_most: int = STUCK_MOST
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def overview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The overview of a class. A POST helps a group, or changes when a group counts as stuck."""
    if request.method != "POST":
        return render_page(request, "web/lessons/overview.html", _page(classroom))
    do = request.POST.get("do", "")
    if do != "stuck":
        return overview_help.help_group(request, classroom, do)
    minutes = whole_number(request.POST.get("minutes", "")) or 0
    if not 1 <= minutes <= STUCK_MOST:
        error = gettext("Type a whole number from 1 to %(most)d.") % {"most": STUCK_MOST}
        page = _page(classroom, error)
        return render_page(request, "web/lessons/overview.html", page, UNPROCESSABLE)
    with transaction.atomic():
        services.stuck_after(classroom, minutes)
        publishing.publish_class(classroom.pk)
    return SeeOther(reverse("overview", args=[classroom.pk]))


def _page(classroom: Classroom, error: str = "") -> OverviewPage:
    frame = class_frame(classroom.pk, OVERVIEW)
    if frame is None:
        raise Http404
    return OverviewPage(
        classroom=classroom,
        live=mark_safe(frame.html.decode()),  # noqa: S308 (rendered by a template)
        version=frame.version,
        feed=f"/classes/{classroom.pk}/feed",
        styles=small_styles(games_of(selectors.groups_of(classroom)).values()),
        now_ms=round(timezone.now().timestamp() * 1000),
        clocks=class_clocks(classroom, "overview"),
        stuck_minutes=lesson_of(classroom).stuck_minutes,
        error=error,
    )
